use scan_runtime::scan;

#[scan(+ : k)]
fn f(x: &[i32], out: &mut [i32], rest: &mut [i32]) {
    let (mut k, mut j) = (0, 0);
    for i in 0..x.len() {
        if x[i] > 0 {
            out[k] = x[i];
            k += 1;
        } else {
            rest[j] = x[i];
            j += 1;
        }
    }
}

fn main() {}
