use scan_runtime::declare_target;

#[declare_target]
mod poly {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan(identity = Pair { x: 0, y: 0 })]
    pub fn op(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x * b.y + b.x, y: a.y * b.y }
    }
}

fn main() {}
