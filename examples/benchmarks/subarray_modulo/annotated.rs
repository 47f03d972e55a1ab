use super::{Arrays, Input};
use scan_runtime::scan;

pub fn run(Input { x, m }: &Input, Arrays { residue, occurs, best }: &mut Arrays) {
    residues(x, u64::from(*m), residue);
    occurs.clear();
    for (i, &residue) in (1..).zip(residue.iter()) {
        occurs.note(residue, i);
    }
    *best = occurs.best();
}

#[scan(+ : sum)]
fn residues(x: &[u32], m: u64, residue: &mut [u32]) {
    let mut sum: u64 = 0;
    for i in 0..x.len() {
        sum += x[i] as u64;
        residue[i] = (sum % m) as u32;
    }
}
