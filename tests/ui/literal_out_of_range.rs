use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[u8], y: &mut [u8]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i] * 300;
    }
}

fn main() {}
