use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32], k: usize) {
    for i in k..y.len() {
        y[i] = y[i - k] + y[i - 1] * x[i];
    }
}

fn main() {}
