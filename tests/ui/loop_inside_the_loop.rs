use scan_runtime::scan;

#[scan]
fn f(x: &[i32], y: &mut [i32]) {
    #[scan(+ : y)]
    for i in 1..y.len() {
        for j in 0..i {
            y[i] = y[i - 1] + x[j];
        }
    }
}

fn main() {}
