use super::{Arrays, Input, Occurs};
use crate::pieces;
use rayon::prelude::*;
use scan_runtime::scan;

pub fn run(Input { x, m: modulus }: &Input, Arrays { residue, best, .. }: &mut Arrays) {
    let m = u64::from(*modulus);
    // What rounding adds to a fraction, times m, has to stay below one.
    assert!(m * m <= u64::MAX / 4 / x.len().max(1) as u64, "{} numbers modulo {m} are too many", x.len());
    residues(x, m, (u64::MAX / m).wrapping_add(1), residue);
    let note = |mut occurs: Occurs, range: std::ops::Range<usize>| {
        range.for_each(|i| occurs.note(residue[i], i as u32 + 1));
        occurs
    };
    let pieces = pieces::of(x.len()).fold(|| Occurs::none(*modulus), note);
    *best = pieces.reduce(|| Occurs::none(*modulus), Occurs::with).best();
}

/// A sum is kept as a fraction of m, in units of 2^-64, so that it wraps where a residue does. No division: Lemire, Kaser and Kurz,
/// Faster remainder by direct computation (2019).
#[scan(+ : fraction)]
fn residues(x: &[u32], m: u64, inverse: u64, residue: &mut [u32]) {
    let mut fraction: u64 = 0;
    for i in 0..x.len() {
        fraction = fraction.wrapping_add(x[i] as u64 * inverse);
        residue[i] = ((((fraction >> 32) + 1) * m) >> 32) as u32;
    }
}
