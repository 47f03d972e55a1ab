use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        let found = x.get(i);
        y[i] = y[i - 1] + found.copied().unwrap_or(0);
    }
}

fn main() {}
