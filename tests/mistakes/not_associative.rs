use scan_runtime::{declare_scan, scan};

#[declare_scan(identity = 0.0)]
fn mean(a: f64, b: f64) -> f64 {
    (a + b) / 2.0
}

#[scan(mean : y)]
fn means(x: &[f64], y: &mut [f64]) {
    for i in 1..y.len() {
        y[i] = mean(y[i - 1], x[i]);
    }
}

fn main() {}
