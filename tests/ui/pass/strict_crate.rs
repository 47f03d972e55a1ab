//! A crate with every lint denied that is likely to be: the expansion adds no warning.
#![forbid(unsafe_code)]
#![deny(warnings, unused, future_incompatible, nonstandard_style, rust_2018_idioms, rust_2024_compatibility)]
#![deny(missing_debug_implementations, unused_qualifications, unused_lifetimes, unused_results, unreachable_pub)]
#![deny(trivial_casts, trivial_numeric_casts, single_use_lifetimes, let_underscore_drop, variant_size_differences)]
#![deny(clippy::all, clippy::pedantic)]
// Of the loops themselves.
#![allow(clippy::needless_range_loop, clippy::float_cmp)]

use scan_runtime::scan;

#[scan(+ : y)]
fn array_carried(x: &[i32], y: &mut [i32], scale: i32) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i - 1] * scale;
    }
}

#[scan(+ : sum)]
fn scalar_carried(x: &[f64], y: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for i in (0..x.len()).rev() {
        sum += x[i].sqrt();
        y[i] = sum;
    }
    sum
}

#[scan(+ : sum)]
fn unused_afterwards(x: &[u16], y: &mut [u16]) {
    let mut sum = 0;
    for (y, x) in y.iter_mut().zip(x) {
        *y = sum;
        sum += *x;
    }
}

#[scan(max : y)]
fn while_loop(x: &[u64], y: &mut [u64]) {
    let mut i = 1;
    while i < y.len() {
        y[i] = y[i - 1].max(x[i]);
        i += 1;
    }
}

#[scan(+ : total)]
fn delay_register(x: &mut [i32]) {
    let mut aux = 0;
    let mut total = 0;
    for i in 0..x.len() {
        let old = x[i];
        total += aux;
        x[i] = total;
        aux = old;
    }
}

#[scan(min : y)]
fn in_place(y: &mut [u8]) {
    for i in 1..y.len() {
        y[i] = y[i].min(y[i - 1]);
    }
}

#[scan(^ : state)]
fn collected(x: &[u32]) -> Vec<u32> {
    let y = x
        .iter()
        .scan(7, |state, &x| {
            *state ^= x;
            Some(*state)
        })
        .collect();
    y
}

#[scan(|| : seen)]
fn conditional(x: &[bool], y: &mut [bool]) -> bool {
    let mut seen = false;
    for i in 0..x.len() {
        if i % 2 == 0 {
            seen = seen || x[i];
        }
        y[i] = seen;
    }
    seen
}

fn main() {
    let mut y = [1, 0, 0];
    array_carried(&[1, 2, 3], &mut y, 2);
    assert_eq!(y, [1, 3, 7]);
    let mut y = [0.0; 2];
    assert_eq!(scalar_carried(&[1.0, 4.0], &mut y), 3.0);
    let mut y = [0; 2];
    unused_afterwards(&[5, 6], &mut y);
    assert_eq!(y, [0, 5]);
    let mut y = [2; 2];
    while_loop(&[5, 6], &mut y);
    assert_eq!(y, [2, 6]);
    let mut x = [1, 2, 3];
    delay_register(&mut x);
    assert_eq!(x, [0, 1, 3]);
    let mut y = [4, 2, 3];
    in_place(&mut y);
    assert_eq!(y, [4, 2, 2]);
    assert_eq!(collected(&[1, 2]), [6, 4]);
    let mut y = [false; 2];
    assert!(conditional(&[true, false], &mut y));
}
