use scan_runtime::scan;

#[scan(+ : sum)]
fn sums(x: &[i64], at: &[f32], y: &mut [i64]) {
    let mut sum = 0i64;
    for i in 0..at.len() {
        sum += x[at[i]];
        y[i] = sum;
    }
}

fn main() {}
