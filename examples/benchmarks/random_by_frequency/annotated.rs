use super::{Arrays, Input};
use scan_runtime::scan;

pub fn run(Input { frequency, draws }: &Input, Arrays { sums, drawn }: &mut Arrays) {
    let sum = frequencies(frequency, sums);
    for (drawn, &draw) in drawn.iter_mut().zip(draws) {
        *drawn = sums.partition_point(|&below| below <= draw % sum) as u32;
    }
}

#[scan(+ : sum)]
fn frequencies(frequency: &[u32], sums: &mut [u64]) -> u64 {
    let mut sum: u64 = 0;
    for (sums, &frequency) in sums.iter_mut().zip(frequency) {
        sum += frequency as u64;
        *sums = sum;
    }
    sum
}
