//! A variable holds what the iteration before it has read.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s2251(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32], e: &[f32]) {
    let mut s = 0.0;
    for i in 0..a.len() {
        a[i] = s * e[i];
        s = b[i] + c[i];
        b[i] = a[i] + d[i];
    }
}
