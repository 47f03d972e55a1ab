//! Where a loop runs: as it asks, or where it has taken least.
//!
//! - `dispatch` chooses, by the settings, the clauses, and what is known;
//! - `costs`: what a loop has taken in each place, and which place that makes the next one;
//! - `learnt`: that and all else that is learnt of a loop while the program runs;
//! - `calibration`: how long first launches take on this machine;
//! - `stopwatch`: how long a loop as written takes.

pub(crate) mod calibration;
pub(crate) mod costs;
pub(crate) mod dispatch;
mod learnt;
pub(crate) mod stopwatch;

pub use learnt::Loop;
