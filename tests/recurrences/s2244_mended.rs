//! After the help of s2244: two loops.

use scan_runtime::scan;

#[scan]
pub fn s2244_mended(a: &mut [f32], b: &[f32], c: &[f32], e: &[f32]) {
    #[parallel_for]
    for i in 0..a.len().saturating_sub(1) {
        a[i + 1] = b[i] + e[i];
    }
    #[parallel_for]
    for i in 0..a.len().saturating_sub(1) {
        a[i] = b[i] + c[i];
    }
}
