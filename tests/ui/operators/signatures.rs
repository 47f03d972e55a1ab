use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[declare_scan]
    pub fn three(a: Pair, b: Pair, c: Pair) -> Pair {
        if a.x > c.x { a } else { b }
    }

    #[declare_scan]
    pub fn mixed(a: Pair, b: i32) -> Pair {
        Pair { x: a.x.wrapping_add(b), y: a.y }
    }

    #[declare_scan]
    pub fn compares(a: Pair, b: Pair) -> bool {
        a.x < b.x
    }

    #[declare_scan]
    pub fn by_reference(a: &Pair, b: &Pair) -> Pair {
        Pair { x: a.x.wrapping_add(b.x), y: a.y.wrapping_add(b.y) }
    }
}

fn main() {}
