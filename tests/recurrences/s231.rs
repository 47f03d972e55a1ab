//! Down the columns, one after the other.

use scan_runtime::scan;

#[scan]
pub fn s231(aa: &mut [f32], bb: &[f32], n: usize) {
    for i in 0..n {
        #[scan(+ : aa)]
        for j in 1..n {
            aa[j * n + i] = aa[(j - 1) * n + i] + bb[j * n + i];
        }
    }
}
