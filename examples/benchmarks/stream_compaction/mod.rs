//! 1. Stream compaction: the elements above a limit, in their order.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

pub struct StreamCompaction;

pub struct Input {
    pub x: Vec<i32>,
    pub limit: i32,
}

pub struct Arrays {
    pub out: Vec<i32>,
    pub kept: usize,
}

impl Benchmark for StreamCompaction {
    const NAME: &'static str = "Stream compaction";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    /// About half of the elements are kept.
    fn input(n: usize, seed: u64) -> Input {
        Input { x: Random::new(seed).many(n, |random| random.within(-1000, 999)), limit: 0 }
    }

    fn arrays(input: &Input) -> Arrays {
        Arrays { out: vec![7; input.x.len()], kept: 7 }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.out.fill(7);
        arrays.kept = 7;
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.out[..arrays.kept].hash(into);
    }

    fn plain(Input { x, limit }: &Input, arrays: &mut Arrays) {
        let mut k = 0;
        for &x in x {
            if x > *limit {
                arrays.out[k] = x;
                k += 1;
            }
        }
        arrays.kept = k;
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(Input { x, limit }: &Input, arrays: &mut Arrays) {
        let kept = |x: &&i32| **x > *limit;
        let counts: Vec<usize> = pieces::of(x.len()).map(|range| x[range].iter().filter(kept).count()).collect();
        arrays.kept = counts.iter().sum();
        let mut rest = arrays.out.as_mut_slice();
        let outs: Vec<_> = counts.into_iter().map(|count| rest.split_off_mut(..count).expect("no more than there are")).collect();
        outs.into_par_iter().zip(pieces::of(x.len())).for_each(|(out, range)| {
            out.iter_mut().zip(x[range].iter().filter(kept)).for_each(|(out, x)| *out = *x);
        });
    }
}
