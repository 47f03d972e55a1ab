//! A sorted list without what is there twice.

use scan_runtime::scan;

#[scan(+ : count)]
pub fn distinct(sorted: &[u32], out: &mut [u32]) -> usize {
    let mut count = 0;
    for i in 0..sorted.len() {
        if i == 0 || sorted[i] != sorted[i - 1] {
            out[count] = sorted[i];
            count += 1;
        }
    }
    count
}
