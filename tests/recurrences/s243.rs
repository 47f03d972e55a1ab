//! Stored twice, and read ahead in between.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s243(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32], e: &[f32]) {
    for i in 0..a.len().saturating_sub(1) {
        a[i] = b[i] + c[i] * d[i];
        b[i] = a[i] + d[i] * e[i];
        a[i] = b[i] + a[i + 1] * d[i];
    }
}
