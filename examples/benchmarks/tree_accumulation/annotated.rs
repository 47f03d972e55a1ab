use super::{Arrays, Input};
use scan_runtime::scan;

pub fn run(Input { step, enter, exit }: &Input, Arrays { open, entered, above, below }: &mut Arrays) {
    tour(step, open, entered);
    for node in 0..above.len() {
        let [enter, exit] = [enter[node], exit[node]].map(|step| step as usize);
        above[node] = open[enter];
        below[node] = entered[exit] - entered[enter] + step[enter];
    }
}

#[scan]
fn tour(step: &[i32], open: &mut [i32], entered: &mut [i32]) {
    let mut sum: i32 = 0;
    #[scan(+ : sum)]
    for i in 0..step.len() {
        sum += step[i];
        open[i] = sum;
    }
    let mut sum: i32 = 0;
    #[scan(+ : sum)]
    for i in 0..step.len() {
        sum += step[i].max(0);
        entered[i] = sum;
    }
}
