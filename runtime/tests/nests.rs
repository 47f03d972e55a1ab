//! Nests: what an outer loop computes before each of its scans.

use scan_runtime::{DeviceKind, Settings, scan};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static CALLS: Cell<i64> = const { Cell::new(0) };
}

/// What it adds up to depends on what was added before.
#[derive(Clone, Copy)]
struct Counted;

impl std::ops::Add<usize> for Counted {
    type Output = i64;

    fn add(self, _row: usize) -> i64 {
        CALLS.set(CALLS.get() + 1);
        CALLS.get()
    }
}

#[scan]
fn rows_that_count(x: &mut [i64], pitch: usize, h: usize, w: usize, counted: Counted) {
    for r in 0..h {
        let mut total: i64 = counted + r;
        #[scan(+ : total)]
        for c in 0..w {
            total = total.wrapping_add(x[r * pitch + c]);
            x[r * pitch + c] = total;
        }
    }
}

#[scan]
fn rows_that_look(x: &[u8], y: &mut [u8], h: usize, w: usize) {
    for r in 0..h {
        let _looked_at = x[60 * w + r];
        #[scan(^ : y)]
        for c in 1..w {
            y[r * w + c] = y[r * w + c - 1] ^ x[r * w + c];
        }
    }
}

struct Rows {
    sums: Vec<i64>,
    offsets: Vec<i64>,
    width: usize,
}

impl Rows {
    /// Where its numbers begin is in another field, whose type is not seen here.
    #[scan(+ : sum)]
    fn add(&mut self, x: &[i64]) {
        for r in 0..self.offsets.len() {
            let mut sum = self.offsets[r];
            for c in 0..self.width {
                sum += x[r * self.width + c];
                self.sums[r * self.width + c] = sum;
            }
        }
    }

    /// No type of what is carried is seen here.
    #[scan(max : high)]
    fn rise(&mut self) {
        for r in 0..self.offsets.len() {
            let mut high = self.offsets[r];
            for c in 0..self.width {
                high = high.max(self.sums[r * self.width + c]);
                self.sums[r * self.width + c] = high;
            }
        }
    }
}

#[test]
fn rows_begin_with_an_element_of_a_field() {
    let (h, width) = (64, 5_000);
    let x: Vec<i64> = (0..h * width).map(|i| i as i64 * 7 % 31 - 15).collect();
    let run = |device| {
        Settings::from_environment().device(device).scope(|| {
            let mut rows = Rows { sums: vec![0; h * width], offsets: (0..h as i64).rev().collect(), width };
            rows.add(&x);
            rows.rise();
            rows.sums
        })
    };
    let expected = run(DeviceKind::Loop);
    assert!(run(DeviceKind::Host) == expected);
    assert!(run(DeviceKind::Any) == expected);
}

/// An outer loop's `let`s run in their order, once, where they run code of the program's own; and they panic though nobody needs them.
#[test]
fn what_an_outer_loop_computes_is_not_lost() {
    let run = |device| {
        Settings::from_environment().device(device).scope(|| {
            CALLS.set(0);
            let mut x: Vec<i64> = (0..640_000).map(|i| i * 7 % 31).collect();
            rows_that_count(&mut x, 9_999, 64, 10_000, Counted);
            let (bytes, mut y) = (vec![3; 64 * 5_000], vec![1; 64 * 5_000]);
            let caught = catch_unwind(AssertUnwindSafe(|| rows_that_look(&bytes, &mut y, 64, 5_000)));
            let panicked = caught.is_err();
            let look = catch_unwind(AssertUnwindSafe(|| rows_that_look(&bytes[..60 * 5_000 + 3], &mut y, 64, 5_000)));
            (x, CALLS.get(), panicked, look.is_err(), y)
        })
    };
    let expected = run(DeviceKind::Loop);
    assert!(expected.1 == 64 && !expected.2 && expected.3);
    assert!(run(DeviceKind::Host) == expected);
    assert!(run(DeviceKind::Any) == expected);
}
