use scan_runtime::reduce;
use std::cell::Cell;
use std::ops::Deref;

struct Alternating {
    uses: Cell<usize>,
    values: [i32; 2],
}

impl Deref for Alternating {
    type Target = i32;
    fn deref(&self) -> &i32 {
        &self.values[self.uses.replace(self.uses.get() + 1) % 2]
    }
}

#[reduce(+ : s)]
fn f(x: &[i32], k: &Alternating) -> i32 {
    let mut s = 0;
    for i in 0..x.len() {
        s += x[i] ^ **k;
    }
    s
}

fn main() {}
