use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32], a: i32) {
    for i in 1..y.len() {
        y[i] = a * y[i - 1] + x[i];
    }
}

fn main() {}
