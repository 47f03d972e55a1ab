//! What equals a constant need not be the same: `-0.0` is no `0.0`.

use scan_runtime::scan;

#[derive(Clone, Copy, PartialEq)]
pub enum Level {
    Off,
    At(f32),
}

#[allow(non_upper_case_globals)]
impl Level {
    pub const Zero: Level = Level::At(0.0);
}

#[scan(auto : s)]
fn levels(x: &[u8], start: Level, y: &mut [u8]) -> Level {
    let mut s = start;
    for i in 0..x.len() {
        if x[i] == b'a' {
            s = Level::Zero;
        } else if x[i] == b'#' {
            s = Level::Off;
        }
        y[i] = (s == Level::Zero) as u8;
    }
    s
}

fn main() {}
