//! What the phases of an algorithm leave for each other, on the device.

use crate::device::handles::Buffer;

/// Where the carried value is after the kernels.
pub(in crate::device) struct Carry {
    pub(in crate::device) buffer: Buffer,
    pub(in crate::device) offset: u64,
}

/// After the first phase.
pub(in crate::device) struct Sums {
    /// The sums of the tiles or blocks.
    pub(in crate::device) values: Buffer,
    pub(in crate::device) count: u64,
    /// Of the blocked algorithms: the partials of the iterations within their blocks.
    pub(in crate::device) partial: Option<Buffer>,
}

/// After the second phase.
pub(in crate::device) struct Prefixes {
    /// What comes before each tile or block, if anything is to be scanned.
    pub(in crate::device) values: Option<Buffer>,
    /// The loop's last value, if this phase finds it.
    pub(in crate::device) last: Option<Carry>,
}
