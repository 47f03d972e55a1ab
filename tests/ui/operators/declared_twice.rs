use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[declare_scan(identity = 0)]
    #[declare_scan(identity = 1)]
    pub fn sum(a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }
}

fn main() {}
