use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) -> i32 {
    let mut most = 0;
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
        most = most.max(x[i]);
    }
    most
}

fn main() {}
