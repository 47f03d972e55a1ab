//! Names of the user's that the expansion would like to have.
#![deny(warnings)]

use scan_runtime::scan;

const LOOP: f32 = 2.0;

#[scan(+ : carry)]
fn all_at_once(range: &[f32], start: &mut [f32], launch: f32, last: usize) -> f32 {
    let mut carry = launch;
    let (check, before, after, here) = (1.0, 2.0, 3.0, 4.0);
    for i in 0..last {
        let element = range[i] * check + before - after;
        carry += element * here * LOOP;
        start[i] = carry + before * check - after;
    }
    carry
}

/// A module called as the runtime's, and as the standard library's.
mod launch {
    pub mod scan_runtime {}
    pub mod std {}
    pub mod core {}

    #[::scan_runtime::scan(+ : y)]
    pub fn run(x: &[u8], y: &mut [u64]) {
        let i = 3;
        for i in 1..y.len() - i + 3 {
            let x = x[i] as u64;
            let y_from = x + 1;
            y[i] = y[i - 1] + y_from;
        }
    }
}

/// Words of OpenCL C, and names of the kernels' own.
#[scan(+ : kernel)]
fn opencl(global: &[i32], local: &mut [i32], float4: i32, element: i32, scan_t: i32) -> i32 {
    let mut kernel = 0;
    for barrier in 0..global.len() {
        let scan_op = global[barrier] * float4;
        let totals = scan_op + element;
        kernel += totals * scan_t;
        local[barrier] = kernel;
    }
    kernel
}

/// Arrays with the names of what canonical expressions have for carried values.
#[scan(+ : y)]
fn placeholders(before: &[i32], after: &[i32], is_first: &[i32], std_none: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + before[i] + after[i] - is_first[i] * std_none[i];
    }
}

/// And with those of what derived operators call.
#[scan(auto : y)]
fn derived(launch: &[i64], range: &[i64], term_limit: &[i64], change: i64, y: &mut [i64]) {
    for i in 1..y.len() {
        y[i] = (y[i - 1] + launch[i] + range[i] * change).max(term_limit[i]);
    }
}

fn main() {
    let mut y = [1, 0];
    placeholders(&[0, 2], &[0, 3], &[0, 4], &[0, 5], &mut y);
    assert_eq!(y, [1, -14]);
    let mut y = [1, 0];
    derived(&[0, 2], &[0, 3], &[0, 4], 5, &mut y);
    assert_eq!(y, [1, 18]);
    let mut y = [0.0; 2];
    assert_eq!(all_at_once(&[1.0, 2.0], &mut y, 0.5, 2), 8.5);
    assert_eq!(y, [-0.5, 7.5]);
    let mut y = [0; 3];
    launch::run(&[1, 2, 3], &mut y);
    assert_eq!(y, [0, 3, 7]);
    let mut y = [0; 2];
    assert_eq!(opencl(&[1, 2], &mut y, 2, 1, 3), 24);
    assert_eq!(y, [9, 24]);
}
