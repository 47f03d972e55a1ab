use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[declare_scan(identty = 0)]
    pub fn sum(a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }

    #[declare_scan(commutative)]
    pub fn product(a: u32, b: u32) -> u32 {
        a.wrapping_mul(b)
    }
}

fn main() {}
