//! A triangular system: each row reads what the one before it has made.

use scan_runtime::scan;

#[scan]
pub fn s115(a: &mut [f32], aa: &[f32], n: usize) {
    for j in 0..n.saturating_sub(1) {
        #[parallel_for]
        for i in j + 1..n {
            a[i] -= aa[j * n + i] * a[j];
        }
    }
}
