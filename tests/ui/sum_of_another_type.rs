use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32], y: &mut [i64]) {
    let mut sum: i32 = 0;
    for i in 0..y.len() {
        sum += x[i];
        y[i] = sum;
    }
}

fn main() {}
