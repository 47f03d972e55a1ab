//! A matrix and another one, transposed.

use scan_runtime::scan;

#[scan]
pub fn s1115(aa: &mut [f32], bb: &[f32], cc: &[f32], n: usize) {
    for i in 0..n {
        #[parallel_for]
        for j in 0..n {
            aa[i * n + j] = aa[i * n + j] * cc[j * n + i] + bb[i * n + j];
        }
    }
}
