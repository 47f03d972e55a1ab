use super::{Arrays, Input};
use scan_runtime::{reduce, scan};

#[reduce(+ : total)]
fn add_up(x: &[i32]) -> i32 {
    let mut total = 0i32;
    for &x in x {
        total += x;
    }
    total
}

#[scan(+ : sum)]
fn mark(x: &[i32], third: i32, ends: &mut [u8]) {
    let mut sum: i32 = 0;
    for i in 0..x.len() {
        sum += x[i];
        ends[i] = (sum == third) as u8 + 2 * (sum == 2 * third) as u8;
    }
}

/// Pairs of an end of a first part and a later one of a second. Few blocks have any.
fn count(ends: &[u8]) -> u64 {
    const BLOCK: usize = 256;
    let (mut ways, mut firsts) = (0, 0);
    for block in ends.chunks(BLOCK).filter(|block| block.iter().fold(0, |any, end| any | end) != 0) {
        for end in block {
            // A first part cannot end where a second does, even where both sums are zero.
            ways += if end & 2 == 0 { 0 } else { firsts };
            firsts += u64::from(end & 1);
        }
    }
    ways
}

pub fn run(Input { x }: &Input, Arrays { ends, ways }: &mut Arrays) {
    let total = add_up(x);
    *ways = 0;
    if total % 3 == 0 {
        mark(x, total / 3, ends);
        *ways = count(&ends[..ends.len() - 1]);
    }
}
