use super::{Arrays, Input};
use scan_runtime::scan;

pub fn run(Input { a, b }: &Input, Arrays { difference, first, longest }: &mut Arrays) {
    differences(a, b, difference);
    let zero = a.len() as i32;
    let (mut lowest, mut highest) = (0, 0);
    first[a.len()] = 0;
    *longest = 0;
    for (i, &difference) in (1..).zip(difference.iter()) {
        let place = (zero + difference) as usize;
        if difference > highest || difference < lowest {
            (lowest, highest) = (lowest.min(difference), highest.max(difference));
            first[place] = i;
        }
        *longest = (*longest).max(i - first[place]);
    }
}

#[scan(+ : sum)]
fn differences(a: &[u8], b: &[u8], difference: &mut [i32]) {
    let mut sum: i32 = 0;
    for i in 0..a.len() {
        sum += a[i] as i32 - b[i] as i32;
        difference[i] = sum;
    }
}
