//! Loop reversal, and nothing is carried.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s1112(a: &mut [f32], b: &[f32]) {
    for i in (0..a.len()).rev() {
        a[i] = b[i] + 1.0;
    }
}
