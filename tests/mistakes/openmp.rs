use scan_runtime::scan;

#[scan(reduction(inscan, + : sum))]
fn sums(x: &[i32], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
        y[i] = sum;
    }
}

fn main() {}
