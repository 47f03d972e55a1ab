//! After the help of s115: read before the loop.

use scan_runtime::scan;

#[scan]
pub fn s115_mended(a: &mut [f32], aa: &[f32], n: usize) {
    for j in 0..n.saturating_sub(1) {
        let by = a[j];
        #[parallel_for]
        for i in j + 1..n {
            a[i] -= aa[j * n + i] * by;
        }
    }
}
