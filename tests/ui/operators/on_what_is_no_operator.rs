use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    use std::ops::Sub;

    #[declare_scan]
    impl Sub for Pair {
        type Output = Pair;

        fn sub(self, other: Pair) -> Pair {
            other
        }
    }

    #[declare_scan(identity = 0)]
    impl Pair {
        pub fn sum(self) -> i32 {
            self.x.wrapping_add(self.y)
        }
    }

    #[declare_scan]
    pub const ZERO: i32 = 0;

    #[declare_scan]
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Three {
        pub x: [i32; 3],
    }
}

fn main() {}
