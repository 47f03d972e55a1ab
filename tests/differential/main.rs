//! Random loops of the shapes L1 to L9: what the compiler makes of them against the loop, run statement by statement. And random
//! functions with several loops, against the plain function.
//!
//! `tests/run --long` tries many more. A failure names the seed: `SCAN_TEST_SEED=n` tries that one alone.

mod arithmetic;
mod batch;
#[macro_use]
mod by_hand;
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
mod calls;
mod carried_elements;
mod collected;
mod compiled;
mod evaluate;
mod expressions;
mod extremes;
mod extremes_of_rows;
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
mod fixed_arrays;
mod generate;
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
mod grids;
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
mod inner_loops;
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
mod inner_results;
#[expect(
    unused_braces,
    clippy::needless_range_loop,
    clippy::collapsible_if,
    clippy::needless_late_init,
    clippy::possible_missing_else,
    reason = "where an iteration ends is a shape of loop"
)]
mod jumps;
mod loops;
mod on_device;
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
mod options;
#[expect(clippy::needless_range_loop, reason = "indices are a shape of loop")]
mod reductions;
mod references;
mod regions;
mod rows;
mod searches;
mod selections;
mod source;
mod surroundings;
mod wholes;

#[path = "../device/driver.rs"]
#[expect(dead_code, reason = "the kernels' tests look at more than these")]
mod driver;

use evaluate::State;
use loops::Loop;
use scanc::Compiled;
use scanc::ir::interpret::Value;
use std::ops::Range;

/// Seeds to try: these, or the one that is asked for.
fn seeds(range: Range<u64>) -> Range<u64> {
    match std::env::var("SCAN_TEST_SEED") {
        Ok(seed) => seed.parse().map(|seed| seed..seed + 1).expect("SCAN_TEST_SEED is a number"),
        Err(_) => range,
    }
}

/// As many seeds from 0 as fit a short or a long run.
fn campaign(short: u64, long: u64) -> Range<u64> {
    seeds(0..if scan_tests::long() { long } else { short })
}

/// The loop as text, for messages.
fn shown(seed: u64, program: &Loop) -> String {
    format!("seed {seed}\n{}{}", source::attributes(program), source::function(program, "f"))
}

/// The first difference in what two runs have left; variables other than the carried one are the host's affair.
fn difference(program: &Loop, expected: &State, found: &State) -> Option<String> {
    for (number, array) in program.arrays.iter().enumerate().filter(|(_, array)| array.written) {
        let pairs = expected.arrays[number].iter().zip(&found.arrays[number]).enumerate();
        if let Some((at, (expected, found))) = pairs.into_iter().find(|(_, (expected, found))| !expected.same(found)) {
            return Some(format!("{}[{at}] is {found}, in the loop {expected}", array.name));
        }
    }
    program.carried_variables().into_iter().find_map(|variable| {
        let (expected, found) = (&expected.variables[variable], &found.variables[variable]);
        let name = &program.variables[variable].name;
        (!expected.same(found)).then(|| format!("the last value of {name} is {found}, in the loop {expected}"))
    })
}

/// A comparison with the carried value never replaces a NaN: the host does not launch such a loop.
fn starts_with_nan(compiled: &Compiled, start: &[Value]) -> bool {
    let is_nan = |value: &Value| match value {
        Value::F32(value) => value.is_nan(),
        Value::F64(value) => value.is_nan(),
        _ => false,
    };
    compiled.recurrence.carried.iter().zip(start).any(|(carried, start)| carried.operator.compared && is_nan(start))
}

#[test]
fn the_ir_means_the_loop() {
    let (mut tried, mut refused, mut panicked, mut fused, mut reductions) = (0, Vec::new(), 0, 0, 0);
    for seed in campaign(1_500, 60_000) {
        let (program, state) = generate::generate(seed, 12);
        let compiled = match compiled::compile(&program) {
            Ok(compiled) => compiled,
            Err(why) => {
                refused.push(format!("{}{why}\n", shown(seed, &program)));
                continue;
            }
        };
        let compiled::Arguments { start, has_ends, .. } = compiled::Arguments::new(&program, &compiled, &state);
        if start.is_some_and(|start| starts_with_nan(&compiled, &start)) {
            continue;
        }
        let (mut expected, mut found) = (state.clone(), state);
        let outcome = evaluate::run(&program, &mut expected);
        let interpreted = compiled::interpret(&program, &compiled, &mut found);
        match (outcome, interpreted) {
            (Ok(()), Ok(())) => {
                let difference = difference(&program, &expected, &found);
                assert!(difference.is_none(), "{}{}", shown(seed, &program), difference.unwrap_or_default());
            }
            (Err(_), Err(_)) => panicked += 1,
            // Behind `false &&` the loop does not get to what the element evaluates: where that panics the loop runs as written.
            (Ok(()), Err(_)) if has_ends => panicked += 1,
            (outcome, interpreted) => panic!("{}the loop {outcome:?}, the IR {interpreted:?}", shown(seed, &program)),
        }
        tried += 1;
        fused += usize::from(compiled.recurrence.carried.len() > 1);
        reductions += usize::from(compiled.recurrence.outputs.is_empty());
    }
    eprintln!("{tried} loops ({fused} fused, {reductions} reductions), {panicked} of them panic, {} refused", refused.len());
    let all = tried + refused.len();
    assert!(refused.len() * 50 <= all, "{} of {all} loops are refused:\n{}", refused.len(), refused.join("\n"));
}
