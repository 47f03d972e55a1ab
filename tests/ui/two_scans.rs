use scan_runtime::scan;

#[scan(+ : y, max : z)]
fn f(x: &[i32], y: &mut [i32], z: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
        z[i] = z[i - 1].max(x[i]);
    }
}

fn main() {}
