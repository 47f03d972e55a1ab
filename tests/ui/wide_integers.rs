use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[u128], y: &mut [u128]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
