use scan_runtime::scan;
use std::ops::{Deref, DerefMut};

/// Which is more than the `Vec` that it goes for.
struct Stack(Vec<i32>);

impl Deref for Stack {
    type Target = Vec<i32>;

    fn deref(&self) -> &Vec<i32> {
        &self.0
    }
}

impl DerefMut for Stack {
    fn deref_mut(&mut self) -> &mut Vec<i32> {
        &mut self.0
    }
}

impl Stack {
    fn push(&mut self, value: i32) {
        self.0.insert(0, value);
    }
}

#[scan(+ : sum)]
fn stacked(x: &[i32], y: &mut Stack) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
        y.push(sum);
    }
}

fn main() {}
