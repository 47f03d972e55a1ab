//! What is stored ahead is read in the next iteration.

use scan_runtime::scan;

#[scan(auto : a)]
pub fn s3251(a: &mut [f32], b: &mut [f32], c: &[f32], d: &mut [f32], e: &[f32]) {
    for i in 0..a.len().saturating_sub(1) {
        a[i + 1] = b[i] + c[i];
        b[i] = c[i] * e[i];
        d[i] = a[i] * e[i];
    }
}
