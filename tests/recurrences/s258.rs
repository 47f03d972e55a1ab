//! A variable changes in some iterations, and is used in all.

use scan_runtime::scan;

#[scan(auto : s)]
pub fn s258(a: &[f32], aa: &[f32], b: &mut [f32], c: &[f32], d: &[f32], e: &mut [f32]) {
    let mut s = 0.0;
    for i in 0..a.len() {
        if a[i] > 0.0 {
            s = d[i] * d[i];
        }
        b[i] = s * c[i] + d[i];
        e[i] = (s + 1.0) * aa[i];
    }
}
