use geometry::max;
use scan_runtime::reduce;

mod geometry {
    pub fn max(a: i32, b: i32) -> i32 {
        if a.abs() > b.abs() { a } else { b }
    }
}

#[reduce(max : m)]
fn f(x: &[i32]) -> i32 {
    let mut m = 0;
    for i in 0..x.len() {
        m = max(m, x[i]);
    }
    m
}

fn main() {}
