//! A running sum beside independent stores.

use scan_runtime::scan;

#[scan(+ : b)]
pub fn s221(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32]) {
    for i in 1..a.len() {
        a[i] += c[i] * d[i];
        b[i] = b[i - 1] + a[i] + d[i];
    }
}
