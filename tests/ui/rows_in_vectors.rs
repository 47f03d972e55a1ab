//! Each row has memory of its own.

use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &Vec<Vec<i32>>, y: &mut Vec<i32>) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i][0];
    }
}

fn main() {}
