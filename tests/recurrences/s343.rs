//! Packing a matrix by its columns.

use scan_runtime::scan;

#[scan]
pub fn s343(aa: &[f32], bb: &[f32], flat: &mut [f32], n: usize) -> usize {
    let mut k = 0;
    for i in 0..n {
        #[scan(+ : k)]
        for j in 0..n {
            if bb[j * n + i] > 0.0 {
                flat[k] = aa[j * n + i];
                k += 1;
            }
        }
    }
    k
}
