use scan_runtime::declare_scan;

#[declare_scan]
fn op(a: u32, b: u32) -> u32 {
    let mut sum = a.wrapping_add(b);
    while sum > 0 {
        sum |= 1;
    }
    sum
}

fn main() {}
