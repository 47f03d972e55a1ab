use scan_runtime::{Add, Max, Monoid, reduce};

#[reduce(+ : sum, max : most)]
fn f<T: Monoid<Add> + Monoid<Max> + std::ops::Add<Output = T>>(x: &[T], start: T) -> (T, i32) {
    let mut sum = start;
    let mut most = 0;
    for i in 0..x.len() {
        sum = sum + x[i];
        most = most.max(i as i32);
    }
    (sum, most)
}

fn main() {}
