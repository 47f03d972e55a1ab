//! A recurrence through two arrays.

use scan_runtime::scan;

#[scan(auto : b)]
pub fn s323(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32], e: &[f32]) {
    for i in 1..a.len() {
        a[i] = b[i - 1] + c[i] * d[i];
        b[i] = a[i] + c[i] * e[i];
    }
}
