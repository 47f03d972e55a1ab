//! Loops that a reader may take for another: names that hide others, types that are decided far away, iterators in unusual orders.
//! Each runs as written, on host threads and on the device.

use scan_runtime::DeviceKind;
use scan_runtime::{Place, Settings, declare_target, last_report, parallel_for, scan};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Compares what `run` returns in all three places, and whether it ran there.
#[track_caller]
pub fn same<R: PartialEq + Debug>(name: &str, run: impl Fn() -> R) {
    let on = |kind: DeviceKind| (Settings::from_environment().device(kind).scope(&run), last_report().expect("a report").place);
    let (expected, _) = on(DeviceKind::Loop);
    let (found, place) = on(DeviceKind::Host);
    assert!(matches!(place, Place::HostThreads { .. }), "{name}: {place:?}");
    assert_eq!(found, expected, "{name} on host threads");
    let (found, place) = on(DeviceKind::Any);
    assert!(matches!(place, Place::Device { .. }), "{name}: {place:?}");
    assert_eq!(found, expected, "{name} on the device");
}

/// What loops below call and read.
#[declare_target]
mod weights {
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Weight {
        pub i: i32,
        pub s: i64,
    }

    pub fn weigh(x: i32) -> i32 {
        x.wrapping_mul(3)
    }

    pub fn weight(i: i32) -> Weight {
        Weight { i, s: (i as i64).wrapping_mul(5) }
    }

    pub fn x(y: i64) -> i64 {
        y.wrapping_sub(1)
    }
}

/// Functions of one input and one output, each with its test.
macro_rules! loops {
    ($($(#[$attribute:meta])* fn $name:ident($x:ident: $from:ty, $y:ident: $to:ty) $body:block)*) => { $(
        mod $name {
            use super::*;

            $(#[$attribute])*
            fn run($x: &[$from], $y: &mut [$to]) $body

            #[test]
            fn is_the_loop() {
                for length in [200, 3_001] {
                    same(stringify!($name), || {
                        let x: Vec<$from> = (0..length).map(|k| (k * 7 % 11) as u8 as $from).collect();
                        let mut y: Vec<$to> = (0..length).map(|k| (k % 5) as u8 as $to).collect();
                        run(&x, &mut y);
                        y
                    });
                }
            }
        }
    )* };
}

loops! {
    #[scan(+ : s)]
    fn a_field_named_as_the_sum_and_one_as_the_index(x: i32, y: i64) {
        let weights: &[weights::Weight] = &x.iter().map(|x| weights::weight(*x)).collect::<Vec<_>>();
        let mut s = 0i64;
        for i in 0..weights.len() { let v: i32 = weights[i].i; s += weights[i].s - v as i64; y[i] = s; }
    }

    #[scan]
    fn elements_that_no_vector_holds(x: i32, y: i64) {
        let mut of_two: Vec<weights::Weight> = vec![weights::weight(0); x.len()];
        let mut s = 0i32;
        #[scan(+ : s)]
        for i in 0..x.len() { s += x[i]; of_two[i] = weights::Weight { i: s, s: x[i] as i64 }; }
        for (y, weight) in y.iter_mut().zip(&of_two) { *y = weight.s * 16 + weight.i as i64; }
    }

    #[scan]
    fn fixed_arrays_that_no_vector_holds(x: i32, y: i32) {
        let (others, mut triples) = (vec![[1, 2, 3]; x.len()], vec![[0; 3]; x.len()]);
        let mut s = 0i32;
        #[scan(+ : s)]
        for i in 0..x.len() { s += x[i]; triples[i] = others[i]; triples[i][1] = s; }
        for (y, [a, b, c]) in y.iter_mut().zip(triples) { *y = a + b * 4 + c; }
    }

    #[parallel_for]
    fn multiples_crossed_out(x: i32, y: i32) {
        let prime = x.len() % 5 + 3;
        for i in (prime * prime..y.len()).step_by(prime) { y[i] = -1; }
    }

    #[scan(+ : s)]
    fn a_variable_named_as_the_function_that_it_is_from(x: i32, y: i32) {
        use weights::weigh;
        let mut s = 0;
        for i in 0..x.len() { let first: i32 = weigh(x[i]); let weigh = weigh(first); s += weigh + first; y[i] = s - weigh; }
    }

    #[scan(+ : s)]
    fn a_function_named_as_an_array(x: i64, y: i64) {
        let mut s = 0i64;
        for i in 0..x.len() { s += weights::x(x[i]); y[i] = weights::x(s) + if s % 3 == 0 { weights::x(x[i]) } else { 0 }; }
    }

    #[scan(+ : s)]
    fn loaded_where_the_sum_was(x: usize, y: usize) {
        let w: Vec<usize> = (0..x.len() * 11).map(|k| k * k % 13).collect();
        let mut s = 0;
        for i in 0..x.len() { y[i] = w[s] + w[s + 1]; s += x[i]; }
    }

    #[scan(+ : s)]
    fn reversed_then_counted(x: i32, y: i32) {
        let mut s = 0;
        for (i, v) in x.iter().rev().enumerate() { s += v; y[i] = s; }
    }

    #[scan(+ : s)]
    fn counted_then_reversed(x: i32, y: i32) {
        let mut s = 0;
        for (i, v) in x.iter().enumerate().rev() { s += v; y[i] = s; }
    }

    #[scan(+ : s)]
    fn zipped_with_a_reversed_one(x: i32, y: i32) {
        let mut s = 0;
        for (o, v) in y.iter_mut().zip(x.iter().rev().skip(3)) { s += v; *o = s; }
    }

    #[scan(+ : s)]
    fn skipped_then_reversed(x: i32, y: i32) {
        let mut s = 0;
        for (i, v) in x.iter().skip(1).rev().enumerate() { s += v; y[i] = s; }
    }

    #[scan(+ : s)]
    fn counted_then_skipped(x: i32, y: i32) {
        let mut s = 0;
        for (i, v) in x.iter().enumerate().skip(2) { s += v; y[i] = s; }
    }

    #[scan(+ : s)]
    fn skipped_twice(x: i32, y: i32) {
        let mut s = 0;
        for (o, v) in y.iter_mut().zip(x.iter().skip(1)).skip(1) { s += v; *o = s; }
    }

    #[scan(+ : s)]
    fn every_second_one(x: i32, y: i32) {
        let mut s = 0;
        for (i, v) in x.iter().step_by(2).enumerate() { s += v; y[i] = s; }
    }

    #[scan(+ : s)]
    fn slices(x: i32, y: i32) {
        let (mut s, k) = (0, x.len() / 7);
        for (o, v) in y[k..].iter_mut().zip(&x[1..=x.len() - k]) { s += v; *o = s; }
    }

    #[scan(+ : s)]
    fn a_slice_of_a_slice_backwards(x: i32, y: i32) {
        let (mut s, k) = (0, x.len() / 7);
        for (o, v) in y.iter_mut().skip(k).zip(x[k..][..x.len() - 2 * k].iter().rev()) { s += v; *o = s; }
    }

    #[scan(+ : s)]
    fn chunks(x: i32, y: i32) {
        let mut s = 0;
        for (o, c) in y.iter_mut().zip(x[2..].chunks_exact(3)) { s += c[0] * c[2]; *o = s - c[1] + c.len() as i32; }
    }

    #[scan(+ : s)]
    fn chunks_taken_apart(x: i64, y: i64) {
        let mut s = 0;
        for (i, &[a, b]) in x.as_chunks::<2>().0.iter().enumerate().rev() { s += a * b; y[i] = s + i as i64; }
    }

    #[parallel_for]
    fn chunks_stored(x: u8, y: u8) {
        for (o, c) in y.chunks_exact_mut(4).zip(x.chunks_exact(3)) { o[0] = c[2]; o[1] = c[1]; o[2] = c[0] ^ o[3]; }
    }

    #[scan(+ : a, b)]
    fn chunks_scanned_in_place(_x: i32, y: i32) {
        let (mut a, mut b) = (0, 1);
        for o in y[3..].as_chunks_mut::<2>().0 { a += o[0]; b += o[1]; o[0] = b; o[1] = a; }
    }

    #[scan(+ : s)]
    fn in_steps_from_outside(x: i32, y: i32) {
        let (mut s, k) = (0, x.len() / 70);
        for i in (k * k..x.len()).step_by(k) { s += x[i]; y[i] = s; }
    }

    #[scan(+ : y)]
    fn from_a_step_before(_x: i32, y: i32) {
        let k = y.len() / 50;
        for i in (k..=y.len() - 2).step_by(k) { y[i] += y[i - k]; }
    }

    #[scan(+ : s)]
    fn backwards_in_steps(x: i32, y: i32) {
        let mut s = 0;
        for i in (1..x.len()).step_by(3).rev() { s += x[i]; y[i] = s; }
    }

    #[scan(+ : s)]
    fn in_steps_from_outside_from_the_end(x: i32, y: i32) {
        let (mut s, k) = (0, x.len() / 70);
        for (at, i) in (k..=x.len() - k).rev().step_by(k).skip(2).enumerate() { s += x[i] - at as i32; y[i] = s; }
    }

    #[scan(+ : s)]
    fn numbers_beside_elements(x: i32, y: i32) {
        let (mut s, k) = (0, x.len() / 7);
        for (n, (i, v)) in (k..).zip((1..y.len()).rev().zip(&x[k..])) { s += v * (n % 5) as i32; y[i] = s; }
    }

    #[scan(+ : s)]
    fn every_so_many(x: i32, y: i32) {
        let (mut s, k) = (0, x.len() / 60);
        for (i, v) in x[1..].iter().step_by(k).enumerate() { s += v; y[i] = s; }
    }

    #[scan(+ : s)]
    fn asserted(x: i32, y: i32) {
        let mut s = 0;
        for i in 0..x.len() {
            assert!(x[i] < 11, "{} is too much", x[i]);
            if i > 100 { std::debug_assert!(x[i - 100] >= 0 && x[i] * 2 != 23); }
            ::core::assert!(i < 5_000);
            s += x[i];
            y[i] = s;
        }
    }

    #[scan(+ : s)]
    fn a_hidden_carried_variable(x: i32, y: i32) {
        let mut s = 0;
        for i in 0..x.len() { { let mut s = s; s += x[i]; y[i] = s; } s += 1; }
    }

    #[scan(+ : s)]
    fn a_hidden_loop_variable(x: i32, y: i32) {
        let mut s = 0;
        for i in 0..x.len() { let i = x.len() - 1 - i; s += x[i]; y[i] = s; }
    }

    #[scan(+ : s)]
    fn one_name_for_many_values(x: u8, y: i32) {
        let mut s = 0;
        for i in 0..x.len() { let t = x[i]; let t = t as i32 * 2; let t = { let t = t + 1; t * t }; s += t; y[i] = s; }
    }

    #[scan(+ : s)]
    fn a_type_from_what_is_not_used(x: u8, y: i32) {
        let mut s = 0;
        for i in 0..x.len() { let t = 250; let _unused: u8 = t; s += (t + x[i] / 3) as i32; y[i] = s; }
    }

    #[scan(+ : s)]
    #[allow(unused_assignments, reason = "it would decide the type")]
    fn a_type_from_a_later_value(x: u8, y: i32) {
        let mut s = 0;
        for i in 0..x.len() { let mut t = 200; s += (!t) as i32; t = x[i]; y[i] = s; }
    }

    #[scan(+ : s)]
    #[allow(clippy::unnecessary_cast, reason = "it would decide the type")]
    fn a_type_of_the_loop_variable(_x: i64, y: i64) {
        let mut s = 0;
        for i in 0..200 { let _unused: i64 = i; s += (i * 100_000_000) as i64; y[i as usize] = s; }
    }

    #[scan(+ : s)]
    fn a_range_to_the_end_of_its_type(_x: i32, y: i32) {
        let mut s = 0;
        for i in 56..=255u8 { s += i as i32; y[i as usize - 56] = s; }
    }

    #[scan(max : m)]
    fn zeros_of_both_signs(x: f32, y: f32) {
        let mut m = -1.0;
        for i in 0..x.len() { let v = if x[i] > 5.0 { -0.0 } else { f32::NAN }; if m < v { m = v; } y[i] = m; }
    }
}

macro_rules! with_an_expression {
    ($name:ident, $t:ty, $($value:tt)*) => { with_an_expression!(@ $name, $t, ($($value)*)); };
    (@ $name:ident, $t:ty, $value:expr) => {
        #[scan(+ : s)]
        fn $name(x: &[$t], y: &mut [$t]) {
            let mut s = 0;
            for i in 0..x.len() { s += x[i] * $value * 2; y[i] = s; }
        }
    };
}

with_an_expression!(by_a_macro, i32, 1 + 2);

#[test]
fn an_expression_of_a_macro_stays_whole() {
    same("by_a_macro", || {
        let (x, mut y) = ((0..500).collect::<Vec<i32>>(), vec![0; 500]);
        by_a_macro(&x, &mut y);
        y
    });
}

#[scan(+ : s)]
fn quotients(x: &[i32], y: &mut [i32]) -> i32 {
    let mut s = 0;
    for i in 0..x.len() {
        s += 100 / x[i];
        y[i] = s;
    }
    s
}

#[scan(|| : found)]
fn beyond_the_end(x: &[i32], y: &mut [bool]) {
    let mut found = false;
    for i in 0..y.len() {
        found = found || x[i] > 4;
        y[i] = found;
    }
}

/// What a function has left when it panicked, and the panic.
pub fn left<T: Clone>(y: &mut Vec<T>, run: impl FnOnce(&mut Vec<T>)) -> (Vec<T>, String) {
    let panic = catch_unwind(AssertUnwindSafe(|| run(y))).expect_err("a panic");
    let text = panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
    (y.clone(), text.unwrap_or_default())
}

#[test]
fn a_panic_leaves_what_the_loop_leaves() {
    let mut x = vec![3; 2_000];
    x[1_234] = 0;
    for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
        let mut y = vec![7; 2_000];
        let settings = Settings::from_environment().device(kind);
        let (y, text) = left(&mut y, |y| {
            settings.scope(|| {
                quotients(&x, y);
            })
        });
        assert_eq!(text, "attempt to divide by zero");
        assert_eq!((y[1_233], y[1_234], y[1_999]), (33 * 1_234, 7, 7), "{kind:?}");
    }
}

#[scan(+ : s)]
fn from_the_middle(x: &[i32], y: &mut [i32], k: usize) {
    let mut s = 0;
    for (o, v) in y.iter_mut().zip(&x[k..]) {
        s += v;
        *o = s;
    }
}

#[scan(+ : s)]
fn by_steps(x: &[i32], y: &mut [i32], k: usize) {
    let mut s = 0;
    for i in (1..x.len()).step_by(k) {
        s += x[i];
        y[i] = s;
    }
}

#[scan(+ : s)]
fn by_steps_from_the_middle(x: &[i32], y: &mut [i32], k: usize) {
    let mut s = 0;
    for (o, v) in y.iter_mut().zip(&x[2_001..]).step_by(k) {
        s += v;
        *o = s;
    }
}

#[scan(+ : s)]
fn below_eleven(x: &[i32], y: &mut [i32]) {
    let mut s = 0;
    for i in 0..x.len() {
        assert!(x[i] < 11, "{} at {i}", x[i]);
        s += x[i];
        y[i] = s;
    }
}

#[test]
fn what_a_header_or_an_assertion_says_is_what_the_loop_says() {
    let mut x = vec![3; 2_000];
    x[1_234] = 70;
    for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
        let (y, text) =
            left(&mut vec![7; 2_000], |y| Settings::from_environment().device(kind).scope(|| from_the_middle(&x, y, 2_001)));
        assert_eq!((y, text.contains("range start index 2001 out of range")), (vec![7; 2_000], true), "{kind:?}: {text}");
        let (y, text) = left(&mut vec![7; 2_000], |y| Settings::from_environment().device(kind).scope(|| by_steps(&x, y, 0)));
        assert_eq!((y, text.contains("step != 0")), (vec![7; 2_000], true), "{kind:?}: {text}");
        let run = |y: &mut Vec<i32>| Settings::from_environment().device(kind).scope(|| by_steps_from_the_middle(&x, y, 0));
        assert!(left(&mut vec![7; 2_000], run).1.contains("range start index 2001 out of range"), "{kind:?}");
        let (y, text) = left(&mut vec![7; 2_000], |y| Settings::from_environment().device(kind).scope(|| below_eleven(&x, y)));
        assert_eq!((y[1_233], y[1_234], y[1_999], &*text), (3 * 1_234, 7, 7, "70 at 1234"), "{kind:?}");
    }
}

#[test]
fn an_index_that_is_not_reached_is_not_looked_at() {
    for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
        let mut y = vec![false; 500];
        Settings::from_environment().device(kind).scope(|| beyond_the_end(&[1, 2, 5], &mut y));
        assert!(!y[1] && y[2] && y[499], "{kind:?}");
    }
}
