//! Loops that their first iteration with some property leaves, and iterators that look for an item. Each runs as written, on host threads and
//! on the device.

#![allow(clippy::needless_range_loop, clippy::manual_is_multiple_of, reason = "loops are searched in these spellings, too")]

use super::by_hand::same;
use scan_runtime::{DeviceKind, Settings, last_report, parallel_for, scan};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[parallel_for]
fn place_of(x: &[i32], wanted: i32) -> Option<usize> {
    for i in 0..x.len() {
        if x[i] == wanted {
            return Some(i);
        }
    }
    None
}

#[parallel_for]
fn check(x: &[f64]) -> Result<(), String> {
    for (i, v) in x.iter().enumerate() {
        if !v.is_finite() {
            let why = format!("element {i} is {v}");
            return Err(why);
        }
    }
    Ok(())
}

#[parallel_for]
fn last_of(x: &[i32], y: &[u8], wanted: i32) -> usize {
    let mut at = 0;
    for i in (0..x.len()).rev() {
        if x[i] == wanted && y[i] < 200 {
            at = i;
            break;
        }
    }
    at
}

#[parallel_for]
fn what_else(x: &[u8], log: &Cell<u32>) -> ControlFlow<(usize, u8)> {
    for (i, c) in x.iter().enumerate() {
        match c {
            b'0'..=b'9' => {}
            b' ' | b'\t' => continue,
            b'#' => break,
            other => {
                log.set(log.get() + 1);
                return ControlFlow::Break((i, *other));
            }
        }
    }
    ControlFlow::Continue(())
}

/// Leaves it from a loop within the iteration.
#[parallel_for]
fn pair(x: &[i32], w: &[i32]) -> Option<(usize, usize)> {
    for (i, v) in x.iter().enumerate() {
        for j in 0..w.len() {
            if *v == w[j] {
                return Some((i, j));
            }
        }
    }
    None
}

/// Goes on with the loop around it, and leaves that.
#[scan]
fn rows(x: &[i32], w: usize, (wanted, other): (i32, i32)) -> (usize, Option<usize>) {
    let mut kept = 0;
    let mut last = None;
    'rows: for r in 0..x.len() / w {
        #[parallel_for]
        for c in 0..w {
            if x[r * w + c] == wanted {
                continue 'rows;
            }
            if x[r * w + c] == other {
                last = Some(r);
                break 'rows;
            }
        }
        kept += 1;
    }
    (kept, last)
}

#[parallel_for]
fn any(x: &[u8], wanted: u8) -> bool {
    x.iter().any(|&v| v == wanted)
}

#[parallel_for]
fn is_sorted(x: &[f32]) -> bool {
    x.windows(2).all(|pair| pair[0] <= pair[1])
}

#[parallel_for]
fn mapped(x: &[f32], y: &[f32], limit: f32) -> Option<usize> {
    x.iter().zip(y).skip(3).map(|(a, b)| (a - b).abs()).position(|d| d > limit)
}

#[parallel_for]
fn found(x: &[i64], limit: i64) -> Option<&i64> {
    x.iter().filter(|v| **v % 2 == 0).find(|v| **v > limit)
}

#[parallel_for]
fn found_and_mapped(x: &[i64], y: &[i64]) -> Option<i64> {
    x.iter().rev().zip(y.iter().rev()).find_map(|(a, b)| if a == b { Some(*a) } else { None })
}

/// Searches within a function with other loops, and within expressions.
#[scan]
fn several(x: &[i32], y: &mut [i32], t: i32) -> (bool, usize, i32) {
    #[parallel_for]
    let is_there = x.iter().any(|v| *v == t);
    let mut sum = 0i32;
    #[scan(+ : sum)]
    for i in 0..x.len() {
        sum = sum.wrapping_add(x[i]);
        y[i] = sum;
    }
    #[parallel_for]
    let place = x.iter().position(|v| *v == t).unwrap_or(x.len()) + 1;
    #[parallel_for]
    for v in y.iter() {
        if *v > 1_000_000 {
            return (is_there, place, -1);
        }
    }
    (is_there, place, y[y.len() - 1])
}

/// Numbers of other types, from other places than zero.
#[parallel_for]
fn is_prime(n: u64) -> bool {
    n > 1 && (2..n).all(|d| n % d != 0)
}

#[parallel_for]
fn factor(n: u32) -> Option<u32> {
    for d in 2..n {
        if n % d == 0 {
            return Some(d);
        }
    }
    None
}

#[parallel_for]
fn from_below(x: &[i32], high: i32) -> Option<i32> {
    for i in -5..=high {
        if x[(i + 5) as usize] == -7 {
            return Some(i);
        }
    }
    None
}

/// The variable's name is another's in the iteration, and before the loop.
#[parallel_for]
fn hidden(x: &[i32], i: usize) -> Option<(usize, i32)> {
    for i in i..x.len() {
        let (k, first) = (i, x[i]);
        let i = first;
        if i == -7 {
            return Some((k, i));
        }
    }
    None
}

#[parallel_for]
fn in_bounds(x: &[i32], table: &[u8]) -> Result<u32, usize> {
    for i in 0..x.len() {
        let 0..=999 = x[i] else { return Err(i) };
        let Some(v) = table.get(x[i] as usize) else {
            return Err(i + 1);
        };
        if *v == 9 {
            return Ok(i as u32);
        }
    }
    Ok(0)
}

#[parallel_for]
fn checked(x: &[f64], limit: f64) -> Result<f64, String> {
    if x.iter().any(|v| *v > limit || v.is_nan()) {
        return Err("out of range".to_owned());
    }
    Ok(x[0])
}

#[parallel_for]
fn is_either(x: &[i32], is_known: bool) -> bool {
    is_known || x.iter().any(|v| *v == -7)
}

#[parallel_for]
fn value_at(x: &[i32]) -> i32 {
    match x.iter().position(|v| *v < 0) {
        Some(place) => x[place],
        None => 3,
    }
}

/// Goes on, before it leaves in any case; and panics, where it is one of the first that does.
#[parallel_for]
fn skips(x: &[i32]) -> usize {
    let mut found = 0;
    'all: for i in 0..x.len() {
        if x[i] == -9 {
            panic!("a bad one at {i}");
        }
        if x[i] >= 0 {
            continue 'all;
        }
        found = i;
        break 'all;
    }
    found
}

/// Leaves by a panic alone.
#[parallel_for]
fn all_are_good(x: &[i32]) {
    for (i, v) in x.iter().enumerate() {
        if *v == -9 {
            panic!("a bad one at {i}");
        }
    }
}

/// Rows whose length is told by the iteration, up to where there are elements.
#[parallel_for]
fn row_with(starts: &[usize], values: &[i32]) -> Option<usize> {
    for r in 0..starts.len() - 1 {
        let mut greatest = 0;
        for k in starts[r]..starts[r + 1] {
            greatest = greatest.max(values[k]);
        }
        if greatest > 1_000 {
            return Some(r);
        }
    }
    None
}

/// Where, or nowhere: at the beginning and the end, and where blocks of iterations meet.
fn places(length: usize) -> Vec<Option<usize>> {
    let mut places = vec![None, Some(0), Some(1), Some(length / 2), Some(length - 2), Some(length - 1)];
    places.extend([63, 64, 192, 1024, 4_095, 65_535, 100_000].map(Some));
    places.retain(|place| place.is_none_or(|place| place < length));
    places
}

const LENGTHS: [usize; 3] = [5_003, 70_001, 300_000];

#[test]
fn loops_end_where_the_first_iteration_leaves() {
    for length in LENGTHS {
        for place in places(length) {
            let mut x: Vec<i32> = (0..length as i32).map(|k| k % 1000).collect();
            place.into_iter().for_each(|place| x[place] = -7);
            same("place_of", || place_of(&x, -7));
            assert_eq!(place_of(&x, -7), place);
            let y: Vec<u8> = (0..length).map(|k| (k % 251) as u8).collect();
            same("last_of", || last_of(&x, &y, -7));
            let mut z: Vec<f64> = x.iter().map(|v| f64::from(*v)).collect();
            place.into_iter().for_each(|place| z[place] = f64::NAN);
            same("check", || check(&z));
            let mut text = vec![b'7'; length];
            text.iter_mut().step_by(3).for_each(|c| *c = b' ');
            place.into_iter().for_each(|place| text[place] = if place % 2 == 0 { b'#' } else { b'x' });
            same("what_else", || {
                let log = Cell::new(0);
                (what_else(&text, &log), log.get())
            });
            same("pair", || pair(&x, &[4_000, -3, -7, 9_999]));
        }
    }
}

#[test]
fn numbers_are_looked_through() {
    for n in [90_001, 49_999, 300_007, 299_993] {
        same("is_prime", || is_prime(n));
        same("factor", || factor(n as u32));
    }
    assert!(is_prime(7) && !is_prime(1) && factor(91) == Some(7));
}

#[test]
fn what_stands_in_an_iteration_is_understood() {
    for length in LENGTHS {
        for place in places(length) {
            let mut x: Vec<i32> = (0..length as i32).map(|k| k % 1000).collect();
            place.into_iter().for_each(|place| x[place] = -7);
            same("from_below", || from_below(&x, length as i32 - 6));
            same("hidden", || hidden(&x, 3));
            let table: Vec<u8> = (0..2_000).map(|k| u8::from(k == 1_500) * 9).collect();
            same("in_bounds", || in_bounds(&x, &table));
            same("in_bounds of few", || in_bounds(&x, &table[..900]));
            same("is_either", || is_either(&x, false));
            assert!(is_either(&x, true));
            same("value_at", || value_at(&x));
            same("skips", || skips(&x));
            let mut z: Vec<f64> = x.iter().map(|v| f64::from(*v)).collect();
            same("checked", || checked(&z, 1_000.0));
            place.into_iter().for_each(|place| z[place] = f64::NAN);
            same("checked of NaN", || checked(&z, 1_000.0));
            let starts: Vec<usize> = (0..=length / 4).map(|r| 4 * r).collect();
            place.into_iter().for_each(|place| x[place] = 5_000);
            // How many there are is a difference, which debug builds might panic of.
            let rows = KINDS.map(|kind| Settings::from_environment().device(kind).scope(|| row_with(&starts, &x)));
            assert_eq!(rows, [place.filter(|place| *place < length / 4 * 4).map(|place| place / 4); 3]);
        }
    }
    let mut x = vec![1; 50_000];
    (x[30_000], x[40_000]) = (-9, -1);
    for kind in KINDS {
        let run = |x: &[i32]| Settings::from_environment().device(kind).scope(|| catch_unwind(AssertUnwindSafe(|| skips(x))));
        assert!(run(&x).is_err());
        let good =
            |x: &[i32]| Settings::from_environment().device(kind).scope(|| catch_unwind(AssertUnwindSafe(|| all_are_good(x))));
        let message = good(&x).expect_err("a bad one").downcast::<String>().expect("a message");
        assert_eq!(*message, "a bad one at 30000");
        assert!(good(&x[30_001..]).is_ok());
        assert_eq!(run(&x[30_001..]).ok(), Some(9_999));
    }
}

#[test]
fn loops_around_go_on() {
    for (w, marks) in [(5_000, vec![]), (5_000, vec![3]), (20_000, vec![7, 40_000, 61_003])] {
        let mut x = vec![0; w * 6];
        marks.iter().for_each(|mark| x[*mark] = 5);
        assert_eq!(rows(&x, w, (5, -5)), (6 - marks.len(), None));
        same("rows", || rows(&x, w, (5, -5)));
        x[w * 5 - 1] = -5;
        same("rows left", || rows(&x, w, (5, -5)));
    }
}

#[test]
fn iterators_end_with_the_first_item() {
    for length in LENGTHS {
        for place in places(length) {
            let mut bytes = vec![0u8; length];
            place.into_iter().for_each(|place| bytes[place] = 9);
            same("any", || any(&bytes, 9));
            assert_eq!(any(&bytes, 9), place.is_some());
            let mut x: Vec<f32> = (0..length).map(|k| k as f32).collect();
            let y = x.clone();
            place.into_iter().for_each(|place| x[place] += 100.5);
            same("is_sorted", || is_sorted(&x));
            same("mapped", || mapped(&x, &y, 100.0));
            let z: Vec<i64> = x.iter().map(|v| *v as i64).collect();
            same("found", || found(&z, length as i64).copied());
            let other: Vec<i64> = z.iter().map(|v| -*v).collect();
            same("found_and_mapped", || found_and_mapped(&z, &other));
            let values: Vec<i32> = z.iter().map(|v| *v as i32 % 1_000).collect();
            same("several", || {
                let mut sums = vec![0; length];
                let found = several(&values, &mut sums, 100);
                (found, sums)
            });
        }
    }
}

#[parallel_for]
fn until_looked_up(x: &[usize], table: &[u8]) -> Option<usize> {
    for (i, v) in x.iter().enumerate() {
        if table[*v] == 1 {
            return Some(i);
        }
    }
    None
}

#[parallel_for]
fn until_divided(x: &[i32], a: i32) -> Option<usize> {
    x.iter().position(|v| a / *v == 3)
}

#[test]
fn what_is_found_can_be_checked() {
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        for place in [None, Some(77), Some(60_000), Some(299_999)] {
            let mut x = vec![1; 300_000];
            place.into_iter().for_each(|place| x[place] = -7);
            let found = Settings::from_environment().device(kind).check(true).scope(|| place_of(&x, -7));
            assert_eq!((found, last_report().expect("a report").checked), (place, Some(true)));
        }
    }
}

const KINDS: [DeviceKind; 3] = [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any];

#[test]
fn what_panics_after_the_end_is_nobodys_business() {
    let mut x = vec![1usize; 50_000];
    x[40_000..].fill(99);
    let panics = |x: &[usize]| catch_unwind(AssertUnwindSafe(|| until_looked_up(x, &[0, 0, 1]))).ok();
    let everywhere = |x: &[usize]| KINDS.map(|kind| Settings::from_environment().device(kind).scope(|| panics(x)));
    assert_eq!(everywhere(&x), [None; 3]);
    x[39_999] = 2;
    assert_eq!(everywhere(&x), [Some(Some(39_999)); 3]);
    let mut y = vec![100; 20_000];
    y[3_000] = 0;
    y[2_999] = 33;
    for kind in KINDS {
        assert_eq!(Settings::from_environment().device(kind).scope(|| until_divided(&y, 100)), Some(2_999));
    }
}
