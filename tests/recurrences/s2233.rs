//! Down the columns of two matrices, of one by whole rows.

use scan_runtime::scan;

#[scan]
pub fn s2233(aa: &mut [f32], bb: &mut [f32], cc: &[f32], n: usize) {
    for i in 1..n {
        #[scan(+ : aa)]
        for j in 1..n {
            aa[j * n + i] = aa[(j - 1) * n + i] + cc[j * n + i];
        }
        #[scan(+ : bb)]
        for j in 1..n {
            bb[i * n + j] = bb[(i - 1) * n + j] + cc[i * n + j];
        }
    }
}
