//! What the hand-written OpenCL programs share: a device, arrays lent to it, and the scan in three kernels.
//!
//! They are written as for use: all that can be made once is made once, a device that shares the host's memory works on the host's
//! arrays, and a processor gets blocks for work-items where other devices get blocks for work-groups.

mod device;
mod lent;
mod scan;

pub use device::{Device, Spent, Use};
pub use lent::Lent;
pub use scan::Scan;

/// The text that every program begins with, and the scan's.
pub const SHARED_SOURCES: [&str; 5] = [
    include_str!("prelude.cl"),
    include_str!("scan.cl"),
    include_str!("device.rs"),
    include_str!("lent.rs"),
    include_str!("scan.rs"),
];
