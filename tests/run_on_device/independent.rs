//! Loops whose iterations are independent: on the device and on host threads beside the loops as written, checked, and where they panic.

use scan_runtime::DeviceKind;
use scan_runtime::types::Algorithm;
use scan_runtime::{Place, Report, Settings, declare_target, last_report, parallel_for};
use scan_tests::Random;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn lengths() -> impl Iterator<Item = usize> {
    scan_tests::lengths(&[0, 1, 2, 1000, 1_000_003])
}

fn on(kind: DeviceKind) -> Settings {
    Settings::from_environment().device(kind)
}

/// Runs `function`, whose loop has that many iterations, as written, on host threads and on the device, and compares.
fn check<R: PartialEq + Debug>(name: &str, iterations: usize, function: &dyn Fn() -> R) -> R {
    let run = |settings: Settings| {
        let result = settings.scope(function);
        (result, last_report().expect("an annotated loop leaves a report"))
    };
    let (expected, report) = run(on(DeviceKind::Loop));
    assert_eq!(report.place, Place::Loop);
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        let ran = |report: &Report| match report.place {
            Place::Device { .. } | Place::Devices { .. } => kind == DeviceKind::Any,
            Place::HostThreads { .. } => kind == DeviceKind::Host,
            Place::Loop => iterations == 0,
        };
        let (found, report) = run(on(kind));
        assert!(found == expected, "{name}: {iterations} iterations gave something else: {report}");
        assert!(ran(&report), "{name}: {iterations} iterations ran elsewhere: {report}");
        assert!(iterations == 0 || report.algorithm == Some(Algorithm::Map), "{name}: {report}");
        let (found, report) = run(on(kind).check(true));
        assert!(found == expected, "{name}: {iterations} iterations, checked, gave something else: {report}");
        assert!(iterations == 0 || report.checked == Some(true), "{name}: {iterations} iterations: {report}");
    }
    expected
}

/// As `check`, of a loop that panics: whoever catches that sees what the loop as written leaves.
fn check_panic<R: PartialEq + Debug>(name: &str, arrays: &dyn Fn() -> R, run: &dyn Fn(&mut R)) {
    let expected = left(name, DeviceKind::Loop, arrays, run);
    for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::All] {
        assert!(left(name, kind, arrays, run) == expected, "{name} leaves something else on {kind:?}");
    }
}

/// The same of an array of `before` that the loop does not read: iterations after the one that panics may have stored what they store,
/// which is `value`; one that panics has none.
fn check_panic_of_stores<T: Copy + PartialEq + Debug>(
    name: &str,
    before: T,
    length: usize,
    value: &dyn Fn(usize) -> Option<T>,
    run: &dyn Fn(&mut Vec<T>),
) {
    let arrays = &|| vec![before; length];
    let expected = left(name, DeviceKind::Loop, arrays, run);
    for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::All] {
        for (i, (found, expected)) in left(name, kind, arrays, run).into_iter().zip(&expected).enumerate() {
            let is_open = *expected == before && Some(found) == value(i);
            assert!(found == *expected || is_open, "{name} leaves {found:?} at {i} on {kind:?}");
        }
    }
}

/// What a loop that panics leaves.
fn left<R>(name: &str, kind: DeviceKind, arrays: &dyn Fn() -> R, run: &dyn Fn(&mut R)) -> R {
    on(kind).scope(|| {
        let mut arrays = arrays();
        let caught = catch_unwind(AssertUnwindSafe(|| run(&mut arrays)));
        assert!(caught.is_err(), "{name} does not panic: {:?}", last_report());
        arrays
    })
}

fn draw<T>(length: usize, of: fn(&mut Random) -> T) -> Vec<T> {
    let random = &mut Random::new(length as u64);
    (0..length).map(|_| of(random)).collect()
}

#[parallel_for]
fn weighed(x: &[f32], weight: f32, y: &mut [f32]) {
    for i in 0..y.len() {
        y[i] = x[i] * weight + 0.25;
    }
}

#[test]
fn one_array_to_another() {
    for n in lengths() {
        let x = draw(n, |random| (random.next() % 100) as f32);
        let y = check("weighed", n, &|| {
            let mut y = vec![-1.0; n];
            weighed(&x, 3.5, &mut y);
            y
        });
        assert!(x.iter().zip(&y).all(|(x, y)| *y == x * 3.5 + 0.25));
    }
}

#[parallel_for]
fn mixed(y: &mut [u64]) {
    for (i, y) in y.iter_mut().enumerate() {
        *y = (*y ^ (*y >> 31)).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ i as u64;
    }
}

#[test]
fn in_place() {
    for n in lengths() {
        check("mixed", n, &|| {
            let mut y = draw(n, Random::next);
            mixed(&mut y);
            y
        });
    }
}

#[parallel_for]
fn marked(x: &[i32], y: &mut [i32], z: &mut [u8]) {
    for i in 0..x.len() {
        if x[i] > 0 {
            y[3 * i + 2] = x[i] / 2;
        }
        z[x.len() - 1 - i] = (x[i] & 1) as u8;
    }
}

#[test]
fn stores_in_some_iterations() {
    for n in lengths() {
        let x = draw(n, |random| random.next() as i32);
        let (y, _) = check("marked", n, &|| {
            let (mut y, mut z) = (vec![-7; 3 * n], vec![9; n]);
            marked(&x, &mut y, &mut z);
            (y, z)
        });
        assert!(y.iter().enumerate().all(|(at, y)| *y == -7 || at % 3 == 2 && *y >= 0));
    }
}

#[parallel_for]
fn looked_up(places: &[u16], table: &[i64], y: &mut [i64]) {
    for i in 0..places.len() {
        y[i] = table[places[i] as usize];
    }
}

#[parallel_for]
fn looked_up_in_place(table: &[u32], y: &mut [u32]) {
    for i in 0..y.len() {
        y[i] = table[y[i] as usize];
    }
}

#[test]
fn gathers() {
    for n in lengths() {
        let (places, table) = (draw(n, |random| (random.next() % 900) as u16), draw(900, |random| random.next() as i64));
        let y = check("looked_up", n, &|| {
            let mut y = vec![0; n];
            looked_up(&places, &table, &mut y);
            y
        });
        assert!(places.iter().zip(&y).all(|(place, y)| *y == table[*place as usize]));
    }
}

#[test]
fn an_index_out_of_range_panics_and_stores_nothing() {
    let table = draw(900, |random| random.next() as i64);
    let small: Vec<u32> = (0..900).rev().collect();
    for n in lengths().filter(|n| *n > 0) {
        for at in [0, n / 2, n - 1] {
            let mut places = draw(n, |random| (random.next() % 900) as u16);
            places[at] = 900;
            let found = |i: usize| table.get(usize::from(places[i])).copied();
            check_panic_of_stores("looked_up", 77, n, &found, &|y| looked_up(&places, &table, y));
            let held: Vec<u32> = places.iter().map(|place| u32::from(*place)).collect();
            check_panic("looked_up_in_place", &|| held.clone(), &|y| looked_up_in_place(&small, y));
        }
    }
}

#[parallel_for]
fn shares(x: &[i32], divisors: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        let share = x[i] / divisors[i];
        if x[i] > 5 {
            y[i] = share;
        }
    }
}

#[parallel_for]
fn divided_for_nothing(x: &[i32], divisors: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        let _ = x[i] / divisors[i];
        y[i] = -x[i];
    }
}

#[declare_target]
mod called {
    pub fn divided(x: i32, by: i32) -> i32 {
        x / by
    }
}

/// A function says of itself that it panics.
#[parallel_for]
fn shares_by_a_call(x: &[i32], divisors: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = called::divided(x[i], divisors[i]);
    }
}

#[parallel_for]
fn divided_in_place(divisors: &[i32], y: &mut [i32]) {
    for i in 0..y.len() {
        y[i] = called::divided(y[i], divisors[i]);
    }
}

#[test]
fn a_division_panics_where_the_loop_s_does() {
    for n in lengths().filter(|n| *n > 0) {
        let x = draw(n, |random| (random.next() % 10) as i32);
        let mut divisors = vec![3; n];
        check("shares", n, &|| {
            let mut y = vec![1; n];
            shares(&x, &divisors, &mut y);
            divided_for_nothing(&y.clone(), &divisors, &mut y);
            shares_by_a_call(&y.clone(), &divisors, &mut y);
            divided_in_place(&divisors, &mut y);
            y
        });
        divisors[n / 3] = 0;
        let share = |i: usize| x[i].checked_div(divisors[i]).filter(|_| x[i] > 5);
        check_panic_of_stores("shares", 77, n, &share, &|y| shares(&x, &divisors, y));
        let negative = |i: usize| (divisors[i] != 0).then(|| -x[i]);
        check_panic_of_stores("divided_for_nothing", 77, n, &negative, &|y| divided_for_nothing(&x, &divisors, y));
        let quotient = |i: usize| x[i].checked_div(divisors[i]);
        check_panic_of_stores("shares_by_a_call", 77, n, &quotient, &|y| shares_by_a_call(&x, &divisors, y));
        check_panic("divided_in_place", &|| x.clone(), &|y| divided_in_place(&divisors, y));
    }
}

#[test]
fn too_short_an_array_panics_where_the_loop_s_index_does() {
    check_panic("weighed", &|| vec![0.0; 1000], &|y| weighed(&[1.0; 990], 2.0, y));
}

#[parallel_for]
fn differences(x: &[i32], first: i32, y: &mut [i32]) -> i32 {
    let mut before = first;
    for i in 0..y.len() {
        y[i] = x[i] - before;
        before = x[i];
    }
    before
}

#[test]
fn what_the_iteration_before_has_read() {
    for n in lengths() {
        let x = draw(n, |random| (random.next() % 1000) as i32);
        check("differences", n, &|| {
            let mut y = vec![0; n];
            let last = differences(&x, 17, &mut y);
            (y, last)
        });
    }
}

/// Floats are added up in the order as written, however many times that is and wherever it is known.
#[declare_target]
mod orders {
    #[derive(Clone, Copy)]
    #[repr(C)]
    pub struct Both {
        pub sum: f32,
        pub rest: f32,
    }

    pub fn so_often(x: f32) -> f32 {
        let mut sum = 0.0f32;
        for k in 0..77u32 {
            sum += x * (k as f32 * 0.013);
        }
        sum
    }

    pub fn from_the_end(x: f32, n: u32) -> f32 {
        let mut sum = 0.1f32;
        for k in (0..n).rev() {
            sum += x * (k as f32 * 0.37);
        }
        sum
    }

    pub fn while_there_are(x: f32, n: u32) -> f32 {
        let (mut product, mut k) = (1.0f32, 0u32);
        while k < n {
            product *= 1.0 + x * 1e-5 * k as f32;
            k += 1;
        }
        product
    }

    pub fn some(x: f32, n: u32) -> f32 {
        let mut sum = 0.0f32;
        for k in 0..n {
            let value = x * (k as f32 * 0.37) - 100.0;
            if value > 0.0 {
                sum += value;
            }
        }
        sum
    }

    pub fn next(both: Both, value: f32) -> Both {
        Both { sum: both.sum + value, rest: both.rest + value * 0.3 }
    }

    pub fn in_a_struct(x: f32, n: u32) -> f32 {
        let mut both = Both { sum: 0.0, rest: 0.0 };
        for k in 0..n {
            both = next(both, x * (k as f32 * 0.7));
        }
        both.sum - both.rest
    }
}

#[parallel_for]
fn add_up(x: &[f32], n: u32, a: &mut [f32], b: &mut [f32], c: &mut [f32], d: &mut [f32], e: &mut [f32]) {
    for i in 0..x.len() {
        a[i] = orders::so_often(x[i]);
        b[i] = orders::from_the_end(x[i], n);
        c[i] = orders::while_there_are(x[i], n);
        d[i] = orders::some(x[i], n);
        e[i] = orders::in_a_struct(x[i], 83u32);
    }
}

#[test]
fn floats_are_added_up_in_the_order_as_written() {
    for n in scan_tests::lengths(&[1, 1_000]) {
        let x = &*(0..n).map(|k| (k * 7919 % 1009) as f32 / 3.0 - 160.0).collect::<Vec<_>>();
        check("add_up", n, &|| {
            let mut of = [0; 5].map(|_| vec![0.0; n]);
            let [a, b, c, d, e] = &mut of;
            add_up(x, 83, a, b, c, d, e);
            of.map(|floats| floats.into_iter().map(f32::to_bits).collect::<Vec<_>>())
        });
    }
}
