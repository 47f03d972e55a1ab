use scan_runtime::declare_target;

#[declare_target]
mod ops {
    pub fn same<T: Copy>(a: T) -> T {
        a
    }

    #[declare_scan]
    pub fn last<T: Copy>(_a: T, b: T) -> T {
        b
    }

    pub fn of_any(a: impl Into<i32>) -> i32 {
        a.into()
    }
}

fn main() {}
