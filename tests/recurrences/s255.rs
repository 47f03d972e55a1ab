//! Two variables hold the two elements before.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s255(a: &mut [f32], b: &[f32], mut x: f32, mut y: f32) {
    for i in 0..a.len() {
        a[i] = (b[i] + x + y) * 0.333;
        y = x;
        x = b[i];
    }
}
