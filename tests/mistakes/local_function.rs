use scan_runtime::scan;

fn weight(x: f64) -> f64 {
    x * 0.5
}

#[scan(+ : y)]
fn sums(x: &[f64], y: &mut [f64]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + weight(x[i]);
    }
}

fn main() {}
