use scan_runtime::reduce;

mod std {
    pub mod cmp {
        pub fn max(a: i32, b: i32) -> i32 {
            a + b
        }
    }
}

#[reduce(max : m)]
fn f(x: &[i32]) -> i32 {
    let mut m = 0;
    for i in 0..x.len() {
        m = std::cmp::max(m, x[i]);
    }
    m
}

fn main() {}
