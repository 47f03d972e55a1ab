//! What is read ahead is stored in the next iteration.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s1244(a: &mut [f32], b: &[f32], c: &[f32], d: &mut [f32]) {
    for i in 0..a.len().saturating_sub(1) {
        a[i] = b[i] + c[i] * c[i] + b[i] * b[i] + c[i];
        d[i] = a[i] + a[i + 1];
    }
}
