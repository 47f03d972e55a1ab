//! 12. For each limit the prime up to it that is the sum of the most consecutive primes.
//!
//! The primes are compacted out of the table of what is prime, and their sums accumulated.

mod annotated;
mod opencl;

use crate::benchmark::{Benchmark, Sources, sources};
use crate::pieces;
use crate::random::Random;
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

pub struct ConsecutivePrimes;

pub struct Input {
    /// Whether each number is prime: 1 or 0.
    pub prime: Vec<u8>,
    /// Below the length of the table.
    pub limits: Vec<u32>,
}

pub struct Arrays {
    /// The sums of the first primes, from none on.
    pub sums: Vec<u64>,
    /// How many there are.
    pub count: usize,
    pub answers: Vec<u32>,
}

impl Benchmark for ConsecutivePrimes {
    const NAME: &'static str = "Primes that are the sum of the most consecutive primes";
    const SOURCES: Sources = sources!();
    type Input = Input;
    type Arrays = Arrays;
    type OpenCl = opencl::Program;

    fn input(n: usize, seed: u64) -> Input {
        Input { prime: sieve(n), limits: Random::new(seed).many(100, |random| random.below(n as u64) as u32) }
    }

    fn arrays(input: &Input) -> Arrays {
        // 2 and odd numbers.
        let most = input.prime.len() / 2 + 1;
        Arrays { sums: vec![7; most + 1], count: 7, answers: vec![7; input.limits.len()] }
    }

    fn spoil(arrays: &mut Arrays) {
        arrays.sums.fill(7);
        arrays.answers.fill(7);
        arrays.count = 0;
    }

    fn results(arrays: &Arrays, into: &mut impl Hasher) {
        arrays.sums[..=arrays.count].hash(into);
        arrays.answers.hash(into);
    }

    fn plain(input: &Input, Arrays { sums, count, answers }: &mut Arrays) {
        sums[0] = 0;
        let (mut k, mut sum) = (0, 0);
        for (number, &prime) in (0..).zip(&input.prime) {
            if prime != 0 {
                sum += number;
                k += 1;
                sums[k] = sum;
            }
        }
        *count = k;
        input.answer(&sums[..=k], answers);
    }

    fn annotated(input: &Input, arrays: &mut Arrays) {
        annotated::run(input, arrays);
    }

    fn parallel(input: &Input, Arrays { sums, count, answers }: &mut Arrays) {
        let prime = |number: &usize| input.prime[*number] != 0;
        let of_piece = |range: std::ops::Range<usize>| {
            range.filter(prime).fold((0, 0), |(count, sum), number| (count + 1, sum + number as u64))
        };
        let totals: Vec<(usize, u64)> = pieces::of(input.prime.len()).map(of_piece).collect();
        let (befores, all) = pieces::before(totals, (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        *count = all.0;
        sums[0] = 0;
        let mut rest = &mut sums[1..=all.0];
        let ends = befores.iter().skip(1).chain([&all]);
        let outs: Vec<_> = befores
            .iter()
            .zip(ends)
            .map(|(before, after)| rest.split_off_mut(..after.0 - before.0).expect("no more than there are"))
            .collect();
        outs.into_par_iter().zip(&befores).zip(pieces::of(input.prime.len())).for_each(|((out, before), range)| {
            let mut sum = before.1;
            for (out, number) in out.iter_mut().zip(range.filter(prime)) {
                sum += number as u64;
                *out = sum;
            }
        });
        answers.par_iter_mut().zip(&input.limits).for_each(|(answer, &limit)| {
            *answer = input.longest(&sums[..=all.0], limit);
        });
    }
}

/// Whether each number below `n` is prime.
fn sieve(n: usize) -> Vec<u8> {
    let mut prime = vec![1; n];
    prime.iter_mut().take(2).for_each(|prime| *prime = 0);
    for number in (2..).take_while(|number| number * number < n) {
        if prime[number] != 0 {
            (number * number..n).step_by(number).for_each(|multiple| prime[multiple] = 0);
        }
    }
    prime
}

impl Input {
    /// The answers for all limits.
    pub fn answer(&self, sums: &[u64], answers: &mut [u32]) {
        for (answer, &limit) in answers.iter_mut().zip(&self.limits) {
            *answer = self.longest(sums, limit);
        }
    }

    /// The prime up to the limit that is the sum of the most consecutive primes, the least of several; 0 where no prime is.
    fn longest(&self, sums: &[u64], limit: u32) -> u32 {
        let limit = u64::from(limit);
        // So many can be added before the limit is passed, and as many or fewer from later ones on.
        let most = sums.partition_point(|&sum| sum <= limit) - 1;
        for length in (1..=most).rev() {
            let of_length = sums.windows(length + 1).map(|sums| sums[length] - sums[0]);
            if let Some(sum) = of_length.take_while(|&sum| sum <= limit).find(|&sum| self.prime[sum as usize] != 0) {
                return sum as u32;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        // Project Euler's problem 50: 41 below one hundred, 953 below a thousand, 997651 below a million.
        let input = Input { prime: sieve(1_000_000), limits: vec![0, 1, 2, 3, 5, 100, 1000, 999_999] };
        let mut arrays = ConsecutivePrimes::arrays(&input);
        ConsecutivePrimes::plain(&input, &mut arrays);
        assert_eq!(arrays.answers, [0, 0, 2, 2, 5, 41, 953, 997_651]);
    }
}
