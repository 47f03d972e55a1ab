//! Random loops through the macro and rustc: one program with every loop as it is and as the macro expands it, on host threads and
//! on the device.

use crate::evaluate::{State, index_type};
use crate::generate;
use crate::loops::{Header, Loop};
use crate::{compiled, source, surroundings};
use scanc::ir::{Scalar, interpret::Value};
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

/// What the program does besides the loops.
const PRELUDE: &str = include_str!("batch_prelude.rs");

/// Overflow is checked, so the values are small.
#[test]
fn rustc_compiles_what_the_macro_expands_to() {
    let seeds = crate::seeds(0..40);
    let all: Vec<u64> = seeds.clone().collect();
    run_crate("differential-batch", &seeds, &program(&all, (40, true), false), Overflow::Panics);
}

/// Some hundreds, where overflow wraps.
#[test]
fn rustc_compiles_many() {
    if !scan_tests::long() {
        return;
    }
    for batch in 0..4 {
        let first = 1_000_000 + batch * 150;
        let seeds = crate::seeds(first..first + 150);
        // A few loops are refused, as `the_ir_means_the_loop` counts.
        let taken: Vec<u64> =
            seeds.clone().filter(|&seed| compiled::compile(&generate::generate(seed, 1_500).0).is_ok()).collect();
        assert!((seeds.end - seeds.start) as usize <= taken.len() + 3, "{} loops of {seeds:?} are taken", taken.len());
        run_crate("differential-many", &seeds, &program(&taken, (1_500, false), false), Overflow::Wraps);
    }
}

/// Some hundreds in surroundings that hide what the compiler takes names for: rustc says so, or it is what the loop calls.
#[test]
fn surroundings_hide_nothing_unseen() {
    if !scan_tests::long() {
        return;
    }
    let name = "differential-surroundings";
    for batch in 0..4 {
        let first = 2_000_000 + batch * 200;
        let seeds = crate::seeds(first..first + 200);
        let mut left: Vec<u64> = seeds.clone().collect();
        loop {
            let text = program(&left, (1_500, false), true);
            let wrong = not_compiled(name, &text);
            if wrong.is_empty() {
                println!("{} of {} functions are compiled in surroundings that hide names", left.len(), seeds.end - seeds.start);
                run_crate(name, &seeds, &text, Overflow::Wraps);
                break;
            }
            left.retain(|seed| !wrong.contains(seed));
        }
        assert!(left.len() * 4 > (seeds.end - seeds.start) as usize, "{} functions are compiled", left.len());
    }
}

/// The seeds of the functions in which rustc finds errors.
fn not_compiled(name: &str, program: &str) -> Vec<u64> {
    let output = cargo(name, program, Overflow::Wraps)
        .args(["check", "--offline", "--message-format=short"])
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let numbers = errors.lines().filter_map(|line| line.strip_prefix("src/main.rs:")?.split_once(": error")?.0.split(':').next());
    let lines: Vec<&str> = program.lines().collect();
    let called = |line: &str| line.split_once("same!(\"f")?.1.split_once('"')?.0.parse().ok();
    let declared = |line: &&str| line.strip_prefix("pub mod f")?.strip_suffix(" {")?.parse().ok();
    let seed = |number: usize| called(lines[number - 1]).or_else(|| lines[..number].iter().rev().find_map(declared));
    let wrong: Vec<u64> = numbers.filter_map(|number| seed(number.parse().ok()?)).collect();
    assert!(output.status.success() || !wrong.is_empty(), "{errors}");
    wrong
}

/// What a sum that is too large does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Overflow {
    Panics,
    Wraps,
}

/// Runs a program as a crate of this name.
pub fn run_crate(name: &str, seeds: &Range<u64>, program: &str, overflow: Overflow) {
    let status = cargo(name, program, overflow).args(["run", "--quiet", "--offline"]).status().expect("cargo runs");
    assert!(status.success(), "differences between seeds {seeds:?}");
}

/// cargo, in a crate of this name that is the program. These crates share what they depend on, most of it with the tests of messages.
fn cargo(name: &str, program: &str, overflow: Overflow) -> Command {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         scan-runtime = {{ path = {:?} }}\n\n[profile.dev]\ndebug = false\n\n[profile.dev.package.{name}]\noverflow-checks = {}\n",
        tests.join("../runtime").display().to_string(),
        overflow == Overflow::Panics
    );
    let built = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = built.join(name);
    std::fs::create_dir_all(folder.join("src")).expect("a folder");
    std::fs::copy(tests.join("../Cargo.lock"), folder.join("Cargo.lock")).expect("the versions that are here");
    std::fs::write(folder.join("Cargo.toml"), manifest).expect("a file");
    std::fs::write(folder.join("src/main.rs"), program).expect("a file");
    let mut cargo = Command::new(env!("CARGO"));
    // As trybuild builds, and where.
    cargo.current_dir(folder).env("CARGO_INCREMENTAL", "0").env("CARGO_TARGET_DIR", built.join("../tests/trybuild"));
    cargo
}

/// The program with these loops, of about `iterations` iterations each, on `small` values or any, in surroundings that hide names or not.
fn program(seeds: &[u64], (iterations, small): (usize, bool), hiding: bool) -> String {
    let (mut plain, mut scanned, mut calls) = (String::new(), String::new(), String::new());
    // Overflows keep some loops from being compared, and where names are hidden some do not overflow.
    let floor = if hiding { 0 } else { seeds.len() / 2 };
    for &seed in seeds {
        let (program, state) = generate::generate(seed, iterations);
        let name = format!("f{seed}");
        let function = source::function(&program, &name);
        let module = |attributes: &str| surroundings::module(&program, &name, attributes, &function, (seed, hiding));
        // The lines of both are the same.
        let nothing = "\n".repeat(source::attributes(&program).lines().count());
        writeln!(plain, "{}", module(&nothing)).expect("a string");
        writeln!(scanned, "{}", module(&source::attributes(&program))).expect("a string");
        writeln!(calls, "    same!({name:?}, kind, |m| {});", call(&program, &name, &state, seed)).expect("a string");
    }
    format!(
        "{PRELUDE}\nconst SMALL: bool = {small};\n\nmod plain {{\n{plain}}}\n\nmod scanned {{\n{scanned}}}\n\nfn main() {{\n    start();\n    \
         for kind in [Some(DeviceKind::Host), Some(DeviceKind::Any), Some(DeviceKind::Loop), None] {{\n{calls}    end(kind, {floor});\n    }}\n}}\n"
    )
}

/// The call of a function, and everything that it leaves, as text.
fn call(program: &Loop, name: &str, state: &State, seed: u64) -> String {
    let collected = matches!(program.header, Header::Collected { .. });
    let (mut lets, mut arguments, mut left) = (String::new(), Vec::new(), Vec::new());
    for (number, array) in program.arrays.iter().take(program.arrays.len() - usize::from(collected)).enumerate() {
        let (name, ty) = (&array.name, array.ty.rust());
        let exact = array.written && array.name == program.clause.2 && matches!(array.ty, Scalar::Float(_));
        let length = match seed % 16 {
            // An array that is too short.
            7 if number == 0 => state.arrays[number].len() / 3,
            _ => state.arrays[number].len(),
        };
        let make = if exact { "exact" } else { "random" };
        write!(lets, "let mut {name}: Vec<{ty}> = {make}({}, {length}); ", seed + number as u64).expect("a string");
        arguments.push(format!("&{}{name}", if array.written { "mut " } else { "" }));
        left.push(format!("bits(&{name})"));
    }
    for (capture, value) in program.captures.iter().zip(&state.captures) {
        arguments.push(format!("{}{}", if capture.by_reference { "&" } else { "" }, literal(value)));
    }
    for (variable, value) in program.variables.iter().zip(&state.variables) {
        if variable.behind_reference {
            let name = &variable.name;
            write!(lets, "let mut {name}: {} = {}; ", variable.ty.rust(), literal(value)).expect("a string");
            arguments.push(format!("&mut {name}"));
            left.push(format!("bits(&[{name}])"));
        } else {
            arguments.push(literal(value));
        }
    }
    let ty = index_type(program).rust();
    // Now and then a range that is empty, or the wrong way round.
    let (low, high) = if seed % 16 == 3 { (state.high, state.low) } else { (state.low, state.high) };
    arguments.extend([format!("{low} as {ty}"), format!("{high} as {ty}")]);
    format!(
        "{{ {lets}let result = caught(|| m::{name}::{name}({})); [result, {}].concat() }}",
        arguments.join(", "),
        left.join(", ")
    )
}

fn literal(value: &Value) -> String {
    match value {
        Value::F32(value) => format!("f32::from_bits({})", value.to_bits()),
        Value::F64(value) => format!("f64::from_bits({})", value.to_bits()),
        Value::Int(ty, value) => format!("({value}_i128 as {})", Scalar::Int(*ty).rust()),
        other => other.to_string(),
    }
}
