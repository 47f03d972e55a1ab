//! 7. Adding big integers: where the carries go is a scan over what each pair of limbs does to a carry.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use std::hash::{Hash, Hasher};

pub struct BigIntegers;

/// Two numbers, the lowest limb first.
pub struct Input {
    pub a: Vec<u64>,
    pub b: Vec<u64>,
}

pub struct Arrays {
    pub sum: Vec<u64>,
    /// What is carried out of the highest limb.
    pub carry: bool,
}

impl Benchmark for BigIntegers {
    const NAME: &'static str = "Adding big integers";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    /// Three of four limbs pass a carry on, as none of random ones would.
    fn input(n: usize, seed: u64) -> Input {
        let mut random = Random::new(seed);
        let a = random.many(n, Random::next);
        let b = a.iter().map(|a| if random.below(4) > 0 { !a } else { random.next() }).collect();
        Input { a, b }
    }

    fn arrays(input: &Input) -> Arrays {
        Arrays { sum: vec![7; input.a.len()], carry: false }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.sum.fill(7);
        arrays.carry = !arrays.carry;
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.sum.hash(into);
        arrays.carry.hash(into);
    }

    fn plain(Input { a, b }: &Input, Arrays { sum, carry }: &mut Arrays) {
        let mut carried = false;
        for ((sum, &a), &b) in sum.iter_mut().zip(a).zip(b) {
            let (limb, overflows) = a.overflowing_add(b);
            let (limb, overflows_too) = limb.overflowing_add(u64::from(carried));
            *sum = limb;
            carried = overflows | overflows_too;
        }
        *carry = carried;
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(Input { a, b }: &Input, Arrays { sum, carry }: &mut Arrays) {
        let limbs = |range: std::ops::Range<usize>| a[range.clone()].iter().zip(&b[range]).map(|(a, b)| a.overflowing_add(*b));
        let effect = |&(limb, overflows): &(u64, bool)| (u8::from(overflows) * 2) | u8::from(limb == u64::MAX);
        *carry = pieces::scan(sum, 0, followed_by, limbs, effect, |sum, (limb, _), before, _| {
            *sum = limb.wrapping_add(u64::from(before == 2));
        }) == 2;
    }
}
/// What limbs do to a carry: 0 absorb it, 1 pass it on, 2 make one. No branch: a processor could not foresee it.
fn followed_by(low: u8, high: u8) -> u8 {
    (high & !1) | ((high & 1) * low)
}
