//! use `i64` or `u64`

use scan_runtime::scan;

#[scan(+ : y)]
fn sums(x: &[i64], y: &mut [i64]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

pub fn check() {
    let mut y = [1, 0, 0];
    sums(&[9, 2, 3], &mut y);
    assert_eq!(y, [1, 3, 6]);
}
