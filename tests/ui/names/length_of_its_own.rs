use scan_runtime::{parallel_for, scan};

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

trait Shorter {
    fn len(&self) -> usize;
}

impl Shorter for [i32; 3] {
    fn len(&self) -> usize {
        2
    }
}

#[parallel_for]
fn of_an_array(x: &[i32; 3], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = x[i];
    }
}

#[parallel_for]
fn of_one_of_an_iteration(x: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        let s = [x[i], 1, 2];
        y[i] = s.len() as i32;
    }
}

fn main() {}
