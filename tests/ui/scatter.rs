use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32], at: &[usize], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..y.len() {
        sum += x[i];
        y[at[i]] = sum;
    }
}

fn main() {}
