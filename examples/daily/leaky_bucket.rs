//! Requests that wait where so many are answered a second, and how many wait at most.

use scan_runtime::scan;

#[scan(auto : level)]
#[reduce(max : most)]
pub fn waiting(arrivals: &[i64], answered: i64, levels: &mut [i64]) -> i64 {
    let (mut level, mut most) = (0, 0);
    for (after, arrived) in levels.iter_mut().zip(arrivals) {
        level = (level + arrived - answered).max(0);
        most = most.max(level);
        *after = level;
    }
    most
}
