//! First sum.

use scan_runtime::scan;

#[scan(+ : x)]
pub fn k11(x: &mut [f64], y: &[f64]) {
    for k in 1..x.len() {
        x[k] = x[k - 1] + y[k];
    }
}
