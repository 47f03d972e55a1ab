//! A sensor that misses readings: the last one that there was.

use scan_runtime::scan;

#[scan(auto : last)]
pub fn fill(readings: &[f32], filled: &mut [f32]) {
    let mut last = 0.0;
    for (filled, &reading) in filled.iter_mut().zip(readings) {
        if !reading.is_nan() {
            last = reading;
        }
        *filled = last;
    }
}
