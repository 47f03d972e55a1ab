//! What a user declares, as OpenCL C: types, the helpers that functions need, functions, each after what it mentions.
//!
//! Afterwards: every definition is complete given those before it, so that any set that contains what its members mention
//! ([`Declarations::needed`]) can stand in front of a kernel.

use super::arrays::member_declaration;
use super::helpers::Helpers;
use super::names::{Names, c_name, member_name};
use super::needs::Needs;
use super::panics::Callees;
use super::{literals, print};
use crate::ir::interpret::{Env, Value, evaluate};
use crate::ir::{DeclaredOperator, Enum, ExprKind, Float, Function, Literal, Module, Scalar, Struct, Type, walk};
use std::collections::{BTreeSet, HashMap, HashSet};

/// One definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// What it defines: `Pair`, `op`, `add_i32`.
    pub name: String,
    /// OpenCL C, without a newline at its end.
    pub text: String,
}

/// Everything that a module declares: enums, structs, the types of arrays, helpers, functions.
#[derive(Clone, Debug)]
pub struct Declarations<'m> {
    module: &'m Module,
    definitions: Vec<Definition>,
    /// Which of the definitions before it each mentions.
    mentions: Vec<Vec<usize>>,
    callees: Callees<'m>,
}

impl<'m> Declarations<'m> {
    /// Those of a module.
    pub fn of(module: &'m Module) -> Self {
        let (mut helpers, callees, mut taken) = (Helpers::default(), Callees::of(&module.functions), names(module));
        module.functions.iter().for_each(|function| taken.reserve(&c_name(&function.name)));
        let mut text = |function: &Function| Definition {
            name: c_name(&function.name),
            text: print(function, &callees, &module.enums, &taken, &mut helpers),
        };
        let functions: Vec<Definition> = module.functions.iter().map(&mut text).collect();
        let enums = module.enums.iter().map(|item| Definition { name: c_name(&item.name), text: enumeration(item) });
        let structs = module.structs.iter().map(|item| Definition { name: c_name(&item.name), text: structure(item) });
        let types = helpers.named_types().map(|(name, text)| Definition { name: name.to_owned(), text: text.to_owned() });
        let arithmetic =
            helpers.named_functions().map(|(name, text)| Definition { name: name.to_owned(), text: text.to_owned() });
        let definitions: Vec<Definition> = enums.chain(structs).chain(types).chain(arithmetic).chain(functions).collect();
        let mentions = mentions(&definitions, module);
        Self { module, definitions, mentions, callees }
    }

    /// In an order in which each stands after those that it mentions.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The numbers in [`Self::definitions`] of what the function or the type `name` needs, itself included, in order. Names are those of
    /// the IR.
    pub fn needed(&self, name: &str) -> Vec<usize> {
        let wanted = self.definitions.iter().rposition(|definition| definition.name == c_name(name));
        let mut needed = vec![false; self.definitions.len()];
        let mut open: Vec<usize> = wanted.into_iter().collect();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut needed[at], true) {
                open.extend(&self.mentions[at]);
            }
        }
        (0..needed.len()).filter(|at| needed[*at]).collect()
    }

    /// What the type `name`, or the function `name` and all that it calls, asks of the device. Names are those of the IR.
    pub fn needs(&self, name: &str) -> Needs {
        let mut needs = Needs::default();
        let mut open = vec![name.to_owned()];
        let mut seen: HashSet<String> = HashSet::new();
        while let Some(name) = open.pop() {
            if self.module.structs.iter().any(|item| item.name == name) {
                needs.see_members(&Type::Struct(name.clone()), &self.module.structs);
            }
            let Some(function) = self.callees.find(&name) else { continue };
            if seen.insert(name.clone()) {
                needs.panicked |= self.callees.call_may_panic(&name);
                needs.see_declared(function, &self.module.structs);
                open.extend(called(function).into_iter().filter(|called| !seen.contains(called)));
            }
        }
        needs
    }
}

/// For each definition those before it of which a name, or a constant that it defines, is a word of its text.
fn mentions(definitions: &[Definition], module: &Module) -> Vec<Vec<usize>> {
    let mut numbers: HashMap<&str, Vec<usize>> = HashMap::new();
    let constants = module.enums.iter().map(|item| {
        let names = item.variants.iter().map(|(variant, _)| constant_name(&item.name, variant));
        (c_name(&item.name), names.collect::<Vec<String>>())
    });
    let constants: HashMap<String, Vec<String>> = constants.collect();
    for (number, definition) in definitions.iter().enumerate() {
        numbers.entry(&definition.name).or_default().push(number);
        for constant in constants.get(&definition.name).into_iter().flatten() {
            numbers.entry(constant).or_default().push(number);
        }
    }
    let of = |(number, definition): (usize, &Definition)| {
        let words = definition.text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let found: BTreeSet<usize> = words.filter_map(|word| numbers.get(word)).flatten().copied().collect();
        found.into_iter().filter(|earlier| *earlier < number).collect()
    };
    definitions.iter().enumerate().map(of).collect()
}

/// The C name of a declared type or function, which has this name in the IR.
pub fn declared_name(name: &str) -> String {
    c_name(name)
}

/// The C name of a struct's field, which has this name in the IR (`0` of a tuple struct).
pub fn field_name(name: &str) -> String {
    member_name(name)
}

fn called(function: &Function) -> Vec<String> {
    let mut called = Vec::new();
    walk::block(&function.body, &mut |expr| {
        if let ExprKind::Call(name, _) = &expr.kind {
            called.push(name.clone());
        }
    });
    called
}

/// The identity of an operator as C writes it: `(Pair){.x = 0, .y = 1}`. `None` without one, or where computing it panics.
pub fn identity(module: &Module, operator: &DeclaredOperator) -> Option<String> {
    let identity = operator.identity.as_ref()?;
    let value = evaluate(identity, &[], &Env { functions: &module.functions, ..Env::default() }).ok()?;
    Some(match &operator.operand {
        Type::Struct(name) => format!("({}){}", c_name(name), constant(&value, &operator.operand, module)),
        ty => constant(&value, ty, module),
    })
}

/// A value in an initialiser.
fn constant(value: &Value, ty: &Type, module: &Module) -> String {
    match (value, ty) {
        (Value::Struct(name, fields), _) => {
            let types = module.structs.iter().find(|known| known.name == *name).map_or(&[][..], |known| &known.fields);
            let fields = fields.iter().zip(types);
            let texts: Vec<String> = fields
                .map(|((name, value), (_, ty))| format!(".{} = {}", member_name(name), constant(value, ty, module)))
                .collect();
            format!("{{{}}}", texts.join(", "))
        }
        (Value::Array(values), Type::Array(element, _)) => {
            format!("{{{}}}", values.iter().map(|value| constant(value, element, module)).collect::<Vec<_>>().join(", "))
        }
        (Value::Int(_, value), Type::Enum(name, _)) => named_constant(name, *value, &module.enums).unwrap_or(value.to_string()),
        (value, _) => scalar(value),
    }
}

fn scalar(value: &Value) -> String {
    let (literal, scalar) = match value {
        Value::Bool(value) => (Literal::Bool(*value), Scalar::Bool),
        Value::Int(ty, value) => (Literal::Int(*value), Scalar::Int(*ty)),
        Value::F32(value) => (Literal::Float(f64::from(*value)), Scalar::Float(Float::F32)),
        Value::F64(value) => (Literal::Float(*value), Scalar::Float(Float::F64)),
        Value::Array(_) | Value::Struct(..) => return String::new(),
    };
    literals::literal(literal, scalar).text
}

/// The names at file scope, which locals must not hide.
fn names(module: &Module) -> Names {
    let mut names = Names::of_declared();
    reserve_types(module, &mut names);
    names
}

/// Keeps the names of the module for it.
pub(super) fn reserve(module: &Module, names: &mut Names) {
    reserve_types(module, names);
    module.functions.iter().for_each(|function| names.reserve(&c_name(&function.name)));
}

fn reserve_types(module: &Module, names: &mut Names) {
    module.structs.iter().for_each(|item| names.reserve(&c_name(&item.name)));
    for item in &module.enums {
        names.reserve(&c_name(&item.name));
        item.variants.iter().for_each(|(variant, _)| names.reserve(&constant_name(&item.name, variant)));
    }
}

fn structure(item: &Struct) -> String {
    let fields = item.fields.iter().map(|(name, ty)| format!("    {};\n", member_declaration(&member_name(name), ty)));
    format!("typedef struct {{\n{}}} {};", fields.collect::<String>(), c_name(&item.name))
}

fn enumeration(item: &Enum) -> String {
    let (name, repr) = (c_name(&item.name), Scalar::Int(item.repr).opencl());
    if !has_constants(item) {
        return format!("typedef {repr} {name};");
    }
    let variants: Vec<String> =
        item.variants.iter().map(|(variant, value)| format!("{} = {value}", constant_name(&item.name, variant))).collect();
    format!("typedef {repr} {name};\nenum {{ {} }};", variants.join(", "))
}

/// Whether C can name the variants: its enumeration constants are of the type `int`.
pub(super) fn has_constants(item: &Enum) -> bool {
    item.variants.iter().all(|(_, value)| i32::try_from(*value).is_ok())
}

/// `State_Open`.
pub(super) fn constant_name(name: &str, variant: &str) -> String {
    c_name(&format!("{name}_{variant}"))
}

fn named_constant(name: &str, value: i128, enums: &[Enum]) -> Option<String> {
    let item = enums.iter().find(|item| item.name == name && has_constants(item))?;
    item.variants.iter().find(|(_, known)| *known == value).map(|(variant, _)| constant_name(name, variant))
}
