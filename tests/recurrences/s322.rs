//! A recurrence of the second order.

use scan_runtime::scan;

#[scan(auto : a, reassociate)]
pub fn s322(a: &mut [f32], b: &[f32], c: &[f32]) {
    for i in 2..a.len() {
        a[i] = a[i] + a[i - 1] * b[i] + a[i - 2] * c[i];
    }
}
