use scan_runtime::{declare_target, scan};

#[declare_target]
mod poly {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan(identity = Pair { x: 0, y: 1 })]
    pub fn op(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x.wrapping_mul(b.y).wrapping_add(b.x), y: a.y.wrapping_mul(b.y) }
    }

    pub fn other(a: Pair, _b: Pair) -> Pair {
        a
    }
}

use poly::Pair;

#[scan(poly::op : t)]
fn squares(x: &[Pair], t: &mut [Pair]) {
    for i in 1..t.len() {
        t[i] = poly::op(t[i - 1], poly::op(x[i], x[i]));
    }
}

fn main() {
    let x = [Pair { x: 1, y: 2 }; 3];
    let mut t = x;
    squares(&x, &mut t);
    // Each step is `2 * s + 1` two times.
    assert_eq!((t[2].x, t[2].y), (31, 32));
}
