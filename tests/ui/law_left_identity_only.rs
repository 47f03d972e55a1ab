use scan_runtime::declare_scan;

#[declare_scan(identity = 0)]
fn last(_a: i32, b: i32) -> i32 {
    b
}

fn main() {}
