use scan_runtime::reduce;

trait Ord {
    fn max(self, other: Self) -> Self;
}

impl Ord for i32 {
    fn max(self, other: Self) -> Self {
        self + other
    }
}

#[reduce(max : m)]
fn f(x: &[i32]) -> i32 {
    let mut m = 0;
    for i in 0..x.len() {
        m = m.max(x[i]);
    }
    m
}

fn main() {}
