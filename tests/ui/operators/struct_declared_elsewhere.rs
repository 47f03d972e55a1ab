use scan_runtime::declare_scan;

#[repr(C)]
#[derive(Clone, Copy)]
struct Pair {
    x: i32,
    y: i32,
}

#[declare_scan(identity = Pair { x: 0, y: 0 })]
fn op(a: Pair, b: Pair) -> Pair {
    Pair { x: a.x.wrapping_add(b.x), y: a.y.wrapping_add(b.y) }
}

fn main() {}
