//! 8. Ways to divide an array in three contiguous parts of equal sum, none of them empty.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

pub struct ThreeEqualParts;

pub struct Input {
    pub x: Vec<i32>,
}

pub struct Arrays {
    /// Whether a first part may end here (1), whether a second (2); only some versions need it.
    pub ends: Vec<u8>,
    pub ways: u64,
}

impl Benchmark for ThreeEqualParts {
    const NAME: &'static str = "Ways to divide an array in three parts of equal sum";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    /// A sum that three divide.
    fn input(n: usize, seed: u64) -> Input {
        let mut x = Random::new(seed).many(n, |random| random.within(-1, 1));
        let sum: i32 = x.iter().sum();
        x[n / 2] -= sum % 3;
        Input { x }
    }

    fn arrays(input: &Input) -> Arrays {
        Arrays { ends: vec![7; input.x.len()], ways: 7 }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.ends.fill(7);
        arrays.ways = u64::MAX;
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.ways.hash(into);
    }

    fn plain(Input { x }: &Input, arrays: &mut Arrays) {
        let total: i32 = x.iter().sum();
        arrays.ways = 0;
        if total % 3 != 0 {
            return;
        }
        let (mut sum, mut firsts) = (0, 0);
        for x in &x[..x.len() - 1] {
            sum += x;
            if sum == 2 * (total / 3) {
                arrays.ways += firsts;
            }
            firsts += u64::from(sum == total / 3);
        }
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(Input { x }: &Input, arrays: &mut Arrays) {
        let sums: Vec<i32> = pieces::of(x.len()).map(|range| x[range].iter().sum()).collect();
        let (befores, total) = pieces::before(sums, 0, |a, b| a + b);
        if total % 3 != 0 {
            arrays.ways = 0;
            return;
        }
        let ends = |(range, mut sum): (std::ops::Range<usize>, i32)| {
            let mut ends = Ends::default();
            for x in &x[range.start..range.end.min(x.len() - 1)] {
                sum += x;
                let end = Ends { firsts: u64::from(sum == total / 3), seconds: u64::from(sum == 2 * (total / 3)), ways: 0 };
                ends = ends.followed_by(end);
            }
            ends
        };
        arrays.ways = pieces::of(x.len()).zip(befores).map(ends).reduce(Ends::default, Ends::followed_by).ways;
    }
}

/// How many places there are in a part of the array where a first part ends, where a second, and pairs of both.
#[derive(Clone, Copy, Default)]
struct Ends {
    firsts: u64,
    seconds: u64,
    ways: u64,
}

impl Ends {
    fn followed_by(self, next: Self) -> Self {
        Self {
            firsts: self.firsts + next.firsts,
            seconds: self.seconds + next.seconds,
            ways: self.ways + next.ways + self.firsts * next.seconds,
        }
    }
}
