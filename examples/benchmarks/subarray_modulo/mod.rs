//! 10. The maximum sum of a subarray modulo m.
//!
//! A subarray's sum is the difference of two sums of first elements. Where the later residue is the greater, the best is the greatest
//! residue. Where it is the less, the best is m less the smallest gap between a residue and a greater one that came before it; and
//! that gap is between neighbours among the residues that occur, of which the less occurs last after the greater occurs first.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

pub struct SubarrayModulo;

/// The elements are below the modulus.
pub struct Input {
    pub x: Vec<u32>,
    pub m: u32,
}

pub struct Arrays {
    /// The residues of the sums up to each element; only some versions need it.
    pub residue: Vec<u32>,
    pub occurs: Occurs,
    pub best: u32,
}

/// For each residue where it occurs first and last, as the number of elements added; `u32::MAX` and 0 where it does not.
#[derive(Clone)]
pub struct Occurs {
    pub first: Vec<u32>,
    pub last: Vec<u32>,
}

impl Benchmark for SubarrayModulo {
    const NAME: &'static str = "Maximum subarray sum modulo m";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    /// A short array gets a modulus that few of its residues reach.
    fn input(n: usize, seed: u64) -> Input {
        let m = 65_521;
        Input { x: Random::new(seed).many(n, |random| random.below(m) as u32), m: m as u32 }
    }

    fn arrays(input: &Input) -> Arrays {
        Arrays { residue: vec![7; input.x.len()], occurs: Occurs::none(input.m), best: 7 }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.residue.fill(7);
        arrays.occurs.first.fill(7);
        arrays.best = u32::MAX;
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.best.hash(into);
    }

    fn plain(Input { x, m }: &Input, Arrays { occurs, best, .. }: &mut Arrays) {
        occurs.clear();
        let mut residue = 0;
        for (i, &x) in (1..).zip(x) {
            residue = add(*m, residue, x);
            occurs.note(residue, i);
        }
        *best = occurs.best();
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(Input { x, m }: &Input, arrays: &mut Arrays) {
        let total = |range: std::ops::Range<usize>| x[range].iter().fold(0, |sum, &x| add(*m, sum, x));
        let (befores, _) = pieces::before(pieces::of(x.len()).map(total).collect(), 0, |a, b| add(*m, a, b));
        let note = |mut occurs: Occurs, (range, mut residue): (std::ops::Range<usize>, u32)| {
            for i in range {
                residue = add(*m, residue, x[i]);
                occurs.note(residue, i as u32 + 1);
            }
            occurs
        };
        let pieces = pieces::of(x.len()).zip(befores).fold(|| Occurs::none(*m), note);
        arrays.best = pieces.reduce(|| Occurs::none(*m), Occurs::with).best();
    }
}

/// Of two residues.
fn add(m: u32, a: u32, b: u32) -> u32 {
    let sum = a + b;
    if sum >= m { sum - m } else { sum }
}

impl Occurs {
    fn none(m: u32) -> Self {
        Self { first: vec![u32::MAX; m as usize], last: vec![0; m as usize] }
    }

    pub fn clear(&mut self) {
        self.first.fill(u32::MAX);
        self.last.fill(0);
    }

    /// The residue occurs after `i` elements, and not before one that was noted.
    pub fn note(&mut self, residue: u32, i: u32) {
        let first = &mut self.first[residue as usize];
        *first = (*first).min(i);
        self.last[residue as usize] = i;
    }

    fn with(mut self, other: Self) -> Self {
        self.first.iter_mut().zip(other.first).for_each(|(first, other)| *first = (*first).min(other));
        self.last.iter_mut().zip(other.last).for_each(|(last, other)| *last = (*last).max(other));
        self
    }

    /// The answer.
    pub fn best(&self) -> u32 {
        let m = self.first.len();
        let (mut best, mut less) = (0, None::<usize>);
        for residue in 0..m {
            // No elements at all are 0.
            let first = if residue == 0 { 0 } else { self.first[residue] };
            if first == u32::MAX {
                continue;
            }
            best = best.max(residue);
            if let Some(less) = less.filter(|&less| first < self.last[less]) {
                best = best.max(m - (residue - less));
            }
            less = Some(residue);
        }
        best as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By every subarray.
    fn by_all(x: &[u32], m: u32) -> u32 {
        let from = |from: usize| x[from..].iter().scan(0, |sum, &x| Some(std::mem::replace(sum, add(m, *sum, x))).map(|_| *sum));
        (0..x.len()).flat_map(from).max().unwrap_or(0)
    }

    #[test]
    fn the_best_of_all_subarrays_is_found() {
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let m = 1 + random.below(40) as u32;
            let n = 1 + random.below(30) as usize;
            let input = Input { x: random.many(n, |random| random.below(m.into()) as u32), m };
            let mut arrays = SubarrayModulo::arrays(&input);
            SubarrayModulo::plain(&input, &mut arrays);
            assert_eq!(arrays.best, by_all(&input.x, m), "{:?} modulo {m}", input.x);
        }
    }
}
