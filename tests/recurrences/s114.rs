//! Transposed below the diagonal, in place.

use scan_runtime::scan;

#[scan]
pub fn s114(aa: &mut [f32], bb: &[f32], n: usize) {
    for i in 0..n {
        #[parallel_for]
        for j in 0..i {
            aa[i * n + j] = aa[j * n + i] + bb[i * n + j];
        }
    }
}
