//! The kernels of a loop, as data: their programs, and what is known of them.

use super::site::Algorithm;

/// The kernels of a loop. Types and operators that the compiler could not see are defined by the runtime, in front of their OpenCL C.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    pub(crate) algorithm: Algorithm,
    /// For work-groups of several work-items, and of one.
    gpu: Option<&'static str>,
    cpu: Option<&'static str>,
    reduce_then_scan: Option<&'static str>,
    pub(crate) scans_in_lanes: bool,
    pub(crate) asks_for_first: bool,
    pub(crate) may_panic: bool,
    pub(crate) asks_for_domain: bool,
    pub(crate) needs_fp64: bool,
    pub(crate) needs_rounded_division: bool,
    pub(crate) have_loops: bool,
}

impl Kernels {
    /// Kernels that were made from the template of `algorithm`, of which there is no program yet.
    #[must_use]
    pub const fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            gpu: None,
            cpu: None,
            reduce_then_scan: None,
            scans_in_lanes: false,
            asks_for_first: false,
            may_panic: false,
            asks_for_domain: false,
            needs_fp64: false,
            needs_rounded_division: false,
            have_loops: false,
        }
    }

    /// The program of every device.
    #[must_use]
    pub const fn any(self, source: &'static str) -> Self {
        self.gpu(source).cpu(source)
    }

    /// The program of devices whose work-groups have several work-items: GPUs, and others where the clause asks for groups.
    #[must_use]
    pub const fn gpu(mut self, source: &'static str) -> Self {
        self.gpu = Some(source);
        self
    }

    /// The program of devices whose work-groups have one.
    #[must_use]
    pub const fn cpu(mut self, source: &'static str) -> Self {
        self.cpu = Some(source);
        self
    }

    /// The program that runs in the place of `lookback`: without 64-bit atomics, and on several devices at once.
    #[must_use]
    pub const fn reduce_then_scan(mut self, source: &'static str) -> Self {
        self.reduce_then_scan = Some(source);
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

    /// Their operator is defined by the runtime. They have the parameter `panicked` in any case, and where the operator has a domain they
    /// report an element outside of it there.
    #[must_use]
    pub const fn asks_for_domain(mut self) -> Self {
        self.asks_for_domain = true;
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

    /// Iterations have loops of their own: one takes as long as many of another loop, and how long depends on more than how many there are.
    #[must_use]
    pub const fn have_loops(mut self) -> Self {
        self.have_loops = true;
        self
    }

    /// The program of groups of so many work-items, if there is one.
    pub(crate) fn in_groups_of(&self, group_size: usize) -> Option<&'static str> {
        if group_size == 1 { self.cpu } else { self.gpu }
    }

    /// The program in the place of `lookback`'s, if there is one.
    pub(crate) fn fallback(&self) -> Option<&'static str> {
        self.reduce_then_scan
    }

    /// Whether there is a program for groups of several work-items.
    pub(crate) fn has_groups(&self) -> bool {
        self.gpu.is_some()
    }

    /// Whether that program is for such groups alone: what devices of all kinds run knows of no tiles that are a work-item's each.
    pub(crate) fn has_program_for_groups(&self) -> bool {
        self.has_groups() && self.gpu != self.cpu
    }

    /// All programs.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        [self.gpu, self.cpu, self.reduce_then_scan].into_iter().flatten()
    }
}
