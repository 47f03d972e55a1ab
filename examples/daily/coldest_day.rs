//! The coldest day, and how cold it was.

use scan_runtime::reduce;

#[reduce(min : least)]
pub fn coldest(temperatures: &[f32]) -> (f32, usize) {
    let (mut least, mut day) = (f32::INFINITY, 0);
    for (i, &temperature) in temperatures.iter().enumerate() {
        if temperature < least {
            least = temperature;
            day = i;
        }
    }
    (least, day)
}
