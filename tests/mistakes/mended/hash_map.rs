//! look the keys up before the loop

use scan_runtime::scan;
use std::collections::HashMap;

#[scan(+ : sum)]
fn sums(prices: &HashMap<u32, i64>, keys: &[u32], y: &mut [i64]) {
    let of_keys: Vec<i64> = keys.iter().map(|key| prices[key]).collect();
    let mut sum = 0i64;
    for i in 0..keys.len() {
        sum += of_keys[i];
        y[i] = sum;
    }
}

pub fn check() {
    let mut y = [0; 3];
    sums(&HashMap::from([(7, 10), (8, 20)]), &[8, 7, 8], &mut y);
    assert_eq!(y, [20, 30, 50]);
}
