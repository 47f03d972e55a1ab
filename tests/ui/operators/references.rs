use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    pub fn change(a: &mut Pair) -> i32 {
        a.x = 1;
        a.x
    }

    pub fn first(a: &[i32]) -> i32 {
        a[0]
    }

    pub fn field(a: &Pair) -> &i32 {
        &a.x
    }
}

fn main() {}
