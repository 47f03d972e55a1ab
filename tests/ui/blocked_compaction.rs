use scan_runtime::scan;

#[scan(+ : k, algorithm(blelloch))]
fn f(x: &[i32], out: &mut [i32]) {
    let mut k = 0;
    for i in 0..x.len() {
        if x[i] > 0 {
            out[k] = x[i];
            k += 1;
        }
    }
}

fn main() {}
