use super::{Arrays, Input};
use scan_runtime::{declare_target, reduce};

#[declare_target]
pub mod poly {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Pair {
        pub value: u32,
        pub power: u32,
    }

    #[declare_scan(identity = Pair { value: 0, power: 1 })]
    pub fn followed_by(a: Pair, b: Pair) -> Pair {
        Pair { value: a.value.wrapping_mul(b.power).wrapping_add(b.value), power: a.power.wrapping_mul(b.power) }
    }
}

#[reduce(poly::followed_by : so_far)]
fn evaluate(h: &[poly::Pair]) -> poly::Pair {
    let mut so_far = poly::Pair { value: 0, power: 1 };
    for &h in h {
        so_far = poly::followed_by(so_far, h);
    }
    so_far
}

pub fn run(Input { h }: &Input, arrays: &mut Arrays) {
    arrays.value = evaluate(h).value;
}
