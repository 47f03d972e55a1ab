use super::{Arrays, Input};
use scan_runtime::{declare_target, scan};

#[declare_target]
pub mod matrices {
    use std::ops::Mul;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Matrix {
        pub x00: u32,
        pub x01: u32,
        pub x10: u32,
        pub x11: u32,
    }

    fn inner(a: u32, b: u32, c: u32, d: u32) -> u32 {
        a.wrapping_mul(b).wrapping_add(c.wrapping_mul(d))
    }

    #[declare_scan(identity = Matrix { x00: 1, x01: 0, x10: 0, x11: 1 })]
    impl Mul for Matrix {
        type Output = Self;

        fn mul(self, other: Self) -> Self {
            Self {
                x00: inner(self.x00, other.x00, self.x01, other.x10),
                x01: inner(self.x00, other.x01, self.x01, other.x11),
                x10: inner(self.x10, other.x00, self.x11, other.x10),
                x11: inner(self.x10, other.x01, self.x11, other.x11),
            }
        }
    }
}

pub fn run(Input { x }: &Input, Arrays { y }: &mut Arrays) {
    y[0] = x[0];
    products(x, y);
}

#[scan(* : y)]
fn products(x: &[matrices::Matrix], y: &mut [matrices::Matrix]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] * x[i];
    }
}
