//! Loops whose operators are derived, in every place beside the loops as written: `#[scan(auto : s)]`.

#![expect(clippy::manual_is_multiple_of, reason = "kernels do not know the method")]

use scan_runtime::{DeviceKind, Place, Settings, last_report, reduce, scan};
use scan_tests::{Random, check_places};

fn lengths() -> impl Iterator<Item = usize> {
    scan_tests::lengths(&[0, 1, 2, 63, 64, 65, 1000, 4097, 400_003])
}

fn numbers(n: usize, seed: u64) -> Vec<u64> {
    let random = &mut Random::new(n as u64 + seed);
    (0..n).map(|_| random.next()).collect()
}

/// A rolling hash.
#[scan(auto : hash)]
fn horner(text: &[u8], hashes: &mut [u32]) -> u32 {
    let mut hash = 7u32;
    for i in 0..text.len() {
        hash = hash.wrapping_mul(31).wrapping_add(u32::from(text[i]));
        hashes[i] = hash;
    }
    hash
}

/// Carried in an array, with a factor of each iteration's own.
#[scan(auto : y)]
fn linear(a: &[i64], b: &[i64], y: &mut [i64]) {
    for i in 1..y.len() {
        y[i] = (y[i - 1].wrapping_mul(a[i])).wrapping_add(b[i]);
    }
}

/// The carried value twice, backwards, on a narrow type, and stored as it was before.
#[scan(auto : s)]
fn twice(x: &[u8], before: &mut [i8]) -> i8 {
    let mut s = -3i8;
    for i in (0..x.len()).rev() {
        before[i] = s;
        let difference = (x[i] as i8).wrapping_sub(s);
        s = s.wrapping_add(difference.wrapping_mul(5));
    }
    s
}

/// Some iterations only.
#[scan(auto : s)]
fn sometimes(x: &[u64], y: &mut [u64]) {
    let mut s = 1u64;
    for (y, &x) in y.iter_mut().zip(x) {
        if x % 3 == 0 {
            s = s.wrapping_mul(x);
        } else if x % 3 == 1 {
            s = s.wrapping_sub(x) << 2;
        }
        *y = s;
    }
}

#[scan(auto : last)]
fn fill(x: &[f64], y: &mut [f64]) -> f64 {
    let mut last = -1.0;
    for i in 0..x.len() {
        if !x[i].is_nan() {
            last = x[i];
        }
        y[i] = last;
    }
    last
}

#[scan(auto : sum)]
fn segments(x: &[i32], heads: &[bool], y: &mut [i32]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum = if heads[i] { x[i] } else { sum + x[i] };
        y[i] = sum;
    }
}

/// The greatest since the last head, before each iteration, along with a sum of all.
#[scan(auto : most, + : total)]
fn greatest(x: &[i16], heads: &[bool], y: &mut [i16], totals: &mut [i64]) -> (i16, i64) {
    let (mut most, mut total) = (0i16, 0i64);
    for i in 0..x.len() {
        if heads[i] {
            most = i16::MIN;
        }
        y[i] = most;
        most = most.max(x[i]);
        total += i64::from(x[i]);
        totals[i] = total;
    }
    (most, total)
}

#[scan(auto : s)]
fn bits(x: &[u64], y: &mut [u32]) {
    let mut s = 0x55u32;
    for i in 0..x.len() {
        s = ((s & x[i] as u32) ^ (x[i] >> 32) as u32) | 0x8000;
        y[i] = !s;
    }
}

#[scan(auto : open)]
fn flags(x: &[u64], y: &mut [bool]) -> bool {
    let mut open = false;
    for i in 0..x.len() {
        if x[i] % 7 == 0 {
            open = !open;
        }
        if x[i] % 11 == 0 {
            open = true;
        }
        open &= x[i] % 13 != 0;
        y[i] = open;
    }
    open
}

/// Drains by `outflow`, and never below nothing.
#[scan(auto : level)]
fn bucket(inflow: &[i64], outflow: i64, start: i64, levels: &mut [i64]) -> i64 {
    let mut level = start;
    for i in 0..inflow.len() {
        level = (level + inflow[i] - outflow).max(0);
        levels[i] = level;
    }
    level
}

/// Between some, with a ceiling, and before each iteration.
#[scan(auto : stock)]
fn stock(x: &[i64], closed: &[bool], y: &mut [i64]) {
    let mut stock = 10i64;
    for i in 0..x.len() {
        y[i] = stock;
        if !closed[i] {
            stock += x[i];
            if stock > 500 {
                stock = 500;
            }
        } else {
            stock -= 1;
        }
    }
}

/// The greatest sum that ends here, in an array.
#[scan(auto : y)]
fn ends_here(x: &[i64], y: &mut [i64]) {
    for i in 1..x.len() {
        y[i] = x[i].max(y[i - 1] + x[i]);
    }
}

/// Nothing is stored.
#[reduce(auto : level)]
fn last_level(x: &[i64]) -> i64 {
    let mut level = 3i64;
    for x in x {
        level = (level + x).max(-5);
    }
    level
}

/// Nothing is stored.
#[reduce(auto : value)]
fn number(digits: &[u8]) -> u64 {
    let mut value = 0u64;
    for &digit in digits {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
    }
    value
}

/// Rows of a matrix, each on its own.
#[scan]
fn rows(x: &[u64], width: usize, y: &mut [u64]) {
    for row in 0..y.len() / width {
        #[scan(auto : y)]
        for i in 1..width {
            y[row * width + i] = y[row * width + i - 1].wrapping_mul(3).wrapping_add(x[row * width + i]);
        }
    }
}

#[scan(auto : average, reassociate)]
fn smooth(x: &[f64], a: f64, y: &mut [f64]) -> f64 {
    let mut average = 1.0;
    for i in 0..x.len() {
        average = (1.0 - a) * average + a * x[i];
        y[i] = average;
    }
    average
}

#[scan(auto : average, reassociate)]
fn smooth_by_difference(x: &[f32], a: f32, y: &mut [f32]) {
    let mut average = 1.0;
    for i in 0..x.len() {
        average += a * (x[i] - average);
        y[i] = average;
    }
}

#[test]
fn whole_numbers_are_exact() {
    for n in lengths() {
        let x = &*numbers(n, 1);
        let bytes: &Vec<u8> = &x.iter().map(|&x| x as u8).collect();
        let (wide, narrow): (&Vec<i64>, &Vec<i32>) =
            (&x.iter().map(|&x| x as i64).collect(), &x.iter().map(|&x| x as i32 % 1000).collect());
        let small: &Vec<i16> = &x.iter().map(|&x| x as i16).collect();
        let heads: &Vec<bool> = &x.iter().map(|x| x.is_multiple_of(50)).collect();
        check_places("horner", n, &|| {
            let mut y = vec![0; n];
            (horner(bytes, &mut y), y)
        });
        check_places("linear", n.saturating_sub(1), &|| {
            let mut y = vec![9; n];
            linear(wide, wide, &mut y);
            y
        });
        check_places("twice", n, &|| {
            let mut y = vec![0; n];
            (twice(bytes, &mut y), y)
        });
        check_places("sometimes", n, &|| {
            let mut y = vec![0; n];
            sometimes(x, &mut y);
            y
        });
        check_places("segments", n, &|| {
            let mut y = vec![0; n];
            segments(narrow, heads, &mut y);
            y
        });
        check_places("greatest", n, &|| {
            let (mut y, mut totals) = (vec![0; n], vec![0; n]);
            (greatest(small, heads, &mut y, &mut totals), y, totals)
        });
        check_places("bits", n, &|| {
            let mut y = vec![0; n];
            bits(x, &mut y);
            y
        });
        check_places("flags", n, &|| {
            let mut y = vec![false; n];
            (flags(x, &mut y), y)
        });
        check_places("number", n, &|| number(bytes));
    }
}

#[test]
fn copies_of_floats_are_exact() {
    for n in lengths() {
        let value = |x: &u64| if x.is_multiple_of(3) { f64::NAN } else { *x as f64 };
        let x: &Vec<f64> = &numbers(n, 2).iter().map(value).collect();
        check_places("fill", n, &|| {
            let mut y = vec![0.0; n];
            (fill(x, &mut y).to_bits(), y.iter().map(|y| y.to_bits()).collect::<Vec<_>>())
        });
    }
}

#[test]
fn rows_are_launched_together() {
    for (height, width) in [(1, 1000), (1000, 3), (100, 257)] {
        let x = &*numbers(height * width, 3);
        check_places("rows", height * (width - 1), &|| {
            let mut y = x.to_vec();
            rows(x, width, &mut y);
            y
        });
    }
}

/// Floats are within the tolerance that sums have; where a factor would let them grow, the loop runs as written.
#[test]
fn averages_of_floats() {
    for n in lengths() {
        let x: &Vec<f64> = &numbers(n, 4).iter().map(|&x| x as f64 / 1e18).collect();
        let small: &Vec<f32> = &x.iter().map(|&x| x as f32).collect();
        for a in [0.5, 0.01, 1.0, 0.0] {
            let run = |kind| {
                let settings = Settings::from_environment().device(kind);
                let (mut y, mut z) = (vec![0.0; n], vec![0.0; n]);
                settings.scope(|| {
                    smooth(x, a, &mut y);
                    smooth_by_difference(small, a as f32, &mut z);
                });
                if n > 0 {
                    let report = last_report().expect("an annotated loop leaves a report");
                    assert_eq!(matches!(report.place, Place::Loop), kind == DeviceKind::Loop, "{n}: {report}");
                }
                (y, z)
            };
            let (y, z) = run(DeviceKind::Loop);
            for kind in [DeviceKind::Host, DeviceKind::Any] {
                let (other, small) = run(kind);
                assert!(y.iter().zip(&other).all(|(y, other)| (y - other).abs() <= 1e-12 * (1.0 + y.abs())), "{n}, {a}");
                assert!(z.iter().zip(&small).all(|(z, other)| (z - other).abs() <= 1e-4 * (1.0 + z.abs())), "{n}, {a}");
            }
        }
    }
}

#[test]
fn factors_that_grow_run_as_written() {
    let n = 10_000;
    let x = &vec![1.0; n];
    for a in [-0.001, 2.5, f64::NAN] {
        let run = |kind| {
            let mut y = vec![7.0; n];
            let last = Settings::from_environment().device(kind).scope(|| smooth(x, a, &mut y));
            let report = last_report().expect("an annotated loop leaves a report");
            assert!(matches!(report.place, Place::Loop), "{a}: {report}");
            (last.to_bits(), y.iter().map(|y| y.to_bits()).collect::<Vec<_>>())
        };
        let expected = run(DeviceKind::Loop);
        assert_eq!(run(DeviceKind::Host), expected);
        assert_eq!(run(DeviceKind::Any), expected);
    }
}

#[test]
fn sums_with_limits() {
    for n in lengths().filter(|n| *n > 1) {
        let x = &numbers(n, 5).iter().map(|&x| x as i64 % 1000).collect::<Vec<_>>();
        let closed: &Vec<bool> = &x.iter().map(|x| x % 7 == 0).collect();
        check_places("bucket", n, &|| {
            let mut y = vec![0; n];
            (bucket(x, 100, 7, &mut y), y)
        });
        check_places("stock", n, &|| {
            let mut y = vec![0; n];
            stock(x, closed, &mut y);
            y
        });
        check_places("ends_here", n.saturating_sub(1), &|| {
            let mut y = x.clone();
            ends_here(x, &mut y);
            y
        });
        check_places("last_level", n, &|| last_level(x));
    }
}

/// Numbers whose sums might overflow: the loop runs as written, and what it stored before stays what it is.
#[test]
fn great_numbers_run_as_written() {
    let n = 10_000;
    let great = i64::MAX / 4;
    for (at, value, start) in [(9_999, great, 0), (0, i64::MIN / 2, 0), (5_000, 0, great), (77, -great, 1)] {
        let mut x = vec![1; n];
        x[at] = value;
        let run = |kind| {
            let mut y = vec![-7; n];
            let last = Settings::from_environment().device(kind).scope(|| bucket(&x, 2, start, &mut y));
            let report = last_report().expect("an annotated loop leaves a report");
            assert!(matches!(report.place, Place::Loop), "{at}: {report}");
            (last, y)
        };
        let expected = run(DeviceKind::Loop);
        assert_eq!(run(DeviceKind::Host), expected);
        assert_eq!(run(DeviceKind::Any), expected);
    }
}

/// What is infinite or no number goes another way where products are made first: such a loop runs as written.
#[scan(auto : s, reassociate)]
fn sometimes_linear(x: &[f32], c: &[bool], k: f32, start: f32, y: &mut [f32]) {
    let mut s = start;
    for i in 0..x.len() {
        s = if c[i] { k * s + x[i] } else { x[i] };
        y[i] = s;
    }
}

#[test]
fn infinities_and_nans_run_as_written() {
    let n = 5000;
    let c: Vec<bool> = (0..n).map(|i| i % 3 != 0).collect();
    let great = [f32::NAN, f32::INFINITY, -f32::INFINITY, f32::MAX];
    let places = great.into_iter().flat_map(|value| [(None, value), (Some(0), value), (Some(2501), value)]);
    for (at, value) in places {
        let mut x = vec![0.5; n];
        at.into_iter().for_each(|at: usize| x[at] = value);
        let start = if at.is_none() { value } else { 1.0 };
        let run = |kind| {
            let mut y = vec![7.0; n];
            Settings::from_environment().device(kind).scope(|| sometimes_linear(&x, &c, 0.25, start, &mut y));
            let report = last_report().expect("an annotated loop leaves a report");
            assert!(matches!(report.place, Place::Loop), "{at:?}, {value}: {report}");
            y.iter().map(|y| y.to_bits()).collect::<Vec<_>>()
        };
        let expected = run(DeviceKind::Loop);
        assert_eq!(run(DeviceKind::Host), expected);
        assert_eq!(run(DeviceKind::Any), expected);
    }
}

/// The greatest and its place beside it.
#[scan(auto : s)]
#[reduce(max : most)]
fn beside_a_choice(x: &[i64], y: &mut [i64]) -> (i64, usize) {
    let (mut s, mut most, mut at) = (1i64, i64::MIN, 0);
    for i in 0..x.len() {
        s = s.wrapping_mul(3).wrapping_add(x[i]);
        y[i] = s;
        if x[i] > most {
            most = x[i];
            at = i;
        }
    }
    (most, at)
}

#[test]
fn choices_stand_beside_it() {
    for n in lengths().filter(|n| *n > 0) {
        let x = &numbers(n, 6).iter().map(|&x| x as i64 % 100).collect::<Vec<_>>();
        check_places("beside_a_choice", n, &|| {
            let mut y = vec![0; n];
            (beside_a_choice(x, &mut y), y)
        });
    }
}
