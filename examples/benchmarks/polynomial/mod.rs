//! 3. Polynomial evaluation, by the pairs of the thesis's equation 4.2: a coefficient, and the point.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
pub use annotated::poly::Pair;
use annotated::poly::followed_by;
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

pub struct Polynomial;

/// The coefficients, the highest power first, each with the point. Integers modulo 2^32, so that every order gives the same.
pub struct Input {
    pub h: Vec<Pair>,
}

pub struct Arrays {
    /// The values of the leading parts; only some versions need it.
    pub t: Vec<Pair>,
    pub value: u32,
}

impl Benchmark for Polynomial {
    const NAME: &'static str = "Polynomial evaluation";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    fn input(n: usize, seed: u64) -> Input {
        let mut random = Random::new(seed);
        let power = random.next() as u32 | 1;
        Input { h: random.many(n, |random| Pair { value: random.next() as u32, power }) }
    }

    fn arrays(input: &Input) -> Arrays {
        Arrays { t: vec![Pair { value: 7, power: 7 }; input.h.len()], value: 7 }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.t.fill(Pair { value: 7, power: 7 });
        arrays.value = 7;
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.value.hash(into);
    }

    /// Horner's scheme.
    fn plain(Input { h }: &Input, arrays: &mut Arrays) {
        let mut value = 0u32;
        for h in h {
            value = value.wrapping_mul(h.power).wrapping_add(h.value);
        }
        arrays.value = value;
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(Input { h }: &Input, arrays: &mut Arrays) {
        let of_piece = |h: &[Pair]| h.iter().copied().reduce(followed_by);
        let pieces: Vec<_> = h.par_chunks(pieces::length_of(h.len())).filter_map(of_piece).collect();
        arrays.value = pieces.into_iter().reduce(followed_by).map_or(0, |all| all.value);
    }
}
