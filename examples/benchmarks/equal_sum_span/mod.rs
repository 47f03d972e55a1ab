//! 2. The longest span with the same sum in two binary arrays.
//!
//! The difference of the sums is a walk that moves by at most one. A span is as long as the way from where the walk first had a value
//! to where it has it again; and a value is had for the first time where the walk goes beyond all that it had before.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

pub struct EqualSumSpan;

pub struct Input {
    pub a: Vec<u8>,
    pub b: Vec<u8>,
}

pub struct Arrays {
    /// The difference of the sums up to each element; only some versions need it.
    pub difference: Vec<i32>,
    /// At `n + difference`: how many elements it took until the difference was that.
    pub first: Vec<u32>,
    pub longest: u32,
}

impl Benchmark for EqualSumSpan {
    const NAME: &'static str = "Longest span with the same sum in two binary arrays";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    fn input(n: usize, seed: u64) -> Input {
        let mut random = Random::new(seed);
        let mut bits = || random.many(n, |random| random.below(2) as u8);
        Input { a: bits(), b: bits() }
    }

    fn arrays(input: &Input) -> Arrays {
        let n = input.a.len();
        Arrays { difference: vec![7; n], first: vec![7; 2 * n + 1], longest: 7 }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.longest = u32::MAX;
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.longest.hash(into);
    }

    fn plain(Input { a, b }: &Input, Arrays { first, longest, .. }: &mut Arrays) {
        let zero = a.len() as i32;
        let (mut difference, mut lowest, mut highest) = (0, 0, 0);
        first[a.len()] = 0;
        *longest = 0;
        for (i, (&a, &b)) in (1..).zip(a.iter().zip(b)) {
            difference += i32::from(a) - i32::from(b);
            let place = (zero + difference) as usize;
            if difference > highest || difference < lowest {
                (lowest, highest) = (lowest.min(difference), highest.max(difference));
                first[place] = i;
            }
            *longest = (*longest).max(i - first[place]);
        }
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(Input { a, b }: &Input, Arrays { first, longest, .. }: &mut Arrays) {
        let n = a.len();
        let step = |i: usize| i32::from(a[i]) - i32::from(b[i]);
        let walks: Vec<Walk> =
            pieces::of(n).map(|range| range.fold(Walk::default(), |walk, i| walk.followed_by(Walk::step(step(i))))).collect();
        let (befores, _) = pieces::before(walks, Walk::default(), Walk::followed_by);
        let records = pieces::of(n).zip(&befores).flat_map_iter(|(range, &before)| {
            let mut walk = before;
            let record = move |i| {
                let (lowest, highest) = (walk.lowest, walk.highest);
                walk = walk.followed_by(Walk::step(step(i)));
                (walk.end > highest || walk.end < lowest).then_some((walk.end, i + 1))
            };
            range.filter_map(record).collect::<Vec<_>>()
        });
        let records: Vec<(i32, usize)> = records.collect();
        first[n] = 0;
        records.into_iter().for_each(|(difference, i)| first[(n as i32 + difference) as usize] = i as u32);
        let longest_of = |(range, before): (std::ops::Range<usize>, &Walk)| {
            let mut difference = before.end;
            let span = |i: usize| {
                difference += step(i);
                i as u32 + 1 - first[(n as i32 + difference) as usize]
            };
            range.map(span).max().unwrap_or(0)
        };
        *longest = pieces::of(n).zip(&befores).map(longest_of).max().unwrap_or(0);
    }
}

/// Where a part of the walk ends, and how far it goes.
#[derive(Clone, Copy, Default)]
struct Walk {
    end: i32,
    lowest: i32,
    highest: i32,
}

impl Walk {
    fn step(by: i32) -> Self {
        Self { end: by, lowest: by.min(0), highest: by.max(0) }
    }

    fn followed_by(self, next: Self) -> Self {
        Self {
            end: self.end + next.end,
            lowest: self.lowest.min(self.end + next.lowest),
            highest: self.highest.max(self.end + next.highest),
        }
    }
}
