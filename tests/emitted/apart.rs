//! Derived operators of loops that continue what is further back: many scans, whose starts and elements are looked at.

use scan_runtime::scan;

/// A comb filter: `delay` scans, whose values are looked at before they go through another order.
#[scan(auto : y, reassociate)]
pub fn echoes(x: &[f32], delay: usize, feedback: f32, y: &mut [f32]) {
    for i in delay..x.len() {
        y[i] = x[i] + feedback * y[i - delay];
    }
}

#[scan(auto : y)]
pub fn levels_from_behind(x: &[i64], y: &mut [i64]) {
    for i in (0..y.len() - 2).rev() {
        y[i] = (y[i + 2] + x[i]).clamp(-4, 50);
    }
}

#[scan(auto : y)]
pub fn states_apart(x: &[u8], y: &mut [u8]) {
    for i in 3..x.len() {
        y[i] = match (y[i - 3], x[i]) {
            (0, 7) => 1,
            (1, 3) => 2,
            (2, 1..=4) => 0,
            (state, _) => state,
        };
    }
}
