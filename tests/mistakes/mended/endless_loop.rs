//! `while i < n { …; i += 1; }`

use scan_runtime::scan;

#[scan(+ : y)]
fn sums(x: &[i32], y: &mut [i32]) {
    let (mut i, n) = (1, y.len());
    while i < n {
        y[i] = y[i - 1] + x[i];
        i += 1;
    }
}

pub fn check() {
    let mut y = [1, 0, 0];
    sums(&[9, 2, 3], &mut y);
    assert_eq!(y, [1, 3, 6]);
}
