//! cast it: `… as usize`

use scan_runtime::scan;

#[scan(+ : sum)]
fn sums(x: &[i64], at: &[f32], y: &mut [i64]) {
    let mut sum = 0i64;
    for i in 0..at.len() {
        sum += x[at[i] as usize];
        y[i] = sum;
    }
}

pub fn check() {
    let mut y = [0; 3];
    sums(&[5, 6, 7], &[2.0, 0.0, 1.5], &mut y);
    assert_eq!(y, [7, 12, 18]);
}
