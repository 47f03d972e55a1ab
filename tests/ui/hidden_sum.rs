use scan_runtime::scan;

#[scan(+ : sum)]
fn of_one_iteration(x: &[i32], y: &mut [i32]) {
    let sum = 0;
    for i in 0..x.len() {
        let sum = sum + x[i];
        y[i] = sum;
    }
}

fn main() {}
