//! `for x in x { sum += … }` with `#[reduce(+ : sum)]`

use scan_runtime::reduce;

#[reduce(+ : sum)]
fn total(x: &[i32]) -> i32 {
    let mut sum = 0;
    for x in x {
        sum += x * 2;
    }
    sum
}

pub fn check() {
    assert_eq!(total(&[1, 2, 3]), 12);
}
