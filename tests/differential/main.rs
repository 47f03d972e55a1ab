//! Random loops of the shapes L1 to L7: what the compiler makes of them against the loop, run statement by statement.
//!
//! `tests/run --long` tries many more. A failure names the seed: `SCAN_TEST_SEED=n` tries that one alone.

mod arithmetic;
mod batch;
mod by_hand;
mod compiled;
mod evaluate;
mod expressions;
mod generate;
mod loops;
mod on_device;
mod source;

#[path = "../device/driver.rs"]
#[expect(dead_code, reason = "the kernels' tests look at more than these")]
mod driver;

use evaluate::State;
use loops::Loop;
use scanc::Compiled;
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
    format!("seed {seed}\n#[scan({})]\n{}", source::clause(program), source::function(program, "f"))
}

/// The first difference in what two runs have left; variables other than the carried one are the host's affair.
fn difference(program: &Loop, expected: &State, found: &State) -> Option<String> {
    for (number, array) in program.arrays.iter().enumerate().filter(|(_, array)| array.written) {
        let pairs = expected.arrays[number].iter().zip(&found.arrays[number]).enumerate();
        if let Some((at, (expected, found))) = pairs.into_iter().find(|(_, (expected, found))| !expected.same(found)) {
            return Some(format!("{}[{at}] is {found}, in the loop {expected}", array.name));
        }
    }
    let carried = expected.variables.first().zip(found.variables.first());
    let carried =
        carried.filter(|(expected, found)| !expected.same(found) && !matches!(program.header, loops::Header::Collected { .. }));
    carried.map(|(expected, found)| format!("the last value is {found}, in the loop {expected}"))
}

/// A comparison with the carried value never replaces a NaN: the host does not launch such a loop.
fn starts_with_nan(compiled: &Compiled, start: &scanc::ir::interpret::Value) -> bool {
    compiled.recurrence.carried[0].operator.compared && !start.same(start)
        || match start {
            scanc::ir::interpret::Value::F32(start) => compiled.recurrence.carried[0].operator.compared && start.is_nan(),
            scanc::ir::interpret::Value::F64(start) => compiled.recurrence.carried[0].operator.compared && start.is_nan(),
            _ => false,
        }
}

#[test]
fn the_ir_means_the_loop() {
    let (mut tried, mut refused, mut panicked) = (0, Vec::new(), 0);
    for seed in campaign(1_500, 60_000) {
        let (program, state) = generate::generate(seed, 12);
        let compiled = match compiled::compile(&program) {
            Ok(compiled) => compiled,
            Err(why) => {
                refused.push(format!("{}{why}\n", shown(seed, &program)));
                continue;
            }
        };
        let start = compiled::Arguments::new(&program, &compiled, &state).start;
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
            (outcome, interpreted) => panic!("{}the loop {outcome:?}, the IR {interpreted:?}", shown(seed, &program)),
        }
        tried += 1;
    }
    eprintln!("{tried} loops, {panicked} of them panic, {} refused", refused.len());
    let all = tried + refused.len();
    assert!(refused.len() * 50 <= all, "{} of {all} loops are refused:\n{}", refused.len(), refused.join("\n"));
}
