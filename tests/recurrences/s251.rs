//! A variable of each iteration's own.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s251(a: &mut [f32], b: &[f32], c: &[f32], d: &[f32]) {
    for i in 0..a.len() {
        let s = b[i] + c[i] * d[i];
        a[i] = s * s;
    }
}
