use scan_runtime::{Monoid, declare_target};

#[declare_target]
mod ops {
    #[declare_scan]
    pub fn last(_a: u32, b: u32) -> u32 {
        b
    }
}

fn identity<Op, T: Monoid<Op>>() -> T {
    T::identity()
}

fn main() {
    let _none: u32 = identity::<ops::last, u32>();
}
