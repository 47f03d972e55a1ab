use scan_runtime::declare_scan;

#[declare_scan]
fn compose(a: [u8; 4], b: [u8; 4]) -> [u8; 4] {
    [b[a[0] as usize], b[a[1] as usize], b[a[2] as usize], b[a[3] as usize]]
}

fn main() {}
