use scan_runtime::scan;

#[scan(+ : z)]
fn f(x: &[i32], y: &mut [i32], z: &mut [i32]) {
    z[0] = 0;
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
