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
//!
//! **An array in place changes last.** Kernels store to a copy, slices to memory of the host aside, and several devices wait for each
//! other, until nothing can fail. The one exception is a CPU device, whose kernel ends or the process does: `may_write_in_place`. There a
//! tile waits for its predecessor without bound, as that is some thread's work and its elements may be gone. A program's first launch uses
//! a copy.
//!
//! **A failure is of one call, not of the device.** What fails is tried again by the next loop; nothing is remembered of it but what a
//! compiler rejects and a device that never answers (`Device::give_up`). The log is told once of every call and code
//! (`CallError::tell_survived`), or of every loop and reason (`placement::dispatch::warn`).
//!
//! # The order of modules
//! A module imports from those on lines below its own; `tests/layers.rs` reads this.
//!
//! ```layers runtime/src/device
//! team          several devices share a loop
//! resident      the arrays of data regions that stay on a device, and which of their bytes are where
//! run           a loop on one device
//! slices        what does not fit at once
//! running       a job on its way through a device: upload, kernels, results; what may still be done when something fails
//! limits        how much of a device's memory a loop may take
//! algorithms    the algorithms, as sequences of kernels
//! prepare       a device made ready for a job: its program, and whether it sees structs as the host does
//! arguments     a kernel's arguments
//! buffers       the user's arrays as buffers, and the results' way back
//! session       what a launch holds, and what goes between it and the host: who owns memory that a device may still write
//! listing       the devices, for programs to show
//! select        which device a word means
//! found         the devices of this process, and what each has been given
//! programs      kernels, built once for each plan
//! plan          how many work-items share a group, and how many iterations a group has
//! batches       the same of many scans at once, of which few are cut into segments
//! check         whether a device can do a job at all
//! text          the text of a program
//! layouts       the kernel that says where a device puts the fields of structs
//! sizes         what algorithms need beside the elements
//! store         programs kept on disk
//! states        what tiles tell each other, kept for the next launch
//! pool          buffers kept for the next launch
//! pinned        pinned memory
//! emit          SCAN_EMIT_DIR
//! ranges        sets of addresses
//! side_by_side  calls that take long, at once
//! copy          copies with all of the host's threads
//! turn          one loop at a time, for drivers that need it
//! handles       the objects of OpenCL
//! commands      what devices have done and when, for traces
//! error         why a loop did not run on a device
//! ```

mod algorithms;
mod arguments;
mod batches;
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
mod states;
mod store;
mod team;
#[cfg(test)]
mod tests;
mod text;
mod turn;

pub(crate) use error::Error;
pub(crate) use found::{Device, are_being_found};
pub(crate) use resident::{Fetched, Residents};
pub(crate) use scan_opencl::name_library;
pub(crate) use select::find_all;
pub(crate) use team::run_together;
