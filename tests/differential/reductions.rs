//! Reductions that a reader may take for another, on few and many elements, in each of the three places.

use scan_runtime::DeviceKind;
use scan_runtime::{Place, Report, Settings, declare_target, last_report, reduce, scan};
use std::fmt::Debug;

/// None, one, a tile and its neighbours, and several levels.
const LENGTHS: [usize; 8] = [0, 1, 2, 31, 1_000, 1_024, 1_025, 70_001];

/// What `run` returns there, and how it ran.
fn on<R>(kind: DeviceKind, run: impl Fn() -> R) -> (R, Report) {
    let result = Settings::from_environment().device(kind).scope(run);
    (result, last_report().expect("an annotated loop leaves a report"))
}

/// Compares what `run` returns in all three places, and whether it ran there.
#[track_caller]
fn same<R: PartialEq + Debug>(run: impl Fn() -> R) {
    let (expected, _) = on(DeviceKind::Loop, &run);
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        let (found, report) = on(kind, &run);
        assert_eq!(found, expected, "{report}");
        let ran = match report.place {
            Place::Device { .. } | Place::Devices { .. } => kind == DeviceKind::Any,
            Place::HostThreads { .. } => kind == DeviceKind::Host,
            Place::Loop => report.iterations == 0,
        };
        assert!(ran, "it ran elsewhere: {report}");
    }
}

/// Functions of one array, each with its test. Elements repeat, so that there are ties.
macro_rules! reductions {
    ($($(#[$attribute:meta])* fn $name:ident($x:ident: $t:ty) -> $to:ty $body:block)*) => { $(
        mod $name {
            use super::*;

            $(#[$attribute])*
            fn run($x: &[$t]) -> $to $body

            #[test]
            fn is_the_loop() {
                for length in LENGTHS {
                    let x: Vec<$t> = (0..length).map(|k| <$t as Sample>::sample(k * 7 % 11 + k / 5_000)).collect();
                    same(|| run(&x));
                }
            }
        }
    )* };
}

trait Sample {
    fn sample(number: usize) -> Self;
}

macro_rules! samples {
    ($($t:ty: |$number:ident| $sample:expr;)*) => { $(
        impl Sample for $t {
            fn sample($number: usize) -> Self {
                $sample
            }
        }
    )* };
}

samples! {
    u8: |number| number as u8;
    i8: |number| number as i8;
    i16: |number| number as i16 - 5;
    u32: |number| number as u32;
    i32: |number| number as i32 - 5;
    i64: |number| (number as i64 - 7) << 33;
    bool: |number| number.is_multiple_of(3);
    f32: |number| if number.is_multiple_of(5) { f32::NAN } else { number as f32 - 6.0 };
    f64: |number| number as f64 - 9.5;
}

#[declare_target]
mod covers {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Cover {
        pub ranges: i32,
        pub times: i32,
        pub integer: u32,
    }

    /// Does not commute: of 32-bit fields, so that processors combine neighbours in vectors.
    #[declare_scan(assume_associative)]
    pub fn followed_by(a: Cover, b: Cover) -> Cover {
        let times = a.ranges.wrapping_add(b.times);
        let is_more = times > a.times;
        Cover {
            ranges: a.ranges.wrapping_add(b.ranges),
            times: if is_more { times } else { a.times },
            integer: if is_more { b.integer } else { a.integer },
        }
    }
}

reductions! {
    #[reduce(- : s)]
    fn a_difference_that_wraps(x: i16) -> i16 {
        let mut s = i16::MIN;
        for i in 0..x.len() { s = s.wrapping_sub(x[i].wrapping_mul(999)); }
        s
    }

    #[reduce(* : p)]
    fn a_product_that_wraps(x: u8) -> u8 {
        let mut p = 3u8;
        for v in x { p = p.wrapping_mul(v | 1); }
        p
    }

    #[reduce(+ : count, s)]
    fn those_that_suit(x: i64) -> (u16, i64) {
        let mut count = 0u16;
        let mut s = 0i64;
        for (i, v) in x.iter().enumerate() { if *v > 0 { count = count.wrapping_add(1); s = s.wrapping_add(*v * i as i64); } }
        (count, s)
    }

    #[reduce(^ : odd, && : all, || : any)]
    fn truths(x: bool) -> (bool, bool, bool) {
        let (mut odd, mut all, mut any) = (false, true, false);
        for &v in x { odd ^= v; all = all && !v; any = any || v; }
        (odd, all, any)
    }

    #[reduce(max : m)]
    fn the_greatest_beside_nan(x: f32) -> Option<u32> {
        let mut m = f32::NAN;
        for i in 0..x.len() { m = m.max(x[i]); }
        (!m.is_nan()).then(|| m.to_bits())
    }

    #[reduce(max : m)]
    fn first_of_the_greatest(x: i8) -> (i8, usize) {
        let (mut m, mut at) = (-1, usize::MAX);
        for i in 0..x.len() { if x[i] > m { m = x[i]; at = i; } }
        (m, at)
    }

    #[reduce(max : m)]
    fn last_of_the_greatest(x: i8) -> (i8, usize) {
        let (mut m, mut at) = (-1, usize::MAX);
        for i in 0..x.len() { if x[i] >= m { at = i; m = x[i]; } }
        (m, at)
    }

    #[reduce(min : m)]
    fn first_of_the_least_from_the_end(x: i64) -> (i64, i32) {
        let (mut m, mut at) = (i64::MAX, -1);
        for i in (0..x.len()).rev() { if m > x[i] { m = x[i]; at = i as i32; } }
        (m, at)
    }

    #[reduce(min : m)]
    fn last_of_the_least_that_are_numbers(x: f32) -> (f32, usize, bool) {
        let (mut m, mut at, mut even) = (1.0e9, 0, false);
        for i in 0..x.len() { let v = x[i]; if v <= m { m = v; at = i; even = i % 2 == 0; } }
        (m, at, even)
    }

    #[reduce(max : m)]
    fn the_greatest_of_some(x: i64) -> i64 {
        let mut m = -7;
        for i in 0..x.len() { if i % 3 == 1 && x[i] > m { m = x[i]; } }
        m
    }

    #[reduce(min : m)]
    fn the_least_of_some_that_are_numbers(x: f64) -> Option<u64> {
        let mut m = 1.0e9;
        for i in (0..x.len()).rev() { if x[i] < m && i % 2 == 0 { m = x[i]; } }
        Some(m.to_bits())
    }

    #[reduce(max : m)]
    fn the_first_of_the_greatest_of_some(x: i16) -> (i16, usize) {
        let (mut m, mut at) = (i16::MIN, usize::MAX);
        for i in 0..x.len() { if x[i] != 5 && x[i] > m { m = x[i]; at = i; } }
        (m, at)
    }

    #[reduce(min : m)]
    fn the_last_of_the_least_of_some(x: f32) -> (u32, usize) {
        let (mut m, mut at) = (7.5, 77);
        for (i, v) in x.iter().enumerate() {
            if i % 5 == 2 { continue; }
            let half = v * 0.5;
            if half <= m { m = half; at = i; }
        }
        (m.to_bits(), at)
    }

    #[reduce(max : m)]
    fn the_greatest_rise(x: i32) -> (i32, usize, i32) {
        let (mut m, mut at, mut from) = (0, 0, 0);
        for i in 1..x.len() {
            if i % 7 != 2 && x[i].wrapping_sub(x[i - 1]) > m { m = x[i].wrapping_sub(x[i - 1]); at = i; from = i as i32; }
        }
        (m, at, from)
    }

    #[reduce(max : m, min : l)]
    #[reduce(+ : s)]
    fn the_range_and_where(x: u32) -> (u32, u64, u32, u8, u32) {
        let (mut m, mut at, mut l, mut low, mut s) = (0, 0u64, u32::MAX, 0u8, 0);
        for i in 0..x.len() {
            let v = x[i];
            s += v;
            if v > m { m = v; at = i as u64; }
            if v <= l { l = v; low = i as u8; }
        }
        (m, at, l, low, s)
    }

    #[reduce(auto : sum, auto : most)]
    fn the_greatest_running_sum(x: i32) -> (i32, i32) {
        let (mut sum, mut most) = (0, -1);
        for v in x { sum += v; if sum > most { most = sum; } }
        (sum, most)
    }

    #[reduce(auto : sum, auto : least)]
    fn the_least_sum_from_the_end(x: i64) -> i64 {
        let (mut sum, mut least) = (1i64, 0i64);
        for i in (0..x.len()).rev() { sum += x[i] >> 33; least = least.min(sum); }
        least
    }

    #[reduce(auto : hash)]
    fn a_hash_of_words(x: u32) -> u32 {
        let mut hash = 7u32;
        for i in 0..x.len() { hash = hash.wrapping_mul(31).wrapping_add(x[i]); }
        hash
    }

    #[reduce(auto : hash)]
    fn a_hash_of_wide_words(x: u32) -> u64 {
        let mut hash = 7u64;
        for i in (0..x.len()).step_by(3) { hash = hash.wrapping_mul(0x100_0000_01b3).wrapping_add(u64::from(x[i])); }
        hash
    }

    #[reduce(+ : count, sum, squares)]
    fn moments(x: f64) -> (f64, f64, u64) {
        let (mut count, mut sum, mut squares) = (0u64, 0.0f64, 0.0f64);
        for v in x { sum += *v; squares += *v * *v; if *v > 0.0 { count = count.wrapping_add(1); } }
        (sum, squares, count)
    }

    #[reduce(^ : bits, max : m)]
    fn bits_and_the_greatest(x: i64) -> (i64, i64) {
        let (mut bits, mut m) = (1i64, i64::MIN);
        for v in x { bits ^= *v; m = m.max(*v); }
        (bits, m)
    }

    #[reduce(covers::followed_by : so_far)]
    fn where_most_ranges_are(x: i32) -> (u32, i32) {
        let mut so_far = covers::Cover { ranges: 0, times: 0, integer: 0 };
        for (i, &ranges) in x.iter().enumerate() {
            so_far = covers::followed_by(so_far, covers::Cover { ranges, times: ranges, integer: i as u32 });
        }
        (so_far.integer, so_far.times)
    }

    #[scan(+ : y)]
    #[reduce(max : m)]
    fn a_scan_backwards_with_where_its_elements_are_greatest(x: i16) -> (Vec<i16>, i16, usize) {
        let mut y = x.to_vec();
        let (mut m, mut at) = (i16::MIN, 0);
        for i in (1..x.len()).rev() {
            let v = x[i] / 3;
            if v >= m { m = v; at = i; }
            y[i - 1] = y[i].wrapping_add(v);
        }
        (y, m, at)
    }
}

/// A comparison leaves a NaN where it is: such a loop runs as written.
#[test]
fn a_nan_at_the_start_stays() {
    #[reduce(max : m)]
    fn greatest(x: &[f64], start: f64) -> (f64, usize) {
        let (mut m, mut at) = (start, 77);
        for i in 0..x.len() {
            if x[i] > m {
                m = x[i];
                at = i;
            }
        }
        (m, at)
    }
    let x: Vec<f64> = (0..3_000).map(f64::sample).collect();
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        let ((m, at), report) = on(kind, || greatest(&x, f64::NAN));
        assert!(m.is_nan() && at == 77 && report.place == Place::Loop, "{report}");
        let ((m, at), report) = on(kind, || greatest(&x, f64::NEG_INFINITY));
        assert!(m == 2_989.5 && at == 2_999 && report.place != Place::Loop, "{report}: {m} at {at}");
    }
}

/// Floats are summed in one order everywhere where that is asked for, and within rounding where not.
#[test]
fn sums_of_floats() {
    #[reduce(+ : s, * : p, deterministic)]
    fn in_order(x: &[f32]) -> (f32, f64) {
        let (mut s, mut p) = (0.0f32, 1.0f64);
        for i in 0..x.len() {
            s += x[i];
            p *= 1.0 + x[i] as f64 * 1e-7;
        }
        (s, p)
    }
    #[reduce(+ : s)]
    fn in_any_order(x: &[f32]) -> f32 {
        let mut s = 0.0f32;
        for v in x {
            s += v;
        }
        s
    }
    for length in [5, 1_023, 1_025, 100_003] {
        let x: Vec<f32> = (0..length).map(|k: usize| 1.0 / (k % 977 + 3) as f32).collect();
        let ((host, host_product), report) = on(DeviceKind::Host, || in_order(&x));
        assert!(matches!(report.place, Place::HostThreads { .. }), "{report}");
        let ((device, device_product), report) = on(DeviceKind::Any, || in_order(&x));
        assert!(matches!(report.place, Place::Device { .. }), "{report}");
        assert_eq!((host.to_bits(), host_product.to_bits()), (device.to_bits(), device_product.to_bits()), "of {length}");
        let exact: f64 = x.iter().map(|v| f64::from(*v)).sum();
        for kind in [DeviceKind::Host, DeviceKind::Any] {
            let (found, report) = on(kind, || in_any_order(&x));
            assert!((f64::from(found) - exact).abs() <= exact * 1e-4, "{found} for {exact}: {report}");
        }
    }
}

/// What is computed of an iterator's value, where it stands.
mod of_a_value {
    use super::*;

    #[reduce(+ : sum)]
    fn mean(x: &[i64]) -> f64 {
        x.iter().sum::<i64>() as f64 / x.len() as f64
    }

    #[reduce(+ : sum)]
    fn norm(x: &[i64]) -> i64 {
        x.iter().map(|v| v * v).sum::<i64>().isqrt()
    }

    #[reduce(max : max)]
    fn peak(x: &[i64]) -> i64 {
        x.iter().copied().filter(|v| v % 7 != 0).max().unwrap_or(-1)
    }

    /// Under the name of what is computed, and of something that the iterator has.
    #[reduce(+ : s)]
    fn named(x: &[i64], s: i64) -> i64 {
        let s = 3 * (x.iter().map(|v| v % s).sum::<i64>() - s);
        s + 1
    }

    #[reduce(min : min)]
    fn asked(x: &[i64]) -> Option<(i64, usize)> {
        let least = (x.iter().copied().min()?, x.len());
        Some(least)
    }

    /// The array stays on the device in between.
    #[scan]
    fn centred(x: &mut [i64], to: &mut i64) {
        #[reduce(+ : mean)]
        let mean = x.iter().sum::<i64>() / x.len() as i64;
        #[parallel_for]
        for v in x.iter_mut() {
            *v -= mean;
        }
        #[reduce(max : max)]
        *to = x.iter().copied().max().unwrap() + mean + x[0];
    }

    #[test]
    fn is_the_iterator_s() {
        for n in [1, 700, 5_000] {
            let x: Vec<i64> = (0..n).map(|k| k * k % 1_013 - 400).collect();
            let centre = || {
                let (mut x, mut to) = (x.clone(), 0);
                centred(&mut x, &mut to);
                (x, to)
            };
            let run = || (mean(&x), norm(&x), peak(&x), named(&x, 11), asked(&x), centre());
            let (expected, _) = on(DeviceKind::Loop, run);
            for kind in [DeviceKind::Host, DeviceKind::Any] {
                let (found, report) = on(kind, run);
                assert_ne!(report.place, Place::Loop, "{report}");
                assert_eq!(found, expected, "of {n} on {kind:?}");
            }
        }
        assert_eq!((asked(&[]), peak(&[]), norm(&[])), (None, -1, 0));
    }
}
