//! Of an array only what the last pass over a row leaves counts.

use scan_runtime::scan;

#[scan]
pub fn s257(a: &mut [f32], aa: &mut [f32], bb: &[f32], n: usize) {
    for i in 1..n {
        #[scan(auto : a)]
        for j in 0..n {
            a[i] = aa[j * n + i] - a[i - 1];
            aa[j * n + i] = a[i] + bb[j * n + i];
        }
    }
}
