//! Where each of many strings begins, of their lengths.

use scan_runtime::scan;

#[scan(+ : at)]
pub fn offsets(lengths: &[u32], offsets: &mut [u64]) -> u64 {
    let mut at = 0u64;
    for (offset, &length) in offsets.iter_mut().zip(lengths) {
        *offset = at;
        at += u64::from(length);
    }
    at
}
