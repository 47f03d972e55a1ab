//! What generated code says of a loop, once, in a `static`.

use super::kernels::Kernels;
use super::product::CARRIED;
use super::value::{Field, Layout};
use std::fmt;
use std::sync::OnceLock;

/// The algorithm of a loop's kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// One pass over the tiles, each of which looks back at those before it. A device without 64-bit atomics reduces, then scans.
    Lookback,
    /// Reduce each tile, scan the totals, scan each tile from its prefix.
    ReduceThenScan,
    /// Work-efficient up-sweep and down-sweep in each block, the block sums scanned in turn.
    Blelloch,
    /// Step-efficient and double-buffered in each block, the block sums scanned in turn.
    HillisSteele,
    /// Reduce each tile, combine the totals: for loops that store nothing.
    Reduce,
    /// Every iteration by itself: for loops that carry nothing.
    Map,
    /// Every iteration by itself, combined with what is there at a place that it computes.
    Bins,
    /// Every iteration by itself, stored at a place that it computes and that no other may have.
    Scatter,
    /// Many scans that do not depend on each other, side by side.
    Batched,
}

/// The algorithm's name in the literature and in the clause `algorithm(…)`.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lookback => "lookback",
            Self::ReduceThenScan => "reduce_then_scan",
            Self::Blelloch => "blelloch",
            Self::HillisSteele => "hillis_steele",
            Self::Reduce => "reduce",
            Self::Map => "map",
            Self::Bins => "bins",
            Self::Scatter => "scatter",
            Self::Batched => "batched",
        })
    }
}

/// The words of the clause `device(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    /// An OpenCL GPU.
    Gpu,
    /// An OpenCL CPU device.
    Cpu,
    /// An OpenCL accelerator.
    Accelerator,
    /// Any OpenCL device.
    Any,
    /// All OpenCL devices of one platform, that of the device that `Any` means.
    All,
    /// The host's threads.
    Host,
    /// The loop as written.
    Loop,
}

/// The word as it is written in the clause.
impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gpu => "gpu",
            Self::Cpu => "cpu",
            Self::Accelerator => "accelerator",
            Self::Any => "any",
            Self::All => "all",
            Self::Host => "host",
            Self::Loop => "loop",
        })
    }
}

/// What is known of an annotated loop before the program runs: where it stands, what its clauses say, and its kernels.
#[derive(Debug)]
pub struct Site {
    /// The function that it stands in.
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) kernels: Kernels,
    /// The clause `device(…)`.
    pub(crate) device: Option<DeviceKind>,
    /// The clause `group_size(…)`.
    pub(crate) group_size: Option<usize>,
    /// The clause `deterministic`.
    pub(crate) deterministic: bool,
    /// The kernels call functions whose last bits are the device's own.
    pub(crate) approximates: bool,
    /// The store closure cannot panic.
    pub(crate) stores_never_panic: bool,
    /// Nor can the element closure.
    pub(crate) elements_never_panic: bool,
    /// Kernels that may panic do so before they store anything that the loop as written does not.
    pub(crate) panics_between_tiles: bool,
    /// The fields of `scan_t`, where several values are carried.
    pub(crate) fields: &'static [&'static str],
    /// The layout of these, once it was asked for.
    layout: OnceLock<Layout>,
}

impl Site {
    /// A loop of the function `name`, without clauses.
    pub(crate) const fn new(name: &'static str, file: &'static str, line: u32, kernels: Kernels) -> Self {
        Self {
            name,
            file,
            line,
            kernels,
            device: None,
            group_size: None,
            deterministic: false,
            approximates: false,
            stores_never_panic: false,
            elements_never_panic: false,
            panics_between_tiles: false,
            fields: &[],
            layout: OnceLock::new(),
        }
    }

    /// The layout with the names that the kernels use.
    pub(crate) fn named(&'static self, layout: &'static Layout) -> &'static Layout {
        if layout.name != CARRIED {
            return layout;
        }
        self.layout.get_or_init(|| {
            let named = layout.fields.iter().zip(self.fields).map(|(field, name)| Field { name, ..*field });
            // Once for each loop of the program.
            Layout { fields: Vec::leak(named.collect()), ..*layout }
        })
    }
}

/// As messages name it: `prefix_sum (src/lib.rs:12)`.
impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}:{})", self.name, self.file, self.line)
    }
}

#[cfg(test)]
impl Site {
    /// A loop that no device can run.
    pub(crate) const fn without_kernels(name: &'static str, line: u32) -> Self {
        Self::new(name, "f.rs", line, Kernels::new(Algorithm::ReduceThenScan))
    }
}
