use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    let mut i = 1;
    let mut n = y.len();
    while i < n {
        y[i] = y[i - 1] + x[i];
        i += 1;
        n -= 1;
    }
}

fn main() {}
