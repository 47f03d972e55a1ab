//! Packing: those that are positive.

use scan_runtime::scan;

#[scan(+ : j)]
pub fn s341(a: &mut [f32], b: &[f32]) -> usize {
    let mut j = 0;
    for i in 0..a.len() {
        if b[i] > 0.0 {
            a[j] = b[i];
            j += 1;
        }
    }
    j
}
