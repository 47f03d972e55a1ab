//! The element in the middle changes on the way.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s1113(a: &mut [f32], b: &[f32]) {
    for i in 0..a.len() {
        a[i] = a[a.len() / 2] + b[i];
    }
}
