use scan_runtime::declare_target;

#[declare_target]
mod ops {
    pub fn factorial(n: u32) -> u32 {
        if n < 2 { 1 } else { n.wrapping_mul(factorial(n - 1)) }
    }

    pub fn even(n: u32) -> bool {
        n == 0 || odd(n - 1)
    }

    pub fn odd(n: u32) -> bool {
        n != 0 && even(n - 1)
    }
}

fn main() {}
