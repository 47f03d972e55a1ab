//! After the help of s112: a copy.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s112_mended(a: &mut [f32], b: &[f32]) {
    let old = a.to_vec();
    for i in (0..a.len().saturating_sub(1)).rev() {
        a[i + 1] = old[i] + b[i];
    }
}
