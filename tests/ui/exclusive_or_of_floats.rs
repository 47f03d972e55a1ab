use scan_runtime::scan;

#[scan(^ : y)]
fn f(x: &[f32], y: &mut [f32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] ^ x[i];
    }
}

fn main() {}
