//! Iterators that come to a value.

use scan_runtime::{reduce, scan};

#[reduce(+ : sum)]
pub fn total(x: &[i64]) -> i64 {
    x.iter().sum()
}

#[reduce(+ : norm)]
pub fn norm(x: &[f64], y: &[f32]) -> f64 {
    let norm: f64 = x.iter().zip(y).map(|(a, b)| a * f64::from(*b)).sum();
    norm.abs()
}

#[reduce(+ : bytes)]
pub fn small_bytes(x: &[u8], limit: u8) -> u32 {
    let mut bytes = 7;
    bytes += x.iter().copied().filter(|v| *v < limit).map(u32::from).sum::<u32>();
    bytes
}

#[reduce(* : odds)]
pub fn odds(x: &[u16]) -> u16 {
    let odds = x.iter().rev().map(|v| v | 1).fold(1, u16::wrapping_mul);
    odds
}

#[reduce(* : product)]
pub fn signs(x: &[i8]) -> i8 {
    x.iter().rev().skip(1).map(|v| if *v < 0 { -1 } else { 1 }).product()
}

#[reduce(max : greatest)]
pub fn greatest(x: &[u8]) -> Option<u8> {
    let greatest = x.iter().copied().max();
    greatest
}

/// Of what is kept, if anything is.
#[reduce(min : min)]
pub fn least_gap(x: &[i32], y: &[i32], least: i32) -> Option<i32> {
    x.iter().zip(y).filter(|(a, b)| a > b).map(|(a, b)| a - b).filter(|&gap| gap > least).min()
}

/// Nothing is above the least value, kept or not.
#[reduce(max : max)]
pub fn greatest_even(x: &[u8]) -> Option<u8> {
    x.iter().copied().filter(|v| v.is_multiple_of(2)).map(|v| v / 128).max()
}

#[reduce(max : highest)]
pub fn highest(x: &[f32]) -> f32 {
    let highest = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    highest
}

#[reduce(+ : count)]
pub fn crossings(x: &[i32]) -> usize {
    x.windows(2).filter(|w| (w[0] < 0) != (w[1] < 0)).count()
}

#[reduce(^ : checksum)]
pub fn checksum(n: u64, key: u64) -> u64 {
    (0..n).rev().fold(key, |mut checksum, i| {
        let mixed = i.wrapping_mul(key);
        checksum ^= mixed ^ (mixed >> 7);
        checksum
    })
}

/// Its operator is derived.
#[reduce(auto : hash)]
pub fn hash(x: &[u8]) -> u32 {
    x.iter().fold(7, |hash: u32, v| hash.wrapping_mul(31).wrapping_add(u32::from(*v)))
}

#[reduce(& : all)]
pub fn all_below(x: &[u32], limit: u32) -> bool {
    x.iter().fold(true, |all, &v| all & (v < limit))
}

/// It panics where a divisor is kept that is zero.
#[reduce(+ : sum)]
pub fn quotients(x: &[i32], d: &[i32], least: i32) -> i64 {
    let sum = x.iter().zip(d).filter(|(_, d)| **d >= least).map(|(a, d)| i64::from(a / d)).sum();
    sum
}

/// What nobody looks at is computed.
#[reduce(+ : count)]
pub fn counted_quotients(x: &[i32]) -> usize {
    x.iter().map(|v| 100 / v).count()
}

#[reduce(+ : sum)]
pub fn gathered(x: &[u32], table: &[i64]) -> i64 {
    x.iter().enumerate().map(|(i, &at)| table[at as usize] * (i % 3) as i64).sum::<i64>()
}

/// Beside another loop, with an array that both use.
#[scan]
pub fn normalised(x: &[i32], y: &mut [i32]) -> i32 {
    #[reduce(min : least)]
    let least: Option<i32> = x.iter().copied().min();
    let least = least.unwrap_or_default();
    let mut sum = 0i32;
    #[scan(+ : sum)]
    for i in 0..x.len() {
        sum += x[i] - least;
        y[i] = sum;
    }
    #[reduce(+ : sum)]
    sum -= y.iter().map(|v| v % 5).sum::<i32>();
    sum
}

#[reduce(+ : sum)]
pub fn negative_zeros(x: &[f32]) -> f32 {
    x.iter().sum()
}
