use super::{Arrays, Input};
use scan_runtime::{declare_target, scan};

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

pub fn run(Input { h }: &Input, Arrays { t, value }: &mut Arrays) {
    t[0] = h[0];
    values(h, t);
    *value = t[t.len() - 1].value;
}

#[scan(poly::followed_by : t)]
fn values(h: &[poly::Pair], t: &mut [poly::Pair]) {
    for i in 1..t.len() {
        t[i] = poly::followed_by(t[i - 1], h[i]);
    }
}
