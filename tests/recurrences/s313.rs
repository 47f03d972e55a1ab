//! The dot product.

use scan_runtime::reduce;

#[reduce(+ : dot)]
pub fn s313(a: &[f32], b: &[f32]) -> f32 {
    let mut dot = 0.0;
    for i in 0..a.len() {
        dot += a[i] * b[i];
    }
    dot
}
