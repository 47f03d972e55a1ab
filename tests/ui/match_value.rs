use scan_runtime::scan;

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + match x[i] {
            0 => 1,
            x => x,
        };
    }
}

fn main() {}
