//! The maximum.

use scan_runtime::reduce;

#[reduce(max : x)]
pub fn s314(a: &[f32], mut x: f32) -> f32 {
    for i in 0..a.len() {
        if a[i] > x {
            x = a[i];
        }
    }
    x
}
