use super::{Arrays, Input};
use scan_runtime::scan;

pub fn run(Input { x }: &Input, Arrays { ends, ways }: &mut Arrays) {
    let total: i32 = x.iter().sum();
    *ways = 0;
    if total % 3 != 0 {
        return;
    }
    mark(x, total / 3, ends);
    let mut firsts = 0;
    for &end in &ends[..ends.len() - 1] {
        if end & 2 != 0 {
            *ways += firsts;
        }
        firsts += u64::from(end & 1);
    }
}

#[scan(+ : sum)]
fn mark(x: &[i32], third: i32, ends: &mut [u8]) {
    let mut sum: i32 = 0;
    for i in 0..x.len() {
        sum += x[i];
        ends[i] = (sum == third) as u8 + 2 * (sum == 2 * third) as u8;
    }
}
