//! A variable holds the product of the iteration before.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s252(a: &mut [f32], b: &[f32], c: &[f32]) {
    let mut t = 0.0;
    for i in 0..a.len() {
        let s = b[i] * c[i];
        a[i] = s + t;
        t = s;
    }
}
