use super::{Arrays, Input};
use scan_runtime::scan;

pub fn run(Input { x, k }: &Input, Arrays { sums, best_of, best }: &mut Arrays) {
    add_up(x, sums);
    pair(sums, *k, 2 * k, best_of);
    *best = best_of.iter().copied().max().unwrap_or(i32::MIN);
}

#[scan(+ : sum)]
fn add_up(x: &[i32], sums: &mut [i32]) {
    sums[0] = 0;
    let mut sum: i32 = 0;
    for i in 0..x.len() {
        sum = sum.wrapping_add(x[i]);
        sums[i + 1] = sum;
    }
}

#[scan(max : left)]
fn pair(sums: &[i32], k: usize, two_k: usize, best_of: &mut [i32]) {
    let mut left = i32::MIN;
    for i in 0..best_of.len() {
        left = left.max(sums[i + k].wrapping_sub(sums[i]));
        best_of[i] = left + sums[i + two_k].wrapping_sub(sums[i + k]);
    }
}
