use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        y[i] = x[i] + 1;
    }
}

fn main() {}
