//! The greatest fall from a peak.

use scan_runtime::reduce;

#[reduce(max : peak, worst)]
pub fn drawdown(prices: &[f64]) -> f64 {
    let mut peak = f64::NEG_INFINITY;
    let mut worst = 0.0f64;
    for &price in prices {
        peak = peak.max(price);
        worst = worst.max(peak - price);
    }
    worst
}
