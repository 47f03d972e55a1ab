//! Loops at whose ends only a condition keeps an index in range: they run everywhere, a device without their ends, and panic as they do.

use super::results_of_batches::check_results;
use super::results_of_panics::check_panics;
use super::{Expected, LONG, check, check_uncut, draw, settings};
use scan_runtime::{DeviceKind, Place};
use std::fmt::Debug;

/// Runs `function` as written, on host threads, and where a device is asked for, and compares; whether it ran on the device is
/// `is_on_device`.
fn check_where<R: PartialEq + Debug>(name: &str, length: usize, is_on_device: bool, function: &dyn Fn() -> R) {
    let results = settings(DeviceKind::Loop).scope(function);
    let expected = Expected { name, length, function, results };
    let is_on_threads = |place: &Place| matches!(place, Place::HostThreads { .. });
    expected.run("on host threads", settings(DeviceKind::Host), &|report| is_on_threads(&report.place));
    for settings in [settings(DeviceKind::Any), settings(DeviceKind::Any).copy(true), settings(DeviceKind::All)] {
        expected.run("on the device", settings, &|report| match is_on_device {
            true => report.place != Place::Loop && !is_on_threads(&report.place),
            // Threads do not pay for few iterations.
            false => is_on_threads(&report.place) || report.place == Place::Loop && length < LONG,
        });
    }
    expected.run("checked", settings(DeviceKind::Any).check(true), &|report| {
        report.checked == Some(true) || !is_on_device && length < LONG
    });
}

/// The same of many scans.
fn check_rows<R: PartialEq + Debug>(name: &str, is_on_device: bool, function: &dyn Fn() -> R) {
    let results = settings(DeviceKind::Loop).scope(function);
    let expected = Expected { name, length: 0, function, results };
    for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::All] {
        expected.run("as rows", settings(kind), &|report| match report.place {
            Place::Device { .. } | Place::Devices { .. } => is_on_device && kind != DeviceKind::Host,
            Place::HostThreads { .. } => !is_on_device || kind == DeviceKind::Host,
            // Few are better run one after the other.
            Place::Loop => report.reason.is_some(),
        });
    }
}

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{check, check_panics, check_results, check_uncut, check_rows, check_where, draw};

            #[test]
            fn what_is_out_of_range_is_not_looked_at() {
                for n in scan_tests::lengths(&[4, 5, 1025, 2500, 120_014]) {
                    let (few, longs) = (&draw(n, |bits| bits as i32 & 3), &draw(n, |bits| bits as i32 as i64));
                    check("runs", n, &|| loops::runs(few));
                    check("segments", n, &|| {
                        let mut y = vec![9; n];
                        (loops::segments(few, &draw(n, |bits| bits as i16 as i32), &mut y), y)
                    });
                    check_where("descents", n, true, &|| loops::descents(longs, n as i32));
                    // Where the ends are long threads of the host run all.
                    for w in [0, 1, 2, n / 4, n / 2, n, n + 9] {
                        check_where("window", n, w < n && w <= (n / 4).max(1024), &|| {
                            let mut y = vec![9; n];
                            (loops::window(longs, w, &mut y), y)
                        });
                    }
                    for room in [n, n + 7] {
                        check_where("unique", n, true, &|| {
                            let mut y = vec![9; room];
                            (loops::unique(few, &mut y), y)
                        });
                    }
                    check_where("last_of_runs", n, true, &|| {
                        let mut y = vec![1, 2, 3];
                        (loops::last_of_runs(few, &mut y), y)
                    });
                    let floats = &draw(n, |bits| bits as i16 as f32);
                    check_where("smoothed", n, n > 5, &|| {
                        let mut y = vec![9.0; n];
                        (loops::smoothed(floats, &mut y), y)
                    });
                    let words = &draw(n, |bits| bits as u8 as u32);
                    for shorter in [0, 1, n / 2, n - n / 4, n - 1, n, n + 1] {
                        check_where("sums", n, shorter > 0 && n - shorter.min(n) <= (n / 4).max(1024), &|| {
                            let mut y = vec![9; n];
                            (loops::sums(words, &draw(shorter, |bits| bits as u8 as u32), &mut y), y)
                        });
                    }
                    let small = &draw(n, |bits| bits as i8 as i32);
                    check_where("register_behind", n, false, &|| {
                        let mut y = vec![9; n];
                        (loops::register_behind(small, &mut y), y)
                    });
                    check_where("register_ahead", n, false, &|| {
                        let mut y = vec![9; n];
                        (loops::register_ahead(small, &mut y), y)
                    });
                    check("from_seven", n, &|| {
                        let mut y = vec![9; n];
                        (loops::from_seven(small, &mut y), y)
                    });
                    check_where("differences", n, false, &|| loops::differences(longs));
                    let ints = &draw(n, |bits| bits as i32);
                    check_where("lifted", n, false, &|| {
                        let mut y = ints.clone();
                        (loops::lifted(few, &mut y), y)
                    });
                }
            }

            #[test]
            fn the_first_iteration_sets_what_is_carried() {
                for n in scan_tests::lengths(&[1, 2, 1025, 2500, 120_014]) {
                    let small = &draw(n, |bits| bits as u8 as u32);
                    check("sum_in_place", n, &|| {
                        let mut y = small.clone();
                        (loops::sum_in_place(&mut y), y)
                    });
                    let (words, longs) = (&draw(n, |bits| bits | 1), &draw(n, |bits| bits as i16 as i64));
                    check_uncut("products", n, &|| {
                        let mut y = vec![9; n];
                        (loops::products(words, &mut y), y)
                    });
                    check("suffix_sums", n, &|| {
                        let mut y = vec![9; n];
                        (loops::suffix_sums(longs, &mut y, n), y)
                    });
                    for from in [0, n / 3] {
                        let ints = &draw(n, |bits| bits as i32 >> 1 | i32::MIN);
                        check("greatest_so_far", n - from, &|| {
                            let mut y = vec![9; n];
                            (loops::greatest_so_far(ints, from, &mut y), y)
                        });
                    }
                    // Of one iteration nothing is left without the ends.
                    if n == 1 {
                        continue;
                    }
                    let few = &draw(n, |bits| bits as i32 & 1);
                    for (name, runs) in [("runs_so_far", loops::runs_so_far as fn(&[i32], &mut [u32])), ("runs_from_here", loops::runs_from_here)] {
                        check_where(name, n, true, &|| {
                            let mut y = vec![9; n];
                            (runs(few, &mut y), y)
                        });
                    }
                    let whole = &draw(n, |bits| bits as i8 as f64);
                    check("averages", n, &|| {
                        let mut y = vec![9.0; n];
                        (loops::averages(whole, 2.0, &mut y), y)
                    });
                    for (name, of_longs) in [("last_seen", loops::last_seen as fn(&[i64], &mut [i64])), ("levels", loops::levels)] {
                        check(name, n, &|| {
                            let mut y = vec![9; n];
                            (of_longs(&draw(n, |bits| bits as i64 & 7), &mut y), y)
                        });
                    }
                    check("first_and_products", n, &|| loops::first_and_products(whole));
                    check("first_and_products of minus zeros", n, &|| {
                        loops::first_and_products(&draw(n, |bits| if bits & 1 == 0 { -0.0 } else { 0.0 })).to_bits()
                    });
                }
                for (rows, columns) in [(1, 1), (3, 1), (1, 2500), (700, 3), (40, 1025), (300, 401)] {
                    let shorts = &draw(rows * columns, |bits| bits as u16);
                    check_rows("rows", true, &|| {
                        let mut y = vec![9; rows * columns];
                        (loops::rows(shorts, &mut y, rows, columns), y)
                    });
                    let few = &draw(rows * columns, |bits| bits as i32 & 1);
                    check_results("rows_of_stored_length", &|| {
                        let mut y = draw(rows * columns, |bits| bits as usize % 100);
                        y[0] = columns - 1;
                        loops::rows_of_stored_length(&mut y, rows, columns);
                        y
                    });
                    let starts: Vec<u32> = (0..=rows).map(|row| (row * columns) as u32).collect();
                    let (at, longs) = (draw(rows * columns, |bits| (bits % 7) as u32), draw(rows * columns, |bits| bits as i32 as i64));
                    check_results("sparse_rows", &|| {
                        let mut y = vec![9; rows];
                        loops::sparse_rows(&starts, &longs, &at, &[3, 1, 4, 1, 5, 9, 2], &mut y);
                        y
                    });
                    check_rows("runs_of_rows", true, &|| {
                        let mut y = vec![9; rows * columns];
                        (loops::runs_of_rows(few, &mut y, rows, columns), y)
                    });
                    check_rows("changes_of_rows", false, &|| {
                        let mut y = vec![9; rows * columns];
                        (loops::changes_of_rows(few, &mut y, rows, columns), y)
                    });
                }
            }

            #[test]
            fn what_no_condition_keeps_in_range_panics_as_the_loop_does() {
                for n in scan_tests::lengths(&[30, 1025, 2500, 120_014]) {
                    let longs = &draw(n, |bits| bits as i32 as i64);
                    for least in [0, 4, 5, 6, n] {
                        let panics = check_panics("as_far_as_that", &vec![9; n], &|y| loops::as_far_as_that(longs, least, y));
                        assert_eq!(panics, least < 5);
                        // At its other end.
                        let panics = check_panics("as_far_as_that", &vec![9; n + 1], &|y| loops::as_far_as_that(&longs[6..], least, y));
                        assert!(panics);
                    }
                    for (least, divisor) in [(4, 1), (3, 1), (2, 1), (4, 0)] {
                        let mut x = vec![1; n];
                        x[n / 2] = divisor;
                        let panics = check_panics("beside_a_matrix", &vec![1; n], &|y| loops::beside_a_matrix(&x, least, y));
                        assert_eq!(panics, least < 4 || divisor == 0);
                    }
                    let words = &draw(n, |bits| bits as u8 as u32);
                    for least in [0, 7, 8, 9, n / 2, n] {
                        let panics = check_panics("carried_in_place", words, &|y| loops::carried_in_place(&words[..n - 9], least, y));
                        assert_eq!(panics, least < 8);
                    }
                    assert!(check_panics("last_and_looked_at", &vec![9; n], &|y| loops::last_and_looked_at(longs, y)));
                    let befores = &mut vec![9; n];
                    assert!(check_panics("last_and_before", &vec![9; n], &|y| loops::last_and_before(longs, y, &mut befores.clone())));
                    assert!(check_panics("unique", &vec![9; 2], &|y| _ = loops::unique(&draw(n, |bits| bits as i32), y)));
                }
            }
        })*
    };
}

check_module!(annotated_ends emitted_ends);
