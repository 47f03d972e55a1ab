//! Where a loop runs: as it asks, or where it has taken least.
//!
//! - `dispatch` chooses, by the settings, the clauses, and what is known;
//! - `costs`: what a loop has taken in each place, and which place that makes the next one;
//! - `learnt`: that and all else that is learnt of a loop while the program runs;
//! - `calibration`: how long first launches take on this machine;
//! - `stopwatch`: how long a loop as written takes.
//!
//! **Measured, not assumed.** `costs` decides by what this loop has taken at this length; no constant says what a machine is worth. The
//! fastest of the last three runs in a place counts, and what earlier processes have kept stands for such runs. A place is tried once the
//! loop has taken some times as long as that may cost, in all processes together; a process's first run tries nothing.

pub(crate) mod calibration;
pub(crate) mod costs;
pub(crate) mod dispatch;
mod learnt;
pub(crate) mod stopwatch;

pub use learnt::Loop;
