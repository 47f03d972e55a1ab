use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair<T> {
        pub x: T,
        pub y: T,
    }
}

fn main() {}
