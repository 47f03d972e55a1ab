//! The first that is greater: the loop ends early.

use scan_runtime::reduce;

#[reduce(auto : index)]
pub fn s332(a: &[f32], t: f32) -> (i64, f32) {
    let (mut index, mut value) = (-2, -1.0);
    for i in 0..a.len() {
        if a[i] > t {
            index = i as i64;
            value = a[i];
            break;
        }
    }
    (index, value)
}
