//! A variable holds the element before; the first has the last one's.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s254(a: &mut [f32], b: &[f32]) {
    let mut x = b.last().copied().unwrap_or_default();
    for i in 0..a.len() {
        a[i] = (b[i] + x) * 0.5;
        x = b[i];
    }
}
