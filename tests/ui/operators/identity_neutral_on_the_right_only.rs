use scan_runtime::declare_scan;

/// The first value seen.
#[declare_scan(identity = 0)]
fn first(a: u64, _b: u64) -> u64 {
    a
}

fn main() {}
