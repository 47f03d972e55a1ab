use scan_runtime::scan;

#[scan(+ : y)]
fn sums<T: Copy + std::ops::Add<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
