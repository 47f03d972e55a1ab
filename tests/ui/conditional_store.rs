use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..y.len() - 1 {
        sum += x[i];
        if x[i] > 0 {
            y[i] = sum.max(y[0]);
        }
    }
}

fn main() {}
