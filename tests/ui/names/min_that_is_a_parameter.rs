use scan_runtime::reduce;

#[reduce(min : m)]
fn f(x: &[i32], min: fn(i32, i32) -> i32) -> i32 {
    let mut m = 0;
    for i in 0..x.len() {
        m = min(m, x[i]);
    }
    m
}

fn main() {}
