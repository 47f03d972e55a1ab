//! All elements before it, each with a weight: a recurrence of every order.

use scan_runtime::scan;

#[scan]
pub fn s118(a: &mut [f32], bb: &[f32], n: usize) {
    for i in 1..n {
        #[reduce(+ : a)]
        for j in 0..i {
            a[i] += bb[j * n + i] * a[i - j - 1];
        }
    }
}
