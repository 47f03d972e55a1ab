use scan_runtime::declare_target;

#[allow(non_camel_case_types)]
type i16 = u8;

#[declare_target]
mod m {
    use super::i16;

    pub fn f(x: i16) -> i16 {
        x / 2
    }
}

fn max(a: i32, b: i32) -> i32 {
    a + b
}

#[declare_target]
mod n {
    use super::max;

    pub fn f(x: i32) -> i32 {
        max(x, 2)
    }
}

fn main() {}
