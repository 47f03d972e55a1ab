use super::{Arrays, Input};
use scan_runtime::scan;

pub fn run(input: &Input, arrays: &mut Arrays) {
    arrays.kept = places(&input.x, input.limit, &mut arrays.place) as usize;
    for (&x, &place) in input.x.iter().zip(&arrays.place) {
        if x > input.limit {
            arrays.out[place as usize] = x;
        }
    }
}

#[scan(+ : kept)]
fn places(x: &[i32], limit: i32, place: &mut [u32]) -> u32 {
    let mut kept: u32 = 0;
    for i in 0..x.len() {
        place[i] = kept;
        if x[i] > limit {
            kept += 1;
        }
    }
    kept
}
