use scan_runtime::scan;

#[scan]
fn f(x: &[i32], y: &mut [i32]) {
    #[scan(+ : y)]
    let first = x[0];
    y[0] = first;
}

fn main() {}
