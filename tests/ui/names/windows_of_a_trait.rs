use scan_runtime::scan;

trait Panes {
    fn windows(&self, length: usize) -> std::slice::Windows<'_, i32>;
}

impl Panes for Vec<i32> {
    fn windows(&self, length: usize) -> std::slice::Windows<'_, i32> {
        self[length..].windows(length)
    }
}

#[scan(+ : acc)]
fn sums(x: &Vec<i32>, y: &mut [i32]) {
    let mut acc = 0;
    for (y, w) in y.iter_mut().zip(x.windows(2)) {
        acc += w[1];
        *y = acc;
    }
}

fn main() {
    sums(&vec![1, 2, 3, 4], &mut [0; 3]);
}
