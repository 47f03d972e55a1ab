use scan_runtime::scan;

#[scan(+ : a, b)]
fn f(x: &[i32], y: &mut [i32], z: &mut [i32]) {
    let (mut a, mut b) = (0, 0);
    for i in 0..y.len() {
        a += x[i];
        b += a * a;
        y[i] = a;
        z[i] = b;
    }
}

fn main() {}
