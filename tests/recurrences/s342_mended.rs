//! After the help of s342: stored in every iteration.

use scan_runtime::scan;

#[scan(+ : j)]
pub fn s342_mended(a: &mut [f32], b: &[f32]) -> usize {
    let mut j = 0;
    for i in 0..a.len() {
        let is_more = a[i] > 0.0;
        a[i] = if is_more { b[j] } else { a[i] };
        if is_more {
            j += 1;
        }
    }
    j
}
