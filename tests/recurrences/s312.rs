//! The product.

use scan_runtime::reduce;

#[reduce(* : prod)]
pub fn s312(a: &[f32]) -> f32 {
    let mut prod = 1.0;
    for i in 0..a.len() {
        prod *= a[i];
    }
    prod
}
