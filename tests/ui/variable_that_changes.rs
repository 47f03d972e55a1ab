use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    let mut i = 1;
    while i < y.len() {
        i += 1;
        y[i] = y[i - 1] + x[i];
        i += 1;
    }
}

fn main() {}
