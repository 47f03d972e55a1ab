//! The greatest absolute value.

use scan_runtime::reduce;

#[reduce(max : max)]
pub fn s3113(a: &[f32], mut max: f32) -> f32 {
    for i in 0..a.len() {
        if a[i].abs() > max {
            max = a[i].abs();
        }
    }
    max
}
