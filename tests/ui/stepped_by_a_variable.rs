use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32], last: u32, step: usize) {
    let mut sum = 0;
    for i in (0..last).step_by(step) {
        sum += x[i as usize];
        y[i as usize] = sum;
    }
}

fn main() {}
