use scan_runtime::{declare_target, parallel_for};

#[declare_target]
mod m {
    #[repr(C)]
    #[derive(Copy)]
    pub struct P {
        pub a: i32,
    }
}

impl Clone for m::P {
    fn clone(&self) -> Self {
        m::P { a: self.a ^ 1 }
    }
}

#[parallel_for]
fn f(x: &[m::P], y: &mut [m::P]) {
    for i in 0..x.len() {
        y[i] = x[i].clone();
    }
}

#[parallel_for]
fn g(x: &[m::P], y: &mut [m::P]) {
    for (y, x) in y.iter_mut().zip(x.iter().cloned()) {
        *y = x;
    }
}

fn main() {}
