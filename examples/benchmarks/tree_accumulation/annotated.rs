use super::{Arrays, Input, Sums};
use scan_runtime::{parallel_for, scan};

#[scan(+ : open, entered)]
fn tour(step: &[i32], sums: &mut [Sums]) {
    let (mut open, mut entered) = (0i32, 0i32);
    for i in 0..step.len() {
        open += step[i];
        entered += step[i].max(0);
        sums[i] = Sums { open, entered };
    }
}

#[parallel_for]
fn accumulate(step: &[i32], enter: &[u32], exit: &[u32], sums: &[Sums], above: &mut [i32], below: &mut [i32]) {
    for node in 0..above.len() {
        let (enter, exit) = (enter[node] as usize, exit[node] as usize);
        above[node] = sums[enter].open;
        below[node] = sums[exit].entered - sums[enter].entered + step[enter];
    }
}

pub fn run(Input { step, enter, exit }: &Input, Arrays { sums, above, below }: &mut Arrays) {
    tour(step, sums);
    accumulate(step, enter, exit, sums, above, below);
}
