//! The minimum.

use scan_runtime::reduce;

#[reduce(min : x)]
pub fn s316(a: &[f32], mut x: f32) -> f32 {
    for i in 1..a.len() {
        if a[i] < x {
            x = a[i];
        }
    }
    x
}
