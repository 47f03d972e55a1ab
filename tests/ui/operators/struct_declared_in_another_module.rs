use scan_runtime::declare_target;

mod types {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }
}

#[declare_target]
mod ops {
    use crate::types::Pair;

    #[declare_scan]
    pub fn op(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x.wrapping_add(b.x), y: a.y.wrapping_add(b.y) }
    }
}

fn main() {}
