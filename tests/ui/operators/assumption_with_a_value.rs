use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[declare_scan(assume_associative = true)]
    pub fn minus(a: u32, b: u32) -> u32 {
        a.wrapping_sub(b)
    }
}

fn main() {}
