//! A variable of each iteration's own, and what it was made of is stored over.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s1251(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32], e: &[f32]) {
    for i in 0..a.len() {
        let s = b[i] + c[i];
        b[i] = a[i] + d[i];
        a[i] = s * e[i];
    }
}
