use scan_runtime::{declare_scan, declare_target};

#[declare_scan(identity = 0, domain = 65521)]
fn without_a_condition(a: u32, b: u32) -> u32 {
    (a + b) % 65521
}

#[declare_scan(identity = 0, domain = |&a| a < 65521)]
fn by_a_reference(a: u32, b: u32) -> u32 {
    (a + b) % 65521
}

#[declare_scan(identity = 0, domain = |a| a + 1)]
fn by_a_number(a: u32, b: u32) -> u32 {
    (a + b) % 65521
}

#[declare_scan(identity = 0, domain = |a| 65521 / a > 1)]
fn that_panics(a: u32, b: u32) -> u32 {
    (a + b) % 65521
}

#[declare_target(domain = |a| a < 65521)]
mod modular {}

fn main() {}
