use scan_runtime::reduce;

#[reduce(+ : sum)]
fn f(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..y.len() {
        sum += x[i];
        y[i] = sum;
    }
}

fn main() {}
