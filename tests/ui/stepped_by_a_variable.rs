use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32], step: usize) {
    let mut sum = 0;
    for i in (0..y.len()).step_by(step) {
        sum += x[i];
        y[i] = sum;
    }
}

fn main() {}
