use scan_runtime::scan;
use std::ops::Add;

#[scan(+ : y)]
fn f<T: Copy + Add<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
