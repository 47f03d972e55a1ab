//! A bare `#[scan]` on the function, and a clause on each of its loops that is a scan.
#![deny(warnings)]

use scan_runtime::scan;

#[scan]
fn histogram(values: &[u8], starts: &mut [u32], ends: &mut [u32]) -> u32 {
    let mut counts = [0u32; 256];
    for &value in values {
        counts[value as usize] += 1;
    }
    let mut total = 0;
    #[scan(+ : total, exclusive)]
    for i in 0..starts.len() {
        starts[i] = total;
        total += counts[i];
    }
    if total > 0 {
        #[scan(+ : ends)]
        #[allow(clippy::needless_range_loop)]
        for i in 1..ends.len() {
            ends[i] = ends[i - 1] + counts[i];
        }
    }
    #[scan(max : highest)]
    let highest: Vec<u32> = counts
        .iter()
        .scan(0, |highest, &count| {
            *highest = count.max(*highest);
            Some(*highest)
        })
        .collect();
    highest[255]
}

fn main() {
    let (mut starts, mut ends) = ([0; 256], [0; 256]);
    assert_eq!(histogram(&[1, 1, 3], &mut starts, &mut ends), 2);
    assert_eq!((starts[1], starts[2], starts[4]), (0, 2, 3));
    assert_eq!((ends[1], ends[2], ends[255]), (2, 2, 3));
}
