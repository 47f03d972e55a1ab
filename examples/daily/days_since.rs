//! How many days since it rained.

use scan_runtime::scan;

#[scan(auto : days)]
pub fn dry_days(rain: &[f32], since: &mut [u32]) {
    let mut days = 0u32;
    for (since, &rain) in since.iter_mut().zip(rain) {
        days = if rain > 0.0 { 0 } else { days + 1 };
        *since = days;
    }
}
