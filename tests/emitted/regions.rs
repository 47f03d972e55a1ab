//! Functions of several annotated loops, whose arrays stay on the device between them.

use scan_runtime::scan;

/// Three loops that pass arrays on; what is between them is the function's own.
#[scan]
pub fn three_loops(x: &[i32], y: &mut [i32]) -> i32 {
    let n = x.len();
    let mut sums = vec![0i32; n];
    let mut tops = vec![0i32; n];
    let mut sum = 0i32;
    #[scan(+ : sum)]
    for i in 0..n {
        sum += x[i];
        sums[i] = sum;
    }
    let mut top = i32::MIN;
    #[scan(max : top)]
    for i in 0..n {
        top = top.max(sums[i] - x[i]);
        tops[i] = top;
    }
    #[scan(+ : y)]
    for i in 1..n {
        y[i] = y[i - 1] + (tops[i] ^ sums[i]);
    }
    top
}

/// The second loop runs as far as an element says that the first has stored.
#[scan]
pub fn as_far_as_stored(x: &[usize], y: &mut [usize], z: &mut [usize]) {
    #[scan(+ : y)]
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
    #[scan(+ : z)]
    for i in 1..y[x[0]] {
        z[i] = z[i - 1] + x[i];
    }
}

/// The host reads and changes arrays between the loops.
#[scan]
pub fn with_the_host(x: &mut [i64], y: &mut [i64]) -> i64 {
    let n = x.len();
    #[scan(+ : y)]
    for i in 1..n {
        y[i] = y[i - 1] + x[i];
    }
    let middle = y[n / 2];
    #[scan(+ : x)]
    for i in 1..n {
        x[i] = x[i - 1] + y[i];
    }
    y[0] = middle;
    x[n - 1] ^= 1;
    #[scan(max : y)]
    for i in 1..n {
        y[i] = y[i - 1].max(x[i] - y[i]);
    }
    y.iter().sum::<i64>() + middle
}

/// Left early, in three ways.
#[scan]
pub fn left_early(y: &mut [u32], z: &mut [u32], limit: Option<u32>) -> Option<u32> {
    #[scan(+ : y)]
    for i in 1..y.len() {
        y[i] += y[i - 1];
    }
    let limit = limit?;
    #[scan(^ : z)]
    for i in 1..y.len() {
        z[i] = z[i - 1] ^ y[i];
    }
    if limit == 7 {
        return Some(1);
    }
    assert!(limit != 13, "an unlucky number");
    #[scan(+ : y)]
    for i in 1..y.len() {
        y[i] = y[i - 1] + z[i];
    }
    Some(2)
}

/// Passes that alternate between two arrays, whose names are exchanged after each.
#[scan]
pub fn passes<'a>(mut from: &'a mut [u32], mut to: &'a mut [u32], passes: u32) {
    for pass in 0..passes {
        let shift = pass & 7;
        #[scan(+ : to)]
        for i in 1..from.len() {
            to[i] = to[i - 1].wrapping_add(from[i] >> shift);
        }
        std::mem::swap(&mut from, &mut to);
    }
}

/// Passes there and back: what is there is nobody else's.
#[scan]
pub fn there_and_back(keys: &mut [u32]) {
    let n = keys.len();
    let mut other = vec![0u32; n];
    for pass in 0..16u32 {
        let mut sum = 0u32;
        #[scan(+ : sum)]
        for i in 0..n {
            sum = sum.wrapping_add(keys[i] >> pass);
            other[i] = sum;
        }
        let mut all = pass;
        #[scan(^ : all)]
        for i in (0..n).rev() {
            all ^= other[i];
            keys[i] = all;
        }
    }
}

/// Thirty-two passes, each by one bit, there and back.
#[scan]
pub fn radix_sort(keys: &mut [u32]) {
    let n = keys.len();
    let mut other = vec![0u32; n];
    for pair in 0..16u32 {
        let low = 1u32 << (2 * pair);
        let mut low_zeros = 0usize;
        #[reduce(+ : low_zeros)]
        for i in 0..n {
            low_zeros += (keys[i] & low == 0) as usize;
        }
        let mut zeros = 0usize;
        let mut ones = low_zeros;
        #[scan(+ : zeros, ones)]
        for i in 0..n {
            if keys[i] & low == 0 {
                other[zeros] = keys[i];
                zeros += 1;
            } else {
                other[ones] = keys[i];
                ones += 1;
            }
        }
        let high = low << 1;
        let mut high_zeros = 0usize;
        #[reduce(+ : high_zeros)]
        for i in 0..n {
            high_zeros += (other[i] & high == 0) as usize;
        }
        let mut zeros_back = 0usize;
        let mut ones_back = high_zeros;
        #[scan(+ : zeros_back, ones_back)]
        for i in 0..n {
            if other[i] & high == 0 {
                keys[zeros_back] = other[i];
                zeros_back += 1;
            } else {
                keys[ones_back] = other[i];
                ones_back += 1;
            }
        }
    }
}

/// What is kept stands at the front of `kept`, and its sums in `sums`; the rest of both stays what it was.
#[scan]
pub fn kept_and_summed(x: &[i32], kept: &mut [i32], sums: &mut [i32]) -> usize {
    let mut count = 0usize;
    #[scan(+ : count)]
    for i in 0..x.len() {
        if x[i] % 3 == 0 {
            kept[count] = x[i];
            count += 1;
        }
    }
    let mut sum = 0i32;
    #[scan(+ : sum)]
    for i in 0..count {
        sum = sum.wrapping_add(kept[i]);
        sums[i] = sum;
    }
    let mut all = 0i32;
    #[scan(^ : all)]
    for i in 0..kept.len() {
        all ^= kept[i];
        kept[i] = all;
    }
    count
}

/// The loop in the middle runs as written, the third one panics where `parts` is 0 and one of `x` is 77.
#[scan]
pub fn with_a_loop_as_written(x: &[i32], y: &mut [i32], z: &mut [i32], parts: i32) {
    let n = y.len();
    #[scan(+ : y)]
    for i in 1..n {
        y[i] = y[i - 1] + x[i];
    }
    #[scan(+ : z, device(loop))]
    for i in 1..n {
        z[i] = z[i - 1].wrapping_add(y[i]);
    }
    #[scan(+ : y)]
    for i in 1..n {
        y[i] = y[i - 1].wrapping_add(if x[i] == 77 { z[i] / parts } else { z[i] });
    }
    #[scan(max : z)]
    for i in 1..n {
        z[i] = z[i - 1].max(y[i]);
    }
}

/// Every third element is stored, and what lies between must be what it was.
#[scan]
pub fn every_third(x: &[i32], y: &mut [i32]) {
    let mut sum = 0i32;
    let mut i = 2;
    #[scan(+ : sum)]
    while i < x.len() {
        sum += x[i];
        y[i] = sum;
        i += 3;
    }
    let mut most = i32::MIN;
    let mut k = 1;
    #[scan(max : most)]
    while k < x.len() {
        most = most.max(y[k]);
        y[k] = most;
        k += 2;
    }
}

/// Parts of arrays, each loop another one.
#[scan]
pub fn parts(x: &[i64], y: &mut [i64]) {
    let n = x.len();
    let half = n / 2;
    #[scan(+ : y)]
    for i in 1..half {
        y[i] = y[i - 1] + x[i];
    }
    #[scan(+ : y)]
    for i in (half..n - 1).rev() {
        y[i] = y[i + 1] + x[i];
    }
    let mut sum = 0i64;
    #[scan(+ : sum)]
    for i in 0..n {
        sum += y[i];
        y[i] = sum;
    }
}

/// Loops whose iterations are independent, around a scan: one of them in place, one that looks up.
#[scan]
pub fn with_independent_iterations(x: &[u32], y: &mut [u32]) -> u64 {
    let n = x.len();
    let mut weights = vec![0u64; n];
    let mut sums = vec![0u64; n];
    #[parallel_for]
    for i in 0..n {
        weights[i] = (x[i] % 1000) as u64 * 3;
    }
    let mut sum = 0u64;
    #[scan(+ : sum)]
    for i in 0..n {
        sum += weights[i];
        sums[i] = sum;
    }
    #[parallel_for]
    for i in 0..n {
        sums[i] /= 2;
    }
    #[parallel_for]
    for i in 0..n {
        y[i] = sums[x[i] as usize % n] as u32;
    }
    sum
}

/// What is looked up may not be there.
#[scan]
pub fn looked_up(x: &[u32], table: &mut [u32], y: &mut [u32]) {
    #[scan(+ : table)]
    for i in 1..table.len() {
        table[i] = table[i].wrapping_add(table[i - 1]);
    }
    #[parallel_for]
    for i in 0..x.len() {
        if x[i] != 5 {
            y[i] = table[x[i] as usize];
        }
    }
    #[parallel_for]
    for i in 0..x.len() {
        y[i] ^= 1;
    }
}

/// Flags are looked at on the host, so they come back at once.
#[scan]
pub fn with_flags(x: &[i32], seen: &mut [bool], rank: &mut [u32]) -> u32 {
    let mut any = false;
    #[scan(|| : any)]
    for i in 0..x.len() {
        any = any || x[i] > 1_000_000_000;
        seen[i] = any;
    }
    let mut count = 0u32;
    #[scan(+ : count)]
    for i in 0..x.len() {
        count += seen[i] as u32;
        rank[i] = count;
    }
    count
}

/// A thing with arrays in it.
pub struct Levels {
    pub low: Vec<i32>,
    pub high: Vec<i32>,
    pub rounds: u32,
}

impl Levels {
    #[scan]
    pub fn rise(&mut self) {
        #[scan(max : self.high)]
        for i in 1..self.low.len() {
            self.high[i] = self.high[i - 1].max(self.low[i]);
        }
        self.count();
        #[scan(min : self.low)]
        for i in 1..self.low.len() {
            self.low[i] = self.low[i - 1].min(self.high[i]);
        }
    }

    /// Rows begin with a cell of what they are made of.
    #[scan]
    pub fn rows(&mut self, w: usize) {
        for r in 0..self.low.len() / w {
            let mut top = self.low[r];
            #[scan(max : top)]
            for c in 0..w {
                top = top.max(self.low[r * w + c]);
                self.high[r * w + c] = top;
            }
        }
        #[scan(+ : self.low)]
        for i in 1..self.low.len() {
            self.low[i] = self.low[i - 1].wrapping_add(self.low[i]);
        }
    }

    /// Sees all.
    fn count(&mut self) {
        self.rounds += self.high.iter().filter(|&&level| level > 0).count() as u32;
        self.high[0] -= 1;
    }
}

/// A `collect()`, whose result is used by the next loop; the last value of a register, and what a launch evaluates.
#[scan]
pub fn with_a_collection(x: &[i32], y: &mut [i32]) -> Vec<i32> {
    let n = y.len();
    #[scan(+ : y)]
    for i in 1..n {
        y[i] = y[i - 1] + x[i];
    }
    #[scan(+ : sums)]
    let sums: Vec<i32> = y
        .iter()
        .scan(5i32, |sum, &y| {
            *sum = sum.wrapping_add(y);
            Some(*sum)
        })
        .collect();
    #[scan(+ : y)]
    for i in 1..n {
        y[i] = y[i - 1].wrapping_add(sums[i] ^ x[0]);
    }
    sums
}

/// What a launch evaluates, and what a register holds at the end, are read on the host.
#[scan]
pub fn read_for_a_launch(x: &mut [i32], y: &mut [i32], z: &mut [i32]) -> i32 {
    let n = x.len();
    #[scan(+ : x)]
    for i in (0..n - 1).rev() {
        x[i] = x[i + 1].wrapping_add(y[i]);
    }
    #[scan(+ : z)]
    for i in 1..n {
        z[i] = z[i - 1].wrapping_add(y[i] ^ x[0]);
    }
    let mut before = x[0];
    x[0] = 0;
    #[scan(+ : x)]
    for i in 1..n {
        let this = x[i];
        x[i] = x[i - 1].wrapping_add(before);
        before = this;
    }
    #[scan(max : y)]
    for i in 1..n {
        y[i] = y[i - 1].max(z[i]);
    }
    let mut after = y[1];
    y[1] = 3;
    #[scan(+ : y)]
    for i in 2..n {
        let this = y[i];
        y[i] = y[i - 1].wrapping_add(after);
        after = this;
    }
    before ^ after
}

/// The sums of all that is above and to the left: rows, then columns.
#[scan]
pub fn summed_area(image: &[u8], sums: &mut [u32], h: usize, w: usize) {
    for r in 0..h {
        let mut t = 0u32;
        #[scan(+ : t)]
        for c in 0..w {
            t += image[r * w + c] as u32;
            sums[r * w + c] = t;
        }
    }
    for c in 0..w {
        let mut t = 0u32;
        #[scan(+ : t)]
        for r in 0..h {
            t += sums[r * w + c];
            sums[r * w + c] = t;
        }
    }
}

/// The same by the sums above, and back: what a column begins with is read where it is the newest.
#[scan]
pub fn sums_from_above(x: &[i64], sums: &mut [i64], left: &mut [i64], h: usize, w: usize) {
    for r in 0..h {
        let mut t = 0;
        #[scan(+ : t)]
        for c in 0..w {
            t += x[r * w + c];
            sums[r * w + c] = t;
        }
    }
    for c in 0..w {
        #[scan(+ : sums)]
        for r in 1..h {
            sums[r * w + c] += sums[(r - 1) * w + c];
        }
    }
    for r in (0..h).rev() {
        #[scan(max : left)]
        for c in (0..w - 1).rev() {
            left[r * w + c] = left[r * w + c + 1].max(sums[r * w + c]);
        }
    }
    for r in 0..h {
        #[scan(min : left)]
        for c in 1..w {
            left[r * w + c] = left[r * w + c].min(left[r * w + c - 1]);
        }
    }
}

/// A lagged loop between plain ones.
#[scan]
pub fn lagged_between(x: &[i32], y: &mut [i32], z: &mut [i32], k: usize) {
    let n = x.len();
    #[scan(+ : y)]
    for i in 1..n {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
    #[scan(+ : y)]
    for i in k..n {
        y[i] = y[i - k].wrapping_add(y[i]);
    }
    #[scan(^ : z)]
    for i in (0..n - 1).rev() {
        z[i] = z[i + 1] ^ y[i];
    }
}

/// Rows begin with what an earlier loop has stored, and are as far apart as the caller says: where they share cells they are scanned one
/// by one.
#[scan]
pub fn rows_from_starts(x: &[i32], starts: &mut [i32], y: &mut [i32], w: usize, pitch: usize) {
    let h = starts.len();
    #[scan(+ : starts)]
    for r in 1..h {
        starts[r] += starts[r - 1];
    }
    #[scan(+ : y)]
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_add(1);
    }
    for r in 0..h {
        let mut t = starts[r];
        #[scan(+ : t)]
        for c in 0..w {
            t = t.wrapping_add(x[r * pitch + c] ^ y[r * pitch + c]);
            y[r * pitch + c] = t;
        }
    }
    #[scan(max : starts)]
    for r in 1..h {
        starts[r] = starts[r - 1].max(y[r]);
    }
}

/// Rows begin with a cell of what they are made of, which loops before and after them change.
#[scan]
pub fn rows_of_what_changes(y: &mut [i32], z: &mut [i32], w: usize) {
    #[scan(+ : y)]
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_add(y[i]);
    }
    for r in 0..y.len() / w {
        let mut t = y[r];
        #[scan(max : t)]
        for c in 0..w {
            t = t.max(y[r * w + c]);
            z[r * w + c] = t;
        }
    }
    #[scan(max : y)]
    for i in 1..y.len() {
        y[i] = y[i - 1].max(z[i]);
    }
}

/// Rows of several lengths, which begin with what is left of the one before: no batches. The outer loop reads what the inner one stores.
#[scan]
pub fn a_triangle(x: &[u32], y: &mut [u32], h: usize) {
    for r in 1..h {
        let mut t = y[(r - 1) * h];
        #[scan(+ : t)]
        for c in 0..r {
            t = t.wrapping_add(x[c]);
            y[r * h + c] = t;
        }
    }
    let mut most = 0;
    #[scan(max : most)]
    for i in 0..y.len() {
        most = most.max(y[i]);
        y[i] = most;
    }
}

/// Rows and columns again and again, of names that are exchanged.
#[scan]
pub fn rounds<'a>(mut from: &'a mut [u64], mut to: &'a mut [u64], h: usize, w: usize, rounds: u64) {
    for round in 0..rounds {
        for r in 0..h {
            let mut t = round;
            #[scan(+ : t)]
            for c in 0..w {
                t = t.wrapping_add(from[r * w + c]);
                to[r * w + c] = t;
            }
        }
        for c in 0..w {
            let mut t = !round;
            #[scan(^ : t)]
            for r in 0..h {
                t ^= to[r * w + c];
                from[r * w + c] = t;
            }
        }
        std::mem::swap(&mut from, &mut to);
    }
}

/// The rows in the middle run as written, or panic: `x` may be too short.
#[scan]
pub fn rows_as_written(x: &[i32], y: &mut [i32], z: &mut [i32], h: usize, w: usize) {
    #[scan(+ : z)]
    for i in 1..z.len() {
        z[i] = z[i - 1].wrapping_add(i as i32);
    }
    for r in 0..h {
        let mut t = 0i32;
        #[scan(+ : t)]
        for c in 0..w {
            t = z[r * w + c].wrapping_add(t);
            y[r * w + c] = t;
        }
    }
    for r in 0..h {
        let mut t = 0i32;
        #[scan(+ : t, device(loop))]
        for c in 0..w {
            t = t.wrapping_add(y[r * w + c] ^ x[r * w + c]);
            y[r * w + c] = t;
        }
    }
    for r in 0..h {
        let mut t = 0i32;
        #[scan(+ : t)]
        for c in 0..w {
            t = t.wrapping_add(y[r * w + c]).wrapping_add(x[r * w + c]);
            y[r * w + c] = t;
        }
    }
}

/// Independent iterations around which there is another loop, between rows and columns.
#[scan]
pub fn independent_within(x: &[u32], y: &mut [u32], h: usize, w: usize) {
    for r in 0..h {
        let mut t = 0u32;
        #[scan(+ : t)]
        for c in 0..w {
            t = t.wrapping_add(x[r * w + c]);
            y[r * w + c] = t;
        }
    }
    for r in 0..h {
        let row = r as u32;
        #[parallel_for]
        for c in 0..w {
            y[r * w + c] ^= row;
        }
    }
    for c in 0..w {
        #[scan(max : y)]
        for r in 1..h {
            y[r * w + c] = y[r * w + c].max(y[(r - 1) * w + c]);
        }
    }
}

/// Each row continues the one above, which another launch has stored.
#[scan(+ : y)]
pub fn from_the_row_above(x: &[i32], y: &mut [i32], columns: usize) {
    for row in 1..x.len() / columns {
        for column in 0..columns {
            let at = row * columns + column;
            y[at] = y[at - columns].wrapping_add(x[at]);
        }
    }
}
