use scan_runtime::{reduce, scan};

#[reduce(+ : sum, algorithm(blelloch))]
fn f(x: &[i32]) -> i32 {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
    }
    sum
}

#[scan(+ : y, algorithm(reduce))]
fn g(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

#[scan(+ : y, algorithm(lookback))]
fn lagged(x: &[i32], y: &mut [i32], k: usize) {
    for i in k..y.len() {
        y[i] = y[i - k] + x[i];
    }
}

fn main() {}
