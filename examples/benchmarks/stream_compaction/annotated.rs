use super::{Arrays, Input};
use scan_runtime::scan;

#[scan(+ : kept)]
fn compact(x: &[i32], limit: i32, out: &mut [i32]) -> usize {
    let mut kept = 0;
    for &x in x {
        if x > limit {
            out[kept] = x;
            kept += 1;
        }
    }
    kept
}

pub fn run(input: &Input, arrays: &mut Arrays) {
    arrays.kept = compact(&input.x, input.limit, &mut arrays.out);
}
