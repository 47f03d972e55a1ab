use scan_runtime::scan;

#[scan(+ : y)]
fn sums(x: &[i32], y: &mut [i32]) {
    let mut i = 1;
    loop {
        if i >= y.len() {
            break;
        }
        y[i] = y[i - 1] + x[i];
        i += 1;
    }
}

fn main() {}
