//! `big::Integer *= u32` is no product of numbers of one type.

use scan_runtime::reduce;
use std::time::Duration as Integer;

#[reduce(* : product)]
fn f(n: u32) -> Integer {
    let mut product: Integer = Integer::from_secs(1);
    for i in 1..=n {
        product *= i;
    }
    product
}

fn main() {}
