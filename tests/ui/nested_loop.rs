use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        for j in 0..i {
            y[i] = y[i - 1] + x[j];
        }
        y[0] += 1;
    }
}

fn main() {}
