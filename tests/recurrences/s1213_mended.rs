//! After the help of s1213: a copy, and what is carried is one operator.

use scan_runtime::scan;

#[scan(auto : b)]
pub fn s1213_mended(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32]) {
    let old = a.to_vec();
    for i in 1..a.len().saturating_sub(1) {
        a[i] = b[i - 1] + c[i];
        b[i] = old[i + 1] * d[i];
    }
}
