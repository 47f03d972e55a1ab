use scan_runtime::{declare_target, parallel_for};

#[declare_target]
mod shapes {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair(pub i32, pub i32);
}

use shapes::Pair;

#[parallel_for]
fn f(x: &[i32], y: &mut [Pair]) {
    for i in 0..y.len() {
        y[i] = Pair(x[i], 1i32);
    }
}

fn main() {}
