//! Two arrays, of which one reads what the other has stored.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s211(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32], e: &[f32]) {
    for i in 1..a.len().saturating_sub(1) {
        a[i] = b[i - 1] + c[i] * d[i];
        b[i] = b[i + 1] - e[i] * d[i];
    }
}
