//! Loops that are many scans: emitted code gives the results of the loops, as the macros' does, from one launch.

use super::{Map, check, draw};
use scan_runtime::DeviceKind;
use scan_runtime::types::Algorithm;
use scan_runtime::{Place, Settings, last_report};
use std::fmt::Debug;

/// Heights and widths: none, one, few of many and many of few, more than a work-item's columns, primes.
const SIZES: &[(usize, usize)] =
    &[(1, 1), (1, 7), (7, 1), (2, 3), (5, 64), (64, 5), (37, 150), (150, 37), (3, 1100), (1100, 3), (65, 513)];

/// Those that are not too long for an interpreter.
fn sizes() -> impl Iterator<Item = (usize, usize)> {
    SIZES.iter().copied().filter(|(h, w)| scan_tests::lengths(&[h * w]).next().is_some())
}

/// Compares, and looks that there was one launch of all scans.
pub fn check_batches<R: PartialEq + Debug>(name: &str, length: usize, function: &dyn Fn() -> R) {
    check(name, length, function);
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        Settings::from_environment().device(kind).scope(function);
        let report = last_report().expect("a report");
        let ran = report.algorithm == Some(Algorithm::Batched);
        assert!(ran || super::beyond_device(&report), "{name} at {length}: {report}");
    }
    Settings::from_environment().device(DeviceKind::Any).check(true).scope(function);
    assert_eq!(last_report().expect("a report").checked, Some(true), "{name} at {length}");
}

/// Runs `function` wherever it can run: the results are the loop's.
pub fn check_results<R: PartialEq + Debug>(name: &str, function: &dyn Fn() -> R) {
    let on = |kind: DeviceKind| Settings::from_environment().device(kind).scope(function);
    let expected = on(DeviceKind::Loop);
    assert!(on(DeviceKind::Host) == expected, "{name} on host threads");
    assert!(on(DeviceKind::Any) == expected, "{name} on the device");
}

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{Algorithm, DeviceKind, Map, Place, Settings, check, check_batches, check_results, draw, last_report, sizes};

            #[test]
            fn gives_the_results_of_rows() {
                for (h, w) in sizes() {
                    let n = h * w;
                    let bytes = &draw(n, |bits| bits as u8);
                    check_batches("rows", n, &|| {
                        let mut out = vec![7; n + 2];
                        loops::rows(bytes, &mut out, h, w);
                        out
                    });
                    let floats = &draw(n, |bits| (bits % 64) as f64);
                    let bias = &draw(h, |bits| (bits % 8) as f64);
                    check_batches("rows_of_two", n, &|| {
                        let mut y = vec![0.5; n];
                        loops::rows_of_two(floats, bias, &mut y, w);
                        y
                    });
                    let maps = &draw(n, |bits| Map { scale: bits as u32 | 1, shift: (bits >> 7) as u32 });
                    check_batches("products_of_rows", n, &|| {
                        let mut y = maps.clone();
                        loops::products_of_rows(maps, &maps[..w], &mut y, h);
                        y
                    });
                }
            }

            #[test]
            fn gives_the_results_of_columns_and_diagonals() {
                for (h, w) in sizes().filter(|(h, _)| *h > 1) {
                    let n = h * w;
                    let longs = &draw(n, |bits| bits << 20);
                    check_batches("columns", n, &|| {
                        let mut table = longs.clone();
                        loops::columns(&mut table, h, w);
                        table
                    });
                    let bytes = &draw(n, |bits| (bits % 16) as u8);
                    check_batches("summed_area", n, &|| {
                        let mut sums = vec![0; n];
                        loops::summed_area(bytes, &mut sums, h, w);
                        sums
                    });
                    let shorts = &draw(h * (w + 1), |bits| bits as i16);
                    check_batches("diagonals", n, &|| {
                        let mut y = vec![3; h * (w + 1)];
                        loops::diagonals(shorts, &mut y, h, w, 20_000);
                        y
                    });
                }
            }

            #[test]
            fn gives_the_results_of_one_column() {
                for (h, w) in sizes().filter(|(h, _)| *h > 1) {
                    let longs = &draw(h * (w + 1), |bits| bits as i64);
                    let run = |w: usize| {
                        let mut y = longs.clone();
                        loops::one_column(longs, &mut y, h, w, w / 2);
                        y
                    };
                    check("one_column", h * w, &|| run(w));
                    // Every iteration stores one element: as written.
                    check_results("one_column", &|| run(0));
                }
            }

            #[test]
            fn gives_the_results_of_lagged_loops() {
                for n in scan_tests::lengths(&[1, 2, 3, 7, 8, 100, 1025, 30_011]) {
                    let longs = &draw(n, |bits| bits as i64 >> 8);
                    for k in [1, 2, 3, 64, 65, 1000, n / 2, n - 1].into_iter().filter(|k| (1..n).contains(k)) {
                        check_batches("lagged", n, &|| {
                            let mut y = longs.clone();
                            loops::lagged(longs, &mut y, k);
                            y
                        });
                        let floats = &draw(n, |bits| bits as f32);
                        check_batches("rows_from_above", n, &|| {
                            let mut y = floats.clone();
                            loops::rows_from_above(&mut y, k);
                            y
                        });
                    }
                    // Nothing to continue, or the iteration itself: as written.
                    for k in [0, n, n + 1, usize::MAX] {
                        check_results("lagged", &|| {
                            let mut y = longs.clone();
                            loops::lagged(longs, &mut y, k);
                            y
                        });
                    }
                    let bytes = &draw(n, |bits| bits as u8 | 1);
                    if n > 3 {
                        check_batches("lagged_by_three", n, &|| {
                            let mut y = bytes.clone();
                            loops::lagged_by_three(&mut y);
                            y
                        });
                    }
                    let ints = &draw(n, |bits| bits as i32);
                    if n > 4 {
                        check_batches("lagged_by_name", n, &|| {
                            let mut y = draw(n, |bits| (bits >> 7) as u32);
                            loops::lagged_by_name(&draw(n, |bits| bits as u32), &mut y, 77, 3, 4);
                            y
                        });
                        check_batches("lagged_pairs", n, &|| {
                            let (mut a, mut b) = (vec![5; n], ints.clone());
                            loops::lagged_pairs(ints, &mut a, &mut b);
                            (a, b)
                        });
                    }
                }
            }

            /// Rows that overlap are scanned one by one.
            #[test]
            fn rows_that_share_cells_are_no_batches() {
                let (h, w) = (40, 30);
                let ints = &draw(h * 40, |bits| bits as i32);
                for pitch in [0, 1, 7, 29, 30, 31] {
                    let run = || {
                        let mut y = ints.clone();
                        loops::strided(ints, &mut y, h, w, pitch);
                        y
                    };
                    check_results("strided", &run);
                    Settings::from_environment().device(DeviceKind::Any).scope(run);
                    let algorithm = last_report().expect("a report").algorithm;
                    assert_eq!(algorithm == Some(Algorithm::Batched), pitch >= w, "{pitch}: {algorithm:?}");
                }
            }

            #[test]
            fn nothing_to_scan_is_nothing_done() {
                for (h, w) in [(0, 0), (0, 5), (5, 0)] {
                    check_results("rows", &|| {
                        let mut out = vec![7; 9];
                        loops::rows(&[], &mut out, h, w);
                        out
                    });
                    assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
                }
            }

            /// The loop stores what precedes the panic, and so does every place.
            #[test]
            fn an_index_out_of_range_panics_as_the_loop_does() {
                for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
                    let mut out = vec![7; 12];
                    let panics = Settings::from_environment().device(kind).scope(|| {
                        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| loops::rows(&[1; 10], &mut out, 3, 4))).is_err()
                    });
                    assert!(panics);
                    assert_eq!(out, [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 7, 7], "on {kind}");
                }
            }
        })*
    };
}

check_module!(annotated_batches emitted_batches);
