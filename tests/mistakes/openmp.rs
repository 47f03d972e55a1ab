use scan_runtime::scan;

#[scan(reduction(inscan, + : y))]
fn sums(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
