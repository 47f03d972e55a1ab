use scan_runtime::declare_scan;

#[declare_scan(identity = 0)]
fn product(a: u32, b: u32) -> u32 {
    a.wrapping_mul(b)
}

fn main() {}
