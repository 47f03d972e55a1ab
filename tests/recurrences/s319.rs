//! A sum beside two arrays.

use scan_runtime::reduce;

#[reduce(+ : sum)]
pub fn s319(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32], e: &[f32]) -> f32 {
    let mut sum = 0.0;
    for i in 0..a.len() {
        a[i] = c[i] + d[i];
        sum += a[i];
        b[i] = c[i] + e[i];
        sum += b[i];
    }
    sum
}
