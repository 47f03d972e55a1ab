//! Loops that are many scans: rows, columns and diagonals of arrays, and loops that continue what was stored several iterations before.

use scan_runtime::{Monoid, Mul, scan};

/// A scan of each row.
#[scan(+ : t)]
pub fn rows(image: &[u8], out: &mut [u64], h: usize, w: usize) {
    for r in 0..h {
        let mut t = 0;
        for c in 0..w {
            t += image[r * w + c] as u64;
            out[r * w + c] = t;
        }
    }
}

/// The same of each column, in place: neighbouring columns are neighbours in memory.
#[scan]
pub fn columns(table: &mut [u64], h: usize, w: usize) {
    for c in 0..w {
        #[scan(+ : table)]
        for r in 1..h {
            table[r * w + c] = table[(r - 1) * w + c].wrapping_add(table[r * w + c]);
        }
    }
}

/// The sums of all that is above and to the left.
#[scan]
pub fn summed_area(image: &[u8], sums: &mut [u32], h: usize, w: usize) {
    for r in 0..h {
        let mut t = 0;
        #[scan(+ : t)]
        for c in 0..w {
            t += image[r * w + c] as u32;
            sums[r * w + c] = t;
        }
    }
    for c in 0..w {
        #[scan(+ : sums)]
        for r in 1..h {
            sums[r * w + c] += sums[(r - 1) * w + c];
        }
    }
}

/// From the top left to the bottom right, in a table with a column more than there are diagonals.
#[scan]
pub fn diagonals(x: &[i16], y: &mut [i16], h: usize, w: usize, limit: i16) {
    for d in (0..w).rev() {
        let mut most = i16::MIN;
        #[scan(max : most, exclusive)]
        for i in 0..h {
            y[i * (w + 1) + d] = most;
            most = most.max(if x[i * (w + 1) + d] < limit { x[i * (w + 1) + d] } else { limit });
        }
    }
}

/// Two values from a start of each row's own, from right to left, in every other row.
#[scan]
pub fn rows_of_two(x: &[f64], bias: &[f64], y: &mut [f64], w: usize) {
    for r in (0..bias.len()).step_by(2) {
        let row = r * w;
        // Each row begins with its bias.
        let (mut t, mut least) = (bias[r], f64::INFINITY);
        #[scan(+ : t, min : least)]
        for c in (0..w).rev() {
            t += x[row + c];
            least = least.min(x[row + c]);
            y[row + c] = t - least;
        }
    }
}

/// Rows that are as far apart as the caller says.
#[scan]
pub fn strided(x: &[i32], y: &mut [i32], h: usize, w: usize, pitch: usize) {
    for r in 0..h {
        let mut parity = 1i32;
        #[scan(^ : parity)]
        for c in 0..w {
            parity ^= x[r * pitch + c];
            y[r * pitch + c] = parity;
        }
    }
}

/// An operator of a type that is not seen here, whose operands are not to be exchanged.
#[scan]
pub fn products_of_rows<T: Monoid<Mul> + std::ops::Mul<Output = T>>(x: &[T], first: &[T], y: &mut [T], w: usize) {
    for r in 0..first.len() {
        let mut t = first[r];
        #[scan(* : t)]
        for c in 0..w {
            t = t * x[c * first.len() + r];
            y[c * first.len() + r] = t;
        }
    }
}

/// `k` scans, interleaved.
#[scan(+ : y)]
pub fn lagged(x: &[i64], y: &mut [i64], k: usize) {
    for i in k..y.len() {
        y[i] = y[i - k] + x[i];
    }
}

/// Three, backwards and in place.
#[scan(* : y)]
pub fn lagged_by_three(y: &mut [u8]) {
    for i in (0..y.len() - 3).rev() {
        y[i] = y[i].wrapping_mul(y[i + 3]);
    }
}

/// A column scan as one loop: each row continues the one above.
#[scan(max : y)]
pub fn rows_from_above(y: &mut [f32], w: usize) {
    for i in w..y.len() {
        y[i] = y[i].max(y[i - w]);
    }
}

/// Two at once.
#[scan(+ : a, max : b)]
pub fn lagged_pairs(x: &[i32], a: &mut [i32], b: &mut [i32]) {
    for i in (4..x.len()).step_by(2) {
        a[i] = a[i - 4].wrapping_add(x[i]);
        b[i] = b[i - 4].max(x[i]);
    }
}

/// One column alone: a stride from outside.
#[scan(+ : y)]
pub fn one_column(x: &[i64], y: &mut [i64], h: usize, w: usize, c: usize) {
    for r in 1..h {
        y[r * w + c] = y[(r - 1) * w + c].wrapping_add(x[r * (w + 1)]);
    }
}

/// A captured value whose name kernels might use themselves.
#[scan(+ : y)]
pub fn lagged_by_name(x: &[u32], y: &mut [u32], rest: u32, part: u32, until: usize) {
    for second in until..x.len() {
        y[second] = y[second - until].wrapping_add(x[second].wrapping_mul(rest) ^ part);
    }
}

/// Divides by what is the same in all rows, and by what each row has of its own.
#[scan]
pub fn quotients_of_rows(x: &[i32], divisors: &[i32], by: i32, out: &mut [i32], h: usize, w: usize) {
    for r in 0..h {
        let own = divisors[r];
        let mut t = 0;
        #[scan(^ : t)]
        for c in 0..w {
            t ^= x[r * w + c] / by;
            out[r * w + c] = t % own;
        }
    }
}
