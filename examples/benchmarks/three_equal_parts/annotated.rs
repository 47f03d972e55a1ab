use super::{Arrays, Input};
use scan_runtime::{declare_target, reduce, scan};

#[declare_target]
mod parts {
    /// How many places there are in a part of the array where a first part ends, where a second, and pairs of both.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Ends {
        pub firsts: u64,
        pub seconds: u64,
        pub ways: u64,
    }

    #[declare_scan(identity = Ends { firsts: 0, seconds: 0, ways: 0 })]
    pub fn followed_by(a: Ends, b: Ends) -> Ends {
        Ends {
            firsts: a.firsts.wrapping_add(b.firsts),
            seconds: a.seconds.wrapping_add(b.seconds),
            ways: a.ways.wrapping_add(b.ways).wrapping_add(a.firsts.wrapping_mul(b.seconds)),
        }
    }
}

#[reduce(+ : total)]
fn add_up(x: &[i32]) -> i32 {
    let mut total = 0i32;
    for &x in x {
        total += x;
    }
    total
}

#[scan(+ : sum)]
fn mark(x: &[i32], third: i32, ends: &mut [u8]) {
    let mut sum: i32 = 0;
    for i in 0..x.len() {
        sum += x[i];
        ends[i] = (sum == third) as u8 + 2 * (sum == 2 * third) as u8;
    }
}

#[reduce(parts::followed_by : so_far)]
fn count(ends: &[u8]) -> u64 {
    let mut so_far = parts::Ends::default();
    for &end in ends {
        // A first part cannot end where a second does, even where both sums are zero.
        so_far = parts::followed_by(so_far, parts::Ends { firsts: (end & 1) as u64, seconds: (end / 2) as u64, ways: 0u64 });
    }
    so_far.ways
}

pub fn run(Input { x }: &Input, Arrays { ends, ways }: &mut Arrays) {
    let total = add_up(x);
    *ways = 0;
    if total % 3 == 0 {
        mark(x, total / 3, ends);
        *ways = count(&ends[..ends.len() - 1]);
    }
}
