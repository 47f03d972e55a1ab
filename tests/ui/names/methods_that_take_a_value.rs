//! A method of a trait that takes `self` comes before one of the standard library's that takes `&self`.

use scan_runtime::scan;

trait Asc {
    fn is_ascii_digit(self) -> bool;
}

impl Asc for u8 {
    fn is_ascii_digit(self) -> bool {
        self == b'a'
    }
}

#[scan(+ : s)]
fn digits(x: &[u8], y: &mut [u32]) {
    let mut s = 0u32;
    for i in 0..x.len() {
        if x[i].is_ascii_digit() {
            s += 1;
        }
        y[i] = s;
    }
}

trait Twice {
    fn clone(self) -> i64;
}

impl Twice for i64 {
    fn clone(self) -> i64 {
        2 * self
    }
}

#[scan(+ : s)]
fn sums(x: &[i64], y: &mut [i64]) {
    let mut s = 0i64;
    for i in 0..x.len() {
        s += x[i].clone();
        y[i] = s;
    }
}

fn main() {}
