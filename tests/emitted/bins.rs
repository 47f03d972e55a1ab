//! Loops that combine into elements at computed places.

use scan_runtime::{reduce, scan};

#[reduce(+ : h)]
pub fn counted(x: &[u32], h: &mut [u32]) {
    for i in 0..x.len() {
        h[x[i] as usize] += 1;
    }
}

/// Weights, of 64 bits, by iterators.
#[reduce(+ : sums)]
pub fn weights(keys: &[u16], weights: &[i64], sums: &mut [i64]) {
    for (&key, &weight) in keys.iter().zip(weights) {
        sums[key as usize] = sums[key as usize].wrapping_add(weight * 3);
    }
}

/// Some iterations, each at the place that a `let` has.
#[reduce(max : most)]
pub fn most(x: &[i32], w: &[i64], least: i32, most: &mut [i64]) {
    for i in 0..x.len() {
        if x[i] > least {
            let bin = (x[i] as usize) % most.len();
            most[bin] = most[bin].max(w[i] - 5);
        }
    }
}

/// Either branch at a place of its own, and one that is skipped.
#[reduce(- : h)]
pub fn either(x: &[u32], h: &mut [i32]) {
    'values: for &v in x {
        if v.is_multiple_of(3) {
            continue 'values;
        }
        if v.is_multiple_of(2) {
            h[v as usize / 2] -= v as i32;
        } else {
            h[v as usize] -= 2;
        }
    }
}

/// One place in both branches.
#[reduce(+ : h)]
pub fn one_or_two(x: &[u32], h: &mut [u64]) {
    for i in (0..x.len()).rev() {
        let element = &mut h[x[i] as usize];
        if x[i] & 8 == 0 {
            *element += 1;
        } else {
            *element = element.wrapping_add(2);
        }
    }
}

/// A set of bits, several arrays, and a table.
#[reduce(| : seen, & : common, ^ : parity)]
pub fn bits(x: &[u32], table: &[u8], seen: &mut [u32], common: &mut [u64], parity: &mut [u32]) {
    for i in 0..x.len() {
        let at = table[x[i] as usize] as usize;
        seen[x[i] as usize / 32] |= 1 << (x[i] % 32);
        common[at] &= !(i as u64);
        parity[at] ^= x[i];
    }
}

/// No device has atomics for these.
#[reduce(min : least, || : any, * : products)]
pub fn narrow(x: &[u8], least: &mut [i16], any: &mut [bool], products: &mut [u64]) {
    for (i, &v) in x.iter().enumerate() {
        let at = v as usize % 16;
        least[at] = least[at].min(i as i16);
        any[at] = any[at] || v > 250;
        products[at] = products[at].wrapping_mul(2 * v as u64 + 1);
    }
}

/// In a field, by differences of neighbours, and what is not combined into leaves by `let`.
pub struct Changes {
    pub counts: Vec<usize>,
    pub last: u8,
}

impl Changes {
    #[reduce(+ : self.counts)]
    pub fn note(&mut self, x: &[u8]) {
        for pair in x.windows(2) {
            self.counts[pair[0].abs_diff(pair[1]) as usize] += pair[1] as usize;
            self.last = pair[1];
        }
    }
}

/// A register, of which an iteration uses what the one before it has left.
#[reduce(+ : h)]
pub fn pairs(x: &[u32], mut before: u32, h: &mut [u32]) -> u32 {
    for i in 0..x.len() {
        h[(before * 4 + x[i]) as usize % 16] += 1;
        before = x[i];
    }
    before
}

/// By a device's groups, and in one order, which is any.
#[reduce(+ : h, deterministic)]
pub fn in_order(x: &[u32], h: &mut [i32]) {
    for i in (0..x.len()).step_by(3) {
        h[x[i] as usize] += x[i] as i32 - 100;
    }
}

#[reduce(+ : h, group_size(64))]
pub fn by_groups(x: &[u32], h: &mut [u32]) {
    for &v in x {
        h[v as usize] += v;
    }
}

/// Where a function says, which is declared.
#[scan_runtime::declare_target]
mod classes {
    pub fn class(x: u32, classes: u32) -> usize {
        let mut class = 0;
        for bit in 0..8u32 {
            if x & (1 << bit) != 0 {
                class = bit;
            }
        }
        (class % classes) as usize
    }
}
use classes::class;

#[reduce(+ : h)]
pub fn classified(x: &[u32], classes: u32, h: &mut [u32]) {
    for i in 0..x.len() {
        h[class(x[i], classes)] += 1;
    }
}

/// At places that are loaded, twice, and by a `while` loop.
#[reduce(+ : h)]
pub fn twice(p: &[usize], w: &[u64], h: &mut [u64]) -> usize {
    let mut i = 0;
    while i < p.len() {
        h[p[i]] += 1;
        h[p[i]] = w[i] + h[p[i]];
        i += 1;
    }
    i
}

/// One of three places, of which one has a weight.
#[reduce(+ : h)]
pub fn one_of_three(x: &[i32], h: &mut [i64]) {
    for i in 0..x.len() {
        match x[i] {
            ..0 => h[0] += 1,
            0..=9 => h[x[i] as usize % 5 + 1] += 1,
            _ => {
                let at = (x[i] as usize).min(h.len() - 1);
                h[at] += x[i] as i64;
            }
        }
    }
}

/// The counts stay where they are for the loops after.
#[scan]
pub fn equalized(pixels: &mut [u8]) -> Vec<u32> {
    let mut counts = vec![0u32; 256];
    #[reduce(+ : counts)]
    for i in 0..pixels.len() {
        counts[pixels[i] as usize] += 1;
    }
    #[scan(+ : counts)]
    for i in 1..counts.len() {
        counts[i] += counts[i - 1];
    }
    let n = pixels.len() as u64;
    #[parallel_for]
    for i in 0..pixels.len() {
        pixels[i] = (counts[pixels[i] as usize] as u64 * 255 / n) as u8;
    }
    #[reduce(max : counts)]
    for i in 0..pixels.len() {
        counts[pixels[i] as usize] = counts[pixels[i] as usize].max(i as u32);
    }
    counts
}
