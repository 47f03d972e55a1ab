//! Every call of OpenCL fails in turn, and no loop is to notice.
//!
//! Six programs, arrays copied and not, one device and three, programs built and loaded from disk, and long loops and others on a device
//! that is taken for a graphics processor: in each of these settings a run without failures says which functions are called and how often.
//! Then there is a run, a process of its own, for each call, code and way to fail (`plan.rs` of the library). Each has to end with the
//! right results, with one warning in the log, with as many objects given up as made. Two things are beyond that (`Case::exception`): a
//! device that is lost for good while it alone has results, and buffers that a driver never lets go of.
//!
//! All of that takes hours: a short run takes a sample. `--features long` (as `tests/run --long` passes) leaves nothing out.

#[path = "../common/mod.rs"]
mod common;
mod outcome;
mod setting;

use common::for_each;
use outcome::{Case, Tally};
use setting::{Setting, settings};

/// Without `long`, so many of a setting's cases are tried.
const SAMPLE: usize = 6;

#[test]
fn no_loop_notices_a_call_that_fails() {
    let tallies: Vec<Tally> = settings().iter().map(fail_in_turn).collect();
    let mut all = Tally::default();
    tallies.into_iter().for_each(|tally| all.add(tally));
    eprint!("all: {all}");
    assert!(all.failures.is_empty(), "{all}");
}

/// All cases of a setting, or a sample of them.
fn fail_in_turn(setting: &Setting) -> Tally {
    let Some(cases) = setting.cases() else { return Tally::default() };
    let cases = if cfg!(feature = "long") { cases } else { sample(cases, setting.number) };
    let mut all = Tally::default();
    let runs = for_each(&cases, |case| setting.run(case));
    cases.iter().zip(&runs).for_each(|(case, ended)| all.note(setting, case, ended));
    eprint!("{setting}: {all}");
    all
}

/// Some cases, evenly spread, and others in each setting.
fn sample(cases: Vec<Case>, number: usize) -> Vec<Case> {
    let step = cases.len().div_ceil(SAMPLE).max(1);
    cases.into_iter().skip(number * 7 % step).step_by(step).collect()
}
