use super::{Arrays, Input};
use scan_runtime::{reduce, scan};

pub fn run(Input { a, b }: &Input, Arrays { difference, first, longest }: &mut Arrays) {
    differences(a, b, difference);
    note_firsts(difference, first);
    *longest = longest_span(difference, first, a.len() as i32);
}

#[scan(+ : sum)]
fn differences(a: &[u8], b: &[u8], difference: &mut [i32]) {
    let mut sum: i32 = 0;
    for i in 0..a.len() {
        sum += a[i] as i32 - b[i] as i32;
        difference[i] = sum;
    }
}

/// Differences go up or down by one, so that a new one is the least or the greatest so far. Few blocks have one.
fn note_firsts(difference: &[i32], first: &mut [u32]) {
    const BLOCK: usize = 256;
    let zero = difference.len() as i32;
    let (mut lowest, mut highest) = (0, 0);
    first[difference.len()] = 0;
    for (begin, block) in (1..).step_by(BLOCK).zip(difference.chunks(BLOCK)) {
        if block.iter().fold(false, |is_new, &difference| is_new | (difference < lowest) | (difference > highest)) {
            for (i, &difference) in (begin..).zip(block) {
                if difference > highest || difference < lowest {
                    (lowest, highest) = (lowest.min(difference), highest.max(difference));
                    first[(zero + difference) as usize] = i;
                }
            }
        }
    }
}

#[reduce(max : longest)]
fn longest_span(difference: &[i32], first: &[u32], zero: i32) -> u32 {
    let mut longest: u32 = 0;
    for i in 0..difference.len() {
        longest = longest.max(i as u32 + 1 - first[(zero + difference[i]) as usize]);
    }
    longest
}
