//! Programs of annotated loops that compare their results with what those are to be: `victim PROGRAM [ROUNDS]`.
//!
//! What is logged as a warning or an error goes to standard error, a line each. The exit code is 0 if all results are right.

#[cfg(unix)]
mod opening;
mod programs;
#[cfg(unix)]
mod threads;

use std::process::ExitCode;
use std::sync::OnceLock;

use log::{Level, LevelFilter, Log, Metadata, Record};

/// Each is run so often, if nobody says how often: what fails once may go well then, and arrays are written in place from the second
/// time on.
const ROUNDS: usize = 2;

/// Warnings and errors, on standard error.
struct Warnings;

/// What else is done about everything that is logged.
static ON_LOG: OnceLock<fn()> = OnceLock::new();

impl Log for Warnings {
    fn enabled(&self, _about: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        if record.level() <= Level::Warn {
            eprintln!("{}: {}", record.level(), record.args());
        }
        ON_LOG.get().into_iter().for_each(|act| act());
    }

    fn flush(&self) {}
}

/// From now on all that is of this level or above is logged, and this is done each time.
#[cfg(unix)]
fn on_log(level: LevelFilter, act: fn()) {
    log::set_max_level(level);
    let _ = ON_LOG.set(act);
}

fn main() -> ExitCode {
    log::set_logger(&Warnings).expect("the first logger");
    log::set_max_level(LevelFilter::Warn);
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let rounds = arguments.next().map_or(ROUNDS, |rounds| rounds.parse().expect("a number of rounds"));
    let all = programs::ALL.into_iter().chain(programs::MORE);
    #[cfg(unix)]
    let mut all = all.chain(threads::ALL).chain(opening::ALL);
    let Some((_, program)) = all.find(|(known, _)| *known == name) else {
        eprintln!("usage: victim PROGRAM [ROUNDS]");
        return ExitCode::from(2);
    };
    let are_right = (0..rounds).all(|_| program());
    scan_runtime::release_devices();
    if are_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
