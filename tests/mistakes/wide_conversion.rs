use scan_runtime::scan;

#[scan(+ : sum)]
fn sums(x: &[u64], y: &mut [u64]) {
    let mut sum = 0u64;
    for i in 0..x.len() {
        sum += (u128::from(x[i]) >> 3) as u64;
        y[i] = sum;
    }
}

fn main() {}
