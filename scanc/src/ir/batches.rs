//! Loops that are many scans: which iterations belong to one.

use super::{Capture, CaptureId, Expr, LoopIndex, LoopKernel};

/// Which iterations make a scan.
#[derive(Clone, Debug, Default)]
pub enum Batches {
    /// All of the loop's.
    #[default]
    One,
    /// Iteration `k` continues iteration `k - lag`: so many scans, interleaved. A `usize` that is the same in all iterations; the host
    /// checks that it is at least 1.
    Lagged(Expr),
    /// Those of one iteration of an outer loop, whose iterations do not depend on each other.
    Outer(Outer),
}

/// An outer loop.
#[derive(Clone, Debug)]
pub struct Outer {
    /// Its loop variable.
    pub index: LoopIndex,
    /// For each capture what it is to the outer loop.
    pub captures: Vec<Dependence>,
}

/// What a value from outside the inner loop is to the outer loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// The same in all iterations.
    Fixed,
    /// The loop variable.
    Variable,
    /// Something that an iteration computes before the inner loop.
    Computed,
}

impl LoopKernel {
    /// The outer loop, if there is one.
    pub fn outer(&self) -> Option<&Outer> {
        match &self.batches {
            Batches::Outer(outer) => Some(outer),
            Batches::One | Batches::Lagged(_) => None,
        }
    }

    /// Whether it is one scan.
    pub fn is_one_scan(&self) -> bool {
        matches!(self.batches, Batches::One)
    }

    /// The captures that depend on the outer loop in this way. Without an outer loop all are fixed.
    pub fn captures_that_are(&self, wanted: Dependence) -> impl Iterator<Item = (CaptureId, &Capture)> {
        let dependence = move |at: usize| self.outer().map_or(Dependence::Fixed, |outer| outer.captures[at]);
        let numbered = self.captures.iter().enumerate();
        numbered.filter(move |(at, _)| dependence(*at) == wanted).map(|(at, capture)| (CaptureId(at), capture))
    }
}
