use scan_runtime::parallel_for;

#[parallel_for]
fn f(x: &[i32], y: &mut [i32], __scanc_after: i32) {
    for i in 0..x.len() {
        y[i] = x[i] ^ __scanc_after;
    }
}

fn main() {}
