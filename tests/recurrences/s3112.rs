//! The running sum.

use scan_runtime::scan;

#[scan(+ : sum)]
pub fn s3112(a: &[f32], b: &mut [f32]) -> f32 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i];
        b[i] = sum;
    }
    sum
}
