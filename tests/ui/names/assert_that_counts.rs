use scan_runtime::reduce;
use std::sync::atomic::{AtomicUsize, Ordering};

static ASSERTED: AtomicUsize = AtomicUsize::new(0);

macro_rules! assert {
    ($condition:expr) => {
        if $condition {
            ASSERTED.fetch_add(1, Ordering::Relaxed);
        }
    };
}

#[reduce(+ : sum)]
fn f(x: &[u32]) -> u32 {
    let mut sum = 0u32;
    for value in x {
        assert!(*value < 10);
        sum = sum.wrapping_add(*value);
    }
    sum
}

fn main() {}
