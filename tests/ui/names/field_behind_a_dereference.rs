use scan_runtime::scan;
use std::ops::{Deref, DerefMut};

struct Inner {
    y: Vec<i32>,
}

struct Outer {
    inner: Inner,
}

impl Deref for Outer {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl DerefMut for Outer {
    fn deref_mut(&mut self) -> &mut Inner {
        println!("one more");
        &mut self.inner
    }
}

#[scan(+ : outer.y)]
fn f(outer: &mut Outer) {
    for i in 1..outer.y.len() {
        outer.y[i] += outer.y[i - 1];
    }
}

fn main() {}
