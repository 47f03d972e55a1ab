//! What an iteration stores ahead the next one stores again.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s244(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32]) {
    for i in 0..a.len().saturating_sub(1) {
        a[i] = b[i] + c[i] * d[i];
        b[i] += c[i];
        a[i + 1] = b[i] + a[i + 1] * d[i];
    }
}
