//! Each array reads the other one, behind and ahead.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s1213(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32]) {
    for i in 1..a.len().saturating_sub(1) {
        a[i] = b[i - 1] + c[i];
        b[i] = a[i + 1] * d[i];
    }
}
