//! Tri-diagonal elimination, below the diagonal.

use scan_runtime::scan;

#[scan(auto : x, reassociate)]
pub fn k5(x: &mut [f64], y: &[f64], z: &[f64]) {
    for i in 1..x.len() {
        x[i] = z[i] * (y[i] - x[i - 1]);
    }
}
