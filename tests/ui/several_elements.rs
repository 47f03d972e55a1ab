//! Several elements of an array that an iteration stores, and that are not those of one row.
use scan_runtime::{parallel_for, scan};

#[scan(+ : y)]
fn continued(x: &[u32], y: &mut [u32]) {
    for i in 1..x.len() {
        y[2 * i] = y[2 * i - 2] + x[i];
        y[2 * i + 1] = x[i];
    }
}

#[parallel_for]
fn read_elsewhere(x: &[f32], p: &[usize], y: &mut [f32]) {
    for i in 0..x.len() {
        y[2 * i] = x[i];
        y[2 * i + 1] = y[p[i]];
    }
}

#[parallel_for]
fn far_apart(x: &[f32], y: &mut [f32], n: usize) {
    for i in 0..n {
        y[i] = x[i];
        y[i + n] = -x[i];
    }
}

#[parallel_for]
fn of_two_rows(x: &[f32], y: &mut [f32]) {
    for i in 0..x.len() {
        y[2 * i + 1] = x[i];
        y[2 * i + 2] = -x[i];
    }
}

#[parallel_for]
fn cut_off(x: &[f32], y: &mut [f32]) {
    for i in 0..x.len() as u32 {
        y[(2 * i) as usize] = 0.0;
        y[(2 * i + 1) as usize] = 1.0;
    }
}

fn main() {}
