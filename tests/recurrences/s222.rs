//! A square is carried between stores that are independent.

use scan_runtime::scan;

#[scan(auto : e)]
pub fn s222(a: &mut [f32], b: &[f32], c: &[f32], e: &mut [f32]) {
    for i in 1..a.len() {
        a[i] += b[i] * c[i];
        e[i] = e[i - 1] * e[i - 1];
        a[i] -= b[i] * c[i];
    }
}
