//! A map's key is no index.

use scan_runtime::reduce;
use std::collections::HashMap;

#[reduce(+ : sum)]
fn f(x: &[i32], weights: &HashMap<i32, i32>) -> i32 {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += weights[&x[i]];
    }
    sum
}

fn main() {}
