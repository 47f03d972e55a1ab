use scan_runtime::{declare_target, scan};

#[declare_target]
mod m {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct S {
        pub a: u32,
        pub b: u32,
    }

    #[declare_scan(identity = S { a: 1, b: 0 })]
    impl std::ops::Mul for S {
        type Output = S;
        fn mul(self, o: S) -> S {
            S { a: self.a * o.a, b: self.b * o.a + o.b }
        }
    }
}

impl std::ops::MulAssign for m::S {
    fn mul_assign(&mut self, o: m::S) {
        *self = o * *self;
    }
}

#[scan(* : acc)]
fn f(x: &[m::S], y: &mut [m::S], mut acc: m::S) {
    for i in 0..x.len() {
        acc *= x[i];
        y[i] = acc;
    }
}

#[scan(* : y)]
fn g(x: &[m::S], y: &mut [m::S]) {
    for i in 1..x.len() {
        y[i] = y[i - 1];
        y[i] *= x[i];
    }
}

fn main() {}
