//! What is read ahead is stored in the next iteration.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s212(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32]) {
    for i in 0..a.len().saturating_sub(1) {
        a[i] *= c[i];
        b[i] += a[i + 1] * d[i];
    }
}
