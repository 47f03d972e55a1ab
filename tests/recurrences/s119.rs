//! Along diagonals.

use scan_runtime::scan;

#[scan]
pub fn s119(aa: &mut [f32], bb: &[f32], n: usize) {
    for i in 1..n {
        #[scan(+ : aa)]
        for j in 1..n {
            aa[i * n + j] = aa[(i - 1) * n + j - 1] + bb[i * n + j];
        }
    }
}
