use scan_runtime::scan;

#[scan(+ : a, b)]
fn f(x: &[i64], y: &mut [i64], mut a: i64, mut b: i64) {
    for i in 0..x.len() {
        let t = a;
        a = a + 2 * b;
        b = b - t + x[i];
        y[i] = a;
    }
}

#[scan(auto : a, b)]
fn g(x: &[i64], y: &mut [i64], mut a: i64, mut b: i64) {
    for i in 0..x.len() {
        let t = a;
        a = a * b;
        b = b - t + x[i];
        y[i] = a;
    }
}

fn main() {}
