//! General linear recurrence equations, forwards and then backwards.

use scan_runtime::scan;

#[scan]
pub fn k19(b5: &mut [f64], sa: &[f64], sb: &[f64], mut stb5: f64) -> f64 {
    #[scan(auto : stb5, reassociate)]
    for k in 0..b5.len() {
        b5[k] = sa[k] + stb5 * sb[k];
        stb5 = b5[k] - stb5;
    }
    #[scan(auto : stb5, reassociate)]
    for k in (0..b5.len()).rev() {
        b5[k] = sa[k] + stb5 * sb[k];
        stb5 = b5[k] - stb5;
    }
    stb5
}
