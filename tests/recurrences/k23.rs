//! Implicit hydrodynamics: a row from the one before, the one behind, and itself.

use scan_runtime::scan;

#[scan]
pub fn k23(za: &mut [f64], zr: &[f64], zb: &[f64], zu: &[f64], zv: &[f64], zz: &[f64], n: usize) {
    for j in 1..6 {
        #[scan(auto : za, reassociate)]
        for k in 1..n - 1 {
            let qa = za[(j + 1) * n + k] * zr[j * n + k]
                + za[(j - 1) * n + k] * zb[j * n + k]
                + za[j * n + k + 1] * zu[j * n + k]
                + za[j * n + k - 1] * zv[j * n + k]
                + zz[j * n + k];
            za[j * n + k] += 0.175 * (qa - za[j * n + k]);
        }
    }
}
