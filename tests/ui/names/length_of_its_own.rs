use scan_runtime::scan;

struct Counted(std::cell::Cell<usize>);

impl Counted {
    fn len(&self) -> usize {
        self.0.replace(self.0.get() + 1)
    }
}

#[scan(+ : y)]
fn f(x: &[usize], k: &Counted, y: &mut [usize]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + (x[i] ^ k.len());
    }
}

fn main() {}
