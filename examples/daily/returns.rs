//! By how much prices change from day to day.

use scan_runtime::parallel_for;

#[parallel_for]
pub fn returns(prices: &[f64], returns: &mut [f64]) {
    for i in 1..prices.len() {
        returns[i] = prices[i] / prices[i - 1] - 1.0;
    }
}
