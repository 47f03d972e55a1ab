use scan_runtime::scan;

#[scan(+ : y)]
fn f(y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + y[0];
    }
}

fn main() {}
