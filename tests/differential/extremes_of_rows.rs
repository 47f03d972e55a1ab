//! Iterations that look for the greatest or least item of an iterator of their own. Each runs as written, on host threads and on the device.

use super::by_hand::same;
use scan_runtime::{parallel_for, reduce, scan};
use std::panic::{AssertUnwindSafe, catch_unwind};

#[parallel_for]
fn greatest(x: &[f32], y: &mut [usize], w: usize) {
    for r in 0..y.len() {
        let row = &x[r * w..(r + 1) * w];
        y[r] = row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(i, _)| i).unwrap();
    }
}

#[parallel_for]
fn greatest_by_parts(x: &[f32], y: &mut [usize], w: usize) {
    for (y, row) in y.iter_mut().zip(x.chunks_exact(w)) {
        *y = row.iter().enumerate().max_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap()).unwrap().0;
    }
}

#[parallel_for]
fn place_and_value(x: &[f32], y: &mut [usize], z: &mut [f32], w: usize) {
    for r in 0..y.len() {
        let row = &x[r * w..(r + 1) * w];
        let (at, v) = row.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).unwrap();
        y[r] = at;
        z[r] = *v;
    }
}

#[parallel_for]
fn by_a_key(x: &[i32], y: &mut [i32], w: usize) {
    for r in 0..y.len() {
        let row = &x[r * w..(r + 1) * w];
        y[r] = *row.iter().max_by_key(|v| v.rem_euclid(7)).unwrap() - *row.iter().min_by_key(|v| v.rem_euclid(7)).unwrap();
    }
}

#[parallel_for]
fn by_an_index(x: &[i32], y: &mut [usize], w: usize) {
    for r in 0..y.len() {
        y[r] = (0..w).min_by_key(|&c| x[r * w + c]).unwrap_or(w);
    }
}

#[parallel_for]
fn last_and_first(x: &[f32], y: &mut [usize], w: usize) {
    for r in 0..y.len() {
        let most = (0..w).max_by(|&a, &b| x[r * w + a].total_cmp(&x[r * w + b])).unwrap_or(0);
        let least = (0..w).min_by(|&a, &b| x[r * w + b].total_cmp(&x[r * w + a])).unwrap_or(0);
        let reversed = (0..w).max_by(|&a, &b| x[r * w + a].total_cmp(&x[r * w + b]).reverse()).unwrap_or(0);
        y[r] = most * 10_000 + least * 100 + reversed;
    }
}

#[parallel_for]
fn nearest(x: &[f32], centres: &[f32], y: &mut [usize]) {
    for i in 0..x.len() {
        y[i] = centres.iter().enumerate().map(|(k, c)| (k, (x[i] - c).abs())).min_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
    }
}

#[parallel_for]
fn if_any(x: &[f32], y: &mut [usize], w: usize) {
    for r in 0..y.len() {
        let row = &x[r * w..(r + 1) * w];
        if let Some((at, v)) = row.iter().enumerate().filter(|(_, v)| **v > 1.0).min_by(|a, b| a.1.total_cmp(b.1)) {
            y[r] = at * 2 + (*v > 2.0) as usize;
        } else {
            y[r] = 7_000;
        }
    }
}

#[parallel_for]
fn sliding(x: &[f32], y: &mut [f32], w: usize) {
    for i in 0..y.len() - w {
        y[i] = x[i..i + w].iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap();
    }
}

#[scan(+ : kept)]
fn kept_rows(x: &[f32], w: usize) -> Vec<usize> {
    let mut kept = Vec::new();
    for r in 0..x.len() / w {
        let row = &x[r * w..(r + 1) * w];
        let least = row.iter().min_by(|a, b| a.total_cmp(b)).unwrap_or(&-0.0);
        if *least > 1.0 {
            kept.push(r);
        }
    }
    kept
}

#[reduce(+ : sum)]
fn summed(x: &[i32], w: usize) -> usize {
    let mut sum = 0;
    for row in x.chunks_exact(w) {
        sum += row.iter().enumerate().max_by_key(|p| p.1).unwrap().0;
    }
    sum
}

#[scan(+ : sum)]
fn scanned(x: &[i32], y: &mut [usize], w: usize) {
    let mut sum = 0;
    for (y, row) in y.iter_mut().zip(x.chunks_exact(w)) {
        sum += row.iter().enumerate().rev().skip(1).min_by_key(|p| *p.1).map_or(0, |p| p.0);
        *y = sum;
    }
}

/// Numbers with many that are equal, both zeros among them.
fn numbers(length: usize) -> Vec<f32> {
    (0..length).map(|k| [-0.0, 0.0, 2.5, -1.0, 2.5, 1.5, -0.0][k * 7919 % 1009 % 7]).collect()
}

fn rows<T: Default + Clone>(length: usize, w: usize, run: impl Fn(&mut [T])) -> Vec<T> {
    let mut y = vec![T::default(); length / w];
    run(&mut y);
    y
}

#[test]
fn items_of_rows_are_those_of_the_loop() {
    for (length, w) in [(1_500, 1), (3_600, 5), (12_000, 17)] {
        let x = numbers(length);
        let ints: Vec<i32> = x.iter().map(|v| (*v * 2.0) as i32).collect();
        same("greatest", || rows(length, w, |y| greatest(&x, y, w)));
        same("greatest_by_parts", || rows(length, w, |y| greatest_by_parts(&x, y, w)));
        same("place_and_value", || {
            let mut z = vec![0.0; length / w];
            let y = rows(length, w, |y| place_and_value(&x, y, &mut z.clone(), w));
            let mut at = vec![0; length / w];
            place_and_value(&x, &mut at, &mut z, w);
            (y, z.iter().map(|z| z.to_bits()).collect::<Vec<_>>())
        });
        same("by_a_key", || rows(length, w, |y| by_a_key(&ints, y, w)));
        same("by_an_index", || rows(length, w, |y| by_an_index(&ints, y, w)));
        same("last_and_first", || rows(length, w, |y| last_and_first(&x, y, w)));
        same("nearest", || rows(length, 5, |y| nearest(&x[..length / 5], &[0.5, -2.0, 2.0, 0.5], y)));
        same("if_any", || rows(length, w, |y| if_any(&x, y, w)));
        same("sliding", || rows(length, w, |y| sliding(&x, y, w)).iter().map(|y: &f32| y.to_bits()).collect::<Vec<_>>());
        same("kept_rows", || kept_rows(&x, w));
        same("summed", || summed(&ints, w));
        same("scanned", || rows(length, w, |y| scanned(&ints, y, w.max(2))));
    }
}

#[test]
fn what_is_no_number_is_compared_as_the_program_says() {
    let mut x = numbers(3_600);
    x[1_234] = f32::NAN;
    x[77] = -f32::NAN;
    let all = || {
        let kept = [1, 2, 9].map(|w| kept_rows(&x, w));
        (rows(3_600, 9, |y| greatest(&x, y, 9)), rows(3_600, 9, |y| last_and_first(&x, y, 9)), kept)
    };
    let settings = |kind| scan_runtime::Settings::from_environment().device(kind);
    let [expected, host, device] =
        [scan_runtime::DeviceKind::Loop, scan_runtime::DeviceKind::Host, scan_runtime::DeviceKind::Any]
            .map(|kind| settings(kind).scope(all));
    assert_eq!(host, expected);
    assert_eq!(device, expected);
    let panics = |kind| {
        settings(kind).scope(|| catch_unwind(AssertUnwindSafe(|| rows(3_600, 9, |y| greatest_by_parts(&x, y, 9)))).is_err())
    };
    assert!(panics(scan_runtime::DeviceKind::Host) && panics(scan_runtime::DeviceKind::Any));
    let empty = |kind| settings(kind).scope(|| catch_unwind(AssertUnwindSafe(|| greatest(&x, &mut vec![0; 900], 0))).is_err());
    assert!(empty(scan_runtime::DeviceKind::Host) && empty(scan_runtime::DeviceKind::Any));
}
