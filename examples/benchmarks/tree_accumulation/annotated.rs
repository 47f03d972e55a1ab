use super::{Arrays, Input};
use scan_runtime::{parallel_for, scan};

#[scan(+ : weight_open, weight_entered)]
fn tour(step: &[i32], open: &mut [i32], entered: &mut [i32]) {
    let (mut weight_open, mut weight_entered) = (0i32, 0i32);
    for i in 0..step.len() {
        weight_open += step[i];
        weight_entered += step[i].max(0);
        open[i] = weight_open;
        entered[i] = weight_entered;
    }
}

#[parallel_for]
fn accumulate(step: &[i32], enter: &[u32], exit: &[u32], open: &[i32], entered: &[i32], above: &mut [i32], below: &mut [i32]) {
    for node in 0..above.len() {
        let (enter, exit) = (enter[node] as usize, exit[node] as usize);
        above[node] = open[enter];
        below[node] = entered[exit] - entered[enter] + step[enter];
    }
}

pub fn run(Input { step, enter, exit }: &Input, Arrays { open, entered, above, below }: &mut Arrays) {
    tour(step, open, entered);
    accumulate(step, enter, exit, open, entered, above, below);
}
