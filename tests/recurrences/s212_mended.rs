//! After the help of s212: a copy.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s212_mended(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32]) {
    let old = a.to_vec();
    for i in 0..a.len().saturating_sub(1) {
        a[i] *= c[i];
        b[i] += old[i + 1] * d[i];
    }
}
