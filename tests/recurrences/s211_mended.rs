//! After the help of s211: what is carried has one operator.

use scan_runtime::scan;

#[scan(auto : b)]
pub fn s211_mended(a: &mut [f32], b: &mut [f32], c: &[f32], d: &[f32], e: &[f32]) {
    for i in 1..a.len().saturating_sub(1) {
        a[i] = b[i - 1] + c[i] * d[i];
        b[i] = b[i + 1] - e[i] * d[i];
    }
}
