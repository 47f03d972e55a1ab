//! What an iteration stores ahead the next one stores over.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s2244(a: &mut [f32], b: &[f32], c: &[f32], e: &[f32]) {
    for i in 0..a.len().saturating_sub(1) {
        a[i + 1] = b[i] + e[i];
        a[i] = b[i] + c[i];
    }
}
