//! or index: `for i in 0..n`

use scan_runtime::reduce;

#[reduce(+ : sum)]
fn total(x: &[i32]) -> i32 {
    let n = x.len().div_ceil(2);
    let mut sum = 0;
    for i in 0..n {
        sum += x[2 * i];
    }
    sum
}

pub fn check() {
    assert_eq!(total(&[1, 2, 3, 4, 5]), 9);
}
