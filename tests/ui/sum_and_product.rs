use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32], y: &mut [i32]) {
    let (mut sum, mut product) = (0, 1);
    for i in 0..y.len() {
        sum += x[i];
        product *= x[i];
        y[i] = sum + product;
    }
}

fn main() {}
