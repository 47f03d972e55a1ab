use scan_runtime::scan;

#[scan(+ : y)]
const fn f(x: &[i32; 10], y: &mut [i32; 10]) {
    let mut i = 1;
    while i < 10 {
        y[i] = y[i - 1] + x[i];
        i += 1;
    }
}

fn main() {}
