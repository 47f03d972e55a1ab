use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[declare_scan(identity = super::ZERO)]
    pub fn sum(a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }
}

const ZERO: u32 = 0;

fn main() {}
