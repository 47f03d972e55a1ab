//! 4. Linear recurrences: f(i) = a(i) f(i-1) + b(i) f(i-2), as products of 2×2 matrices (Listing 4.8 of the thesis).

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
pub use annotated::matrices::Matrix;
use std::hash::Hasher;

pub struct LinearRecurrence;

/// A matrix for each step: `a` and `b`, above 1 and 0. Integers modulo 2^32, so that every order gives the same.
pub struct Input {
    pub x: Vec<Matrix>,
}

pub struct Arrays {
    /// The products.
    pub y: Vec<Matrix>,
}

const JUNK: Matrix = Matrix { x00: 7, x01: 7, x10: 7, x11: 7 };

impl Benchmark for LinearRecurrence {
    const NAME: &'static str = "Linear recurrences";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    fn input(n: usize, seed: u64) -> Input {
        let mut random = Random::new(seed);
        Input { x: random.many(n, |random| Matrix { x00: random.next() as u32, x01: 1, x10: random.next() as u32, x11: 0 }) }
    }

    fn arrays(input: &Input) -> Arrays {
        Arrays { y: vec![JUNK; input.x.len()] }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.y.fill(JUNK);
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        for y in &arrays.y {
            into.write_u64(u64::from(y.x00) << 32 | u64::from(y.x01));
            into.write_u64(u64::from(y.x10) << 32 | u64::from(y.x11));
        }
    }

    fn plain(Input { x }: &Input, Arrays { y }: &mut Arrays) {
        y[0] = x[0];
        for i in 1..y.len() {
            y[i] = y[i - 1] * x[i];
        }
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(Input { x }: &Input, Arrays { y }: &mut Arrays) {
        let one = Matrix { x00: 1, x01: 0, x10: 0, x11: 1 };
        pieces::scan(y, one, |a, b| a * b, |range| x[range].iter(), |x| **x, |y, _, _, after| *y = after);
    }
}
