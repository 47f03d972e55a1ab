use scan_runtime::{declare_target, scan};

#[declare_target]
mod m {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct S {
        pub a: u32,
    }

    #[declare_scan(identity = S { a: 0 })]
    impl std::ops::Add for S {
        type Output = S;
        fn add(self, o: S) -> S {
            S { a: self.a + o.a }
        }
    }
}

impl m::S {
    fn wrapping_add(self, _: m::S) -> m::S {
        self
    }
}

#[scan(+ : y)]
fn f(x: &[m::S], y: &mut [m::S]) {
    for i in 1..x.len() {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
}

fn main() {}
