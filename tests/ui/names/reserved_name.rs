use scan_runtime::parallel_for;

#[parallel_for]
fn f(x: &[i32], y: &mut [i32], __scan_after: i32) {
    for i in 0..x.len() {
        y[i] = x[i] ^ __scan_after;
    }
}

fn main() {}
