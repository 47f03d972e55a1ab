//! The type is the caller's: bounds say what the scan needs.
#![deny(warnings)]

use scan_runtime::{Add, Element, Max, Monoid, scan};
use std::ops;

#[scan(+ : y)]
fn prefix_sum<T: Monoid<Add> + ops::Add<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

#[scan(max : highest, device(any))]
fn highest_so_far<T>(x: &[T], y: &mut [T]) -> T
where
    T: Monoid<Max> + Element + Ord,
{
    let mut highest = <T as Monoid<Max>>::identity();
    for i in 0..x.len() {
        highest = highest.max(x[i]);
        y[i] = highest;
    }
    highest
}

fn main() {
    let mut y = [1.0, 0.0, 0.0];
    prefix_sum(&[0.5; 3], &mut y);
    assert_eq!(y, [1.0, 1.5, 2.0]);
    let mut y = [0u8; 3];
    assert_eq!(highest_so_far(&[3, 9, 4], &mut y), 9);
    assert_eq!(y, [3, 9, 9]);
}
