//! A recurrence of the first order.

use scan_runtime::scan;

#[scan(auto : a, reassociate)]
pub fn s321(a: &mut [f32], b: &[f32]) {
    for i in 1..a.len() {
        a[i] += a[i - 1] * b[i];
    }
}
