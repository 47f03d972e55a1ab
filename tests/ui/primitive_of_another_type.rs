use scan_runtime::scan;

#[allow(non_camel_case_types)]
type i32 = u8;

#[scan(+ : y)]
fn accumulate(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
