//! After the help of K6: the sum is a variable.

use scan_runtime::scan;

#[scan]
pub fn k6_mended(w: &mut [f64], b: &[f64], n: usize) {
    for i in 1..n {
        let mut sum = 0.01;
        #[reduce(+ : sum)]
        for k in 0..i {
            sum += b[k * n + i] * w[i - k - 1];
        }
        w[i] = sum;
    }
}
