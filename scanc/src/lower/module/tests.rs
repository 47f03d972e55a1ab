//! Modules written down as a user would: what they become, and what is said of those that cannot be lowered.

mod differential;
mod errors;
mod functions;
mod types;

use super::module;
use crate::diagnostic::Diagnostics;
use crate::ir::Module;
use crate::parse::declare_target;

fn read(source: &str) -> Result<Module, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let tokens = format!("mod declared {{ {source} }}").parse().expect("tokens");
    let declared = declare_target(proc_macro2::TokenStream::new(), tokens, &mut diagnostics);
    module(&declared.items, &mut diagnostics).map_err(|_stopped| diagnostics)
}

fn messages(diagnostics: &Diagnostics) -> String {
    let line = |found: &crate::diagnostic::Diagnostic| {
        let place = found.span.source_text().unwrap_or_default();
        let help = found.help.as_deref().unwrap_or_default();
        format!("{} at `{place}`: {}\n  help: {help}", found.code, found.message)
    };
    diagnostics.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
pub(crate) fn lowered(source: &str) -> Module {
    read(source).unwrap_or_else(|found| panic!("refused:\n{}", messages(&found)))
}

/// The functions of a module as text.
#[track_caller]
fn check(source: &str, expected: &str) {
    let module = lowered(source);
    let texts: Vec<String> = module.functions.iter().map(ToString::to_string).collect();
    assert_eq!(texts.join("\n"), expected);
}

/// The first error: its code, the text at its place, a part of its message or help.
#[track_caller]
fn refused(source: &str, (code, place, part): (u16, &str, &str)) {
    let found = read(source).expect_err("the module should be refused");
    let text = messages(&found);
    let first = found.iter().next().expect("a reason");
    assert_eq!(first.code.0, code, "{text}");
    assert_eq!(first.span.source_text().unwrap_or_default(), place, "{text}");
    assert!(text.contains(part), "`{part}` is not in\n{text}");
    assert!(first.help.is_some(), "{text}");
}

#[test]
fn types_of_declarations_are_written() {
    for (place, source) in [
        ("_", "#[repr(C)] #[derive(Clone, Copy)] pub struct Pair { pub x: i32, pub y: _ }"),
        ("[_; 3]", "#[repr(C)] #[derive(Clone, Copy)] pub struct Row { pub x: [_; 3] }"),
        ("_", "pub const LIMIT: _ = 3; pub fn f(x: i32) -> i32 { x + LIMIT }"),
        ("_", "pub fn f(x: _) -> i32 { x }"),
        ("_", "pub fn f(x: i32) -> _ { x }"),
        ("_", "type Wide = _; pub fn f(x: Wide) -> i32 { x }"),
    ] {
        refused(source, (507, place, "write it in the place of `_`"));
    }
}
