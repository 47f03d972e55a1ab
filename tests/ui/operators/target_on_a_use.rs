use scan_runtime::declare_target;

#[declare_target]
pub use std::ops::Add;

#[declare_target]
trait Combines {}

fn main() {}
