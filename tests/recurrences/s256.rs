//! An alternating recurrence, once for every column.

use scan_runtime::scan;

#[scan]
pub fn s256(a: &mut [f32], aa: &mut [f32], bb: &[f32], d: &[f32], n: usize) {
    for i in 0..n {
        #[scan(auto : a, reassociate)]
        for j in 1..n {
            a[j] = 1.0 - a[j - 1];
            aa[j * n + i] = a[j] + bb[j * n + i] * d[j];
        }
    }
}
