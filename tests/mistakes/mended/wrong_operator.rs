//! write `#[scan(+ : y)]`

use scan_runtime::scan;

#[scan(+ : y)]
pub fn sums(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

pub fn check() {
    let mut y = [1, 0, 0];
    sums(&[9, 2, 3], &mut y);
    assert_eq!(y, [1, 3, 6]);
}
