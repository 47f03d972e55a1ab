//! Incomplete Cholesky conjugate gradient: halves of a vector, each from the half before.

use scan_runtime::scan;

#[scan]
pub fn k2(x: &mut [f64], v: &[f64], n: usize) {
    let (mut ii, mut ipntp) = (n, 0);
    while ii > 0 {
        let ipnt = ipntp;
        ipntp += ii;
        ii /= 2;
        let mut i = ipntp;
        #[parallel_for]
        for k in (ipnt + 1..ipntp).step_by(2) {
            x[i] = x[k] - v[k] * x[k - 1] - v[k + 1] * x[k + 1];
            i += 1;
        }
    }
}
