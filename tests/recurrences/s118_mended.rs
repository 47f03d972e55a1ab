//! After the help of s118: the sum is a variable.

use scan_runtime::scan;

#[scan]
pub fn s118_mended(a: &mut [f32], bb: &[f32], n: usize) {
    for i in 1..n {
        let mut sum = a[i];
        #[reduce(+ : sum)]
        for j in 0..i {
            sum += bb[j * n + i] * a[i - j - 1];
        }
        a[i] = sum;
    }
}
