use super::{Arrays, Input};
use scan_runtime::{declare_target, reduce, scan};

#[declare_target]
mod windows {
    /// The best left window, the best right window, and the best pair.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Bests {
        pub left: i32,
        pub right: i32,
        pub both: i32,
    }

    /// Where no sum comes near the ends of `i32`: beyond them the order would matter.
    #[declare_scan(no_overflow)]
    pub fn followed_by(a: Bests, b: Bests) -> Bests {
        Bests { left: a.left.max(b.left), right: a.right.max(b.right), both: a.both.max(b.both).max(a.left + b.right) }
    }
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

#[reduce(windows::followed_by : bests)]
fn best_pair(sums: &[i32], k: usize, two_k: usize, windows: usize) -> i32 {
    // Less than any two windows, whatever is added.
    let mut bests = windows::Bests { left: i32::MIN / 2, right: i32::MIN / 2, both: i32::MIN };
    for i in 0..windows {
        let left = sums[i + k].wrapping_sub(sums[i]);
        let right = sums[i + two_k].wrapping_sub(sums[i + k]);
        bests = windows::followed_by(bests, windows::Bests { left, right, both: left + right });
    }
    bests.both
}

pub fn run(input: &Input, Arrays { sums, best }: &mut Arrays) {
    add_up(&input.x, sums);
    *best = best_pair(sums, input.k, 2 * input.k, input.windows());
}
