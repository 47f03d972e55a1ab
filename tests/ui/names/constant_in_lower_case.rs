//! A pattern's name that is a constant's is no new one.

#![allow(non_upper_case_globals)]

use scan_runtime::{reduce, scan};

const six: i32 = 6;

#[reduce(+ : sum)]
fn sixes(x: &[i32]) -> i64 {
    let mut sum = 0i64;
    for &v in x {
        if let six = v {
            sum += 100;
        } else {
            sum += 1;
        }
    }
    sum
}

const text: u8 = 1;

#[scan(auto : state)]
fn quoted(x: &[u8], y: &mut [u8]) {
    let mut state: u8 = 0;
    for i in 0..x.len() {
        state = match (state, x[i]) {
            (text, b'"') => 0,
            (_, b'"') => 1,
            (same, _) => same,
        };
        y[i] = state;
    }
}

#[scan(+ : count)]
fn counted(x: &[i32], y: &mut [u32]) {
    let mut count = 0u32;
    for i in 0..x.len() {
        count += u32::from(matches!(x[i], 1 | six));
        y[i] = count;
    }
}

fn main() {}
