//! After the help of s253: stored in every iteration.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn s253_mended(a: &mut [f32], b: &[f32], c: &mut [f32], d: &[f32]) {
    for i in 0..a.len() {
        let s = a[i] - b[i] * d[i];
        let is_more = a[i] > b[i];
        c[i] = if is_more { c[i] + s } else { c[i] };
        a[i] = if is_more { s } else { a[i] };
    }
}
