//! The greatest absolute value, with its place, in steps from outside.

use scan_runtime::reduce;

#[reduce(max : max)]
pub fn s318(a: &[f32], inc: usize, n: usize, mut max: f32) -> (f32, usize) {
    let mut index = 0;
    for i in 1..n {
        if a[i * inc].abs() > max {
            max = a[i * inc].abs();
            index = i;
        }
    }
    (max, index)
}
