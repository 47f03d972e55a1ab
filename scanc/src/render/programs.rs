//! The programs of a loop: a text for each kind of device whose texts differ.

use crate::parse::Algorithm;
use scan_templates::Template;

/// Which devices a program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramKind {
    /// All.
    Any,
    /// Those whose work-groups have several work-items.
    Gpu,
    /// Those whose work-groups have one.
    Cpu,
    /// Those on which `lookback` cannot run, for want of 64-bit atomics, and several that share a loop.
    ReduceThenScan,
}

/// One program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The devices that it is for.
    pub kind: ProgramKind,
    /// OpenCL C.
    pub source: String,
}

impl ProgramKind {
    /// What the runtime calls it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Gpu => "gpu",
            Self::Cpu => "cpu",
            Self::ReduceThenScan => "reduce_then_scan",
        }
    }

    /// The name of its file, after the loop's `stem`.
    pub fn file_name(self, stem: &str) -> String {
        match self {
            Self::Any => format!("{stem}.cl"),
            kind => format!("{stem}.{}.cl", kind.word()),
        }
    }
}

/// The templates of an algorithm's programs. Where one order of combination is to be everywhere, a tile is a work-item's everywhere: on
/// GPUs a work-group has as many as work-items.
pub(super) fn templates(algorithm: Algorithm, is_deterministic: bool, has_outer: bool) -> Vec<(ProgramKind, Template)> {
    use ProgramKind::{Any, Cpu, Gpu, ReduceThenScan};
    match algorithm {
        Algorithm::ReduceThenScan if is_deterministic => {
            vec![(Gpu, scan_templates::REDUCE_THEN_SCAN_IN_ORDER_ON_GPU), (Cpu, scan_templates::REDUCE_THEN_SCAN)]
        }
        Algorithm::Lookback => vec![
            (Gpu, scan_templates::LOOKBACK_ON_GPU),
            (Cpu, scan_templates::LOOKBACK_ON_CPU),
            (ReduceThenScan, scan_templates::REDUCE_THEN_SCAN),
        ],
        Algorithm::Reduce if is_deterministic => {
            vec![(Gpu, scan_templates::REDUCE_IN_ORDER_ON_GPU), (Cpu, scan_templates::REDUCE_ON_CPU)]
        }
        Algorithm::Reduce => vec![(Gpu, scan_templates::REDUCE_ON_GPU), (Cpu, scan_templates::REDUCE_ON_CPU)],
        Algorithm::ReduceThenScan => vec![(Any, scan_templates::REDUCE_THEN_SCAN)],
        Algorithm::Blelloch => vec![(Any, scan_templates::BLELLOCH)],
        Algorithm::HillisSteele => vec![(Any, scan_templates::HILLIS_STEELE)],
        Algorithm::Map if has_outer => vec![(Any, scan_templates::MAP_BATCHES)],
        Algorithm::Map => vec![(Any, scan_templates::MAP)],
        Algorithm::Bins => vec![(Any, scan_templates::BINS)],
        Algorithm::Scatter => vec![(Any, scan_templates::SCATTER)],
        Algorithm::Batched => vec![(Gpu, scan_templates::BATCHED_ON_GPU), (Cpu, scan_templates::BATCHED_ON_CPU)],
    }
}
