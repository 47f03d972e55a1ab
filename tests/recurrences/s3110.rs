//! The maximum of a matrix, with its two indices.

use scan_runtime::scan;

#[scan]
pub fn s3110(aa: &[f32], n: usize, mut max: f32) -> (f32, usize, usize) {
    let (mut xindex, mut yindex) = (0, 0);
    for i in 0..n {
        #[reduce(max : max)]
        for j in 0..n {
            if aa[i * n + j] > max {
                max = aa[i * n + j];
                xindex = i;
                yindex = j;
            }
        }
    }
    (max, xindex, yindex)
}
