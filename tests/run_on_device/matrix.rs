//! Every operator × type × algorithm × inclusive/exclusive × forwards/backwards × awkward length, against the sequential loop, and
//! every operator × type as a reduction; every case must have run on the device.
//!
//! By default each operator and type meets `lookback` and one of the other algorithms, which take turns, each in one of the four shapes,
//! which take turns too; with the feature `long` (`tests/run --long`) it is the whole product, at every length.

#![allow(clippy::assign_op_pattern, reason = "the macros write `a = a ⊕ e` for every operator alike")]

use scan_runtime::{Place, last_report, reduce, scan};
use scan_tests::{Random, Sample, long};

const LENGTHS: [usize; 10] = [0, 1, 2, 3, 255, 256, 257, 1023, 1025, 999_983];
const TEN_MILLION: usize = 10_000_000;

/// One annotated loop: `run(x, y, start)` returns the carried value after the loop.
struct Case<T> {
    name: &'static str,
    /// It stores running values: it is no reduction.
    stores: bool,
    inclusive: bool,
    backward: bool,
    run: fn(&[T], &mut [T], T) -> T,
}

/// The sequential loop, written once more without any annotation.
fn reference<T: Copy>(x: &[T], start: T, combine: fn(T, T) -> T, inclusive: bool, backward: bool) -> (Vec<T>, T) {
    let mut y = vec![start; x.len()];
    let mut carried = start;
    for k in 0..x.len() {
        let i = if backward { x.len() - 1 - k } else { k };
        let before = carried;
        carried = combine(carried, x[i]);
        y[i] = if inclusive { carried } else { before };
    }
    (y, carried)
}

/// What a case is given: numbers drawn once for all cases of a length, as debug builds take longer to draw them than devices to scan them.
struct Drawn<T> {
    x: Vec<T>,
    start: T,
}

impl<T> Drawn<T> {
    fn new(length: usize, sample: fn(&mut Random) -> T) -> Self {
        let random = &mut Random::new(length as u64 + 1);
        Self { x: (0..length).map(|_| sample(random)).collect(), start: sample(random) }
    }
}

fn check<T: Sample>(case: &Case<T>, Drawn { x, start }: &Drawn<T>, combine: fn(T, T) -> T) {
    let (length, start) = (x.len(), *start);
    let mut y = vec![start; length];
    let carried = (case.run)(x, &mut y, start);
    let report = last_report().expect("an annotated loop leaves a report");
    assert!(
        length == 0 || matches!(report.place, Place::Device { .. }),
        "{} at {length} did not run on the device: {report}",
        case.name
    );
    let (expected, expected_carried) = reference(x, start, combine, case.inclusive, case.backward);
    if let Some(at) = (0..length).find(|&at| case.stores && !y[at].same(expected[at])) {
        panic!("{} at {length}: y[{at}] is {:?}, the loop has {:?}", case.name, y[at], expected[at]);
    }
    assert!(carried.same(expected_carried), "{} at {length}: carried {carried:?}, the loop has {expected_carried:?}", case.name);
}

/// Runs the cases of an operator and a type at every length; ten million for sums, and for all in the long run.
fn check_lengths<T: Sample>(cases: &[Case<T>], sample: fn(&mut Random) -> T, combine: fn(T, T) -> T) {
    let are_sums = cases.iter().all(|case| case.name.starts_with("+ on"));
    let longest = (are_sums || long()).then_some(TEN_MILLION);
    for length in LENGTHS.into_iter().chain(longest) {
        let drawn = Drawn::new(length, sample);
        cases.iter().for_each(|case| check(case, &drawn, combine));
    }
}

/// One shape of one operator, type and algorithm.
macro_rules! case {
    (inclusive_forward, $($rest:tt)*) => { case!(inclusive, false, |x| 0..x.len(), $($rest)*) };
    (inclusive_backward, $($rest:tt)*) => { case!(inclusive, true, |x| (0..x.len()).rev(), $($rest)*) };
    (exclusive_forward, $($rest:tt)*) => { case!(exclusive, false, |x| 0..x.len(), $($rest)*) };
    (exclusive_backward, $($rest:tt)*) => { case!(exclusive, true, |x| (0..x.len()).rev(), $($rest)*) };
    (reduction, $t:ident, ($($operator:tt)+), |$a:ident, $e:ident| $combine:expr) => {{
        #[reduce($($operator)+ : $a, device(any))]
        fn run(x: &[$t], _: &mut [$t], start: $t) -> $t {
            let mut $a = start;
            for i in 0..x.len() {
                let $e = x[i];
                $a = $combine;
            }
            $a
        }
        let name = concat!(stringify!($($operator)+), " on ", stringify!($t), ", reduction");
        Case { name, stores: false, inclusive: true, backward: false, run }
    }};
    (inclusive, $backward:literal, |$x:ident| $range:expr, $algorithm:ident, $t:ident, ($($operator:tt)+), |$a:ident, $e:ident| $combine:expr) => {{
        #[scan($($operator)+ : y, algorithm($algorithm), device(any), inclusive)]
        fn run($x: &[$t], y: &mut [$t], start: $t) -> $t {
            let mut $a = start;
            for i in $range {
                let $e = $x[i];
                $a = $combine;
                y[i] = $a;
            }
            $a
        }
        Case { name: name!(inclusive, $backward, $algorithm, $t, $($operator)+), stores: true, inclusive: true, backward: $backward, run }
    }};
    (exclusive, $backward:literal, |$x:ident| $range:expr, $algorithm:ident, $t:ident, ($($operator:tt)+), |$a:ident, $e:ident| $combine:expr) => {{
        #[scan($($operator)+ : y, algorithm($algorithm), device(any), exclusive)]
        fn run($x: &[$t], y: &mut [$t], start: $t) -> $t {
            let mut $a = start;
            for i in $range {
                let $e = $x[i];
                y[i] = $a;
                $a = $combine;
            }
            $a
        }
        Case { name: name!(exclusive, $backward, $algorithm, $t, $($operator)+), stores: true, inclusive: false, backward: $backward, run }
    }};
}

macro_rules! name {
    ($kind:ident, $backward:literal, $algorithm:ident, $t:ident, $($operator:tt)+) => {
        concat!(stringify!($($operator)+), " on ", stringify!($t), ", ", stringify!($algorithm), ", ", stringify!($kind), ", backward: ", $backward)
    };
}

/// A test a line: its name, the type, the clause's operator, how to draw an element, and the operator as the loop spells it. The
/// shapes and the algorithms in front turn by one from line to line.
macro_rules! matrix {
    ($shapes:tt $algorithms:tt) => {};
    ([$s0:ident $s1:ident $s2:ident $s3:ident] [$first:ident $second:ident $third:ident]
     $name:ident: $t:ident, $operator:tt, $sample:expr, |$a:ident, $e:ident| $combine:expr; $($rest:tt)*) => {
        #[test]
        fn $name() {
            let check = |cases: &[Case<$t>]| check_lengths(cases, $sample, |$a: $t, $e: $t| $combine);
            check(&[
                case!($s0, lookback, $t, $operator, |$a, $e| $combine),
                case!($s1, $first, $t, $operator, |$a, $e| $combine),
                case!(reduction, $t, $operator, |$a, $e| $combine),
            ]);
            #[cfg(feature = "long")]
            check(&[
                case!($s1, lookback, $t, $operator, |$a, $e| $combine),
                case!($s2, lookback, $t, $operator, |$a, $e| $combine),
                case!($s3, lookback, $t, $operator, |$a, $e| $combine),
                case!($s0, $first, $t, $operator, |$a, $e| $combine),
                case!($s2, $first, $t, $operator, |$a, $e| $combine),
                case!($s3, $first, $t, $operator, |$a, $e| $combine),
                case!($s0, $second, $t, $operator, |$a, $e| $combine),
                case!($s1, $second, $t, $operator, |$a, $e| $combine),
                case!($s2, $second, $t, $operator, |$a, $e| $combine),
                case!($s3, $second, $t, $operator, |$a, $e| $combine),
                case!($s0, $third, $t, $operator, |$a, $e| $combine),
                case!($s1, $third, $t, $operator, |$a, $e| $combine),
                case!($s2, $third, $t, $operator, |$a, $e| $combine),
                case!($s3, $third, $t, $operator, |$a, $e| $combine),
            ]);
        }
        matrix! { [$s1 $s2 $s3 $s0] [$second $third $first] $($rest)* }
    };
}

/// The operators that all integers have.
macro_rules! integers {
    ($($t:ident)*) => {
        $(mod $t {
            use super::*;
            matrix! { [inclusive_forward inclusive_backward exclusive_forward exclusive_backward] [reduce_then_scan blelloch hillis_steele]
                add: $t, (+), |r| r.next() as $t, |a, e| a.wrapping_add(e);
                sub: $t, (-), |r| r.next() as $t, |a, e| a.wrapping_sub(e);
                mul: $t, (*), |r| r.next() as $t | 1, |a, e| a.wrapping_mul(e);
                and: $t, (&), |r| (r.next() | r.next() | r.next() | r.next()) as $t, |a, e| a & e;
                or: $t, (|), |r| (r.next() & r.next() & r.next() & r.next()) as $t, |a, e| a | e;
                xor: $t, (^), |r| r.next() as $t, |a, e| a ^ e;
                min: $t, (min), |r| r.next() as $t, |a, e| a.min(e);
                max: $t, (max), |r| r.next() as $t, |a, e| a.max(e);
            }
        })*
    };
}

integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

/// The operators that floats have, on values whose sums and products are exact in any order; NaN among those compared.
macro_rules! floats {
    ($($t:ident)*) => {
        $(mod $t {
            use super::*;
            matrix! { [exclusive_backward inclusive_forward inclusive_backward exclusive_forward] [reduce_then_scan blelloch hillis_steele]
                add: $t, (+), |r| (r.next() % 3) as $t - 1.0, |a, e| a + e;
                sub: $t, (-), |r| (r.next() % 3) as $t - 1.0, |a, e| a - e;
                mul: $t, (*), |r| (r.next() % 2) as $t * 2.0 - 1.0, |a, e| a * e;
                min: $t, (min), |r| r.float() as $t, |a, e| a.min(e);
                max: $t, (max), |r| r.float() as $t, |a, e| a.max(e);
            }
        })*
    };
}

floats! { f32 f64 }

#[allow(non_snake_case, reason = "named as the type, like the others")]
mod bool {
    use super::*;
    matrix! { [inclusive_backward exclusive_forward exclusive_backward inclusive_forward] [reduce_then_scan blelloch hillis_steele]
        and: bool, (&), |r| r.next() % 64 > 0, |a, e| a & e;
        or: bool, (|), |r| r.next() % 64 == 0, |a, e| a | e;
        xor: bool, (^), |r| r.next() % 2 == 0, |a, e| a ^ e;
        lazy_and: bool, (&&), |r| r.next() % 64 > 0, |a, e| a && e;
        lazy_or: bool, (||), |r| r.next() % 64 == 0, |a, e| a || e;
        min: bool, (min), |r| r.next() % 64 > 0, |a, e| a.min(e);
        max: bool, (max), |r| r.next() % 64 == 0, |a, e| a.max(e);
    }
}
