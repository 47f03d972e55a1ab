//! Iterators that come to their greatest or least item, as something of it says. Each runs as written, on host threads and on the device.

#![allow(
    clippy::needless_range_loop,
    clippy::unnecessary_cast,
    reason = "loops as people write them, and what kernels write out"
)]

use super::by_hand::same;
use scan_runtime::{DeviceKind, Settings, declare_target, reduce, scan};
use std::cmp::{Ordering, Reverse};
use std::panic::{AssertUnwindSafe, catch_unwind};
use types::Point;

#[reduce(max : max_by)]
fn greatest(x: &[f64]) -> Option<&f64> {
    x.iter().max_by(|a, b| a.total_cmp(b))
}

#[reduce(min : least)]
fn least(x: &[f32]) -> f32 {
    let least = x.iter().copied().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
    least
}

#[reduce(max : max_by)]
fn place(x: &[f32]) -> (usize, f32) {
    let (at, v) = x.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap();
    (at, *v)
}

#[reduce(max : max_by)]
fn place_by_parts(x: &[f32]) -> Option<usize> {
    x.iter().enumerate().max_by(|a, b| a.1.partial_cmp(b.1).unwrap_or(Ordering::Equal)).map(|(i, _)| i)
}

#[reduce(min : min_by_key)]
fn place_of_least(x: &[i64]) -> Option<usize> {
    x.iter().enumerate().min_by_key(|&(_, v)| v).map(|(i, _)| i)
}

#[reduce(max : max_by_key)]
fn place_by_index(x: &[u64]) -> Option<usize> {
    (0..x.len()).max_by_key(|&i| x[i])
}

#[reduce(max : min_by)]
fn other_way(x: &[i32]) -> Option<&i32> {
    x.iter().min_by(|a, b| b.cmp(a))
}

#[reduce(min : max_by)]
fn reversed(x: &[i32]) -> Option<(usize, &i32)> {
    x.iter().enumerate().max_by(|(_, a), (_, b)| a.cmp(b).reverse())
}

#[reduce(max : min_by_key)]
fn by_reverse(x: &[u8]) -> Option<(usize, u8)> {
    x.iter().copied().enumerate().min_by_key(|(_, v)| Reverse(*v))
}

#[reduce(max : max)]
fn reference(x: &[i32]) -> Option<&i32> {
    x.iter().max()
}

#[reduce(min : m)]
fn reference_of_some(x: &[u64]) -> u64 {
    let m = x.iter().filter(|v| **v % 3 == 1).min();
    m.map_or(7, |v| v + 1)
}

#[reduce(max : max_by)]
fn of_some(x: &[f32], limit: f32) -> Option<f32> {
    x.iter().copied().filter(|v| *v < limit).max_by(f32::total_cmp)
}

#[reduce(max : max_by_key)]
fn last_of_some(x: &[i32]) -> Option<(usize, i32)> {
    x.iter().enumerate().filter(|(_, v)| **v % 2 == 0).map(|(i, v)| (i, v / 4)).max_by_key(|(_, v)| *v)
}

#[reduce(max : reduce)]
fn combined(x: &[f32]) -> Option<f32> {
    x.iter().copied().reduce(f32::max)
}

#[reduce(min : low)]
fn combined_of_some(x: &[f64], limit: f64) -> Option<f64> {
    let low = x.iter().map(|v| v * 0.5).filter(|v| *v > limit).reduce(|low, v| low.min(v));
    low
}

#[reduce(+ : sum)]
fn added(x: &[u64]) -> u64 {
    let sum = x.iter().copied().reduce(|a, b| a.wrapping_add(b)).unwrap_or(9);
    sum
}

#[reduce(| : reduce)]
fn joined(x: &[u8]) -> Option<u8> {
    x.iter().map(|v| v & 0x55).reduce(|a, b| a | b)
}

/// The number is counted behind what is computed.
#[reduce(min : min_by)]
fn nearest(x: &[f64], y: &[f64], to: (f64, f64)) -> Option<(usize, f64)> {
    x.iter()
        .zip(y)
        .map(|(a, b)| (a - to.0) * (a - to.0) + (b - to.1) * (b - to.1))
        .enumerate()
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
}

#[reduce(max : max_by_key)]
fn in_a_window(x: &[i16]) -> Option<(usize, &[i16])> {
    x.windows(3).enumerate().skip(2).step_by(1).rev().max_by_key(|(_, w)| w[2] - w[0])
}

#[reduce(max : max_by_key)]
fn row(x: &[u32], from: usize, to: usize) -> Option<usize> {
    (from..to).rev().max_by_key(|i| x[*i] / 16)
}

#[declare_target]
mod types {
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    pub struct Point {
        pub x: f32,
        pub id: u32,
    }
}

#[reduce(max : max_by_key)]
fn point(points: &[Point]) -> Option<&Point> {
    points.iter().max_by_key(|p| {
        let id: u32 = p.id;
        id % 97
    })
}

#[scan]
fn among_others(x: &mut [f32], y: &mut [f32]) -> (f32, usize, f32) {
    let mut s = 0.0;
    #[scan(+ : s)]
    for i in 0..x.len() {
        s += x[i];
        x[i] = s % 17.0;
    }
    #[reduce(max : max_by)]
    let (at, peak) = x.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap_or((0, &0.0));
    let peak = *peak;
    #[parallel_for]
    for (y, v) in y.iter_mut().zip(x.iter()) {
        *y = v / peak;
    }
    if let Some(low) = {
        #[reduce(min : low)]
        let low = y.iter().min_by(|a, b| a.partial_cmp(b).expect("numbers"));
        low
    } {
        return (*low, at, peak);
    }
    (0.0, at, peak)
}

#[reduce(max : max_by)]
fn field(points: &[Point]) -> Option<usize> {
    points
        .iter()
        .map(|p| {
            let x: f32 = p.x;
            x
        })
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(i, _)| i)
}

#[reduce(min : max_by)]
fn both_reversed(x: &[u8]) -> Option<usize> {
    (0..x.len()).take(4000).skip(1).max_by(|a: &usize, b: &usize| Reverse(x[*a]).cmp(&Reverse(x[*b])))
}

#[reduce(^ : reduce)]
fn parity(x: &[i32]) -> Option<bool> {
    x.iter().map(|v| *v % 2 == 0).reduce(|a, b| a ^ b)
}

#[reduce(min : min)]
fn whether_all(x: &[i32], limit: i32) -> Option<bool> {
    x.iter().map(|v| *v < limit).min()
}

#[reduce(max : any)]
fn whether_any(x: &[u8]) -> Option<bool> {
    let any: Option<bool> = x.iter().filter(|v| **v > 3).map(|v| *v == 77).max();
    any
}

#[reduce(max : most)]
fn first_greatest(x: &[f32]) -> (f32, usize) {
    let (mut most, mut at) = (f32::NEG_INFINITY, 0);
    for i in 0..x.len() {
        if x[i] > most {
            most = x[i];
            at = i;
        }
    }
    (most, at)
}

#[reduce(min : low)]
fn last_least(x: &[f32]) -> (f32, usize) {
    let (mut low, mut at) = (f32::INFINITY, 0);
    for (i, v) in x.iter().enumerate() {
        if *v <= low {
            low = *v;
            at = i;
        }
    }
    (low, at)
}

/// A filter of an iterator that is consumed, or lends what it goes over.
#[reduce(max : max_by_key)]
fn of_some_changed(x: &mut [i32]) -> Option<&mut i32> {
    x.iter_mut().filter(|v| **v % 3 == 0).max_by_key(|v| **v)
}

#[reduce(min : min_by)]
fn of_some_consumed(x: Vec<f32>) -> Option<f32> {
    x.into_iter().filter(|v| v.sin() > 0.25).min_by(|a, b| a.cos().total_cmp(&b.cos()))
}

/// Loops after iterators know the types of what these came to.
#[scan]
fn known_afterwards(x: &[u32], y: &mut [f32]) -> Option<f32> {
    let (at, most) = x.iter().enumerate().filter(|(_, v)| **v > 3).max_by_key(|p| p.1)?;
    let (count, place) = (x.iter().filter(|v| **v > 7).count(), x.iter().position(|v| v == most).unwrap_or(0));
    let last = x.last().unwrap();
    #[parallel_for]
    for i in 0..x.len() {
        y[i] = x[i] as f32 / *most as f32 + (at + i % 5) as f32 + *last as f32;
    }
    let least = *x.iter().min().unwrap();
    let mut s = 0.0f32;
    #[reduce(+ : s)]
    for v in y.iter() {
        s += if least as f32 > *v { 1.0 } else { (count / 1000) as f32 + (place % 3) as f32 };
    }
    Some(s)
}

/// What is found refers to an array that other loops change.
#[scan]
fn held(x: &mut [i32], y: &mut [i32]) -> Option<(usize, i32)> {
    #[parallel_for]
    for i in 0..x.len() {
        x[i] ^= 1;
        y[i] = x[i] * 2;
    }
    let mut r = 0;
    #[reduce(max : max_by)]
    if let Some((i, v)) = x.iter().enumerate().max_by(|a, b| a.1.cmp(b.1)) {
        r = *v + i as i32;
    }
    #[reduce(min : low)]
    let low = x.iter().min().unwrap();
    #[parallel_for]
    for i in 0..x.len() {
        y[i] += x[i] + r - *low;
    }
    #[reduce(max : most)]
    let most = y.iter_mut().max_by_key(|v| **v % 1000)?;
    *most = -5;
    #[reduce(min : min_by_key)]
    y.iter().copied().enumerate().min_by_key(|p| p.1)
}

/// Arrays stay on the device, where they are newer than what the host takes the item from.
#[scan]
fn values(x: &mut [f32], y: &mut [f32]) -> Option<(usize, f32)> {
    #[parallel_for]
    for i in 0..x.len() {
        x[i] = x[i] * 0.5 + i as f32 % 7.0;
        y[i] = x[i] - 3.0;
    }
    #[reduce(max : found)]
    let found = x.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    let (at, peak) = found?;
    let scale = at as f32;
    #[parallel_for]
    for v in y.iter_mut() {
        *v = (*v - peak) * scale;
    }
    #[reduce(min : least)]
    let least = (0..y.len()).min_by(|&a, &b| y[a].partial_cmp(&y[b]).unwrap());
    least.map(|least| (least, y[least]))
}

#[scan]
fn reference_afterwards(x: &mut [i32]) -> Option<&i32> {
    #[parallel_for]
    for v in x.iter_mut() {
        *v = *v * 3 % 101;
    }
    #[reduce(max : max)]
    x.iter().max()
}

fn floats(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((i.wrapping_mul(7919) % 1009) as f32 - 500.0) / 4.0).collect()
}

#[test]
fn items_are_those_of_the_iterators() {
    for count in [300, 4_097, 50_000] {
        let x = floats(count);
        let (doubles, ints): (Vec<f64>, Vec<i32>) = x.iter().map(|v| (f64::from(*v), *v as i32)).unzip();
        let (longs, words): (Vec<i64>, Vec<u64>) = ints.iter().map(|v| (i64::from(*v), (*v + 600) as u64)).unzip();
        let (bytes, shorts): (Vec<u8>, Vec<i16>) = ints.iter().map(|v| (*v as u8, *v as i16)).unzip();
        let zeros: Vec<f32> = (0..count).map(|i| if i % 3 == 0 { -0.0 } else { 0.0 }).collect();
        let points: Vec<Point> = x.iter().zip(0..).map(|(v, id)| Point { x: *v, id }).collect();
        same("greatest", || greatest(&doubles).copied());
        same("the least", || (least(&x).to_bits(), least(&zeros).to_bits()));
        same("a place", || (place(&x), place(&zeros).0));
        same("place by parts", || (place_by_parts(&x), place_by_parts(&zeros)));
        same("place of the least", || place_of_least(&longs));
        same("place by index", || place_by_index(&words));
        same("the other way", || other_way(&ints).copied());
        same("reversed", || reversed(&ints).map(|(i, v)| (i, *v)));
        same("by Reverse", || by_reverse(&bytes));
        same("a reference", || reference(&ints).map(std::ptr::from_ref));
        same("a reference of some", || reference_of_some(&words));
        same("of some", || [-1e9, 0.0, 50.0].map(|limit| of_some(&x, limit)));
        same("the last of some", || last_of_some(&ints));
        same("nearest", || nearest(&doubles, &doubles, (1.0, 7.5)));
        same("combined", || (combined(&x), [-1e9, 0.0, 1e9].map(|limit| combined_of_some(&doubles, limit))));
        same("added", || (added(&words), joined(&bytes)));
        same("in a window", || in_a_window(&shorts).map(|(i, w)| (i, w.to_vec())));
        same("a row", || row(&words.iter().map(|v| *v as u32).collect::<Vec<_>>(), count / 3, count));
        same("a point", || point(&points).map(|point| point.id));
        same("a field", || (field(&points), parity(&ints)));
        same("whether all", || {
            ([1, 500].map(|limit| whether_all(&ints, limit)), whether_any(&bytes), whether_any(&vec![2; count]))
        });
        same("both reversed", || both_reversed(&bytes));
        same("held", || {
            let (mut x, mut y) = (ints.clone(), vec![0; count]);
            (held(&mut x, &mut y), x, y)
        });
        same("values", || {
            let (mut x, mut y) = (x.clone(), vec![0.0; count]);
            (values(&mut x, &mut y), x, y)
        });
        same("of some changed", || of_some_changed(&mut ints.clone()).map(|v| *v));
        same("of some consumed", || of_some_consumed(vec![1.0; count]));
        same("known afterwards", || {
            let mut y = vec![0.0; count];
            let s = known_afterwards(&words.iter().map(|v| *v as u32 % 16).collect::<Vec<_>>(), &mut y);
            (s, y)
        });
        same("a reference afterwards", || reference_afterwards(&mut ints.clone()).copied());
        same("among others", || {
            let (mut x, mut y) = (x.clone(), vec![0.0; count]);
            (among_others(&mut x, &mut y), x, y)
        });
    }
}

/// What rises, falls, stays, and has its greatest and least anywhere: host threads look at tiles in which nothing is greater only once.
#[test]
fn of_many() {
    let count = 150_001;
    let rising: Vec<f32> = (0..count).map(|i| (i / 3) as f32).collect();
    let falling: Vec<f32> = rising.iter().map(|v| -v).collect();
    let stairs: Vec<f32> = (0..count).map(|i| (i / 5000) as f32 - (i % 7) as f32).collect();
    let mut random = 1u32;
    let scattered: Vec<f32> = std::iter::repeat_with(|| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 9) as f32
    })
    .take(count)
    .collect();
    let mut numbers_at_last = vec![f32::NAN; count];
    numbers_at_last[70_000..].copy_from_slice(&scattered[70_000..]);
    for x in [rising, falling, stairs, scattered] {
        let (doubles, ints): (Vec<f64>, Vec<i32>) = x.iter().map(|v| (f64::from(*v), *v as i32)).unzip();
        same("many", || (place(&x), place_by_parts(&x), least(&x), greatest(&doubles).copied()));
        same("many numbers", || (reversed(&ints).map(|(i, _)| i), last_of_some(&ints), reference(&ints).map(std::ptr::from_ref)));
        same("many in loops", || (first_greatest(&x), last_least(&x)));
    }
    same("numbers at last", || (first_greatest(&numbers_at_last), last_least(&numbers_at_last)));
}

/// Keys that are as great, or as little, as what launches start from.
#[test]
fn of_equal_ones_the_last_is_the_greatest_and_the_first_the_least() {
    for key in [i32::MIN, -1, 0, i32::MAX] {
        let x = vec![key; 5000];
        same("equal", || {
            (other_way(&x).map(std::ptr::from_ref), reversed(&x).map(|(i, _)| i), reference(&x).map(std::ptr::from_ref))
        });
        same("equal and of some", || last_of_some(&x));
    }
    let (least, greatest) = (vec![u64::MIN; 5000], vec![u64::MAX; 5000]);
    same("unsigned", || [&least, &greatest].map(|x| (place_by_index(x), reference_of_some(x))));
    same("bytes", || [0, 255].map(|v| by_reverse(&[v; 5000])));
}

#[test]
fn what_is_no_number_is_the_programs_own_affair() {
    let mut x = floats(20_000);
    for (at, nan) in [(0, f32::NAN), (19_999, -f32::NAN), (777, f32::NAN)] {
        x[at] = nan;
        let doubles: Vec<f64> = x.iter().map(|v| f64::from(*v)).collect();
        same("of no number", || {
            let panics = catch_unwind(AssertUnwindSafe(|| least(&x))).is_err();
            (place(&x).0, greatest(&doubles).map(|v| v.to_bits()), place_by_parts(&x), of_some(&x, 9.0), panics)
        });
    }
}

#[test]
fn of_few_and_of_none() {
    for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
        Settings::from_environment().device(kind).scope(|| {
            assert_eq!(
                (greatest(&[]), place_by_index(&[]), reference(&[]), of_some(&[], 1.0), nearest(&[], &[], (0.0, 0.0))),
                Default::default()
            );
            assert_eq!(
                (greatest(&[3.0]), place(&[1.5]), reference_of_some(&[3; 700]), of_some(&[4.0; 700], 4.0)),
                (Some(&3.0), (0, 1.5), 7, None)
            );
            assert!(least(&[f32::NAN]).is_nan());
        });
    }
}

/// `SCAN_CHECK` compares what is compared of items.
#[test]
fn what_devices_say_is_checked() {
    let x = floats(30_000);
    let numbers: Vec<i32> = x.iter().map(|v| *v as i32).collect();
    Settings::from_environment().device(DeviceKind::Any).check(true).scope(|| {
        let points = [Point { x: 1.0, id: 3 }; 3000];
        assert_eq!((place(&x).1, point(&points).map(|found| found.id)), (127.0, Some(3)));
        assert_eq!((last_of_some(&numbers), reference(&numbers)), (Some((29_848, 31)), Some(&127)));
    });
}
