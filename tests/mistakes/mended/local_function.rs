//! `use ops::weight;`

use ops::weight;
use scan_runtime::{declare_target, scan};

#[declare_target]
mod ops {
    pub fn weight(x: f64) -> f64 {
        x * 0.5
    }
}

#[scan(+ : y)]
fn sums(x: &[f64], y: &mut [f64]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + weight(x[i]);
    }
}

pub fn check() {
    let mut y = [1.0, 0.0, 0.0];
    sums(&[9.0, 2.0, 4.0], &mut y);
    assert_eq!(y, [1.0, 2.0, 4.0]);
}
