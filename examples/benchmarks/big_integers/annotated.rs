use super::{Arrays, Input};
use scan_runtime::{declare_target, scan};

#[declare_target]
pub mod carries {
    /// What limbs do to a carry: 0 absorb it, 1 pass it on, 2 make one. No branch: a processor could not foresee it.
    #[declare_scan(identity = 1)]
    pub fn followed_by(low: u8, high: u8) -> u8 {
        (high & !1) | ((high & 1) * low)
    }
}

#[scan(carries::followed_by : carry)]
fn add(a: &[u64], b: &[u64], sum: &mut [u64]) -> u8 {
    let mut carry: u8 = 0;
    for i in 0..sum.len() {
        let limb = a[i].wrapping_add(b[i]);
        sum[i] = limb.wrapping_add((carry == 2) as u64);
        carry = carries::followed_by(carry, ((limb < a[i]) as u8 * 2) | (limb == u64::MAX) as u8);
    }
    carry
}

pub fn run(Input { a, b }: &Input, arrays: &mut Arrays) {
    arrays.carry = add(a, b, &mut arrays.sum) == 2;
}
