//! Discrete ordinates transport: a step that divides by what is carried.

use scan_runtime::scan;

#[scan(auto : xx)]
pub fn k20(x: &mut [f64], y: &[f64], z: &[f64], u: &[f64], v: &[f64], w: &[f64], g: &[f64], vx: &[f64], xx: &mut [f64], dk: f64, s: f64, t: f64) {
    for k in 0..x.len() {
        let di = y[k] - g[k] / (xx[k] + dk);
        let mut dn = 0.2;
        if di != 0.0 {
            dn = (z[k] / di).max(t).min(s);
        }
        x[k] = ((w[k] + v[k] * dn) * xx[k] + u[k]) / (vx[k] + v[k] * dn);
        xx[k + 1] = (x[k] - xx[k]) * dn + xx[k];
    }
}
