use scan_runtime::declare_scan;

/// The last value seen.
#[declare_scan(identity = 0)]
fn last(_a: u64, b: u64) -> u64 {
    b
}

fn main() {}
