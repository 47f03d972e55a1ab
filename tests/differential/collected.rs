//! Independent iterations that iterators run: `map` and `collect`, `for_each`. Each runs as written, on host threads and on the device.

use super::by_hand::same;
use scan_runtime::{parallel_for, reduce, scan};

#[parallel_for]
fn halved(x: &[i32]) -> Vec<f32> {
    x.iter().map(|v| *v as f32 * 0.5).collect()
}

/// Two of them, the second of what the first makes.
#[scan]
fn means(x: &[i32], n: usize) -> Vec<i64> {
    #[parallel_for]
    let means: Vec<_> = x.windows(n).map(|w| w.iter().sum::<i32>() as f32 / n as f32).collect();
    #[parallel_for]
    let far = means.iter().zip(&x[1..]).enumerate().map(|(i, (m, v))| (*v as f32 - m) as i64 * i as i64).collect::<Vec<i64>>();
    far
}

/// Functions by their names, of numbers.
#[parallel_for]
fn roots(n: usize) -> Vec<f64> {
    (0..n).rev().map(|k| k as f64).map(f64::sqrt).collect()
}

#[parallel_for]
fn scaled(x: &[i32], by: &[i32], y: &mut [i64]) {
    y.iter_mut().zip(x.chunks_exact(2)).enumerate().for_each(|(i, (y, pair))| {
        if pair[0] == 3 {
            *y = -1;
            return;
        }
        by.iter().for_each(|b| *y = *y * 3 + (pair[1] * b) as i64 + i as i64);
    });
}

/// A loop in the closure, and the name of what is read for what is made.
#[parallel_for]
fn sums(x: &[i32], n: usize) -> Vec<i64> {
    let x: Vec<i64> = x
        .chunks_exact(n)
        .map(|row| {
            let mut s = 0i64;
            for v in row {
                s = s * 2 + *v as i64;
            }
            s
        })
        .collect();
    x
}

/// What is collected continues a variable from outside, which is used afterwards.
#[scan(+ : s)]
fn totals(x: &[i32], from: i32) -> (Vec<i32>, i32) {
    let mut s = from;
    let y: Vec<_> = x
        .iter()
        .map(|v| {
            s += v;
            s * 2
        })
        .collect();
    (y, s)
}

#[scan(max : peak)]
fn falls(x: &[i32]) -> Vec<i32> {
    let mut peak = i32::MIN;
    x.iter()
        .enumerate()
        .map(|(i, &v)| {
            peak = peak.max(v + i as i32 % 7);
            peak - v
        })
        .collect()
}

/// What a parameter refers to.
#[scan(+ : total)]
fn referred(x: &[i32], total: &mut i32) -> Vec<i32> {
    x.iter()
        .map(|v| {
            let before = *total;
            *total += v;
            before
        })
        .collect()
}

/// What the last item leaves, of items that are independent.
#[parallel_for]
fn left(x: &[i32]) -> (Vec<i32>, i32) {
    let mut last = 7;
    let y = x
        .iter()
        .map(|v| {
            last = *v;
            v + 1
        })
        .collect();
    (y, last)
}

/// Two of them, and what the last item leaves.
#[scan]
fn several(x: &[i32]) -> (Vec<i64>, i64, i64, i32) {
    let (mut sum, mut most, mut last) = (0i64, 0i64, 7i32);
    #[scan(+ : sum, max : most)]
    let y: Vec<i64> = x
        .iter()
        .map(|v| {
            sum += *v as i64;
            most = most.max(*v as i64);
            last = v - 3;
            sum - most
        })
        .collect();
    (y, sum, most, last)
}

/// So does what a `scan` changes beside its state.
#[scan]
fn beside(x: &[i32]) -> (Vec<i32>, i32, i32) {
    let (mut all, mut last) = (1, 0);
    #[scan(+ : y)]
    #[reduce(+ : all)]
    let y: Vec<i32> = x
        .iter()
        .scan(3, |s, v| {
            *s += v;
            all += v & 5;
            last = *v;
            Some(*s)
        })
        .collect();
    (y, all, last)
}

/// What a `scan` continues with has been made of items, in steps that have names of each other.
#[scan(+ : s)]
fn products(x: &[i32], w: &[i32]) -> Vec<i64> {
    x.iter()
        .zip(w)
        .map(|(a, b)| (*a as i64 * *b as i64, *b))
        .scan(5i64, |s, (p, b)| {
            let before = *s;
            *s += p;
            Some(before + b as i64)
        })
        .collect()
}

#[scan(max : m)]
fn peaks(x: &[i32], w: i32) -> Vec<i32> {
    let y: Vec<_> = x
        .iter()
        .copied()
        .map(|m| m * w)
        .map(|s| s - 1)
        .scan(i32::MIN, |m, w| {
            *m = (*m).max(w);
            Some(*m)
        })
        .collect();
    y
}

/// Numbers of bytes.
#[parallel_for]
fn words(b: &[u8]) -> Vec<u32> {
    b.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

#[parallel_for]
fn shorts(b: &[u8]) -> Vec<i16> {
    b.chunks_exact(2).map(|c| i16::from_be_bytes(c.try_into().unwrap())).collect()
}

#[parallel_for]
fn doubles(b: &[[u8; 8]]) -> Vec<u64> {
    b.iter().map(|c| f64::from_le_bytes(*c).to_bits() ^ 1).collect()
}

#[reduce(+ : sum)]
fn wrapped(b: &[u8]) -> i64 {
    b.chunks_exact(8).map(|c| i64::from_be_bytes(c.try_into().unwrap()) >> 20).sum::<i64>()
}

#[parallel_for]
fn floats(b: &[u8]) -> Vec<f32> {
    (0..b.len() / 4).map(|i| f32::from_be_bytes([b[4 * i], b[4 * i + 1], b[4 * i + 2] & 1, b[4 * i + 3]]) * 2.0).collect()
}

#[parallel_for]
fn beyond(x: &[i32], n: usize) -> Vec<i32> {
    (0..n).map(|i| x[i]).collect()
}

#[test]
fn what_is_mapped_is_collected() {
    let x: Vec<i32> = (0..4_000).map(|k| k * k % 23 - 5).collect();
    same("halved", || halved(&x));
    same("means", || means(&x, 7));
    same("sums", || sums(&x, 3));
    same("roots", || roots(3_000));
    assert!(halved(&[]).is_empty() && roots(1) == [0.0]);
}

#[test]
fn variables_that_closures_change_hold_what_the_last_item_leaves() {
    let x: Vec<i32> = (0..4_000).map(|k| k * k % 23 - 5).collect();
    same("totals", || totals(&x, 11));
    same("falls", || falls(&x));
    same("left", || left(&x));
    same("referred", || {
        let mut total = 8;
        (referred(&x, &mut total), total)
    });
    same("several", || several(&x));
    same("beside", || beside(&x));
    same("products", || products(&x, &x[7..]));
    same("peaks", || peaks(&x, 3));
    assert_eq!(totals(&[], 5), (Vec::new(), 5));
}

#[test]
fn bytes_are_numbers() {
    let bytes: Vec<u8> = (0..40_001u32).map(|k| ((k * k) >> 3) as u8 & 0x7e).collect();
    let eights: Vec<[u8; 8]> = bytes.chunks_exact(8).map(|c| c.try_into().expect("eight")).collect();
    same("words", || words(&bytes));
    same("shorts", || shorts(&bytes));
    same("doubles", || doubles(&eights));
    same("wrapped", || wrapped(&bytes));
    same("floats", || floats(&bytes));
}

#[test]
fn what_runs_for_each_is_a_loop() {
    let x: Vec<i32> = (0..4_000).map(|k| k * k % 23 - 5).collect();
    same("scaled", || {
        let mut y = vec![7i64; 1_900];
        scaled(&x, &[2, -3], &mut y);
        y
    });
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_panic_is_the_loops() {
    beyond(&[1; 2_000], 2_001);
}
