use scan_runtime::scan;

fn count() -> usize {
    10
}

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    for i in 1..count() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
