use super::{Arrays, Input, Occurs};
use scan_runtime::scan;

pub fn run(Input { x, m: modulus }: &Input, Arrays { residue, occurs, best }: &mut Arrays) {
    let m = u64::from(*modulus);
    // What rounding adds to a fraction, times m, has to stay below one.
    assert!(m * m <= u64::MAX / 4 / x.len().max(1) as u64, "{} numbers modulo {m} are too many", x.len());
    residues(x, m, (u64::MAX / m).wrapping_add(1), residue);
    let Occurs { first, last } = occurs;
    let occurrences = || residue.iter().enumerate().map(|(before, residue)| (before as u32 + 1, *residue));
    rayon::join(|| note(first, u32::MAX, occurrences()), || note(last, 0, occurrences().rev()));
    *best = occurs.best();
}

/// Notes for each residue the first that comes of where it occurs, or `never`.
fn note(places: &mut [u32], never: u32, occurrences: impl Iterator<Item = (u32, u32)>) {
    places.fill(never);
    let mut missing = places.len();
    for (i, residue) in occurrences {
        let place = &mut places[residue as usize];
        let is_new = *place == never;
        *place = if is_new { i } else { *place };
        missing -= usize::from(is_new);
        if missing == 0 {
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
