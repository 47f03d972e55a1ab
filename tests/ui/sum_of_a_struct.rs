//! The type is written, and the file shows what it is.

use scan_runtime::reduce;

#[derive(Clone, Copy)]
struct Money(i64);

impl std::ops::AddAssign<i64> for Money {
    fn add_assign(&mut self, cents: i64) {
        self.0 += cents;
    }
}

#[reduce(+ : total)]
fn f(x: &[i64]) -> i64 {
    let mut total: Money = Money(0);
    for i in 0..x.len() {
        total += x[i];
    }
    total.0
}

fn main() {}
