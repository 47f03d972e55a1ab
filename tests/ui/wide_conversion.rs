//! A type that no kernel has, named by what makes it.

use scan_runtime::reduce;

#[reduce(+ : sum)]
fn f(x: &[u64]) -> u64 {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += (u128::from(x[i]) >> 3) as u64;
    }
    sum
}

fn main() {}
