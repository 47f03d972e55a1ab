//! Unrolled five times: each element by the one behind it.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s116(a: &mut [f32]) {
    for i in (0..a.len().saturating_sub(5)).step_by(5) {
        a[i] = a[i + 1] * a[i];
        a[i + 1] = a[i + 2] * a[i + 1];
        a[i + 2] = a[i + 3] * a[i + 2];
        a[i + 3] = a[i + 4] * a[i + 3];
        a[i + 4] = a[i + 5] * a[i + 4];
    }
}
