//! What gives an `Option` in an iteration: elements that may not be there, and what iterators may not find.

use super::by_hand::{left, same};
use scan_runtime::{DeviceKind, Settings, parallel_for, scan};

loops! {
    #[scan]
    fn elements_or_others(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            let next = x.get(i + 1).copied().unwrap_or(-1);
            let before = *x.get(i.wrapping_sub(1)).unwrap_or(&-2);
            let third = x.get(3 * i).map_or(7, |v| v * 2);
            let fourth = x.get(4 * i).copied().unwrap_or_else(|| next + 1);
            let none: i32 = x.get(5 * i).cloned().unwrap_or_default();
            y[i] = next + 10 * before + 100 * third + 1000 * fourth + 10_000 * none;
        }
    }

    #[scan]
    fn where_there_is_one(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            if let Some(v) = x.get(2 * i) { y[i] = *v; } else if let Some(&v) = x.get(i / 2) && v > 3 { y[i] = -v; }
            let Some(w) = x.get(5 * i) else { continue };
            let third = match x.get(3 * i) { Some(0) => 5, Some(&v) if v > 4 => v, None => -1, Some(v) => 2 * v };
            y[i] += w + 100 * third;
            if x.get(i / 3 + 1).is_some_and(|v| *v > 3) || x.get(4 * i).is_none() { y[i] += 7; }
        }
    }

    #[scan]
    fn one_of_some_values(x: i32, y: i32) {
        const FOUR: i32 = 4;
        #[parallel_for]
        for i in 0..y.len() {
            let Some(1..=3 | 8 | FOUR) = x.get(i).copied() else { y[i] = 77; continue };
            let Some(FOUR) = x.get(i).copied() else { y[i] = 78; continue };
            y[i] = if let Some(FOUR) = x.get(i / 2).copied() { 1 } else { 2 };
        }
    }

    #[scan]
    fn what_is_made_of_a_value(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            if x.get(i).map(|v| 60 / (v + 1)).is_some() { y[i] = 3; }
            if let Some(v) = x.get(i / 2) && *v > 3 { y[i] += *v; if *v > 5 { continue; } y[i] += 1; }
            y[i] += 5;
        }
    }

    #[scan]
    fn values_by_the_names_of_what_they_are_looked_for_by(x: i32, y: i32) {
        let pairs: Vec<(usize, i32)> = x.iter().map(|v| (*v as usize, v * 3)).collect();
        let p: &[(usize, i32)] = &pairs;
        #[parallel_for]
        for (i, y) in y.iter_mut().enumerate() {
            if let Some(&(i, v)) = p.get(i) && v > i as i32 { *y += v - i as i32; }
            *y += match p.get(i / 2) { Some(&(i, v)) if i > 7 => v, Some((p, i)) => i + *p as i32, None => 7 };
            *y += 1000 * p.get(i).map_or(0, |&(i, p)| p + i as i32);
            let Some(&i) = x.get(i) else { continue };
            *y += 100_000 * i;
        }
    }

    #[scan]
    fn ends_of_runs(x: i32, y: i32) {
        let mut runs = 0;
        #[scan(+ : runs)]
        for i in 0..x.len() {
            if x.get(i + 1) != Some(&(x[i] + 7)) { runs += 1; }
            y[i] = runs;
        }
    }

    #[scan]
    fn slices_and_their_ends(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            let last = x[..=i].last().unwrap() - x[i / 2..].first().copied().unwrap();
            y[i] = if let Some(w) = x.get(i..i + 5) { w.iter().sum() } else { last - 1 };
            let none = &x[i..i + i / 9_999];
            y[i] += none.last().map_or(3, |v| *v);
        }
    }

    #[scan]
    fn differences_of_unsigned_numbers(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            let before = i.checked_sub(3).map_or(0, |k| x[k]);
            let half = i.checked_sub(100).and_then(|k| x.get(k)).copied().unwrap_or(-1);
            let last = i.checked_sub(1).map(|k| x[k]).filter(|v| *v > 2).unwrap_or(9);
            let sum = (x[i] as u8).checked_add(250).map_or(0, |v| v as i32);
            let quotient = 100u32.checked_div(x[i] as u32).unwrap_or(3) as i32;
            y[i] = before + 10 * half + 100 * last + 1000 * sum + 10_000 * quotient;
        }
    }

    #[scan]
    fn what_iterators_find(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() {
            let found = *x[i..].iter().find(|v| **v > 8).unwrap_or(&-1);
            y[i] = found;
        }
    }

    #[scan]
    fn what_iterators_may_not_find(x: i32, y: i32) {
        #[parallel_for]
        for i in 0..y.len() - 9 {
            if let Some(k) = x[i..].iter().position(|v| *v == 9) { y[i] = k as i32; } else { y[i] = -1; }
            let greatest = x[i..i + 9].iter().filter(|v| **v < 5).max().map_or(-1, |v| v * 2);
            match x[i..i + 4].iter().copied().find(|v| *v == 3 || *v == 10) { Some(3) => y[i] += 30, Some(v) => y[i] += v, None => {} }
            let Some(least) = x[i..i + 3].iter().filter(|v| **v > 6).min() else { continue };
            y[i] += 100 * greatest + 10_000 * least;
        }
    }
}

#[scan]
fn firsts(x: &[i32], y: &mut [i32]) {
    #[parallel_for]
    for i in 0..y.len() {
        y[i] = *x[i..].iter().find(|v| **v > 8).expect("one");
    }
}

#[test]
fn what_is_not_there_panics() {
    let mut x = vec![9; 3_001];
    for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
        let settings = Settings::from_environment().device(kind);
        *x.last_mut().expect("some") = 9;
        settings.clone().scope(|| firsts(&x, &mut vec![0; 3_001]));
        *x.last_mut().expect("some") = 0;
        let (y, text) = left(&mut vec![0; 3_001], |y| settings.scope(|| firsts(&x, y)));
        assert_eq!((text.as_str(), y[2_999], y[3_000]), ("one", 9, 0), "{kind:?}");
    }
    same("firsts", || {
        let mut y = vec![0; 2_000];
        firsts(&x, &mut y);
        y
    });
}

#[parallel_for]
fn thirds(x: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        if x.get(i).map(|v| 60 / v).is_some() {
            y[i] = 3;
        }
    }
}

#[test]
fn what_is_made_of_a_value_may_panic() {
    let mut x = vec![9; 3_001];
    x[2_000] = 0;
    for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
        let settings = Settings::from_environment().device(kind);
        let (_, text) = left(&mut vec![0; 3_001], |y| settings.scope(|| thirds(&x, y)));
        assert_eq!(text, "attempt to divide by zero", "{kind:?}");
    }
}
