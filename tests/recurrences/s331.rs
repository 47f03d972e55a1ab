//! The last that is negative.

use scan_runtime::reduce;

#[reduce(auto : j)]
pub fn s331(a: &[f32]) -> i64 {
    let mut j = -1;
    for i in 0..a.len() {
        if a[i] < 0.0 {
            j = i as i64;
        }
    }
    j
}
