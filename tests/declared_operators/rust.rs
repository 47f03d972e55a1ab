//! The functions in a program that rustc compiles.

use crate::calls::{Calls, Outcomes};
use crate::module::Module;
use crate::types::Types;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const PRELUDE: &str = include_str!("prelude.rs");

/// What a program that was compiled in `folder` makes of the calls.
pub fn run(module: &Module, calls: &[Calls], folder: &Path) -> Vec<Outcomes> {
    let (source, program) = (folder.join("program.rs"), folder.join("program"));
    std::fs::write(&source, text(module, calls)).expect("a file");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    // As in release, where integers wrap.
    let flags = ["--edition=2024", "-Coverflow-checks=off", "-Cdebug-assertions=off", "-Cdebuginfo=0", "-o"];
    let output = Command::new(rustc).args(flags).arg(&program).arg(&source).output().expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let mut child = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    let bytes: Vec<u8> = calls.iter().flat_map(|calls| &calls.bits).flat_map(|word| word.to_le_bytes()).collect();
    let mut input = child.stdin.take().expect("an input");
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("a writer").expect("the program reads");
    assert!(output.status.success(), "{:?}", output.status);

    let mut words = output.stdout.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
    calls.iter().map(|calls| calls.outcomes(&words.by_ref().take(calls.words()).collect::<Vec<_>>())).collect()
}

fn text(module: &Module, calls: &[Calls]) -> String {
    let callers = calls.iter().enumerate().map(|(number, calls)| {
        let function = calls.function;
        let arguments: Vec<String> = function
            .parameters
            .iter()
            .zip(&function.references)
            .map(|(ty, reference)| {
                let reference = if *reference { "&" } else { "" };
                format!("{reference}<{} as Wire>::read(input)", module.types.name(ty))
            })
            .collect();
        let (path, arguments) = (function.path(&module.types), arguments.join(", "));
        format!("fn call_{number}(input: &mut In, output: &mut Vec<u64>) {{ {path}({arguments}).write(output); }}\n")
    });
    let callers: String = callers.collect();
    let table: String =
        calls.iter().enumerate().map(|(number, calls)| format!("(call_{number}, {}), ", 1 + calls.result.len())).collect();
    let items = module.text(false) + &wires(&module.types) + &callers;
    format!(
        "{PRELUDE}\nconst ROWS: usize = {};\nmod declared {{ use super::{{Wire, In}};\n{items}\n\
         pub const CALLS: &[(fn(&mut In, &mut Vec<u64>), usize)] = &[{table}];\n}}\n",
        crate::calls::ROWS
    )
}

/// How the declared types are read and written.
fn wires(types: &Types) -> String {
    let enums = types.enums.iter().map(|declared| {
        let name = &declared.name;
        let arms = declared.variants.iter().map(|(variant, value)| format!("{value} => {name}::{variant}, "));
        format!(
            "impl Wire for {name} {{ fn read(input: &mut In) -> Self {{ match input.next().unwrap() as i64 {{ {} other => panic!(\"{{other}}\") }} }} \
             fn write(self, output: &mut Vec<u64>) {{ output.push(self as i64 as u64); }} }}\n",
            arms.collect::<String>()
        )
    });
    let structs = types.structs.iter().map(|declared| {
        let name = &declared.name;
        let fields = declared.fields.iter();
        let read: String = fields.clone().map(|(field, _)| format!("{field}: Wire::read(input), ")).collect();
        let write: String = fields.map(|(field, _)| format!("self.{field}.write(output); ")).collect();
        format!(
            "impl Wire for {name} {{ fn read(input: &mut In) -> Self {{ Self {{ {read} }} }} \
             fn write(self, output: &mut Vec<u64>) {{ {write} }} }}\n"
        )
    });
    enums.chain(structs).collect()
}
