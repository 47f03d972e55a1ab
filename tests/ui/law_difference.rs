use scan_runtime::declare_scan;

#[declare_scan]
fn less(a: i64, b: i64) -> i64 {
    a - b
}

fn main() {}
