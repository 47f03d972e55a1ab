//! A crate that forbids `unsafe_code`, with all annotations: what they become is none of its own.

#![forbid(unsafe_code)]
#![expect(clippy::needless_range_loop, reason = "loops as people write them")]

use scan_runtime::DeviceKind;
use scan_runtime::{Add, Monoid, Place, Settings, declare_scan, declare_target, last_report, parallel_for, reduce, scan};

#[declare_target]
mod ops {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    #[repr(u8)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Sign {
        Below,
        Above,
    }

    #[declare_scan(identity = Pair { x: 0, y: 1 })]
    pub fn compose(a: Pair, b: Pair) -> Pair {
        Pair { x: a.x.wrapping_mul(b.y).wrapping_add(b.x), y: a.y.wrapping_mul(b.y) }
    }

    #[declare_scan(identity = Pair { x: 0, y: 0 })]
    impl std::ops::Add for Pair {
        type Output = Pair;
        fn add(self, other: Pair) -> Pair {
            Pair { x: self.x.wrapping_add(other.x), y: self.y.wrapping_add(other.y) }
        }
    }

    pub fn sign(x: i32) -> Sign {
        if x < 0 { Sign::Below } else { Sign::Above }
    }
}

#[declare_scan(identity = i64::MIN)]
fn later(a: i64, b: i64) -> i64 {
    if b > i64::MIN { b } else { a }
}

#[scan(+ : y)]
fn sums(x: &[i32], y: &mut [i32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1].wrapping_add(x[i]);
    }
}

/// With a data region, many scans in one launch, and loops that count.
#[scan]
fn regions(x: &[i32], y: &mut [i32], kept: &mut [i32], rows: usize) -> usize {
    let width = y.len() / rows.max(1);
    for r in 0..rows {
        #[scan(+ : y)]
        for c in 1..width {
            y[r * width + c] = y[r * width + c - 1].wrapping_add(x[r * width + c]);
        }
    }
    let mut k = 0;
    #[scan(+ : k)]
    for i in 0..x.len() {
        if x[i] > 0 {
            kept[k] = x[i];
            k += 1;
        }
    }
    k
}

#[reduce(+ : sum, max : most)]
fn sum_and_most(x: &[i32]) -> (i64, i32) {
    let (mut sum, mut most) = (0i64, i32::MIN);
    for i in 0..x.len() {
        sum += x[i] as i64;
        most = most.max(x[i]);
    }
    (sum, most)
}

#[parallel_for]
fn signs(x: &[i32], signs: &mut [ops::Sign]) {
    for i in 0..x.len() {
        signs[i] = ops::sign(x[i]);
    }
}

#[scan(ops::compose : y)]
fn compositions(x: &[ops::Pair], y: &mut [ops::Pair]) {
    for i in 1..y.len() {
        y[i] = ops::compose(y[i - 1], x[i]);
    }
}

#[scan(+ : y)]
fn generic<T: Monoid<Add> + std::ops::Add<Output = T>>(x: &[T], y: &mut [T]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

#[reduce(later : last)]
fn last_of(x: &[i64]) -> i64 {
    let mut last = i64::MIN;
    for i in 0..x.len() {
        last = later(last, x[i]);
    }
    last
}

/// All that the annotated functions give, and whether each ran where it was to.
fn all(kind: DeviceKind) -> (Vec<bool>, impl PartialEq + std::fmt::Debug) {
    const N: usize = 20_000;
    let x: Vec<i32> = (0..N as i32).map(|i| (i.wrapping_mul(7919) >> 3) % 1000 - 500).collect();
    let pairs: Vec<ops::Pair> = x.iter().map(|&x| ops::Pair { x, y: x | 1 }).collect();
    let mut there = Vec::new();
    let mut note = || {
        there.push(last_report().is_some_and(|report| match report.place {
            Place::Device { .. } | Place::Devices { .. } => kind == DeviceKind::Any,
            Place::HostThreads { .. } => kind == DeviceKind::Host,
            Place::Loop => kind == DeviceKind::Loop,
        }));
    };
    let results = Settings::from_environment().device(kind).scope(|| {
        let (mut y, mut rows, mut kept, mut of_x) = (x.clone(), x.clone(), x.clone(), vec![ops::Sign::Below; N]);
        let (mut composed, mut added) = (pairs.clone(), pairs.clone());
        sums(&x, &mut y);
        note();
        let count = regions(&x, &mut rows, &mut kept, 100);
        note();
        let (sum, most) = sum_and_most(&x);
        note();
        signs(&x, &mut of_x);
        note();
        compositions(&pairs, &mut composed);
        note();
        generic(&pairs, &mut added);
        note();
        let last = last_of(&x.iter().map(|&x| x.into()).collect::<Vec<i64>>());
        note();
        (y, rows, kept, count, sum, most, of_x, composed, added, last)
    });
    (there, results)
}

#[test]
fn a_crate_that_forbids_unsafe_code_may_annotate_its_loops() {
    let (there, expected) = all(DeviceKind::Loop);
    assert_eq!(there, [true; 7]);
    let has_device = !scan_runtime::devices().is_empty();
    assert!(has_device || std::env::var_os("SCAN_TESTS_NEED_DEVICE").is_none(), "no OpenCL device");
    for kind in [DeviceKind::Host].into_iter().chain(has_device.then_some(DeviceKind::Any)) {
        let (there, found) = all(kind);
        assert_eq!(there, [true; 7], "{kind:?}");
        assert!(found == expected, "{kind:?}: {found:?}");
    }
}
