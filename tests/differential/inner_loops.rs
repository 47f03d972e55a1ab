//! Loops in iterations: in each other, with ends of several kinds, over names that hide others. Each runs as written, on host threads and on
//! the device.

use super::by_hand::{left, same};
use scan_runtime::{DeviceKind, Settings, parallel_for, reduce, scan};

loops! {
    #[parallel_for]
    fn swaps_and_sums(x: i32, y: i32) {
        for i in 0..x.len() {
            let (mut a, mut b, mut n) = (x[i], x[i] / 2, 0);
            for _ in 0..x[i] {
                (a, b) = (b, a + b);
                if a > 40 { let t = a; a = b - t; n += 1; }
            }
            y[i] = a * 31 + b * 7 + n;
        }
    }

    #[parallel_for]
    fn in_each_other_with_names(x: i32, y: i32) {
        for i in 0..y.len() {
            let mut n = 0;
            'rows: for r in 0..4 {
                let mut c = 0;
                'columns: loop {
                    if c >= 5 { break 'columns; }
                    c += 1;
                    if x[(i + r * c) % x.len()] == 3 { continue 'columns; }
                    n += 1;
                    if n % 7 == 6 { n += 2; break; } else if n > 20 { continue; }
                    n *= 2;
                }
                if n > 40 { break 'rows; }
            }
            y[i] = n;
        }
    }

    #[parallel_for]
    fn names_that_hide_others(x: i32, y: i32) {
        for i in 0..y.len() {
            let s = 10;
            let mut t = s;
            for i in 0..3u8 {
                let s = i as i32;
                t += s * x[i as usize];
                let t = 5;
                let _ = t;
            }
            let s = s + t;
            y[i] = s + x[i];
        }
    }

    #[parallel_for]
    fn over_slices_and_steps(x: i32, y: i64) {
        for i in 0..y.len() - 12 {
            let mut s = 7i64;
            for (k, v) in x[i..].iter().enumerate().skip(2).take(5) { s = s * 3 + *v as i64 * k as i64; }
            for k in (0..10usize).step_by(3) { s ^= x[i + k] as i64; }
            for k in (0..=6).rev() { s = s * 5 % 1_000_003 + x[i + k] as i64; }
            for (a, b) in x[i..i + 4].iter().rev().zip(&x[1..]) { s += (a * b) as i64; }
            y[i] = s;
        }
    }

    #[parallel_for]
    fn over_windows(x: i32, y: i32) {
        for (y, w) in y.iter_mut().zip(x.windows(5)) {
            let mut s = 0;
            for (k, v) in w.iter().enumerate() { s = s * 3 + v + k as i32; }
            for k in 0..w.len() { s ^= w[w.len() - 1 - k] << k; }
            *y = s;
        }
    }

    #[parallel_for]
    fn an_element_of_its_own(x: i32, y: i32) {
        for (i, y) in y.iter_mut().enumerate() {
            if i % 3 != 1 {
                for k in 0..i % 5 { *y = *y * 2 + x[k]; if *y > 50 { *y -= 50; } }
            }
        }
    }

    #[parallel_for]
    fn in_branches_and_blocks(x: i32, y: i64) {
        for i in 0..y.len() {
            let most = { let mut m = i64::MIN; let mut k = 0; while k < 3 { let v = x[(i + k) % x.len()] as i64; if v > m { m = v; } k += 1; } m };
            let mut v = most * 8;
            if v > 30 { while v > 9 { v /= 2; if v == 17 { break; } } } else { for k in 1..=4 { v += k; } }
            y[i] = v;
        }
    }

    #[parallel_for]
    fn adaptors_after_reversed_ones_and_steps(x: i32, y: i32) {
        for i in 0..y.len() {
            let mut s = 0i32;
            for v in x[..6].iter().rev().skip(2) { s = s.wrapping_mul(3) + v; }
            for v in x[..6].iter().step_by(2).skip(1) { s = s.wrapping_mul(3) + v; }
            for (k, v) in x[1..7].iter().rev().rev().enumerate().skip(1) { s = s.wrapping_mul(3) + v * k as i32; }
            for (k, v) in x[1..7].iter().enumerate().step_by(2).rev().skip(1) { s = s.wrapping_mul(3) + v * k as i32; }
            for k in (i..i + 7).rev().skip(1) { s = s.wrapping_mul(3) + k as i32; }
            y[i] = s;
        }
    }

    #[parallel_for]
    fn names_that_generated_code_has(x: i32, y: i32) {
        for i in 0..y.len() {
            let (mut stop, mut done, more, count, mut k) = (2, 3, 2, 1, 0);
            while stop < 9 {
                stop += 1;
                for &v in &x[i..i + count] { k += v * stop; }
            }
            for to in 0..=i % 3 {
                done += to as i32;
                if done > 4 { break; }
            }
            for from in 1..=more { k += from; }
            y[i] = k * 10 + stop + done;
        }
    }

    #[scan(+ : sum)]
    fn of_a_sum(x: i32, y: i64) {
        let mut sum = 3i64;
        for i in 0..y.len() {
            let mut e = 0;
            for k in 0..4 { e ^= (x[(i + k) % x.len()] as i64) << k; }
            sum += e;
            let (mut rest, mut bits) = (sum, 0);
            while rest != 0 { bits += rest & 1; rest >>= 1; }
            y[i] = sum * 64 + bits;
        }
    }

    #[scan(- : total)]
    fn of_what_is_carried(x: i32, y: i64) {
        let mut total = 1i64;
        for i in 0..y.len() {
            for k in 0..i % 4 { if x[k] > 2 { total -= x[k] as i64 + i as i64; } }
            y[i] = total;
        }
    }

    #[parallel_for]
    fn iterators_as_values(x: i32, y: i64) {
        for i in 0..y.len() {
            let a = &x[i / 2..];
            let dot = a.iter().zip(&x[..5]).map(|(a, b)| a * b).sum::<i32>() as i64;
            let some = a.iter().skip(1).step_by(3).take(4).any(|&v| v == 9) && !a.windows(2).take(3).all(|w| w[0] <= w[1]);
            let at = a.iter().position(|v| *v > 8).unwrap_or(a.len()) as i64;
            let most = (0..i % 7).map(|k| (x[k], x[k + 1])).filter(|&(a, b)| a > b).map(|(a, b)| a - b).max().unwrap_or(-3) as i64;
            let folded = a.iter().rev().take(5).enumerate().fold(1i64, |s, (k, v)| s * 3 + *v as i64 * k as i64);
            let product = x[..3].iter().product::<i32>() as i64;
            y[i] = dot + some as i64 * 1000 + at * 7 + most * 3 + folded + product + a.iter().take_while(|v| **v < 8).count() as i64;
        }
    }

    #[parallel_for]
    fn iterators_of_floats(x: i32, y: f32) {
        for i in 0..y.len() {
            let part = &x[i..];
            let mean = part.iter().take(4).map(|v| *v as f32).sum::<f32>() / 4.0;
            let most = part.iter().take(6).map(|v| (*v as f32 - mean).abs()).fold(f32::NEG_INFINITY, f32::max);
            y[i] = most + (0..3).map(|k| k as f32 * -0.5).product::<f32>();
        }
    }

    #[parallel_for]
    fn rows_of_any_length(x: i32, y: i32) {
        let n = x.len() % 3 + 2;
        for (y, (row, window)) in y.iter_mut().zip(x[1..].chunks_exact(n).zip(x.windows(n + 1))) {
            let mut s = row[n - 1];
            for k in 1..row.len() { s = s * 2 - row[k] + row[row.len() - 1 - k]; }
            *y = s + window.iter().map(|v| v & 3).sum::<i32>();
        }
    }

    #[parallel_for]
    fn along_their_variables(x: i32, y: i32) {
        let n = x.len();
        for i in 0..y.len() {
            let mut s = 0i32;
            for k in i + 2..n.min(i + 6) { s = s.wrapping_mul(3) + x[k]; }
            for k in 1..5 { s += x[(i / 2) + k] * k as i32; }
            for k in 0..i.min(4) { s = s.wrapping_mul(5) + x[i - k] - x[i - 1 - k]; }
            for k in (2..6).rev() { s ^= x[n - k]; }
            for k in 0..n { if i + k < n && k < 3 { s += x[i + k]; } }
            y[i] = s;
        }
    }

    #[parallel_for]
    fn several_ends_of_the_iteration(x: i32, y: i32) {
        for i in 0..y.len() {
            if x[i] > 5 {
                if x[i] % 2 == 0 { continue; }
                y[i] += 1;
            } else if x[i] == 3 {
                continue;
            } else {
                y[i] -= 1;
            }
            y[i] *= 3;
        }
    }
}

#[reduce(+ : n, max : most)]
fn unlike_neighbours(x: &[i32], near: usize) -> (u32, i32) {
    let (mut n, mut most) = (0u32, i32::MIN);
    for i in 0..x.len() - near {
        let (mut is_new, mut sum) = (true, 0);
        for v in &x[i + 1..=i + near] {
            if *v == x[i] {
                is_new = false;
                break;
            }
            sum += v;
        }
        if is_new {
            n += 1;
        }
        most = most.max(sum);
    }
    (n, most)
}

#[test]
fn what_they_leave_is_counted_and_compared() {
    same("unlike_neighbours", || {
        let x: Vec<i32> = (0..4_000).map(|k| k * k % 17).collect();
        unlike_neighbours(&x, 3)
    });
}

#[parallel_for]
fn dots(a: &[i32], x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        let mut s = 0;
        for k in 0..x.len() {
            s += a[i * x.len() + k] * x[k];
        }
        y[i] = s;
    }
}

#[parallel_for]
fn asserted(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        for k in 0..2 {
            assert!(x[i + k] < 70, "{} at {}", x[i + k], i + k);
        }
        y[i] = x[i];
    }
}

#[parallel_for]
fn backwards(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        let mut s = 0;
        for v in &x[i + 1..i] {
            s += v;
        }
        y[i] = s;
    }
}

#[parallel_for]
fn without_an_end(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        let mut s = 0;
        for k in 0..usize::MAX {
            s += x[k];
            if s > 100 {
                break;
            }
        }
        y[i] = s;
    }
}

/// Another `len` than that of slices.
#[expect(dead_code, reason = "nothing below calls it")]
trait Length {
    fn len(&self) -> usize {
        1
    }
}

impl Length for [i32; 3] {}

#[parallel_for]
fn over_all_of(w: &[i32; 3], y: &mut [i32]) {
    for i in 0..y.len() {
        let mut s = 0;
        for v in w {
            s = s * 2 + v;
        }
        y[i] = s;
    }
}

#[test]
fn a_length_is_that_of_the_slice() {
    same("over_all_of", || {
        let mut y = vec![0; 500];
        over_all_of(&[1, 2, 4], &mut y);
        assert_eq!(y[3], 12);
        y
    });
}

#[test]
fn a_panic_in_one_is_the_loops() {
    let a: Vec<i32> = (0..3_001).map(|k| k % 60).collect();
    for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
        let settings = || Settings::from_environment().device(kind);
        let (y, text) = left(&mut vec![7; 1_001], |y| settings().scope(|| dots(&a, &[1, 1, 1], y)));
        assert_eq!(
            (y[0], y[1_000], text.contains("index out of range") || text.contains("out of bounds")),
            (3, 7, true),
            "{kind:?}: {text}"
        );
        let mut x = a.clone();
        x[1_234] = 71;
        let (y, text) = left(&mut vec![7; 2_000], |y| settings().scope(|| asserted(&x, y)));
        // Others may have stored what comes after it.
        assert_eq!((y[1_232], y[1_233], &*text), (32, 7, "71 at 1234"), "{kind:?}");
        // Nor does it run on after it.
        let (y, _) = left(&mut vec![7; 1_001], |y| settings().scope(|| backwards(&a, y)));
        assert_eq!(y, vec![7; 1_001], "{kind:?}");
        let (y, _) = left(&mut vec![7; 1_001], |y| settings().scope(|| without_an_end(&[0; 20], y)));
        assert_eq!(y, vec![7; 1_001], "{kind:?}");
        // Of no iterations nothing is read.
        let mut y = vec![7; 500];
        settings().scope(|| dots(&a, &[], &mut y));
        assert_eq!(y, vec![0; 500], "{kind:?}");
    }
}
