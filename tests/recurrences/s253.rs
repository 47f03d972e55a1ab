//! A variable of some iterations' own.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s253(a: &mut [f32], b: &[f32], c: &mut [f32], d: &[f32]) {
    for i in 0..a.len() {
        if a[i] > b[i] {
            let s = a[i] - b[i] * d[i];
            c[i] += s;
            a[i] = s;
        }
    }
}
