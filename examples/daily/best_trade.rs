//! What buying once and selling once later would have brought at most.

use scan_runtime::reduce;

#[reduce(min : low, max : best)]
pub fn best_trade(prices: &[u32]) -> u32 {
    let (mut low, mut best) = (u32::MAX, 0);
    for &price in prices {
        low = low.min(price);
        best = best.max(price - low);
    }
    best
}
