//! The maximum, with its place.

use scan_runtime::reduce;

#[reduce(max : x)]
pub fn s315(a: &[f32], mut x: f32) -> (f32, usize) {
    let mut index = 0;
    for i in 0..a.len() {
        if a[i] > x {
            x = a[i];
            index = i;
        }
    }
    (x, index)
}
