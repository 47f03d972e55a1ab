//! 11. The integer that occurs in most of n ranges, the least if there are several.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

pub struct MostCovered;

/// Ranges within the integers below `end`.
pub struct Input {
    pub low: Vec<u32>,
    /// The last integer of each range.
    pub high: Vec<u32>,
    pub end: usize,
}

pub struct Arrays {
    /// How many ranges begin at an integer, less those that ended before it. One longer than the integers.
    pub cover: Vec<i32>,
    pub integer: u32,
    pub times: i32,
}

impl Benchmark for MostCovered {
    const NAME: &'static str = "Maximum occurred integer in n ranges";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    /// A range for every 32 integers: reaching for random places is not what is to be measured.
    fn input(n: usize, seed: u64) -> Input {
        let mut random = Random::new(seed);
        let low = random.many(n.div_ceil(32), |random| random.below(n as u64) as u32);
        let high = low.iter().map(|&low| low + random.below((n as u64 - u64::from(low)).min(5000)) as u32).collect();
        Input { low, high, end: n }
    }

    fn arrays(input: &Input) -> Arrays {
        Arrays { cover: vec![7; input.end + 1], integer: 7, times: 7 }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.cover.fill(7);
        (arrays.integer, arrays.times) = (u32::MAX, -1);
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        (arrays.integer, arrays.times).hash(into);
    }

    fn plain(input: &Input, Arrays { cover, integer, times }: &mut Arrays) {
        input.note_ends(cover);
        let mut covered = 0;
        (*integer, *times) = (0, 0);
        for (i, &cover) in cover[..input.end].iter().enumerate() {
            covered += cover;
            if covered > *times {
                (*integer, *times) = (i as u32, covered);
            }
        }
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    /// One pass: what a piece comes to, and where in it the most are.
    fn parallel(input: &Input, Arrays { cover, integer, times }: &mut Arrays) {
        input.note_ends(cover);
        let of_piece = |range: std::ops::Range<usize>| {
            let mut most = Most { covered: 0, times: i32::MIN, integer: 0 };
            for i in range {
                most.covered += cover[i];
                if most.covered > most.times {
                    (most.integer, most.times) = (i as u32, most.covered);
                }
            }
            most
        };
        let pieces: Vec<_> = pieces::of(input.end).map(of_piece).collect();
        let mut before = 0;
        (*integer, *times) = (0, 0);
        for piece in pieces {
            if before + piece.times > *times {
                (*integer, *times) = (piece.integer, before + piece.times);
            }
            before += piece.covered;
        }
    }
}

/// Of a piece, from its beginning.
struct Most {
    covered: i32,
    times: i32,
    integer: u32,
}

impl Input {
    /// Notes where ranges begin, and where they have ended.
    pub fn note_ends(&self, cover: &mut [i32]) {
        cover.fill(0);
        for (&low, &high) in self.low.iter().zip(&self.high) {
            cover[low as usize] += 1;
            cover[high as usize + 1] -= 1;
        }
    }
}
