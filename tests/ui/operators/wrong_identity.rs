use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan(identity = Pair { x: 1, y: 1 })]
    pub fn op(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x.wrapping_mul(b.y).wrapping_add(b.x), y: a.y.wrapping_mul(b.y) }
    }
}

fn main() {}
