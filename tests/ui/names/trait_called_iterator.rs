use scan_runtime::scan;

trait Iterator: Sized {
    fn rev(self) -> Self {
        self
    }
}

impl Iterator for std::ops::Range<usize> {}

#[scan(+ : y)]
fn f(y: &mut [i32]) {
    for i in (0..y.len() - 1).rev() {
        y[i] += y[i + 1];
    }
}

fn main() {}
