//! Unpacking: into the places of those that are positive.

use scan_runtime::scan;

#[scan(+ : j)]
pub fn s342(a: &mut [f32], b: &[f32]) -> usize {
    let mut j = 0;
    for i in 0..a.len() {
        if a[i] > 0.0 {
            a[i] = b[j];
            j += 1;
        }
    }
    j
}
