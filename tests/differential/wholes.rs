//! Tuples, and fixed arrays, that are stored whole: to elements, where the loop counts, pushed and collected.

use super::by_hand::same;
use scan_runtime::{parallel_for, reduce, scan};

#[scan(+ : out)]
fn pushed(x: &[i32]) -> Vec<(usize, i32)> {
    let mut out: Vec<(usize, i32)> = Vec::new();
    for (i, v) in x.iter().enumerate() {
        if *v > 3 {
            out.push((i, *v));
        }
    }
    out
}

/// Of which nothing else tells the type.
#[scan(+ : out)]
fn pushed_untyped(x: &[i32]) -> Vec<(usize, i32)> {
    let mut out = Vec::new();
    for (i, v) in x.iter().enumerate() {
        if *v > 3 {
            out.push((i, v * 2));
        }
    }
    out
}

/// Twice in an iteration, of several types, and what may panic.
#[scan(+ : out)]
fn pushed_twice(x: &[i32], w: &[u8], out: &mut Vec<(u8, i64, bool)>) {
    for i in 0..x.len() {
        if x[i] > 3 {
            out.push((w[i], 100 / x[i] as i64, x[i] % 2 == 0));
        }
        if w[i] < 9 {
            out.push((1, -1, false));
        }
    }
}

#[parallel_for]
fn pairs(x: &[i32]) -> Vec<(usize, i32)> {
    let y: Vec<(usize, i32)> = x.iter().enumerate().map(|(i, v)| (i, *v)).collect();
    y
}

#[parallel_for]
fn unnamed(x: &[i32]) -> Vec<(i64, u8)> {
    x.iter().map(|v| (*v as i64 * 3, (*v & 7) as u8)).collect()
}

#[parallel_for]
fn lists(x: &[i32]) -> Vec<[i32; 2]> {
    x.iter().map(|v| [*v, 3 - v]).collect()
}

#[scan(+ : collect)]
fn kept(x: &[i32]) -> Vec<(usize, i32)> {
    x.iter().copied().enumerate().filter(|(_, v)| *v > 3).collect()
}

#[scan(+ : kept)]
fn triples(x: &[i32]) -> Vec<(usize, i32, bool)> {
    let kept = x
        .iter()
        .enumerate()
        .filter_map(|(i, v)| if *v > 3 { Some((i, *v, 40 / *v > 5)) } else { None })
        .filter(|&(i, ..)| i % 3 > 0)
        .collect();
    kept
}

/// Numbers that only the function's head gives types.
#[scan(+ : collect)]
fn literals(x: &[i32]) -> Vec<(u8, f32, i32)> {
    x.iter().filter(|v| **v > 2).map(|v| (1, 0.5, *v)).collect()
}

#[parallel_for]
fn lists_of_literals(x: &[i32]) -> Vec<[f32; 3]> {
    x.iter().map(|v| [1.0, *v as f32, 2.5]).collect()
}

/// Of a variable of the method's name.
#[scan(+ : collect)]
fn exchanged(collect: &[(u8, f64)]) -> Vec<(f64, u8)> {
    collect.iter().filter(|(a, _)| *a > 3).map(|&(a, b)| (b, a)).collect()
}

/// As they are.
#[scan]
fn as_they_are(pairs: &[(u8, f64)], rows: &[[f32; 3]]) -> (Vec<(u8, f64)>, Vec<[f32; 3]>) {
    #[scan(+ : kept)]
    let kept = pairs.iter().filter(|(a, b)| *a > 3 && *b > 0.5).cloned().collect();
    #[scan(+ : long)]
    let long = rows.iter().copied().filter(|row| row[0] > row[1]).collect();
    (kept, long)
}

#[parallel_for]
fn stored(x: &[i32], y: &mut [(i32, u8)]) {
    for i in 0..x.len() {
        y[i] = (x[i], 3);
    }
}

/// Of branches, through a reference; the old parts are read.
#[parallel_for]
fn of_branches(x: &[i32], y: &mut [(i32, i64)]) {
    for (x, y) in x.iter().zip(y) {
        *y = if *x > 3 {
            let t = y.0 + 1;
            (*x * 2, t as i64)
        } else {
            match *x {
                0 => (y.0, -1),
                v => (v, y.1 * 2),
            }
        };
    }
}

#[parallel_for]
fn sometimes(x: &[i32], y: &mut [(i32, i64)]) {
    for i in 0..x.len() {
        if x[i] % 3 == 1 {
            y[i] = (x[i], i as i64);
        }
    }
}

#[scan(+ : k)]
fn counted(x: &[i32], y: &mut [(i32, u8)]) -> usize {
    let mut k = 0;
    for (i, &v) in x.iter().enumerate() {
        if v > 3 {
            y[k] = (v, i as u8);
            k += 1;
        }
    }
    k
}

#[scan(+ : s)]
fn scanned(x: &[i32], y: &mut [(i64, i32)]) {
    let mut s = 0i64;
    for i in 0..x.len() {
        s += x[i] as i64;
        y[i] = (s, x[i]);
    }
}

/// Or what is there, or elsewhere.
#[parallel_for]
fn or_elements(x: &[i32], from: &[(i32, i64)], y: &mut [(i32, i64)]) {
    for i in 0..x.len() {
        y[i] = match x[i] % 4 {
            0 => y[i],
            1 => (x[i], 2),
            2 if x[i] > 5 => from[i],
            _ => (1, y[i].1),
        };
    }
}

/// Carried by a part.
#[scan(+ : y)]
fn carried(x: &[i32], y: &mut [(i64, i32)]) {
    for i in 1..x.len() {
        y[i] = (y[i - 1].0 + x[i] as i64, x[i] * 2);
    }
}

#[reduce(+ : sum)]
fn between_steps(x: &[i32]) -> i64 {
    x.iter().map(|v| (*v, *v as i64 * 3)).filter(|(a, b)| *a as i64 > b - 9).map(|(a, b)| a as i64 * b).sum()
}

fn sample(n: i32) -> Vec<i32> {
    (0..n).map(|k| k * k % 23 - 5).collect()
}

#[test]
fn pushed_and_collected() {
    let x = sample(5_000);
    let w: Vec<u8> = x.iter().map(|v| (v * v % 11) as u8).collect();
    same("pushed", || pushed(&x));
    same("pushed_untyped", || pushed_untyped(&x));
    same("pushed_twice", || {
        let mut out = vec![(7, 7, true)];
        pushed_twice(&x, &w, &mut out);
        out
    });
    same("pairs", || pairs(&x));
    same("unnamed", || unnamed(&x));
    same("lists", || lists(&x));
    same("kept", || kept(&x));
    same("triples", || triples(&x));
    same("literals", || literals(&x));
    same("lists_of_literals", || lists_of_literals(&x));
    let pairs: Vec<(u8, f64)> = x.iter().map(|v| (v.unsigned_abs() as u8, *v as f64 * 0.25)).collect();
    let rows: Vec<[f32; 3]> = x.iter().map(|v| [*v as f32, 4.0, 0.5]).collect();
    same("exchanged", || exchanged(&pairs));
    same("as_they_are", || as_they_are(&pairs, &rows));
}

#[test]
fn stored_to_elements() {
    let x = sample(5_000);
    same("stored", || {
        let mut y = vec![(0, 0); 5_000];
        stored(&x, &mut y);
        y
    });
    for (name, run) in [("of_branches", of_branches as fn(&[i32], &mut [(i32, i64)])), ("sometimes", sometimes)] {
        same(name, || {
            let mut y: Vec<(i32, i64)> = x.iter().map(|v| (v + 1, 5)).collect();
            run(&x, &mut y);
            y
        });
    }
    for (name, run) in [("scanned", scanned as fn(&[i32], &mut [(i64, i32)])), ("carried", carried)] {
        same(name, || {
            let mut y = vec![(3, 4); 5_000];
            run(&x, &mut y);
            y
        });
    }
    let from: Vec<(i32, i64)> = x.iter().map(|v| (v + 9, 3)).collect();
    same("or_elements", || {
        let mut y: Vec<(i32, i64)> = x.iter().map(|v| (v + 1, 5)).collect();
        or_elements(&x, &from, &mut y);
        y
    });
    same("counted", || {
        let mut y = vec![(0, 0); 5_000];
        (counted(&x, &mut y), y)
    });
    same("between_steps", || between_steps(&x));
}
