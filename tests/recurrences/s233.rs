//! Down the columns of one matrix, and along the rows of another.

use scan_runtime::scan;

#[scan]
pub fn s233(aa: &mut [f32], bb: &mut [f32], cc: &[f32], n: usize) {
    for i in 1..n {
        #[scan(+ : aa)]
        for j in 1..n {
            aa[j * n + i] = aa[(j - 1) * n + i] + cc[j * n + i];
        }
        for j in 1..n {
            bb[j * n + i] = bb[j * n + i - 1] + cc[j * n + i];
        }
    }
}
