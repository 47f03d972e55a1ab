//! Arrays of tuples, whose parts loops read.

use scan_runtime::{parallel_for, reduce, scan};

/// By its numbers.
#[scan(+ : y)]
pub fn products(x: &[(i32, i32)], y: &mut [i32]) {
    let mut acc = 7i32;
    for i in 0..y.len() {
        acc = acc.wrapping_add(x[i].0.wrapping_mul(x[i].1));
        y[i] = acc;
    }
}

/// Parts of several sizes: Rust puts the larger one first. `u8` and `f64` are known from the function's head.
#[scan(+ : ys)]
pub fn weighed(x: &[(u8, f64)], ys: &mut [f64]) {
    let mut acc = 0.0;
    for ((w, v), y) in x.iter().zip(ys.iter_mut()) {
        acc += *w as f64 * v;
        *y = acc;
    }
}

#[reduce(+ : total)]
pub fn flagged(pairs: &[(bool, i32)]) -> i32 {
    let mut total = 0i32;
    for &(keep, v) in pairs {
        if keep {
            total = total.wrapping_add(v);
        }
    }
    total
}

#[reduce(+ : total)]
pub fn three(rows: &[(f32, u64, i16)]) -> u64 {
    let mut total = 0u64;
    for (i, (f, u, s)) in rows.iter().enumerate() {
        if *f > 0.5 {
            total = total.wrapping_add(u ^ (*s as u64).wrapping_mul(i as u64));
        }
    }
    total
}

/// The second part's type follows from its use, the third is not looked at, and each is read one before too.
#[scan(max : y)]
pub fn four(x: &[(u8, u16, bool, u32)], y: &mut [u32]) {
    let mut most = 0u32;
    for i in 1..x.len() {
        let (a, (_, b, ..), d) = (x[i].0, x[i - 1], x[i].3);
        most = most.max(d >> (a % 8) ^ b as u32);
        y[i] = most;
    }
}

#[scan]
pub fn summed(pairs: &[(i64, i64)]) -> i64 {
    #[reduce(+ : s)]
    let s: i64 = pairs.iter().map(|(a, b)| a * b).sum();
    s
}

#[scan]
pub fn kept(pairs: &[(i64, u8)]) -> i64 {
    #[reduce(+ : s)]
    let s = pairs.iter().filter(|&(_, k)| *k > 3).map(|&(a, _)| a).sum::<i64>();
    s
}

#[scan]
pub fn folded(pairs: &[(u16, u32)]) -> u32 {
    #[reduce(max : most)]
    let most = pairs.iter().fold(3, |most: u32, &(a, b)| most.max(b / (a as u32 + 1)));
    most
}

/// Tuples in tuples.
#[parallel_for]
pub fn nested(x: &[((u8, i32), f32)], y: &mut [f32]) {
    for i in 0..x.len() {
        let ((a, b), c) = x[i];
        y[i] = a as f32 * (b % 1000) as f32 + c;
    }
}

/// In any order.
#[parallel_for]
pub fn looked_up(x: &[(u32, i32)], table: &[(i16, i8)], y: &mut [i32]) {
    for (y, &(k, v)) in y.iter_mut().zip(x) {
        let (p, _) = table[k as usize];
        *y = (p as i32).wrapping_mul(v);
    }
}

/// Neighbours.
#[reduce(+ : d)]
pub fn gaps(x: &[(i32, i32)]) -> i32 {
    let mut d = 0i32;
    for w in x.windows(2) {
        d = d.wrapping_add(w[1].0.wrapping_sub(w[0].1));
    }
    d
}

/// Patterns of a `match` and an `if let`, one of whose names hides the tuple's.
#[parallel_for]
pub fn matched(x: &[(i32, u8, bool)], y: &mut [i32], z: &mut [i32]) {
    for i in 0..x.len() {
        let p = x[i];
        y[i] = match p {
            (0, k, _) => k as i32,
            (a, 1..=9, true) => a,
            (q, p, _) => q ^ p as i32,
        };
        z[i] = if let (a, b, true) = x[i] { a ^ b as i32 } else { -1 };
    }
}

/// Of one of two arrays, and what is there before the loop.
#[parallel_for]
pub fn chosen(x: &[(i32, u8)], z: &[(i32, u8)], c: &[bool], by: (i32, u8), y: &mut [i32]) {
    for i in 0..x.len() {
        let (scale, shift) = by;
        let (a, b) = if c[i] { x[i] } else { z[i] };
        y[i] = a.wrapping_mul(scale) ^ (b.wrapping_add(shift)) as i32;
    }
}

/// Assigned, not declared; with the types that they have.
#[reduce(max : most)]
pub fn assigned(x: &[(i32, i32)]) -> i32 {
    let mut most = i32::MIN;
    for i in 0..x.len() {
        let a;
        let b;
        (a, b) = x[i];
        let (c, _): (i32, i32) = x[i];
        most = most.max(a ^ b ^ c);
    }
    most
}

/// Whole elements go where they are as they are.
#[scan(+ : k)]
pub fn selected(x: &[(bool, f64, u8)], out: &mut [(bool, f64, u8)]) -> usize {
    let mut k = 0usize;
    for i in 0..x.len() {
        if x[i].0 {
            out[k] = x[i];
            k += 1;
        }
    }
    k
}

/// In place, from one further on.
#[parallel_for]
pub fn moved(y: &mut [(u8, u32)]) {
    for i in 0..y.len() - 1 {
        y[i] = y[i + 1];
    }
}

/// A type of its user's.
#[scan(+ : y)]
pub fn generic<T: scan_runtime::Monoid<scan_runtime::Add> + std::ops::Add<Output = T>>(x: &[(u8, T)], start: T, y: &mut [T]) {
    let mut acc = start;
    for i in 0..y.len() {
        acc = acc + x[i].1;
        y[i] = acc;
    }
}

/// A data region: the pairs stay on the device from one loop to the next, and change between them.
#[scan]
pub fn in_a_region(x: &[(u8, i64)], y: &mut [i64]) -> i64 {
    let mut pairs: Vec<(u8, i64)> = x.to_vec();
    let n = y.len();
    #[parallel_for]
    for i in 0..n {
        y[i] = pairs[i].1 * 2;
    }
    #[parallel_for]
    for i in 0..n - 1 {
        pairs[i] = x[i + 1];
    }
    pairs[0] = (5, 6);
    let mut sum = 0i64;
    #[reduce(+ : sum)]
    for i in 0..n {
        let (k, v) = pairs[i];
        sum = sum.wrapping_add((v ^ y[i]) + k as i64);
    }
    sum + pairs[n - 1].1
}
