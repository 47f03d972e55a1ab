//! The second loop of s233 by itself: along the rows, by columns.

use scan_runtime::scan;

#[scan]
pub fn s233_rows(bb: &mut [f32], cc: &[f32], n: usize) {
    for i in 1..n {
        #[scan(+ : bb)]
        for j in 1..n {
            bb[j * n + i] = bb[j * n + i - 1] + cc[j * n + i];
        }
    }
}
