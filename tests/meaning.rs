//! The loop is the meaning, whatever stands around it: each annotated function beside its plain twin, in every place. The shapes are those
//! in which text was once taken for something else. What must not compile at all is in `ui/names`.

#![allow(clippy::needless_range_loop, reason = "the loops are the shapes that are tested")]

use scan_runtime::DeviceKind;
use scan_runtime::{Place, Settings, declare_target, last_report, parallel_for, reduce, scan};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

const N: usize = 20_000;

/// Runs `annotated` in every place, on a device with and without copies, and compares with `plain`.
#[track_caller]
fn check<R: PartialEq + Debug>(plain: impl Fn() -> R, annotated: impl Fn() -> R) {
    let expected = plain();
    let kinds = [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any];
    let settings = kinds.map(|kind| Settings::from_environment().device(kind));
    let others = [Settings::from_environment(), Settings::from_environment().device(DeviceKind::Any).copy(true)];
    for settings in settings.into_iter().chain(others) {
        assert!(settings.clone().scope(&annotated) == expected, "{settings:?}");
    }
}

/// The reason why the last loop ran as written.
#[track_caller]
fn reason() -> String {
    let report = last_report().expect("a loop has run");
    assert_eq!(report.place, Place::Loop, "{report}");
    report.reason.expect("there is a reason")
}

fn numbers() -> Vec<i32> {
    (0..N as i32).map(|i| i % 977 - 300).collect()
}

macro_rules! with_a_fragment {
    ($annotated:ident, $plain:ident, $k:ident, $e:expr) => {
        #[reduce(+ : a)]
        fn $annotated(x: &[i32], $k: i32) -> i32 {
            let mut a = 2 * $e;
            for i in 0..x.len() {
                a += x[i] * $e;
            }
            a
        }

        fn $plain(x: &[i32], $k: i32) -> i32 {
            let mut a = 2 * $e;
            for i in 0..x.len() {
                a += x[i] * $e;
            }
            a
        }
    };
}
with_a_fragment!(annotated_sum, plain_sum, k, k + 1);

#[test]
fn an_expression_fragment_keeps_its_precedence() {
    let x = numbers();
    check(|| plain_sum(&x, 4), || annotated_sum(&x, 4));
}

macro_rules! with_types_and_statements {
    ($annotated:ident, $t:ty, $s:stmt, $p:path) => {
        #[scan(+ : y)]
        fn $annotated(x: $t, y: &mut [i32]) {
            $s;
            for i in 1..y.len() {
                y[i] = y[i - 1] + $p(x[i], 1);
            }
        }
    };
}
with_types_and_statements!(of_fragments, &[i32], let _k = 2 - 1, i32::wrapping_sub);

#[test]
fn fragments_of_other_kinds_stay_what_they_are() {
    let x = numbers();
    let plain = || {
        let mut y = vec![0; N];
        (1..N).for_each(|i| y[i] = y[i - 1] + x[i] - 1);
        y
    };
    let annotated = || {
        let mut y = vec![0; N];
        of_fragments(&x, &mut y);
        y
    };
    check(plain, annotated);
}

macro_rules! with_two_of_one_name {
    ($annotated:ident, $plain:ident, $k:ident) => {
        #[parallel_for]
        fn $annotated(x: &[i32], y: &mut [i32], $k: i32) {
            let k = 100;
            for i in 0..x.len() {
                y[i] = (x[i] ^ $k) + k;
            }
        }

        fn $plain(x: &[i32], y: &mut [i32], $k: i32) {
            let k = 100;
            for i in 0..x.len() {
                y[i] = (x[i] ^ $k) + k;
            }
        }
    };
}
with_two_of_one_name!(annotated_mix, plain_mix, k);

#[test]
fn two_variables_of_one_name_are_two() {
    let x = numbers();
    let run = |function: fn(&[i32], &mut [i32], i32)| {
        let mut y = vec![0; N];
        function(&x, &mut y, 3);
        y
    };
    check(|| run(plain_mix), || run(annotated_mix));
}

#[declare_target]
mod declared {
    pub fn weigh(x: i32) -> i32 {
        x ^ 1
    }

    #[declare_scan(identity = 0)]
    pub fn op(a: i32, b: i32) -> i32 {
        a.wrapping_add(b)
    }
}

mod hidden {
    use super::declared::*;
    use scan_runtime::{parallel_for, scan};

    /// Hides the declared function, but not the type of its name.
    fn weigh(x: i32) -> i32 {
        x.wrapping_mul(2)
    }

    fn op(a: i32, b: i32) -> i32 {
        a ^ b
    }

    #[parallel_for]
    pub fn annotated_weights(x: &[i32], y: &mut [i32]) {
        for i in 0..x.len() {
            y[i] = weigh(x[i]);
        }
    }

    pub fn plain_weights(x: &[i32], y: &mut [i32]) {
        for i in 0..x.len() {
            y[i] = weigh(x[i]);
        }
    }

    #[scan(op : y)]
    pub fn annotated_scan(x: &[i32], y: &mut [i32]) {
        for i in 1..y.len() {
            y[i] = op(y[i - 1], x[i]);
        }
    }

    pub fn plain_scan(x: &[i32], y: &mut [i32]) {
        for i in 1..y.len() {
            y[i] = op(y[i - 1], x[i]);
        }
    }
}

fn filled(x: &[i32], function: fn(&[i32], &mut [i32])) -> Vec<i32> {
    let mut y = vec![0; x.len()];
    function(x, &mut y);
    y
}

#[test]
fn a_function_that_hides_a_declared_one_is_the_one_that_is_called() {
    let x = numbers();
    check(|| filled(&x, hidden::plain_weights), || filled(&x, hidden::annotated_weights));
    Settings::from_environment().device(DeviceKind::Host).scope(|| filled(&x, hidden::annotated_weights));
    assert!(reason().contains("hides the declared function"), "{}", reason());
}

#[test]
fn a_function_that_hides_an_operator_is_the_one_that_combines() {
    let x = numbers();
    check(|| filled(&x, hidden::plain_scan), || filled(&x, hidden::annotated_scan));
    Settings::from_environment().device(DeviceKind::Any).scope(|| filled(&x, hidden::annotated_scan));
    assert!(reason().contains("hidden::op"), "{}", reason());
}

#[parallel_for]
fn weights_by_path(x: &[i32], y: &mut [i32]) {
    for i in 0..x.len() {
        y[i] = declared::weigh(x[i]);
    }
}

#[test]
fn a_declared_function_runs_everywhere() {
    let x = numbers();
    check(|| x.iter().map(|x| x ^ 1).collect::<Vec<_>>(), || filled(&x, weights_by_path));
    Settings::from_environment().device(DeviceKind::Host).scope(|| filled(&x, weights_by_path));
    assert!(matches!(last_report().unwrap().place, Place::HostThreads { .. }));
}

#[scan(+ : a)]
fn annotated_last(x: &[i32], y: &mut [i32]) -> i32 {
    let mut a = 0i32;
    let mut last = 4i32;
    for i in 0..x.len() {
        a += x[i];
        y[i] = a;
        last = 10 / x[i];
    }
    a ^ last
}

fn plain_last(x: &[i32], y: &mut [i32]) -> i32 {
    let mut a = 0i32;
    let mut last = 4i32;
    for i in 0..x.len() {
        a += x[i];
        y[i] = a;
        last = 10 / x[i];
    }
    a ^ last
}

/// What a function leaves, and whether it panics.
fn left(x: &[i32], function: fn(&[i32], &mut [i32]) -> i32) -> (Vec<i32>, Option<i32>) {
    let mut y = vec![0; x.len()];
    let result = catch_unwind(AssertUnwindSafe(|| function(x, &mut y)));
    (y, result.ok())
}

#[test]
fn a_value_that_is_live_after_the_loop_is_computed_after_it() {
    let mut x = vec![1; N];
    check(|| left(&x, plain_last), || left(&x, annotated_last));
    // The last one panics, and so does one before it.
    x[N - 1] = 0;
    check(|| left(&x, plain_last), || left(&x, annotated_last));
    x[N / 2] = 0;
    check(|| left(&x, plain_last), || left(&x, annotated_last));
    check(|| left(&[1, 2, 0], plain_last), || left(&[1, 2, 0], annotated_last));
}

#[reduce(+ : a)]
fn down_to_zero(x: &[i32]) -> i32 {
    let mut a = 0i32;
    let mut i = x.len();
    while i > 0 {
        i -= 1;
        a += x[i];
    }
    a + i as i32
}

#[test]
fn a_while_loop_down_to_zero_runs_in_parallel() {
    let x = numbers();
    check(|| x.iter().sum::<i32>(), || down_to_zero(&x));
    Settings::from_environment().device(DeviceKind::Host).scope(|| down_to_zero(&x));
    assert!(matches!(last_report().unwrap().place, Place::HostThreads { .. }));
}

#[reduce(+ : s, deterministic)]
fn sum_of_sines(x: &[f64]) -> f64 {
    let mut s = 0f64;
    for i in 0..x.len() {
        s += x[i].sin();
    }
    s
}

#[test]
fn a_deterministic_sum_of_sines_has_the_same_bits_everywhere() {
    let x: Vec<f64> = (0..N).map(|i| i as f64 * 0.37).collect();
    let on = |settings: Settings| settings.scope(|| sum_of_sines(&x)).to_bits();
    let host = on(Settings::from_environment().device(DeviceKind::Host));
    assert_eq!(on(Settings::from_environment().device(DeviceKind::Any)), host);
    let report = last_report().unwrap();
    assert!(report.reason.as_ref().is_some_and(|reason| reason.contains("last bits differ")), "{report}");
    assert_eq!(on(Settings::from_environment().device(DeviceKind::Host).threads(1)), host);
}

#[scan(+ : y, deterministic)]
fn deterministic_sums(x: &[f32], y: &mut [f32]) {
    for i in 1..y.len() {
        y[i] = y[i - 1] + x[i];
    }
}

/// The clause takes no size of groups, which would be another order.
#[test]
fn deterministic_sums_have_the_same_bits_in_every_run_and_place() {
    let x: Vec<f32> = (0..N).map(|i| ((i * 7919) % 1013) as f32 * 0.37 - 180.0).collect();
    let on = |settings: &Settings| {
        let mut y = vec![0.5; N];
        settings.clone().scope(|| deterministic_sums(&x, &mut y));
        y.into_iter().map(f32::to_bits).collect::<Vec<_>>()
    };
    let host = Settings::from_environment().device(DeviceKind::Host);
    let device = Settings::from_environment().device(DeviceKind::Any);
    let places = [
        host.clone().threads(1),
        host.clone().threads(2),
        host.threads(3),
        device.clone(),
        device.copy(true),
        Settings::default(),
    ];
    let expected = on(&places[0]);
    for (settings, _) in places.iter().cycle().zip(0..1_000) {
        assert!(on(settings) == expected, "{settings:?}");
    }
}

#[scan]
fn suffix_sums_of_rows(y: &mut [u32], h: usize, w: usize) {
    for r in 0..h {
        #[scan(+ : y)]
        for c in (0..w - 1).rev() {
            y[r * w + c] = y[r * w + c + 1].wrapping_add(y[r * w + c]);
        }
    }
}

fn plain_suffix_sums_of_rows(y: &mut [u32], h: usize, w: usize) {
    for r in 0..h {
        for c in (0..w - 1).rev() {
            y[r * w + c] = y[r * w + c + 1].wrapping_add(y[r * w + c]);
        }
    }
}

#[test]
fn bounds_of_an_inner_loop_are_not_evaluated_without_an_outer_iteration() {
    for (h, w) in [(0, 0), (0, 3), (200, 100), (1, 1)] {
        let of = |sums: fn(&mut [u32], usize, usize)| {
            let mut y: Vec<u32> = (0..(h * w) as u32).collect();
            sums(&mut y, h, w);
            y
        };
        check(|| of(plain_suffix_sums_of_rows), || of(suffix_sums_of_rows));
    }
}

/// Names that our own text might bind, where they are constants: no pattern may hide those.
#[allow(non_upper_case_globals, dead_code, reason = "names of ours")]
mod constants {
    const value: u8 = 1;
    const reference: u8 = 1;
    const receivers: u8 = 1;
    const both: u8 = 1;
    static other: u8 = 1;
    static fields: u8 = 1;

    #[super::scan(+ : y)]
    pub fn sums(x: &[i32], y: &mut [i32]) {
        for i in 1..y.len() {
            y[i] = y[i - 1].wrapping_add(x[i].max(3));
        }
    }
}

/// A module that names all that it uses, and has another `Sized`.
#[no_implicit_prelude]
mod without_a_prelude {
    use ::std::{clone::Clone, marker::Copy};

    #[allow(dead_code, reason = "it is not the standard library's")]
    pub trait Sized {}

    #[::scan_runtime::declare_target]
    mod declared {
        use super::{Clone, Copy};

        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct Cell {
            pub a: i32,
        }

        pub fn twice(cell: Cell) -> i32 {
            cell.a.wrapping_mul(2)
        }
    }
    pub use declared::Cell;
    use declared::twice;

    #[::scan_runtime::scan(+ : y)]
    pub fn sums(x: &[Cell], y: &mut [i32]) {
        for i in 1..y.len() {
            y[i] = y[i - 1].wrapping_add(twice(x[i]));
        }
    }
}

#[test]
fn names_of_ours_may_be_constants_and_no_prelude_is_needed() {
    let x: Vec<i32> = (0..N as i32).collect();
    let cells: Vec<without_a_prelude::Cell> = x.iter().map(|&a| without_a_prelude::Cell { a }).collect();
    let run = |sums: &dyn Fn(&mut [i32])| {
        let mut y = vec![1; N];
        sums(&mut y);
        y
    };
    let plain = |element: fn(i32) -> i32| run(&|y| (1..N).for_each(|i| y[i] = y[i - 1].wrapping_add(element(x[i]))));
    check(|| plain(|x| x.max(3)), || run(&|y| constants::sums(&x, y)));
    check(|| plain(|x| x.wrapping_mul(2)), || run(&|y| without_a_prelude::sums(&cells, y)));
}
