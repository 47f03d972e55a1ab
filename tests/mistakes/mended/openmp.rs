//! `#[scan(+ : y)]`

use scan_runtime::scan;

#[scan(+ : sum)]
fn sums(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
        y[i] = sum;
    }
}

pub fn check() {
    let mut y = [0; 3];
    sums(&[9, 2, 3], &mut y);
    assert_eq!(y, [9, 11, 14]);
}
