//! Iterators of which some items are collected: `filter`, `filter_map`. Each runs as written, on host threads and on the device.

#![allow(
    clippy::filter_map_bool_then,
    clippy::manual_map,
    clippy::obfuscated_if_else,
    clippy::unnecessary_lazy_evaluations,
    reason = "what people write is tested, too, and not only what is best"
)]

use super::by_hand::same;
use scan_runtime::{Settings, parallel_for, reduce, scan};

#[scan(+ : large)]
fn doubled(x: &[i32]) -> Vec<i32> {
    let large: Vec<i32> = x.iter().filter(|v| **v > 3).map(|v| v * 2).collect();
    large
}

/// Without a name, and of a type that the `Vec`'s name says.
#[scan(+ : collect)]
fn kept(x: &[i32]) -> Vec<i32> {
    x.iter().copied().filter(|&v| v % 3 == 1).collect()
}

/// The name of what is read, and values of another one in the next closure.
#[scan]
fn renamed(x: &[i32], t: i32) -> (Vec<i64>, usize) {
    #[scan(+ : x)]
    let x = x.iter().filter_map(|&t| if t > 2 { Some(t * 3) } else { None }).map(|v| (v + t) as i64).collect::<Vec<_>>();
    let mut most = 0i64;
    #[reduce(max : most)]
    for v in &x {
        most = most.max(*v);
    }
    (x, most as usize)
}

#[scan(+ : places)]
fn places(x: &[i32], from: usize) -> Vec<usize> {
    let places;
    places = x[from..].iter().enumerate().skip(2).filter(|(_, v)| **v == 4).map(|(i, _)| i).collect();
    places
}

#[scan(+ : collect)]
fn numbers(x: &[i32]) -> Vec<u16> {
    (1..x.len() as u16).rev().filter(|&k| x[k as usize] < x[k as usize - 1]).collect()
}

/// Several values, from several branches.
#[scan(+ : collect)]
fn branches(x: &[i32], w: &[u8]) -> Vec<i64> {
    x.iter()
        .zip(w)
        .filter_map(|(&v, k)| {
            let sum = v as i64 + *k as i64;
            match v {
                0 => None,
                -9..=-1 if sum < 0 => Some(sum * 5),
                1 | 2 => {
                    let more = sum + 1;
                    if more % 2 == 0 { Some(more) } else { None }
                }
                _ if sum > 9 => Some(-sum),
                _ => None,
            }
        })
        .collect()
}

/// What is taken from what options hold.
#[scan(+ : collect)]
fn looked_up(x: &[i32], table: &[u64]) -> Vec<u64> {
    x.iter().filter_map(|v| table.get(*v as usize)).copied().filter(|v| *v < 60).collect()
}

#[scan(+ : collect)]
fn looked_up_under_a_condition(x: &[i32], table: &[u64]) -> Vec<u64> {
    x.iter()
        .filter_map(|&v| {
            if v > 3 {
                match table.get(v as usize) {
                    Some(t) => Some(t + 1),
                    None => None,
                }
            } else if let Some(t) = table.get((v + 5) as usize) {
                let twice = t * 2;
                if twice > 9 { Some(twice) } else { None }
            } else {
                Some(7)
            }
        })
        .collect()
}

#[scan(+ : collect)]
fn differences(x: &[u32]) -> Vec<u32> {
    x.windows(2).filter_map(|w| w[1].checked_sub(w[0]).filter(|d| *d > 1)).collect()
}

#[scan(+ : collect)]
fn thirds(x: &[i32]) -> Vec<i32> {
    x.iter().filter_map(|&v| (v % 3 == 0).then(|| v / 3)).map(|v| v + 1).filter(|v| v % 2 == 0).collect()
}

#[scan(+ : collect)]
fn some_of(x: &[i32]) -> Vec<i32> {
    x.iter().filter_map(|&v| (v > 0).then_some(100 / (v | 1))).collect()
}

/// Closures that end early.
#[scan(+ : collect)]
fn guarded(x: &[i32], table: &[i32]) -> Vec<i32> {
    x.iter()
        .filter_map(|&v| {
            let twice = v * 2;
            if v < 0 {
                return None;
            }
            let t = table.get(v as usize)?;
            if twice > 20 {
                return Some(twice - t);
            } else if t % 3 == 0 {
                return None;
            }
            Some(*t)
        })
        .map(|v| {
            if v > 9 {
                return 1;
            }
            v
        })
        .collect()
}

#[parallel_for]
fn guarded_in_an_iteration(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        y[i] = x[i..i + 4]
            .iter()
            .filter_map(|&v| {
                let Some(t) = x.get((v + 5) as usize) else {
                    return Some(-5);
                };
                if *t == 3 {
                    return None;
                }
                Some(t + v)
            })
            .sum();
    }
}

/// Its names are in its branches.
#[scan(+ : s)]
fn sorted_pairs(x: &[i32], y: &mut [i32]) {
    let mut s = 0;
    for i in 1..x.len() {
        let (a, b) = (x[i - 1], x[i]);
        let (a, mut b) = if a > b { (b, a) } else { (a, b) };
        b -= 1;
        s += b * 2 - a;
        y[i] = s;
    }
}

/// Of parts of tuples, and of rows.
#[scan(+ : heavy)]
fn weights(pairs: &[(u8, f32)]) -> Vec<f32> {
    let heavy: Vec<f32> = pairs.iter().filter(|(k, _)| *k > 9).map(|(k, w)| *k as f32 * w).collect();
    heavy
}

#[scan(+ : collect)]
fn rows(x: &[i32], n: usize) -> Vec<i64> {
    x.chunks_exact(n)
        .filter_map(|row| {
            let mut sum = 0i64;
            for v in row {
                if *v == 5 {
                    continue;
                }
                sum += *v as i64;
            }
            (sum > 8).then_some(sum)
        })
        .collect()
}

/// An item is a fixed array, or a tuple.
#[scan(+ : collect)]
fn points(points: &[[f32; 3]]) -> Vec<f32> {
    points.iter().filter(|p| p[0] > 1.0 && p[2] < 4.0).map(|p| p[0] * p[1] - p[2]).collect()
}

/// Without effect on the next: what is filtered out may divide by zero.
#[scan(+ : collect)]
fn quotients(x: &[i32]) -> Vec<i32> {
    x.iter().filter(|v| **v != 0).map(|v| 1000 / v).filter(|q| *q < 200).collect()
}

#[scan(+ : collect)]
fn not_filtered(x: &[i32]) -> Vec<i32> {
    x.iter().map(|v| 1000 / v).filter(|q| *q < 200).collect()
}

/// With what the closures read at computed places.
#[scan(+ : collect)]
fn gathered(x: &[i32], at: &[u32]) -> Vec<i32> {
    at.iter().map(|k| x[*k as usize]).filter(|&v| v > 0).collect()
}

/// Booleans, and a `Vec` that already has a name outside.
#[scan(+ : collect)]
fn flags(x: &[i32]) -> Vec<bool> {
    x.iter().map(|v| *v > 4).filter(|flag| *flag || x.len() > 7).collect()
}

#[reduce(+ : sum)]
fn summed(x: &[i32], table: &[u64]) -> u64 {
    x.iter().filter_map(|v| table.get(*v as usize).map(|t| t + 1)).map(|v| v * 3).sum()
}

#[reduce(max : max)]
fn greatest(x: &[i32]) -> Option<i64> {
    x.iter().filter_map(|&v| if v < 9 { Some(v as i64 * 3) } else { None }).max()
}

#[reduce(+ : count)]
fn counted(x: &[i32]) -> usize {
    x.iter().filter_map(|&v| if v > 3 { Some(20 / (v - 3)) } else { None }).filter(|v| *v != 4).count()
}

/// In an iteration.
#[parallel_for]
fn in_an_iteration(x: &[i32], y: &mut [i64]) {
    for i in 0..y.len() {
        y[i] = x[i..i + 9]
            .iter()
            .filter_map(|&v| {
                if v > 3 {
                    Some(v as i64)
                } else if v < 0 {
                    Some(-1)
                } else {
                    None
                }
            })
            .sum();
        y[i] += x[i..i + 5].iter().filter_map(|v| v.unsigned_abs().checked_sub(2)).map(|v| v as i64).max().unwrap_or(-7);
        for v in x[i..i + 3].iter().filter_map(|v| (*v != 1).then(|| v + 1)) {
            y[i] = y[i] * 3 + v as i64;
        }
    }
}

#[scan(+ : n)]
fn asked_of_conditions(x: &[i32], y: &mut [i32]) {
    let mut n = 0;
    for i in 0..x.len() {
        n += (x[i] > 4).then(|| x[i] - 4).unwrap_or(1);
        if let Some(k) = (x[i] % 2 == 0).then_some(x[i] / 2) {
            n += k % 3;
        }
        y[i] = n;
    }
}

fn sample(n: i32) -> Vec<i32> {
    (0..n).map(|k| k * k % 23 - 5).collect()
}

#[test]
fn what_is_filtered_is_collected() {
    let x = sample(5_000);
    same("doubled", || doubled(&x));
    same("kept", || kept(&x));
    same("places", || places(&x, 7));
    same("numbers", || numbers(&x));
    same("quotients", || quotients(&x));
    same("flags", || flags(&x));
    let pairs: Vec<(u8, f32)> = x.iter().map(|v| (v.unsigned_abs() as u8, *v as f32 * 0.5)).collect();
    same("weights", || weights(&pairs));
    let all: Vec<[f32; 3]> = x.iter().map(|v| [*v as f32, 2.5, *v as f32 * 0.5]).collect();
    same("points", || points(&all));
    let at: Vec<u32> = (0..4_000).map(|k| k * 7 % 5_000).collect();
    same("gathered", || gathered(&x, &at));
}

#[test]
fn what_options_hold_is_collected() {
    let x = sample(5_000);
    let w: Vec<u8> = x.iter().map(|v| (v * v % 11) as u8).collect();
    let table: Vec<u64> = (0..12).map(|k| k * k).collect();
    same("branches", || branches(&x, &w));
    same("looked_up", || looked_up(&x, &table));
    same("looked_up_under_a_condition", || looked_up_under_a_condition(&x, &table));
    same("thirds", || thirds(&x));
    same("some_of", || some_of(&x));
    same("rows", || rows(&x, 3));
    same("guarded", || guarded(&x, &[5, 9, -4, 6, 1, 3, 3, 7, 11, 12, 40, 2, 0, 8]));
    for (name, run) in
        [("guarded_in_an_iteration", guarded_in_an_iteration as fn(&[i32], &mut [i32])), ("sorted_pairs", sorted_pairs)]
    {
        same(name, || {
            let mut y = vec![0; 4_990];
            run(if name == "sorted_pairs" { &x[..4_990] } else { &x }, &mut y);
            y
        });
    }
    same("renamed", || renamed(&x, 100));
    let x: Vec<u32> = (0..5_000).map(|k| k * k % 23).collect();
    same("differences", || differences(&x));
}

#[test]
fn what_options_hold_is_combined() {
    let x = sample(5_000);
    same("summed", || summed(&x, &[3, 1, 4, 1, 5, 9, 2, 6]));
    same("greatest", || greatest(&x));
    same("counted", || counted(&x));
    same("in_an_iteration", || {
        let mut y = vec![0; 4_900];
        in_an_iteration(&x, &mut y);
        y
    });
    same("asked_of_conditions", || {
        let mut y = vec![0; 5_000];
        asked_of_conditions(&x, &mut y);
        y
    });
}

#[test]
fn nothing_may_be_kept() {
    let none = vec![0; 4_000];
    same("doubled", || doubled(&none));
    assert!(doubled(&[]).is_empty() && kept(&[]).is_empty() && rows(&[], 3).is_empty());
    assert_eq!(greatest(&[11, 12]), None);
    same("all", || kept(&vec![1; 4_000]));
}

#[test]
#[should_panic(expected = "attempt to divide by zero")]
fn what_is_computed_before_panics() {
    let mut x = vec![7; 4_000];
    x[3_333] = 0;
    Settings::from_environment().scope(|| not_filtered(&x));
}
