//! The how-manieth of equal values in a row each one is.

use scan_runtime::scan;

#[scan(auto : run)]
pub fn runs(x: &[u16], lengths: &mut [u32]) {
    let mut run = 1u32;
    for i in 1..x.len() {
        run = if x[i] == x[i - 1] { run + 1 } else { 1 };
        lengths[i] = run;
    }
}
