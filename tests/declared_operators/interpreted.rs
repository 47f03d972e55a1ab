//! The functions through the compiler, and run by the interpreter of its IR.

use crate::calls::{Calls, Outcomes};
use crate::module::Module;
use crate::values;
use scanc::diagnostic::Diagnostics;
use scanc::ir::interpret::{Env, Panic, Value, evaluate};
use scanc::ir::{Float, Scalar, Type};
use scanc::parse::declare_target;

/// What the compiler makes of a module.
pub fn lowered(module: &Module) -> Result<scanc::ir::Module, String> {
    let mut diagnostics = Diagnostics::default();
    let text = format!("mod declared {{\n{}}}", module.text(true));
    let tokens = text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"));
    let items = declare_target(Default::default(), tokens, &mut diagnostics).items;
    scanc::compile_declared(&items, &mut diagnostics).map_err(|_stopped| {
        let line = |found: &scanc::diagnostic::Diagnostic| {
            format!("{} {} at `{}`", found.code, found.message, found.span.source_text().unwrap_or_default())
        };
        diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
    })
}

/// What the interpreter makes of the calls.
pub fn run(module: &scanc::ir::Module, name: &str, calls: &Calls) -> Outcomes {
    let function = module.functions.iter().find(|function| function.name == name).unwrap_or_else(|| panic!("no {name}"));
    let env = Env { functions: &module.functions, ..Env::default() };
    let outcome = |row: &[u64]| {
        let mut words = row.iter().copied();
        let parameters = &function.locals[..function.parameters];
        let arguments: Vec<Value> = parameters.iter().map(|local| value(&local.ty, module, &mut words)).collect();
        match evaluate(function, &arguments, &env) {
            Ok(value) => {
                let mut found = Vec::new();
                values::bits(&value, &mut found);
                Some(found)
            }
            Err(Panic::Endless) => panic!("{name} does not end"),
            Err(_) => None,
        }
    };
    calls.rows().map(outcome).collect()
}

fn value(ty: &Type, module: &scanc::ir::Module, words: &mut dyn Iterator<Item = u64>) -> Value {
    match ty {
        Type::Scalar(Scalar::Bool) => Value::Bool(word(words) == 1),
        Type::Scalar(Scalar::Int(int)) | Type::Enum(_, int) => Value::int(*int, i128::from(word(words))),
        Type::Scalar(Scalar::Float(Float::F32)) => Value::F32(f32::from_bits(word(words) as u32)),
        Type::Scalar(Scalar::Float(Float::F64)) => Value::F64(f64::from_bits(word(words))),
        Type::Array(element, length) => Value::Array((0..*length).map(|_| value(element, module, words)).collect()),
        Type::Struct(name) => {
            let declared = module.structs.iter().find(|declared| declared.name == *name).expect("a declared struct");
            let fields = declared.fields.iter().map(|(field, ty)| (field.clone(), value(ty, module, words)));
            Value::Struct(name.clone(), fields.collect())
        }
        Type::Opaque(name) => panic!("{name} is not known"),
    }
}

fn word(words: &mut dyn Iterator<Item = u64>) -> u64 {
    words.next().expect("a word for every leaf")
}
