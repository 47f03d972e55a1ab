//! Packing: one or two in an iteration.

use scan_runtime::scan;

#[scan(+ : j)]
pub fn s123(a: &mut [f32], b: &[f32], c: &[f32], d: &[f32], e: &[f32]) -> usize {
    let mut j = 0;
    for i in 0..a.len() / 2 {
        a[j] = b[i] + d[i] * e[i];
        j += 1;
        if c[i] > 0.0 {
            a[j] = c[i] + d[i] * e[i];
            j += 1;
        }
    }
    j
}
