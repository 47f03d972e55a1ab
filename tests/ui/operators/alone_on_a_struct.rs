use scan_runtime::declare_scan;

#[declare_scan(identity = Pair { x: 0 })]
#[repr(C)]
#[derive(Clone, Copy)]
struct Pair {
    x: i32,
}

fn main() {}
