//! use `i64` or `u64`

use scan_runtime::scan;

#[scan(+ : sum)]
fn sums(x: &[u64], y: &mut [u64]) {
    let mut sum = 0u64;
    for i in 0..x.len() {
        sum += x[i] >> 3;
        y[i] = sum;
    }
}

pub fn check() {
    let mut y = [0; 3];
    sums(&[8, 17, 40], &mut y);
    assert_eq!(y, [1, 3, 8]);
}
