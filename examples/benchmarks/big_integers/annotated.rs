use super::{Arrays, Input};
use scan_runtime::scan;

/// Returns the last limb that does not just pass a carry on: twice its number, and 1 more if it makes a carry.
#[scan(max : last)]
fn add(a: &[u64], b: &[u64], sum: &mut [u64]) -> i64 {
    let mut last: i64 = 0;
    for i in 0..sum.len() {
        let limb = a[i].wrapping_add(b[i]);
        sum[i] = limb.wrapping_add((last & 1) as u64);
        last = last.max(if limb == u64::MAX { 0 } else { ((i as i64) << 1) | (limb < a[i]) as i64 });
    }
    last
}

pub fn run(Input { a, b }: &Input, arrays: &mut Arrays) {
    arrays.carry = add(a, b, &mut arrays.sum) & 1 == 1;
}
