use super::{Arrays, Input};
use scan_runtime::scan;

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

pub fn run(Input { step, enter, exit }: &Input, Arrays { open, entered, above, below }: &mut Arrays) {
    tour(step, open, entered);
    for node in 0..above.len() {
        let [enter, exit] = [enter[node], exit[node]].map(|step| step as usize);
        above[node] = open[enter];
        below[node] = entered[exit] - entered[enter] + step[enter];
    }
}
