use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    use std::ops::Add;

    #[declare_scan]
    impl Add for Pair {
        type Output = Self;

        fn add(self, other: Self) -> Self {
            Self { x: self.x.wrapping_add(other.x) / 2, y: self.y.wrapping_add(other.y) }
        }
    }
}

fn main() {}
