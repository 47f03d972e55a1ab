use scan_runtime::declare_scan;

#[declare_scan]
fn op(a: u32, b: u32) -> u32 {
    a / b
}

fn main() {}
