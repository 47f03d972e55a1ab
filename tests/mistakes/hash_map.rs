use scan_runtime::scan;
use std::collections::HashMap;

#[scan(+ : sum)]
fn sums(prices: &HashMap<u32, i64>, keys: &[u32], y: &mut [i64]) {
    let mut sum = 0i64;
    for i in 0..keys.len() {
        sum += prices[&keys[i]];
        y[i] = sum;
    }
}

fn main() {}
