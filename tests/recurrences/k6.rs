//! General linear recurrence equations, of every order.

use scan_runtime::scan;

#[scan]
pub fn k6(w: &mut [f64], b: &[f64], n: usize) {
    for i in 1..n {
        w[i] = 0.01;
        #[reduce(+ : w)]
        for k in 0..i {
            w[i] += b[k * n + i] * w[i - k - 1];
        }
    }
}
