//! 5. Random numbers by frequency: a number is drawn as often as its frequency says.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

pub struct RandomByFrequency;

pub struct Input {
    pub frequency: Vec<u32>,
    /// A random number for each draw.
    pub draws: Vec<u64>,
}

pub struct Arrays {
    /// The frequencies up to each number.
    pub sums: Vec<u64>,
    pub drawn: Vec<u32>,
}

impl Benchmark for RandomByFrequency {
    const NAME: &'static str = "Random number generation by frequency";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    fn input(n: usize, seed: u64) -> Input {
        let mut random = Random::new(seed);
        Input { frequency: random.many(n, |random| 1 + random.below(99) as u32), draws: random.many(1000, Random::next) }
    }

    fn arrays(input: &Input) -> Arrays {
        Arrays { sums: vec![7; input.frequency.len()], drawn: vec![7; input.draws.len()] }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.sums.fill(7);
        arrays.drawn.fill(7);
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.drawn.hash(into);
    }

    fn plain(Input { frequency, draws }: &Input, Arrays { sums, drawn }: &mut Arrays) {
        let mut sum = 0u64;
        for (sums, &frequency) in sums.iter_mut().zip(frequency) {
            sum += u64::from(frequency);
            *sums = sum;
        }
        for (drawn, &draw) in drawn.iter_mut().zip(draws) {
            *drawn = sums.partition_point(|&below| below <= draw % sum) as u32;
        }
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(Input { frequency, draws }: &Input, Arrays { sums, drawn }: &mut Arrays) {
        let items = |range: std::ops::Range<usize>| frequency[range].iter();
        let sum = pieces::scan(sums, 0, |a, b| a + b, items, |item| u64::from(**item), |sum, _, _, after| *sum = after);
        drawn.par_iter_mut().zip(draws).for_each(|(drawn, &draw)| {
            *drawn = sums.partition_point(|&below| below <= draw % sum) as u32;
        });
    }
}
