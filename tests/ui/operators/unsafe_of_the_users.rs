//! The expansion's own `unsafe` does not allow the user's.
use scan_runtime::{declare_scan, declare_target, scan};

unsafe fn length() -> usize {
    3
}

macro_rules! file {
    () => {
        not_core_s_file()
    };
}

macro_rules! line {
    () => {
        not_core_s_line()
    };
}

#[declare_target]
mod ops {
    pub unsafe fn one() -> i32 {
        1
    }
}

#[declare_scan(identity = unsafe_identity())]
fn product(a: i32, b: i32) -> i32 {
    a.wrapping_mul(b)
}

unsafe fn unsafe_identity() -> i32 {
    1
}

#[scan(+ : y)]
fn bounds(x: &[i32], y: &mut [i32]) {
    for i in 1..length() {
        y[i] = y[i - 1] + x[i];
    }
}

#[scan(+ : y)]
fn accesses(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + *x.get_unchecked(i);
    }
}

static mut FACTOR: i32 = 2;

#[scan(+ : y)]
fn captures(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i] * FACTOR;
    }
}

fn main() {
    let _ = (file!(), line!());
}
