use scan_runtime::declare_target;

#[declare_target]
mod residues {
    const P: u32 = 65521;

    #[declare_scan(identity = 0, domain = |a| a < P)]
    pub fn sum(a: u32, b: u32) -> u32 {
        a + b
    }

    #[declare_scan(identity = 0, domain = |a| a > 0 && a < P)]
    pub fn most(a: u32, b: u32) -> u32 {
        a.max(b)
    }
}

fn main() {}
