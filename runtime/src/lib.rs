//! Runs annotated loops as parallel scans (prefix sums): on an OpenCL device, on host threads, or as written.
//!
//! ```
//! use scan_runtime::scan;
//!
//! #[scan(+ : y)]
//! fn prefix_sum(x: &[i32], y: &mut [i32]) {
//!     y[0] = 0;
//!     for i in 1..y.len() {
//!         y[i] = y[i - 1] + x[i - 1];
//!     }
//! }
//! ```
//!
//! The function does what its loop does, whatever runs it: the loop is the meaning. Two things differ: integer overflow wraps, and
//! floats are combined in another order. Where a scan does not pay or cannot run, the loop runs as written; [`last_report`] tells what
//! happened, and the crate `log` gets the reason.
//!
//! | annotation | makes of a loop |
//! |---|---|
//! | [`#[scan]`](macro@scan) | a parallel scan: every iteration continues what the one before it has left |
//! | [`#[reduce]`](macro@reduce) | a parallel reduction: only what the last iteration leaves counts |
//! | [`#[parallel_for]`](macro@parallel_for) | independent iterations, side by side |
//! | [`#[declare_target]`](macro@declare_target) | types and functions of a program that kernels may use |
//! | [`#[declare_scan]`](macro@declare_scan) | operators of a program that scans may use |
//!
//! | to | there is |
//! |---|---|
//! | choose where loops run, and more | [`Settings`], or the environment; [`devices`] lists what there is |
//! | see where they have run, and why | [`last_report`], [`with_reports`] |
//! | see where the time went | [`profile()`], or `SCAN_PROFILE` |
//! | write generic functions with annotated loops | the bounds [`Monoid`] and [`Element`], and the [`operators`] |
//! | run one loop over processes, as those of MPI | [`Ranks`], which the clause `ranks(world)` names |
//! | see what this machine is worth to loops | [`calibrate()`], or the program `scan-calibrate` |
//!
//! On hosts whose `usize` is not 64 bits wide no device is used.

#![cfg_attr(
    not(all(feature = "opencl", feature = "threads")),
    allow(dead_code, unused_imports, reason = "what a build without devices or threads does not use is no mistake")
)]

/// Its example is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[doc(hidden)]
pub mod launch;

mod cache;
mod calibrate;
#[cfg(feature = "opencl")]
mod device;
#[cfg(not(feature = "opencl"))]
#[path = "no_device.rs"]
mod device;
mod host;
mod model;
mod placement;
mod profile;
mod ranks;
mod region;
mod report;
mod settings;
mod short;
mod system;

/// The built-in operators, as the types that stand for them in bounds: `T: Monoid<Add>`.
pub mod operators {
    pub use crate::model::operator::{Add, And, BitAnd, BitOr, BitXor, Flipped, Max, Min, Mul, Or};
}

/// What reports, profiles and settings are made of.
pub mod types {
    pub use crate::calibrate::{Calibration, Speed};
    pub use crate::model::job::Transfers;
    pub use crate::model::site::Algorithm;
    pub use crate::model::value::Value;
    pub use crate::profile::{LoopProfile, Profile};
    pub use crate::report::Location;
    pub use crate::settings::InvalidSetting;
}

pub use calibrate::calibrate;
pub use device::listing::{DeviceDescription, devices, release_devices};
pub use model::choice::DeviceChoice;
pub use model::element::Element;
pub use model::operator::{Monoid, Semigroup};
pub use model::site::DeviceKind;
pub use placement::dispatch::last_report;
pub use profile::{Profiling, profile};
pub use ranks::{Ranks, ThreadRanks};
pub use report::{Place, Report, with_reports};
pub use scan_macros::{declare_scan, declare_target, parallel_for, reduce, scan};
pub use settings::Settings;

// What the expansions of annotations name.
#[doc(hidden)]
pub use model::declared;
#[doc(hidden)]
pub use model::function::Function;
#[doc(hidden)]
pub use model::operator::{Add, And, BitAnd, BitOr, BitXor, Flipped, Max, Min, Mul, Operator, Or};
#[doc(hidden)]
pub use types::Value;
