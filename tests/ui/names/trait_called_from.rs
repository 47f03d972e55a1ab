use scan_runtime::reduce;

trait From<T> {
    fn from(value: T) -> Self;
}

impl From<u8> for u64 {
    fn from(value: u8) -> u64 {
        value as u64 + 1
    }
}

impl From<bool> for u64 {
    fn from(value: bool) -> u64 {
        value as u64 + 1
    }
}

#[reduce(+ : s)]
fn f(x: &[u8]) -> u64 {
    let mut s = 0u64;
    for i in 0..x.len() {
        s += u64::from(x[i]);
    }
    s
}

fn main() {}
