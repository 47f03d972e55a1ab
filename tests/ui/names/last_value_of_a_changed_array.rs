use scan_runtime::scan;

#[scan(+ : y)]
fn f(y: &mut [i32]) -> i32 {
    let mut last = 4;
    for i in 1..y.len() {
        last = 10 / y[i];
        y[i] = y[i - 1] + y[i];
    }
    last
}

fn main() {}
