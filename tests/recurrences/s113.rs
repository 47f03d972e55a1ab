//! `a[0]` is read, and never stored.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s113(a: &mut [f32], b: &[f32]) {
    for i in 1..a.len() {
        a[i] = a[0] + b[i];
    }
}
