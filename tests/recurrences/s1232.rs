//! Below the diagonal, nothing is carried.

use scan_runtime::scan;

#[scan]
pub fn s1232(aa: &mut [f32], bb: &[f32], cc: &[f32], n: usize) {
    for j in 0..n {
        #[parallel_for]
        for i in j..n {
            aa[i * n + j] = bb[i * n + j] + cc[i * n + j];
        }
    }
}
