use scan_runtime::{Max, Monoid, scan};

trait Pick {
    fn max(self, other: Self) -> Self;
}

#[scan(max : highest)]
fn f<T: Monoid<Max> + Pick>(x: &[T], y: &mut [T], mut highest: T) {
    for i in 0..x.len() {
        highest = highest.max(x[i]);
        y[i] = highest;
    }
}

fn main() {}
