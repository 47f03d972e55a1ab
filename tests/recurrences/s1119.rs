//! Down the columns.

use scan_runtime::scan;

#[scan]
pub fn s1119(aa: &mut [f32], bb: &[f32], n: usize) {
    for i in 1..n {
        #[scan(+ : aa)]
        for j in 0..n {
            aa[i * n + j] = aa[(i - 1) * n + j] + bb[i * n + j];
        }
    }
}
