//! Values from outside a loop that are references, of which the text says nothing: Rust's arithmetic and comparisons take both.

use super::by_hand::same;
use scan_runtime::{parallel_for, scan};

fn numbers(count: u64) -> Vec<u64> {
    (0..count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40).collect()
}

#[scan]
fn of_a_header(pairs: &[(i64, usize)], x: &[i64], y: &mut [i64]) {
    for (d, o) in pairs.iter() {
        #[parallel_for]
        for k in 0..5000 {
            y[k * 2 + o] += x[k + o] / d - d;
        }
    }
}

#[scan]
fn both_ways(pairs: &[(u64, u64)], x: &[u64], y: &mut [u64]) {
    for (low, factor) in pairs {
        let mut s = 0;
        #[scan(+ : s)]
        for k in 0..x.len() {
            s += if x[k] > *low { x[k] % factor + low } else { factor.wrapping_mul(3) };
            y[k] = y[k] / 2 + s;
        }
    }
}

#[scan]
fn of_a_pattern(ends: &[f64], x: &[f64], y: &mut [f64]) {
    let Some(first) = ends.first() else { return };
    if let [_, .., last] = ends {
        #[parallel_for]
        for (out, v) in y.iter_mut().zip(x) {
            *out = v * first + last;
        }
    }
}

#[scan]
fn of_a_method(x: &[u64]) -> (u64, usize, Option<usize>, Vec<u64>) {
    let most = x.iter().max().unwrap();
    let mut sum = 0;
    #[reduce(+ : sum)]
    for v in x {
        if v < most {
            sum += most - v;
        }
    }
    #[reduce(+ : count)]
    let count = x.iter().filter(|v| *v == most).count();
    #[parallel_for]
    let place = x.iter().position(|v| v == most);
    #[parallel_for]
    let raised: Vec<u64> = x.iter().map(|v| v.max(most) * 2 - v % most).collect();
    (sum, count, place, raised)
}

#[parallel_for]
fn rows(weights: &[u64], x: &[u64], y: &mut [u64], n: usize) {
    for (r, w) in weights.iter().enumerate() {
        for k in 0..n {
            y[r * n + k] = x[k] % w;
        }
    }
}

#[scan]
fn row_by_row(starts: &[(usize, u64)], x: &[u64], y: &mut [u64], n: usize) {
    for (r, w) in starts.iter() {
        let mut s = 0;
        #[scan(+ : s)]
        for k in 0..n {
            s += x[k] * w;
            y[r * n + k] = s;
        }
    }
}

#[scan]
fn decay(pairs: &[(f64, f64)], x: &[f64], y: &mut [f64]) {
    for (a, b) in pairs {
        let mut s = 0.0;
        #[scan(auto : s, reassociate)]
        for k in 0..x.len() {
            s = a * s + b * x[k];
            y[k] = s;
        }
    }
}

#[scan]
fn two_states(pairs: &[(f64, f64)], x: &[f64], y: &mut [f64]) {
    for (a, b) in pairs {
        let (mut s, mut t) = (0.0, 0.0);
        #[scan(auto : s, t, reassociate)]
        for k in 0..x.len() {
            let u = a * s + b * t + x[k];
            t = s;
            s = u;
            y[k] = s;
        }
    }
}

#[test]
fn references_are_taken_for_what_they_refer_to() {
    let x = numbers(20_011);
    let signed: Vec<i64> = x.iter().map(|v| *v as i64 - (1 << 23)).collect();
    let floats: Vec<f64> = x.iter().map(|v| (v % 64) as f64).collect();
    let stored = |run: &dyn Fn(&mut [u64])| {
        let mut y = x.clone();
        run(&mut y);
        y
    };
    same("of a header", || {
        let mut y = signed.clone();
        of_a_header(&[(3, 0), (-7, 1)], &signed, &mut y);
        y
    });
    same("both ways", || stored(&|y| both_ways(&[(1 << 22, 77), (9, 12_345)], &x, y)));
    same("of a pattern", || {
        let mut y = floats.clone();
        of_a_pattern(&floats[5..9], &floats, &mut y);
        y
    });
    same("of a method", || of_a_method(&x));
    same("rows", || stored(&|y| rows(&[3, 5, 1000, 1 << 20], &x, y, 5000)));
    same("row by row", || stored(&|y| row_by_row(&[(2, 3), (0, 5)], &x, y, 5000)));
    // Powers of two: exact in any order.
    let fractions: Vec<f64> = floats.iter().map(|v| v % 4.0).collect();
    same("decay", || {
        let mut y = fractions.clone();
        decay(&[(0.0, 2.0), (-1.0, 1.0)], &fractions, &mut y);
        y
    });
    same("two states", || {
        let mut y = fractions.clone();
        two_states(&[(0.0, 1.0), (1.0, -1.0)], &fractions, &mut y);
        y
    });
}
