//! Loop reversal: every iteration reads what was there before the loop.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s112(a: &mut [f32], b: &[f32]) {
    for i in (0..a.len().saturating_sub(1)).rev() {
        a[i + 1] = a[i] + b[i];
    }
}
