use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..y.len() {
        if sum < 100 {
            sum += x[i];
        }
        y[i] = sum;
    }
}

fn main() {}
