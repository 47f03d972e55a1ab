use scan_runtime::scan;

#[scan(+ : y)]
fn sums(x: &[i128], y: &mut [i128]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
