use scan_runtime::scan;

#[scan(+ : y, map(to: z))]
fn f(x: &[i32], y: &mut [i32], z: &[i32]) {
    let _ = z;
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
