//! The stretch of days that gained most (Kadane's algorithm).

use scan_runtime::reduce;

#[reduce(auto : here, max : best)]
pub fn best_stretch(gains: &[i64]) -> i64 {
    let (mut here, mut best) = (0, 0);
    for gain in gains {
        here = (here + gain).max(0);
        best = best.max(here);
    }
    best
}
