//! A running sum of several terms.

use scan_runtime::scan;

#[scan(+ : a)]
pub fn s242(a: &mut [f32], b: &[f32], c: &[f32], d: &[f32], s1: f32, s2: f32) {
    for i in 1..a.len() {
        a[i] = a[i - 1] + s1 + s2 + b[i] + c[i] + d[i];
    }
}
