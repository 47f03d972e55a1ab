use scan_runtime::scan;

#[scan(+ : k)]
fn f(x: &[i32], out: &mut [i32]) {
    let mut k = 0u32;
    for i in 0..x.len() {
        if x[i] > 0 {
            out[k as usize] = x[i];
            k += 1;
        }
    }
}

fn main() {}
