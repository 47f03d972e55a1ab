//! Loops that carry a value in an array, in every form: each beside its twin without annotation, on one thread. Same values, same panics, from
//! the same place, with the arrays left the same.

use scan_runtime::DeviceKind;
use scan_runtime::{Add, Monoid, Place, Settings, declare_target, last_report, scan};
use std::cell::RefCell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    /// The last panic's message and place.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Notes panics of this program's threads, and lets those of tests be seen.
fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let place = panic.location().map(ToString::to_string).unwrap_or_default();
            let payload = panic.payload();
            let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
            let text = text.unwrap_or("another panic");
            PANIC.set(Some(format!("{text} at {place}")));
            if !place.contains("emitted/sequential.rs") || text.contains("differs") {
                hook(panic);
            }
        }));
    });
}

/// What `run` leaves of `state`, and its panic.
fn outcome<S: Clone>(state: &S, run: &dyn Fn(&mut S)) -> (S, Option<String>) {
    let mut state = state.clone();
    PANIC.set(None);
    let panicked = catch_unwind(AssertUnwindSafe(|| run(&mut state))).is_err();
    (state, PANIC.take().filter(|_| panicked))
}

/// The annotated function does what the one as written does: where it is left to itself, and where loops are asked for. Returns whether
/// that is a panic.
fn check<S: Clone + PartialEq + Debug>(name: &str, state: &S, written: &dyn Fn(&mut S), annotated: &dyn Fn(&mut S)) -> bool {
    note_panics();
    let expected = outcome(state, written);
    for settings in [Settings::default(), Settings::default().device(DeviceKind::Loop)] {
        let found = settings.scope(|| outcome(state, annotated));
        assert!(found == expected, "{name} differs: {found:?}\nas written: {expected:?}");
        assert_eq!(last_report().map(|report| report.place), Some(Place::Loop), "{name}");
    }
    expected.1.is_some()
}

type Function = fn(&[i32], &mut [i32], &mut [i32], usize);

/// Functions, and their twins without annotation.
macro_rules! twins {
    ($($name:ident: #[$attribute:meta] |$x:ident, $y:ident, $z:ident, $k:ident| $body:block)*) => {
        mod written {
            $(pub fn $name($x: &[i32], $y: &mut [i32], $z: &mut [i32], $k: usize) $body)*
        }
        mod annotated {
            use scan_runtime::scan;
            $(#[$attribute] pub fn $name($x: &[i32], $y: &mut [i32], $z: &mut [i32], $k: usize) $body)*
        }
        const TWINS: &[(&str, Function, Function)] = &[$((stringify!($name), written::$name, annotated::$name)),*];
    };
}

twins! {
    forwards: #[scan(+ : y)] |x, y, _z, k| {
        for i in k..y.len() {
            y[i] = y[i - 1] + x[i];
        }
    }
    backwards: #[scan(+ : y)] |x, y, _z, k| {
        for i in (k..y.len()).rev() {
            y[i] = x[i] + y[i + 1];
        }
    }
    in_place: #[scan(+ : y)] |_x, y, _z, k| {
        for i in k..y.len() {
            y[i] += y[i - 1];
        }
    }
    in_place_through_a_let: #[scan(max : y)] |x, y, _z, k| {
        for i in k..x.len() {
            let before = y[i - 1];
            let now = y[i];
            y[i] = if before > now { before } else { now };
        }
    }
    by_threes: #[scan(+ : y)] |x, y, _z, k| {
        for i in (k..x.len()).step_by(3) {
            y[i] = y[i - 3].wrapping_add(x[i] / x[i - 1]);
        }
    }
    lagged: #[scan(+ : y)] |x, y, _z, k| {
        for i in k..y.len() {
            y[i] = y[i - k] + x[i];
        }
    }
    a_column: #[scan(+ : y)] |x, y, _z, k| {
        for r in 1..4 {
            y[r * k + 1] = y[(r - 1) * k + 1] + x[r];
        }
    }
    with_a_quotient: #[scan(+ : y)] |x, y, z, k| {
        for i in k..y.len() {
            y[i] = y[i - 1].wrapping_add(100 / x[i]);
            z[i] = y[i] / 2;
        }
    }
    two_arrays: #[scan(+ : y, * : z)] |x, y, z, k| {
        for i in k..x.len() {
            y[i] = y[i - 1] + x[i];
            z[i] = x[i] * z[i - 1];
        }
    }
    read_again_after_the_store: #[scan(+ : y)] |x, y, z, k| {
        for i in k..y.len() {
            y[i] = y[i - 1] + x[i];
            z[i] = y[i - 1];
        }
    }
    delay_register: #[scan(+ : y)] |_x, y, _z, k| {
        let mut aux = y[k];
        for i in 1..y.len() {
            let next = y[i];
            y[i] = y[i - 1] + aux;
            aux = next;
        }
    }
    on_both_ways: #[scan(+ : y)] |x, y, _z, k| {
        for i in k..y.len() {
            if x[i] > 0 {
                y[i] = y[i - 1] + x[i];
            } else {
                y[i] = y[i - 1];
            }
        }
    }
    only_sometimes: #[scan(auto : y)] |x, y, _z, k| {
        for i in k..y.len() - 1 {
            if x[i] > 1 {
                y[i] = y[i - 1].wrapping_add(y[i + 1]);
            }
        }
    }
    stored_twice: #[scan(+ : y)] |x, y, _z, k| {
        for i in k..y.len() {
            y[i] = y[i - 1] + x[i];
            if x[i] == 3 {
                y[i] += x[i - 1];
            }
        }
    }
    at_once: #[scan(+ : y)] |x, y, z, k| {
        for i in k..z.len() {
            (y[i], z[i]) = (y[i - 1] + x[i], x[i] + 1);
        }
    }
    by_while: #[scan(+ : y)] |x, y, _z, k| {
        let mut i = k;
        while i < y.len() {
            y[i] = y[i - 1] + x[i];
            i += 1;
        }
    }
    enumerated: #[scan(+ : y)] |x, y, _z, k| {
        for (i, value) in x.iter().enumerate() {
            y[i + k] = y[i + k - 1] + value;
        }
    }
    by_another_name: #[scan(+ : y)] |x, y, _z, k| {
        for i in k..x.len() {
            let at = i - 1;
            y[at + 1] = y[at] + x[i];
        }
    }
    with_an_index_that_overflows: #[scan(+ : y)] |x, y, _z, k| {
        for i in (k..k + 2).rev() {
            y[i] = y[i - 1 + 2] + x[i];
        }
    }
    with_an_index_of_negative_numbers: #[scan(+ : y)] |x, y, _z, k| {
        let low: i32 = 1 - k as i32;
        for i in (low..3).rev() {
            y[i as usize + 3] = y[i as usize + 4] + x[0];
        }
    }
    with_an_index_of_two_casts: #[scan(+ : y)] |x, y, _z, k| {
        let end: i64 = k as i64 + 1;
        for i in 1..end {
            let a = (i - 1) as usize;
            let b = (1 - i) as usize;
            y[i as usize] = y[a * 2 + b] + x[0];
        }
    }
    with_an_index_that_overflows_in_a_factor_beside_zero: #[scan(+ : y)] |x, y, _z, k| {
        let more: usize = if x.len() > 8 { usize::MAX - 2 } else { 2 };
        for i in 1..4 {
            y[i * k + more * k + k] = y[(i + more) * k] + x[i];
        }
    }
}

/// Small numbers, of which some are 0, and sums of which may overflow.
fn numbers(length: usize, seed: usize) -> Vec<i32> {
    (0..length).map(|i| [1, 3, -2, 5, 0, 3, i32::MAX / 3 * 2, 2][(i * 5 + seed) % 8]).collect()
}

#[test]
fn loops_on_one_thread_leave_what_the_loops_as_written_leave() {
    for &(name, written, annotated) in TWINS {
        let mut panics = [0; 2];
        for (of_x, of_y, of_z) in (0..512).map(|lengths| (lengths % 8 * 2, lengths / 8 % 8 * 2, lengths / 64 * 2)) {
            for (k, seed) in (0..4).flat_map(|k| [(k, 0), (k, 3)]) {
                let x = &numbers(of_x, seed);
                let state = (numbers(of_y, seed + 1), numbers(of_z, seed + 2));
                let panicked = check(name, &state, &|(y, z)| written(x, y, z, k), &|(y, z)| annotated(x, y, z, k));
                panics[usize::from(panicked)] += 1;
            }
        }
        assert!(panics.iter().all(|count| *count > 0), "{name}: {panics:?}");
    }
}

#[declare_target]
mod ops {
    /// A value and how often it was combined.
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Sum {
        pub total: i32,
        pub count: u32,
    }

    #[declare_scan(identity = Sum { total: 0, count: 0 })]
    pub fn joined(a: Sum, b: Sum) -> Sum {
        Sum { total: a.total.wrapping_add(b.total), count: a.count.wrapping_add(b.count) }
    }
}

use ops::Sum;

/// A structure with an array.
#[derive(Clone, Debug, PartialEq)]
struct Table {
    cells: Vec<i32>,
    width: usize,
}

/// Functions of other kinds, and their twins: over structs, generic ones, columns of a field.
macro_rules! others {
    ($($module:ident ($($combined:tt)*) ($($generic:tt)*) ($($columns:tt)*) ($($inner:tt)*) |$table:ident|;)*) => { $(
        mod $module {
            use super::*;

            $($combined)*
            pub fn combined(x: &[Sum], y: &mut [Sum]) {
                for i in 1..y.len() {
                    y[i] = ops::joined(y[i - 1], x[i]);
                }
            }

            $($generic)*
            pub fn generic<T: Monoid<Add> + std::ops::Add<Output = T>>(x: &[T], y: &mut [T]) {
                for i in (0..x.len()).rev() {
                    y[i] = x[i] + y[i + 1];
                }
            }

            $($columns)*
            pub fn columns(x: &[i32], $table: &mut Table) {
                for c in 0..$table.width {
                    $($inner)*
                    for r in 1..x.len() {
                        $table.cells[r * $table.width + c] = $table.cells[(r - 1) * $table.width + c] + x[r];
                    }
                }
            }
        }
    )* };
}

others! {
    others_as_written () () () () |table|;
    others_annotated (#[scan(ops::joined : y)]) (#[scan(+ : y)]) (#[scan]) (#[scan(+ : table.cells)]) |table|;
}

#[test]
fn so_do_loops_over_structs_generic_ones_and_columns_of_a_field() {
    use others_annotated as annotated;
    use others_as_written as written;
    for (of_x, of_y) in (0..64).map(|lengths| (lengths % 8, lengths / 8)) {
        let sums = |length: usize| (0..length).map(|i| Sum { total: i as i32 - 3, count: 1 }).collect::<Vec<_>>();
        let x = &sums(of_x);
        check("combined", &sums(of_y), &|y| written::combined(x, y), &|y| annotated::combined(x, y));
        let x = &numbers(of_x, 0);
        check("generic", &numbers(of_y, 1), &|y| written::generic(x, y), &|y| annotated::generic(x, y));
        for width in 0..4 {
            let table = Table { cells: numbers(of_y * 3, 4), width };
            check("columns", &table, &|table| written::columns(x, table), &|table| annotated::columns(x, table));
        }
    }
}
