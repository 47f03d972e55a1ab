//! What is in the brackets shows that each row has memory of its own.

use scan_runtime::parallel_for;

#[parallel_for]
fn f(n: usize) -> bool {
    let mut y = vec![vec![false; 8]; n + 1];
    for i in 0..=n {
        y[i][0] = true;
    }
    y[n][0]
}

fn main() {}
