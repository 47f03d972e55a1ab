//! The kernels of a loop, as data: their programs, and what is known of them.

use super::Algorithm;

/// The kernels of a loop. Types and operators that the compiler could not see are defined by the runtime, in front of their OpenCL C.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    pub(crate) algorithm: Algorithm,
    pub(crate) source: &'static str,
    pub(crate) scans_in_lanes: bool,
    pub(crate) asks_for_first: bool,
    pub(crate) may_panic: bool,
    pub(crate) needs_fp64: bool,
    pub(crate) needs_rounded_division: bool,
}

impl Kernels {
    /// Kernels that were made from the template of `algorithm`, of which there is no program yet.
    #[must_use]
    pub const fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            source: "",
            scans_in_lanes: false,
            asks_for_first: false,
            may_panic: false,
            needs_fp64: false,
            needs_rounded_division: false,
        }
    }

    /// The program of every device.
    #[must_use]
    pub const fn any(mut self, source: &'static str) -> Self {
        self.source = source;
        self
    }

    /// `lookback` on a CPU device scans a tile in the lanes of vectors, and may work in place.
    #[must_use]
    pub const fn in_lanes(mut self) -> Self {
        self.scans_in_lanes = true;
        self
    }

    /// They ask whether an iteration is the loop's first: where a part goes on with others, they are built with `CONTINUES`.
    #[must_use]
    pub const fn asks_for_first(mut self) -> Self {
        self.asks_for_first = true;
        self
    }

    /// They report an index out of range or a division by zero through the parameter `panicked`.
    #[must_use]
    pub const fn may_panic(mut self) -> Self {
        self.may_panic = true;
        self
    }

    /// They need a device with double precision.
    #[must_use]
    pub const fn needs_fp64(mut self) -> Self {
        self.needs_fp64 = true;
        self
    }

    /// They need single-precision division and square roots rounded as IEEE 754 says.
    #[must_use]
    pub const fn needs_rounded_division(mut self) -> Self {
        self.needs_rounded_division = true;
        self
    }
}
