//! Every other element from the one before it, which none stores.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s111(a: &mut [f32], b: &[f32]) {
    for i in (1..a.len()).step_by(2) {
        a[i] = a[i - 1] + b[i];
    }
}
