use scan_runtime::declare_target;

#[declare_target]
mod ops {
    /// The bicyclic monoid, as long as nothing overflows.
    #[declare_scan(identity = Open { closing: 0, opening: 0 })]
    pub fn then(a: Open, b: Open) -> Open {
        let pairs = a.opening.min(b.closing);
        Open { closing: a.closing + (b.closing - pairs), opening: (a.opening - pairs) + b.opening }
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Open {
        pub closing: u32,
        pub opening: u32,
    }
}

fn main() {}
