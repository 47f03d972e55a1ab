use scan_runtime::declare_target;

#[declare_target]
#[repr(u8)]
#[derive(PartialEq)]
enum Side {
    Left,
    Right,
}

fn main() {}
