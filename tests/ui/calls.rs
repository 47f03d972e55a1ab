use scan_runtime::scan;

fn weigh(x: i32) -> i32 {
    x / 2
}

#[scan(+ : y)]
fn f(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + weigh(x[i]);
    }
}

fn main() {}
