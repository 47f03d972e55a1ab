//! The sum of those that are positive.

use scan_runtime::reduce;

#[reduce(+ : sum)]
pub fn s3111(a: &[f32]) -> f32 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        if a[i] > 0.0 {
            sum += a[i];
        }
    }
    sum
}
