use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(C)]
    pub struct Fields {
        pub text: String,
        pub same: &'static str,
        pub list: Vec<i32>,
        pub shared: &'static i32,
        pub both: (i32, i32),
        pub perhaps: Option<i32>,
        pub letter: char,
        pub wide: u128,
        pub pointer: *const i32,
        pub function: fn(i32) -> i32,
        pub object: Box<dyn Fn(i32) -> i32>,
    }
}

fn main() {}
