use scan_runtime::scan;
use std::ops::{Index, RangeFull};

struct Ring(Vec<i32>);

impl Index<usize> for Ring {
    type Output = i32;
    fn index(&self, i: usize) -> &i32 {
        &self.0[(i + 1) % self.0.len()]
    }
}

impl Index<RangeFull> for Ring {
    type Output = [i32];
    fn index(&self, _: RangeFull) -> &[i32] {
        &self.0
    }
}

#[scan(+ : y)]
fn f(x: &Ring, y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

fn main() {}
