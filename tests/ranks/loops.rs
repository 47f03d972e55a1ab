//! The loops, each over ranks. The same functions are their meaning: over one rank, as written.

use scan_runtime::operators::Add;
use scan_runtime::{Element, Monoid, Ranks, declare_target, reduce, scan};

#[declare_target]
pub mod matrices {
    /// 2×2 matrices, row by row.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix {
        pub a: u32,
        pub b: u32,
        pub c: u32,
        pub d: u32,
    }

    /// Matrices, multiplied modulo 2 to the 32.
    #[declare_scan(identity = Matrix { a: 1u32, b: 0u32, c: 0u32, d: 1u32 })]
    pub fn product(l: Matrix, r: Matrix) -> Matrix {
        Matrix {
            a: l.a.wrapping_mul(r.a).wrapping_add(l.b.wrapping_mul(r.c)),
            b: l.a.wrapping_mul(r.b).wrapping_add(l.b.wrapping_mul(r.d)),
            c: l.c.wrapping_mul(r.a).wrapping_add(l.d.wrapping_mul(r.c)),
            d: l.c.wrapping_mul(r.b).wrapping_add(l.d.wrapping_mul(r.d)),
        }
    }
}
use matrices::Matrix;

#[declare_target]
pub mod residues {
    /// A prime.
    pub const P: u32 = 65521;

    /// The sum of residues.
    #[declare_scan(identity = 0, domain = |a| a < P)]
    pub fn add(a: u32, b: u32) -> u32 {
        let sum = a.wrapping_add(b);
        if sum >= P { sum - P } else { sum }
    }
}

/// An inclusive scan.
#[scan(+ : acc, ranks(world))]
pub fn sums(world: &impl Ranks, start: i64, x: &[i32], y: &mut [i64]) -> i64 {
    let mut acc = start;
    for i in 0..x.len() {
        acc += x[i] as i64;
        y[i] = acc;
    }
    acc
}

/// An exclusive scan, backwards within each rank.
#[scan(+ : acc, ranks(world))]
pub fn sums_before(world: &dyn Ranks, start: i64, x: &[i32], y: &mut [i64]) -> i64 {
    let mut acc = start;
    for i in (0..x.len()).rev() {
        y[i] = acc;
        acc += x[i] as i64;
    }
    acc
}

/// In place.
#[scan(^ : acc, ranks(world))]
pub fn in_place(world: &impl Ranks, start: i64, _x: &[i32], y: &mut [i64]) -> i64 {
    let mut acc = start;
    for i in 0..y.len() {
        acc ^= y[i];
        y[i] = acc;
    }
    acc
}

/// A reduction.
#[reduce(+ : acc, ranks(world))]
pub fn total(world: &impl Ranks, start: i64, x: &[i32], _y: &mut [i64]) -> i64 {
    let mut acc = start;
    for i in 0..x.len() {
        acc += x[i] as i64;
    }
    acc
}

/// Two values; some elements are stored.
#[scan(+ : sum, max : most, ranks(world))]
pub fn sum_and_most(world: &impl Ranks, start: i64, x: &[i32], y: &mut [i64]) -> i64 {
    let (mut sum, mut most) = (start, i32::MIN);
    for i in 0..x.len() {
        sum += x[i] as i64;
        most = most.max(x[i]);
        if x[i] > 0 {
            y[i] = sum ^ most as i64;
        }
    }
    sum ^ most as i64
}

/// The first of the greatest, and its place, counted from `from` on.
#[reduce(max : most, ranks(world))]
pub fn arg_max(world: &impl Ranks, from: usize, x: &[i32]) -> (i32, usize) {
    let (mut most, mut at) = (i32::MIN, usize::MAX);
    for i in 0..x.len() {
        if x[i] > most {
            most = x[i];
            at = from + i;
        }
    }
    (most, at)
}

/// Running minima, of which NaN is none.
#[scan(min : least, ranks(world))]
pub fn minima(world: &impl Ranks, start: f32, x: &[f32], y: &mut [f32]) -> f32 {
    let mut least = start;
    for i in 0..x.len() {
        if x[i] < least {
            least = x[i];
        }
        y[i] = least;
    }
    least
}

/// Matrices, whose order matters.
#[scan(matrices::product : acc, ranks(world))]
pub fn products(world: &impl Ranks, start: Matrix, x: &[Matrix], y: &mut [Matrix]) -> Matrix {
    let mut acc = start;
    for i in 0..x.len() {
        acc = matrices::product(acc, x[i]);
        y[i] = acc;
    }
    acc
}

/// A type that only rustc knows.
#[scan(+ : acc, ranks(world))]
pub fn generic<T: Element + Monoid<Add> + core::ops::Add<Output = T>>(world: &impl Ranks, start: T, x: &[T], y: &mut [T]) -> T {
    let mut acc = start;
    for i in 0..x.len() {
        acc = acc + x[i];
        y[i] = acc;
    }
    acc
}

/// Divisions by an element, which panic where that is 0.
#[scan(+ : acc, ranks(world))]
pub fn quotients(world: &impl Ranks, start: i64, x: &[i32], y: &mut [i64]) -> i64 {
    let mut acc = start;
    for i in 0..x.len() {
        acc += 1000 / x[i] as i64;
        y[i] = acc;
    }
    acc
}

/// What is stored may panic: ranks take turns.
#[scan(+ : acc, ranks(world))]
pub fn stored_quotients(world: &impl Ranks, start: i64, x: &[i32], y: &mut [i64]) -> i64 {
    let mut acc = start;
    for i in 0..x.len() {
        acc += 1;
        y[i] = acc * 1000 / x[i] as i64;
    }
    acc
}

/// Each row goes on over the ranks, each of which has some of the columns.
#[scan]
pub fn rows(world: &impl Ranks, x: &[i32], y: &mut [i64], height: usize, width: usize) {
    for r in 0..height {
        let mut acc = 0i64;
        #[scan(+ : acc, ranks(world))]
        for i in 0..width {
            acc += x[r * width + i] as i64;
            y[r * width + i] = acc;
        }
    }
}

/// An array carries the sums: its first element is the start, or a place for what the rank before has carried.
#[scan(+ : y, ranks(world))]
pub fn carried_sums(world: &impl Ranks, x: &[i64], y: &mut [i64]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

/// The same backwards: it begins on the last rank, and the place is the last element.
#[scan(+ : y, ranks(world))]
pub fn carried_backwards(world: &impl Ranks, x: &[i64], y: &mut [i64]) {
    for i in (0..y.len() - 1).rev() {
        y[i] = y[i + 1] + x[i];
    }
}

/// What is in the array goes in.
#[scan(^ : y, ranks(world))]
pub fn carried_in_place(world: &impl Ranks, y: &mut [u64]) {
    for i in 0..y.len() - 1 {
        y[i + 1] ^= y[i];
    }
}

/// Every other element.
#[scan(max : y, ranks(world))]
pub fn carried_maxima(world: &impl Ranks, x: &[i64], y: &mut [i64]) {
    for i in 1..x.len() {
        y[2 * i] = y[2 * i - 2].max(x[i]);
    }
}

/// Matrices, whose order matters.
#[scan(matrices::product : y, ranks(world))]
pub fn carried_products(world: &impl Ranks, x: &[Matrix], y: &mut [Matrix]) {
    for i in 1..y.len() {
        y[i] = matrices::product(y[i - 1], x[i]);
    }
}

/// Minima, of which NaN is none.
#[scan(min : y, ranks(world))]
pub fn carried_minima(world: &impl Ranks, x: &[f32], y: &mut [f32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1].min(x[i]);
    }
}

/// Divisions by an element, which panic where that is 0.
#[scan(+ : y, ranks(world))]
pub fn carried_quotients(world: &impl Ranks, x: &[i32], y: &mut [i64]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + 1000 / x[i] as i64;
    }
}

/// The same, backwards.
#[scan(+ : y, ranks(world))]
pub fn carried_quotients_backwards(world: &impl Ranks, x: &[i32], y: &mut [i64]) {
    for i in (0..y.len() - 1).rev() {
        y[i] = y[i + 1] + 1000 / x[i] as i64;
    }
}

/// Each row goes on over the ranks, in the array.
#[scan]
pub fn carried_rows(world: &impl Ranks, x: &[i64], y: &mut [i64], height: usize, width: usize) {
    for r in 0..height {
        #[scan(+ : y, ranks(world))]
        for i in 1..width {
            y[r * width + i] = y[r * width + i - 1] + x[r * width + i];
        }
    }
}

/// Two sums, interleaved: the first two elements are the start, or places for what the ranks before have carried.
#[scan(+ : y, ranks(world))]
pub fn carried_two_back(world: &impl Ranks, x: &[i64], y: &mut [i64]) {
    for i in 2..y.len() {
        y[i] = y[i - 2] + x[i];
    }
}

/// As many as `k` says.
#[scan(+ : y, ranks(world))]
pub fn carried_further_back(world: &impl Ranks, k: usize, x: &[i64], y: &mut [i64]) {
    for i in k..y.len() {
        y[i] = y[i - k] + x[i];
    }
}

/// The same backwards: it begins on the last rank, and the places are the last elements.
#[scan(+ : y, ranks(world))]
pub fn carried_further_ahead(world: &impl Ranks, k: usize, x: &[i64], y: &mut [i64]) {
    for i in (0..y.len() - k).rev() {
        y[i] = y[i + k] + x[i];
    }
}

/// What is in the array goes in.
#[scan(^ : y, ranks(world))]
pub fn carried_in_place_three_back(world: &impl Ranks, y: &mut [u64]) {
    for i in 0..y.len() - 3 {
        y[i + 3] ^= y[i];
    }
}

/// Matrices, whose order matters.
#[scan(matrices::product : y, ranks(world))]
pub fn carried_products_back(world: &impl Ranks, k: usize, x: &[Matrix], y: &mut [Matrix]) {
    for i in k..y.len() {
        y[i] = matrices::product(y[i - k], x[i]);
    }
}

/// The same the other way round, backwards.
#[scan(matrices::product : y, ranks(world))]
pub fn carried_products_ahead(world: &impl Ranks, x: &[Matrix], y: &mut [Matrix]) {
    for i in (0..y.len() - 5).rev() {
        y[i] = matrices::product(x[i], y[i + 5]);
    }
}

/// Minima, of which NaN is none.
#[scan(min : y, ranks(world))]
pub fn carried_minima_back(world: &impl Ranks, k: usize, x: &[f32], y: &mut [f32]) {
    for i in k..y.len() {
        y[i] = y[i - k].min(x[i]);
    }
}

/// Every other element, three of them back.
#[scan(max : y, ranks(world))]
pub fn carried_maxima_back(world: &impl Ranks, x: &[i64], y: &mut [i64]) {
    for i in 3..x.len() {
        y[2 * i] = y[2 * i - 6].max(x[i]);
    }
}

/// Divisions by an element, which panic where that is 0.
#[scan(+ : y, ranks(world))]
pub fn carried_quotients_back(world: &impl Ranks, k: usize, x: &[i32], y: &mut [i64]) {
    for i in k..y.len() {
        y[i] = y[i - k] + 1000 / x[i] as i64;
    }
}

/// The same, backwards.
#[scan(+ : y, ranks(world))]
pub fn carried_quotients_ahead(world: &impl Ranks, k: usize, x: &[i32], y: &mut [i64]) {
    for i in (0..y.len() - k).rev() {
        y[i] = y[i + k] + 1000 / x[i] as i64;
    }
}

/// Sums of residues.
#[scan(residues::add : sum, ranks(world))]
pub fn checksums(world: &impl Ranks, start: u32, x: &[u32], y: &mut [u32]) -> u32 {
    let mut sum = start;
    for i in 0..x.len() {
        sum = residues::add(sum, x[i]);
        y[i] = sum;
    }
    sum
}

/// The same from `k` elements back.
#[scan(residues::add : y, ranks(world))]
pub fn checksums_back(world: &impl Ranks, k: usize, x: &[u32], y: &mut [u32]) {
    for i in k..y.len() {
        y[i] = residues::add(y[i - k], x[i]);
    }
}
