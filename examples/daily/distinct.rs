//! A sorted list without what is there twice.

use scan_runtime::scan;

#[scan(+ : count)]
pub fn distinct(sorted: &[u32], out: &mut [u32]) -> usize {
    out[0] = sorted[0];
    let mut count = 1;
    for i in 1..sorted.len() {
        if sorted[i] != sorted[i - 1] {
            out[count] = sorted[i];
            count += 1;
        }
    }
    count
}
