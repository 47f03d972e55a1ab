use scan_runtime::scan;

#[scan(+ : sum)]
fn f(x: &[i32], y: &mut [i32]) {
    let (mut sum, mut odd) = (0, 0);
    for i in 0..y.len() {
        sum += if { odd = x[i] % 2; odd != 0 } { x[i] } else { 0 };
        y[i] = sum;
    }
}

fn main() {}
