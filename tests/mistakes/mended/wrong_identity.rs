//! `identity = 1` would do

use scan_runtime::{declare_scan, scan};

#[declare_scan(identity = 1)]
fn times(a: u32, b: u32) -> u32 {
    a.wrapping_mul(b)
}

#[scan(times : y)]
fn products(x: &[u32], y: &mut [u32]) {
    for i in 1..y.len() {
        y[i] = times(y[i - 1], x[i]);
    }
}

pub fn check() {
    let mut y = [2, 0, 0];
    products(&[9, 3, 5], &mut y);
    assert_eq!(y, [2, 6, 30]);
}
