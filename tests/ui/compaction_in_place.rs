use scan_runtime::scan;

#[scan(+ : k)]
fn f(x: &mut [i32]) -> usize {
    let mut k = 0;
    for i in 0..x.len() {
        if x[i] > 0 {
            x[k] = x[i];
            k += 1;
        }
    }
    k
}

fn main() {}
