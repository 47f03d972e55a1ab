//! Two accounts, and money that goes to and fro between them.

use scan_runtime::scan;

#[scan(+ : savings, - : current)]
pub fn tides(moved: &[i64], kept: &[bool], savings_after: &mut [i64], current_after: &mut [i64]) {
    let (mut savings, mut current) = (0i64, 1000i64);
    for i in 0..moved.len() {
        if kept[i] {
            savings += moved[i];
        }
        current -= moved[i];
        savings_after[i] = savings;
        current_after[i] = current;
    }
}
