//! A column continues with what its head has become.

use scan_runtime::scan;

#[scan]
pub fn s235(a: &mut [f32], b: &[f32], c: &[f32], aa: &mut [f32], bb: &[f32], n: usize) {
    for i in 0..n {
        a[i] += b[i] * c[i];
        #[scan(+ : aa)]
        for j in 1..n {
            aa[j * n + i] = aa[(j - 1) * n + i] + bb[j * n + i] * a[i];
        }
    }
}
