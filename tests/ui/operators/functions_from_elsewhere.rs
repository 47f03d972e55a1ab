use scan_runtime::declare_target;

fn helper(a: i32) -> i32 {
    a
}

const LIMIT: i32 = 3;

#[declare_target]
mod ops {
    use super::{LIMIT, helper};

    pub fn calls(a: i32) -> i32 {
        helper(a)
    }

    pub fn mentions(a: i32) -> i32 {
        a.min(LIMIT)
    }

    pub fn of_std(a: i32) -> i32 {
        std::hint::black_box(a)
    }
}

fn main() {}
