use scan_runtime::{parallel_for, reduce};
use std::slice::{Chunks, ChunksExact, Iter};

trait Pairs<'a> {
    fn chunks_exact(self, length: usize) -> ChunksExact<'a, u32>;
}

impl<'a> Pairs<'a> for &'a mut Vec<u32> {
    fn chunks_exact(self, length: usize) -> ChunksExact<'a, u32> {
        self[1..].chunks_exact(length)
    }
}

#[reduce(+ : sum)]
fn of_a_vec(x: &mut Vec<u32>) -> u32 {
    let mut sum = 0u32;
    for pair in x.chunks_exact(2) {
        sum = sum.wrapping_add(pair[0]);
    }
    sum
}

mod of_slices {
    use super::*;

    trait Apart {
        fn iter_mut(&self) -> Iter<'_, u32>;
        fn chunks_exact_mut(&self, length: usize) -> Chunks<'_, u32>;
    }

    impl Apart for [u32] {
        fn iter_mut(&self) -> Iter<'_, u32> {
            self.iter()
        }

        fn chunks_exact_mut(&self, length: usize) -> Chunks<'_, u32> {
            self.chunks(length)
        }
    }

    #[reduce(+ : sum)]
    fn one_by_one(x: &mut [u32]) -> u32 {
        let mut sum = 0u32;
        for value in x[1..].iter_mut() {
            sum = sum.wrapping_add(*value);
        }
        sum
    }

    #[parallel_for]
    fn two_by_two(x: &mut [u32], y: &mut [u32]) {
        for (pair, value) in x[1..].chunks_exact_mut(2).zip(y) {
            *value = pair[0];
        }
    }
}

fn main() {}
