//! OpenCL devices, and how a loop runs on one. All use of OpenCL is in here and in `scan-opencl`.
//!
//! A launch (`run`, `running`) goes through these stages, each a module:
//!
//! - `check`: can the device do it? Nothing has run and nothing was allocated when the answer is no;
//! - `plan`: how many work-items share a group, and how many iterations a group has;
//! - `prepare`: the kernels, built once for each plan (`programs`) and kept for the next process (`store`), and whether the device sees
//!   structs as the host does (`layouts`);
//! - `buffers`: the user's arrays as buffers, without a copy where the device works on the host's memory;
//! - `algorithms`: the kernels of each, in their order;
//! - `buffers` again: the results, fetched when all has gone well.
//!
//! In a data region (`resident`) arrays stay on the device from one launch to the next.
//! What does not fit on the device at once (`limits`) goes through it in `slices`; several devices share a loop as a `team`.
//!
//! The rule of the whole: when a launch fails, the loop as written can still run, since what it reads has not changed.

mod algorithms;
mod arguments;
mod buffers;
mod check;
pub(crate) mod commands;
mod copy;
pub(crate) mod emit;
mod error;
mod found;
mod handles;
mod layouts;
mod limits;
pub(crate) mod listing;
mod pinned;
mod plan;
mod pool;
mod prepare;
mod programs;
mod ranges;
mod resident;
mod run;
mod running;
mod select;
mod session;
mod side_by_side;
mod sizes;
mod slices;
mod store;
mod team;
#[cfg(test)]
mod tests;
mod text;
mod turn;

pub(crate) use error::Error;
pub(crate) use found::Device;
pub(crate) use resident::{Fetched, Residents};
pub(crate) use scan_opencl::name_library;
pub(crate) use select::find_all;
pub(crate) use team::run_together;
