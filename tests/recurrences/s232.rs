//! A square is carried along each row.

use scan_runtime::scan;

#[scan]
pub fn s232(aa: &mut [f32], bb: &[f32], n: usize) {
    for j in 1..n {
        #[scan(auto : aa)]
        for i in 1..=j {
            aa[j * n + i] = aa[j * n + i - 1] * aa[j * n + i - 1] + bb[j * n + i];
        }
    }
}
