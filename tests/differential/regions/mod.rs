//! Random functions with several annotated loops, and anything between them: each beside the plain function, as one program that rustc
//! compiles with the macro's expansion, on a device that arrays are copied to.

mod programs;
mod templates;

use crate::batch::{Overflow, run_crate};
use programs::{Program, program};
use scanc::diagnostic::Diagnostics;
use scanc::parse::{Word, function_sites};
use std::fmt::Write;
use std::ops::Range;

/// What the programs share.
const PRELUDE: &str = include_str!("prelude.rs");

#[test]
fn functions_of_several_loops_are_the_plain_ones() {
    let seeds = crate::seeds(0..80);
    run_crate("differential-regions", &seeds, &crate_of(seeds.clone()), Overflow::Panics);
}

#[test]
fn many_functions_of_several_loops_are_the_plain_ones() {
    if !scan_tests::long() {
        return;
    }
    for batch in 0..30 {
        let first = 10_000 + batch * 400;
        let seeds = crate::seeds(first..first + 400);
        run_crate("differential-many-regions", &seeds, &crate_of(seeds.clone()), Overflow::Wraps);
    }
}

/// Whether the loops are taken.
fn is_taken(program: &Program) -> bool {
    let item = program.function.replacen("#[scan]\n", "", 1);
    let tokens = item.parse().expect("tokens");
    let mut diagnostics = Diagnostics::default();
    let function = function_sites(Word::Scan, Default::default(), tokens, &mut diagnostics);
    scanc::compile_loops(&function, |_| String::new(), &mut diagnostics).is_ok()
}

/// The function without annotations.
fn plain(function: &str) -> String {
    let is_annotation = |line: &&str| ["#[scan", "#[reduce", "#[parallel_for"].iter().any(|word| line.starts_with(word));
    function.lines().filter(|line| !is_annotation(line)).map(|line| format!("{line}\n")).collect()
}

/// The program with these functions.
fn crate_of(seeds: Range<u64>) -> String {
    let (mut plains, mut scanned, mut calls) = (String::new(), String::new(), String::new());
    let (all, mut taken) = (seeds.end - seeds.start, 0);
    for seed in seeds {
        let program = program(seed);
        if !is_taken(&program) {
            continue;
        }
        taken += 1;
        writeln!(plains, "{}", plain(&program.function)).expect("a string");
        writeln!(scanned, "{}", program.function).expect("a string");
        let call = |module: &str| format!("&|| {{ use {module} as m; {} }}", program.call);
        writeln!(calls, "    count.compare(\"f{seed}\", {}, {});", call("plain"), call("scanned")).expect("a string");
    }
    assert!(taken * 10 >= all * 7, "only {taken} of {all} functions are taken");
    // In some of them arrays stay for a whole launch, and most of them do not end in a panic.
    let few = if taken < 50 { "false" } else { "count.kept * 10 < count.programs || count.panics * 2 > count.programs" };
    format!(
        "{PRELUDE}\nmod plain {{\nuse super::shared::*;\n{plains}}}\n\nmod scanned {{\nuse super::shared::*;\n\
         use scan_runtime::{{parallel_for, reduce, scan}};\n{scanned}}}\n\nfn main() {{\n    std::panic::set_hook(Box::new(|_| {{}}));\n    \
         let mut count = Count::default();\n{calls}    let Count {{ programs, panics, kept, different }} = count;\n    \
         println!(\"{{programs}} functions, {{panics}} of them panic, arrays of {{kept}} stay, {{different}} differences\");\n    \
         let is_wrong = different > 0 || {few};\n    std::process::exit(i32::from(is_wrong));\n}}\n"
    )
}
