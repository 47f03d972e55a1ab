use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32]) -> i32 {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
    }
    sum
}

fn main() {}
