//! Iterations that store several elements of one array, next to each other: interleaved channels, pairs in place, both ends of a step.

use super::by_hand::same;
use scan_runtime::{Settings, last_report, parallel_for, scan};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn numbers(count: usize) -> Vec<u32> {
    (0..count as u32).map(|i| i.wrapping_mul(0x9e37_79b9) >> 7).collect()
}

#[parallel_for]
fn interleaved(left: &[u32], right: &[u32], both: &mut [u32]) {
    for i in 0..left.len() {
        both[2 * i] = left[i];
        both[2 * i + 1] = right[i];
    }
}

/// The order of the text is not that of the elements, and the last store holds.
#[parallel_for]
fn swapped_channels(x: &[u32], y: &mut Vec<u32>, n: usize) {
    for i in (0..n).rev() {
        y[3 * i + 2] = x[3 * i];
        y[3 * i] = x[3 * i + 2];
        y[i * 3 + 1] = 1;
        y[1 + 3 * i] = x[3 * i + 1] ^ 0xff;
    }
}

#[parallel_for]
fn pairs_in_place(x: &mut [u32]) {
    for i in 0..x.len() / 2 {
        let (p, q) = (x[2 * i], x[2 * i + 1]);
        x[2 * i] = p.wrapping_add(q);
        x[2 * i + 1] = p.wrapping_sub(q);
    }
}

/// What is stored first is read after that.
#[parallel_for]
fn one_after_the_other(x: &mut [u32]) {
    for i in 0..x.len() / 4 {
        x[4 * i] ^= x[4 * i + 3];
        x[4 * i + 3] = x[4 * i].wrapping_mul(3);
        if x[4 * i + 1] & 1 == 0 {
            x[4 * i + 1] = x[4 * i + 3] / 2;
        }
    }
}

/// Reads of what a later iteration changes.
#[parallel_for]
fn of_the_next(x: &mut [u32]) {
    for i in 0..x.len() / 2 - 1 {
        x[2 * i] = x[2 * i + 2] / 2;
        x[2 * i + 1] = x[2 * i + 3] / 3 + x[2 * i + 1] % 5;
    }
}

#[scan]
fn with_a_start(x: &[u32], y: &mut [u32], at: usize) {
    let mut before = 0;
    #[scan(+ : before)]
    for i in 0..x.len() {
        y[2 * i + 4 * at] = before;
        before += x[i] % 16;
        y[2 * i + 4 * at + 1] = before;
    }
}

/// Two scans side by side, and backwards.
#[scan(+ : left, max : right)]
fn channels(x: &[u32], y: &mut [u32], mut left: u32, mut right: u32) {
    for i in (1..=x.len() / 2).rev() {
        left += x[2 * i - 2] % 8;
        right = right.max(x[2 * i - 1]);
        y[2 * i - 2] = right;
        y[2 * i - 1] = left;
    }
}

#[parallel_for]
fn image(x: &[u8], y: &mut [u8], w: usize, h: usize) {
    for r in 0..h {
        for c in 0..w {
            let at = 3 * (r * w + c);
            let gray = x[at] / 4 + x[at + 1] / 2 + x[at + 2] / 4;
            y[at] = gray;
            y[at + 1] = gray / 2;
            y[at + 2] = 255 - gray;
        }
    }
}

/// Columns first, four bytes of which one stays.
#[parallel_for]
fn columns(x: &[u8], y: &mut [u8], w: usize, h: usize) {
    for c in 0..w {
        for r in 0..h {
            let p = (r * w + c) * 4;
            y[p + 1] = x[r * w + c];
            y[p + 3] = !x[r * w + c];
        }
    }
}

struct Signal {
    both: Vec<f64>,
}

impl Signal {
    #[parallel_for]
    fn set(&mut self, x: &[f64]) {
        for (i, v) in x.iter().enumerate() {
            self.both[2 * i] = v.abs();
            self.both[2 * i + 1] = if *v < 0.0 { -1.0 } else { 1.0 };
        }
    }
}

fn changed(mut y: Vec<u32>, run: impl Fn(&mut Vec<u32>)) -> Vec<u32> {
    run(&mut y);
    y
}

#[test]
fn rows_are_stored_whole() {
    for n in [20_000, 20_003] {
        let x = numbers(n);
        same("interleaved", || changed(numbers(2 * n + 1), |y| interleaved(&x, &numbers(n), y)));
        same("channels", || changed(numbers(n), |y| swapped_channels(&x, y, n / 3)));
        same("pairs in place", || changed(x.clone(), |y| pairs_in_place(y)));
        same("one after the other", || changed(x.clone(), |y| one_after_the_other(y)));
        same("of the next", || changed(x.clone(), |y| of_the_next(y)));
        same("with a start", || changed(numbers(2 * n + 12), |y| with_a_start(&x, y, 3)));
        same("channels", || changed(numbers(n + 1), |y| channels(&x, y, 3, 5)));
    }
}

#[test]
fn rows_in_grids() {
    let (w, h) = (157, 131);
    let x: Vec<u8> = numbers(4 * w * h).iter().map(|v| *v as u8).collect();
    let stored = |run: &dyn Fn(&mut [u8])| {
        let mut y = x.clone();
        run(&mut y);
        y
    };
    same("image", || stored(&|y| image(&x, y, w, h)));
    assert_eq!(last_report().expect("a report").iterations, (w * h) as u64, "in one launch");
    same("columns", || stored(&|y| columns(&x, y, w, h)));
}

#[test]
fn rows_of_fields() {
    let x: Vec<f64> = numbers(20_001).iter().map(|v| f64::from(*v) - 1e7).collect();
    same("fields", || {
        let mut signal = Signal { both: vec![0.5; 2 * x.len()] };
        signal.set(&x);
        signal.both
    });
}

/// What is stored before the panic is what the loop stores, and no more.
#[test]
fn rows_that_are_not_there() {
    let x = numbers(20_001);
    let stored = |kind| {
        let mut y = vec![7; 2 * x.len() - 1];
        let run = || Settings::from_environment().device(kind).scope(|| interleaved(&x, &x, &mut y));
        catch_unwind(AssertUnwindSafe(run)).expect_err("the last element is not there");
        y
    };
    use scan_runtime::DeviceKind::{Any, Host, Loop};
    let expected = stored(Loop);
    assert_eq!(stored(Host), expected);
    assert_eq!(stored(Any), expected);
}

/// In place, and each time anew.
#[parallel_for]
fn again(x: &[u32], y: &mut [u32], times: usize) {
    for r in 0..times {
        for (i, p) in y.chunks_exact_mut(2).enumerate() {
            p[0] = p[0].wrapping_mul(3).wrapping_add(x[r]);
            p[1] ^= x[i + r];
        }
    }
}

/// Of several iterations that store a row the last one's stays.
#[parallel_for]
fn diagonals(x: &[u32], y: &mut [u32], w: usize, h: usize) {
    for r in 0..h {
        for c in 0..w {
            y[2 * (r + c)] = x[r] ^ x[c];
            y[2 * (r + c) + 1] = x[c];
        }
    }
}

#[test]
fn rows_that_several_outer_iterations_store() {
    let x = numbers(20_001);
    same("again", || changed(x.clone(), |y| again(&x, &mut y[..10_001], 30)));
    same("diagonals", || changed(x.clone(), |y| diagonals(&x, y, 150, 300)));
}
