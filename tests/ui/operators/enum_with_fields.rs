use scan_runtime::declare_target;

#[declare_target]
mod ops {
    #[repr(u8)]
    #[derive(Clone, Copy)]
    pub enum Seen {
        Nothing,
        Value(i32),
    }
}

fn main() {}
