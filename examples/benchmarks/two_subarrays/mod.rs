//! 9. The maximum sum of two subarrays of size K that do not overlap.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

pub struct TwoSubarrays;

/// At least two subarrays fit, unless there is one element only.
pub struct Input {
    pub x: Vec<i32>,
    pub k: usize,
}

pub struct Arrays {
    /// `i32::MIN` where two do not fit.
    pub best: i32,
}

impl Benchmark for TwoSubarrays {
    const NAME: &'static str = "Maximum sum of two non-overlapping subarrays of size K";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    fn input(n: usize, seed: u64) -> Input {
        Input { x: Random::new(seed).many(n, |random| random.within(-100, 100)), k: (n / 8).clamp(1, 1000) }
    }

    fn arrays(_: &Input) -> Arrays {
        Arrays { best: 7 }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.best = i32::MAX;
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.best.hash(into);
    }

    /// Two windows side by side.
    fn plain(Input { x, k }: &Input, arrays: &mut Arrays) {
        let k = *k;
        arrays.best = i32::MIN;
        if x.len() < 2 * k {
            return;
        }
        let (mut left, mut right): (i32, i32) = (x[..k].iter().sum(), x[k..2 * k].iter().sum());
        let mut best_left = left;
        arrays.best = left + right;
        for i in 2 * k..x.len() {
            left += x[i - k] - x[i - 2 * k];
            right += x[i] - x[i - k];
            best_left = best_left.max(left);
            arrays.best = arrays.best.max(best_left + right);
        }
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(input: &Input, arrays: &mut Arrays) {
        let (x, k) = (&input.x, input.k);
        // Each piece slides both windows itself; a left one of an earlier piece may go with a right one of this.
        let of_piece = |range: std::ops::Range<usize>| {
            let (mut left, mut right) =
                (x[range.start..][..k].iter().sum::<i32>(), x[range.start + k..][..k].iter().sum::<i32>());
            let mut bests = Bests { left, right, both: left + right };
            for i in range.skip(1) {
                left += x[i + k - 1] - x[i - 1];
                right += x[i + 2 * k - 1] - x[i + k - 1];
                bests.left = bests.left.max(left);
                bests.right = bests.right.max(right);
                bests.both = bests.both.max(bests.left + right);
            }
            bests
        };
        let bests: Vec<_> = pieces::of(input.windows()).map(of_piece).collect();
        arrays.best = bests.into_iter().reduce(Bests::followed_by).map_or(i32::MIN, |bests| bests.both);
    }
}

impl Input {
    /// How many places there are for two subarrays side by side.
    pub fn windows(&self) -> usize {
        (self.x.len() + 1).saturating_sub(2 * self.k)
    }
}

/// The best left window, the best right window, and the best pair.
struct Bests {
    left: i32,
    right: i32,
    both: i32,
}

impl Bests {
    fn followed_by(self, next: Self) -> Self {
        let both = self.both.max(next.both).max(self.left + next.right);
        Self { left: self.left.max(next.left), right: self.right.max(next.right), both }
    }
}
