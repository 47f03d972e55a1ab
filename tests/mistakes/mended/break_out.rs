//! `for i in 0..end`

use scan_runtime::scan;

#[scan(+ : sum)]
fn sums(x: &[i32], y: &mut [i32]) {
    let end = x.iter().position(|&x| x == 0).unwrap_or(x.len());
    let mut sum = 0;
    for i in 0..end {
        sum += x[i];
        y[i] = sum;
    }
}

pub fn check() {
    let mut y = [1; 4];
    sums(&[9, 2, 0, 3], &mut y);
    assert_eq!(y, [9, 11, 1, 1]);
}
