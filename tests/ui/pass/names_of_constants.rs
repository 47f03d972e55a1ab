//! Names around an annotated function that the expansion's patterns must not meet.
#![allow(non_upper_case_globals, non_snake_case, dead_code, clippy::needless_range_loop)]

use scan_runtime::{reduce, scan};

const carry: i32 = 4;
const start: i32 = 4;
const range: i32 = 4;
const launch: i32 = 4;
const i: usize = 0;
const after: i32 = 1;
static y_len: usize = 3;

struct Option;

macro_rules! line {
    () => {
        "another"
    };
}

fn Some(x: i32) -> i32 {
    x
}

fn None() -> i32 {
    line!();
    Some(1)
}

#[scan(+ : a)]
fn over_a_range(x: &[i32], y: &mut [i32]) {
    let mut a = 0i32;
    for k in 0..y.len() {
        a += x[k];
        y[k] = a;
    }
}

#[scan(+ : a)]
fn over_an_iterator(x: &[i32], y: &mut [i32]) {
    let mut a = 0i32;
    for (q, p) in y.iter_mut().zip(x) {
        a += *p;
        *q = a;
    }
}

mod table {
    #[allow(non_upper_case_globals)]
    pub static weights: [i32; 3] = [1, 2, 3];
}
use table::weights;

#[reduce(+ : sum)]
fn of_a_static() -> i32 {
    let mut sum = 0i32;
    for k in 0..weights.len() {
        sum += weights[k];
    }
    sum
}

fn main() {
    let (x, mut out) = ([1, 2, 3], [0; 3]);
    over_a_range(&x, &mut out);
    assert_eq!(out, [1, 3, 6]);
    over_an_iterator(&x, &mut out);
    assert_eq!((out, of_a_static()), ([1, 3, 6], 6));
}
