use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    let _ = (x, y);
}

fn main() {}
