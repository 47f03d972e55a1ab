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
//! - [`Settings`] choose the device, by environment variables or from the program.
//! - [`Element`] and [`Monoid`] are the bounds of generic functions with annotated loops: `T: Monoid<Add>`.
//! - [`declare_target`] and [`declare_scan`] bring a program's own types and operators to scans.
//! - [`launch`] is what the expansion of an annotation calls.
//!
//! On hosts whose `usize` is not 64 bits wide no device is used.

#[doc(hidden)]
pub mod launch;

mod cache;
mod calibrate;
mod device;
mod host;
mod model;
mod placement;
mod profile;
mod region;
mod report;
mod settings;
mod short;
mod system;

pub use calibrate::{Calibration, Speed, calibrate};
pub use device::listing::{DeviceDescription, devices, release_devices};
pub use model::choice::DeviceChoice;
#[doc(hidden)]
pub use model::declared;
pub use model::element::Element;
pub use model::function::Function;
pub use model::job::Transfers;
pub use model::operator::{Add, And, BitAnd, BitOr, BitXor, Flipped, Max, Min, Monoid, Mul, Operator, Or, Semigroup};
pub use model::value::Value;
pub use placement::dispatch::last_report;
pub use profile::{LoopProfile, Profile, Profiling, profile};
pub use report::{Location, Place, Report, with_reports};
/// Runs the iterations of annotated loops in parallel.
pub use scan_macros::parallel_for;
/// Turns annotated loops into parallel reductions.
pub use scan_macros::reduce;
/// Turns annotated loops into parallel scans.
pub use scan_macros::scan;
/// Let kernels use a program's own types and operators.
pub use scan_macros::{declare_scan, declare_target};
pub use settings::{InvalidSetting, Settings};
