use scan_runtime::scan;

#[scan(+ : sum)]
fn pushed(x: &[i32], y: &mut Vec<i32>) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
        y.push(sum);
    }
}

fn main() {}
