//! A power, by multiplying.

use scan_runtime::reduce;

#[reduce(* : q)]
pub fn s317(n: usize) -> f32 {
    let mut q = 1.0;
    for _ in 0..n / 2 {
        q *= 0.99;
    }
    q
}
