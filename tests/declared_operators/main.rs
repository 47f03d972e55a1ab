//! Random declared modules: their operators, and functions that may panic, compiled by rustc, run by the interpreter of the IR, and run
//! on an OpenCL device, beside each other.
//!
//! `tests/run --long` tries 10,000 operators. A failure names the module's seed: `SCAN_TEST_SEED=n` tries that one alone.

mod arithmetic;
mod calls;
mod expressions;
mod interpreted;
mod module;
mod on_device;
mod rust;
mod statements;
mod types;
mod values;

use calls::Calls;
use module::Module;
use std::path::PathBuf;

/// Operators in a module: one file for rustc, one program for the device.
const OPERATORS: usize = 100;

/// Seeds of modules.
fn seeds() -> std::ops::Range<u64> {
    match std::env::var("SCAN_TEST_SEED") {
        Ok(seed) => seed.parse().map(|seed| seed..seed + 1).expect("SCAN_TEST_SEED is a number"),
        Err(_) if scan_tests::long() => 0..100,
        Err(_) => 0..3,
    }
}

/// What was compared.
#[derive(Default)]
struct Count {
    operators: usize,
    functions: usize,
    calls: usize,
    panics: usize,
}

#[test]
fn random_operators_compute_what_they_do_in_rust() {
    let mut count = Count::default();
    let failures: Vec<String> = seeds().flat_map(|seed| check(seed, &mut count)).collect();
    let Count { operators, functions, calls, panics } = count;
    eprintln!("{operators} operators and {functions} other functions, {calls} calls, {panics} of them panic");
    assert!(failures.is_empty(), "{} functions differ:\n{}", failures.len(), failures[..failures.len().min(10)].join("\n"));
    assert!(panics > 0 || operators <= OPERATORS, "functions that panic are there to be seen");
}

fn check(seed: u64, count: &mut Count) -> Vec<String> {
    let module = Module::random(seed, OPERATORS);
    let calls = Calls::of(&module, seed);
    let ir = interpreted::lowered(&module).unwrap_or_else(|why| panic!("seed {seed}: refused: {why}\n{}", module.text(true)));
    let expected = rust::run(&module, &calls, &folder(seed));
    let on_device = on_device::run(&module, &ir, &calls);
    let mut failures = Vec::new();
    for (calls, (expected, on_device)) in calls.iter().zip(expected.iter().zip(&on_device)) {
        let interpreted = interpreted::run(&ir, &calls.function.ir_name(&module.types), calls);
        for (way, found) in [("interpreter", &interpreted), ("device", on_device)] {
            let difference = calls.difference(expected, found);
            failures.extend(difference.map(|found| format!("seed {seed}, {way}: {found}\n{}", calls.function.text)));
        }
        count.operators += usize::from(calls.function.operator);
        count.functions += usize::from(!calls.function.operator);
        count.calls += expected.len();
        count.panics += expected.iter().filter(|outcome| outcome.is_none()).count();
    }
    failures
}

/// A folder for the program of that seed.
fn folder(seed: u64) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("declared_operators_{seed}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
