use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[repr(C, packed)]
    #[derive(Clone, Copy)]
    pub struct Packed {
        pub x: u8,
        pub y: i32,
    }

    #[derive(Clone, Copy)]
    pub enum Side {
        Left,
        Right,
    }
}

fn main() {}
