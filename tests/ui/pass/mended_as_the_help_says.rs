//! What the help lines of SC0514, SC0515 and SC0516 say, done to the programs that they are about.

use scan_runtime::{declare_target, scan};

#[declare_target]
mod ops {
    pub fn weigh(x: i32) -> i32 {
        x * 2
    }
}
use ops::weigh;

#[scan(+ : y)]
fn own_function(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + weigh(x[i]);
    }
}

#[declare_target]
mod types {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Trade {
        pub price: f64,
        pub volume: f64,
    }
}
use types::Trade;

#[scan(+ : y)]
fn own_type(x: &[Trade], y: &mut [f64]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i].price * x[i].volume;
    }
}

#[scan(+ : y)]
fn own_parameter<T: scan_runtime::Monoid<scan_runtime::operators::Add> + std::ops::Add<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {
    let mut y = [0; 4];
    own_function(&[1, 2, 3, 4], &mut y);
    assert_eq!(y, [0, 4, 10, 18]);
    let mut sums = [0.0; 2];
    own_type(&[Trade { price: 2.0, volume: 3.0 }; 2], &mut sums);
    assert_eq!(sums, [0.0, 6.0]);
    let mut z = [1, 0, 0];
    own_parameter(&[1, 2, 3], &mut z);
    assert_eq!(z, [1, 3, 6]);
}
