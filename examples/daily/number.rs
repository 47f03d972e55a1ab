//! A checksum of digits, each place with a weight of its own.

use scan_runtime::reduce;

#[reduce(auto : value)]
pub fn checksum(digits: &[u8]) -> u64 {
    let mut value = 0u64;
    for &digit in digits {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
    }
    value
}
