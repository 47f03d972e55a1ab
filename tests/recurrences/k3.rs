//! Inner product.

use scan_runtime::reduce;

#[reduce(+ : q)]
pub fn k3(z: &[f64], x: &[f64]) -> f64 {
    let mut q = 0.0;
    for k in 0..x.len() {
        q += z[k] * x[k];
    }
    q
}
