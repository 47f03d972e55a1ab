use scan_runtime::declare_scan;

#[declare_scan]
fn minus(a: i32, b: i32) -> i32 {
    a.wrapping_sub(b)
}

fn main() {}
