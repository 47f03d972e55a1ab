use scan_runtime::declare_target;

#[declare_target(identity = 0)]
fn sum(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

fn main() {}
