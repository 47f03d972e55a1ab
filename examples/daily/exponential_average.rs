//! A moving average in which older values count less and less.

use scan_runtime::scan;

#[scan(auto : average, reassociate)]
pub fn smooth(x: &[f64], weight: f64, y: &mut [f64]) {
    let mut average = 0.0;
    for (y, x) in y.iter_mut().zip(x) {
        average += weight * (x - average);
        *y = average;
    }
}
