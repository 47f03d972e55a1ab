use super::{Arrays, Input, Occurs};
use scan_runtime::scan;

pub fn run(Input { x, m: modulus }: &Input, Arrays { residue, occurs, best }: &mut Arrays) {
    let m = u64::from(*modulus);
    // What rounding adds to a fraction, times m, has to stay below one.
    assert!(m * m <= u64::MAX / 4 / x.len().max(1) as u64, "{} numbers modulo {m} are too many", x.len());
    residues(x, m, (u64::MAX / m).wrapping_add(1), residue);
    let Occurs { first, last } = occurs;
    // Whether all residues have occurred is asked after as many elements as there are residues: that costs little beside them.
    let chunks = || residue.chunks(*modulus as usize).enumerate();
    rayon::join(|| note(first, u32::MAX, chunks(), u32::min), || note(last, 0, chunks().rev(), u32::max));
    *best = occurs.best();
}

/// Notes for each residue the best of where it occurs, until all have occurred, or `never`.
fn note<'a>(places: &mut [u32], never: u32, chunks: impl Iterator<Item = (usize, &'a [u32])>, best: impl Fn(u32, u32) -> u32) {
    places.fill(never);
    let length = places.len();
    for (chunk, residues) in chunks {
        for (i, residue) in (chunk * length + 1..).zip(residues) {
            let place = &mut places[*residue as usize];
            *place = best(*place, i as u32);
        }
        if places.iter().all(|place| *place != never) {
            break;
        }
    }
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
