//! At which hours of the day requests come, and how long the longest of each hour takes.

use scan_runtime::reduce;

const HOUR: u64 = 3600;

#[reduce(+ : requests, max : longest)]
pub fn by_hour(seconds: &[u64], took: &[u32], requests: &mut [u32; 24], longest: &mut [u32; 24]) {
    for (second, &took) in seconds.iter().zip(took) {
        let hour = (second / HOUR % 24) as usize;
        requests[hour] += 1;
        longest[hour] = longest[hour].max(took);
    }
}
