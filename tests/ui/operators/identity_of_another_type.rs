use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan(identity = 0)]
    pub fn op(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x.wrapping_add(b.x), y: a.y.wrapping_add(b.y) }
    }

    #[declare_scan(identity = 0.0)]
    pub fn sum(a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }

    #[declare_scan(identity = Pair { x: 0 })]
    pub fn add(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x.wrapping_add(b.x), y: a.y.wrapping_add(b.y) }
    }
}

fn main() {}
