//! Loops that combine into elements at computed places: emitted code gives the results of the loops, as the macros' does.

use super::results_of_panics::{check_panics, is_launched};
use super::{Expected, draw, on_device, settings};
use scan_runtime::{DeviceKind, Place, last_report};
use std::fmt::Debug;

/// Runs `function` as written, on host threads, unless it has too few iterations, and on the device, unless that has no atomics for it.
fn check<R: PartialEq + Debug>(name: &str, length: usize, is_atomic: bool, function: &dyn Fn() -> R) {
    let results = settings(DeviceKind::Loop).scope(function);
    assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
    let expected = Expected { name, length, function, results };
    expected.run("on host threads", settings(DeviceKind::Host), &|report| match report.place {
        Place::HostThreads { .. } => true,
        _ => length < 120_000 && report.to_string().contains("too many elements beside the iterations"),
    });
    for kind in [DeviceKind::Any, DeviceKind::All] {
        for settings in [settings(kind), settings(kind).copy(true), settings(kind).check(true)] {
            expected.run("on the device", settings, &|report| on_device(report) || !is_atomic || kind == DeviceKind::All);
        }
    }
    let little = settings(DeviceKind::Any).device_memory(super::SLICE);
    expected.run("with little memory", little, &|report| report.place != Place::Loop || report.reason.is_some());
}

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{DeviceKind, check, check_panics, draw, is_launched, settings};

            #[test]
            fn gives_the_results_of_bins() {
                for n in scan_tests::lengths(&[1, 2, 3, 1025, 2500, 120_011]) {
                    for bins in [1, 7, 256, 5000] {
                        let x = &draw(n, |bits| bits as u32).into_iter().map(|x| x % bins).collect::<Vec<u32>>();
                        let start = &draw(bins as usize, |bits| bits as u32 >> 8);
                        check("counted", n, true, &|| {
                            let mut h = start.clone();
                            loops::counted(x, &mut h);
                            h
                        });
                        check("weights", n, true, &|| {
                            let (keys, mut sums) = (x.iter().map(|&x| x as u16).collect::<Vec<_>>(), vec![i64::MAX; bins as usize]);
                            loops::weights(&keys, &draw(n, |bits| bits as i32 as i64), &mut sums);
                            sums
                        });
                        check("most", n, true, &|| {
                            let mut most = vec![-3; bins as usize];
                            loops::most(&draw(n, |bits| bits as i32), &draw(n, |bits| bits as i8 as i64), 1000, &mut most);
                            most
                        });
                        check("either", n, true, &|| {
                            let mut h = vec![9; bins as usize];
                            loops::either(x, &mut h);
                            h
                        });
                        check("one_or_two", n, true, &|| {
                            let mut h = vec![9; bins as usize];
                            loops::one_or_two(x, &mut h);
                            h
                        });
                        check("bits", n, true, &|| {
                            let table = draw(bins as usize, |bits| bits as u8);
                            let (mut seen, mut common, mut parity) =
                                (vec![0; bins as usize / 32 + 1], vec![u64::MAX; 256], vec![5; 256]);
                            loops::bits(x, &table, &mut seen, &mut common, &mut parity);
                            (seen, common, parity)
                        });
                        check("in_order", n.div_ceil(3), true, &|| {
                            let mut h = vec![9; bins as usize];
                            loops::in_order(x, &mut h);
                            h
                        });
                        check("by_groups", n, true, &|| {
                            let mut h = start.clone();
                            loops::by_groups(x, &mut h);
                            h
                        });
                    }
                    let x = &draw(n, |bits| bits as u32);
                    for classes in [1, 7] {
                        check("classified", n, true, &|| {
                            let mut h = vec![1; 7];
                            loops::classified(x, classes, &mut h);
                            h
                        });
                    }
                    check("twice", n, true, &|| {
                        let (places, mut h) = (draw(n, |bits| bits as usize % 30), vec![1; 30]);
                        (loops::twice(&places, &draw(n, |bits| bits >> 20), &mut h), h)
                    });
                    check("one_of_three", n, true, &|| {
                        let mut h = vec![1; 40];
                        loops::one_of_three(&draw(n, |bits| bits as i8 as i32), &mut h);
                        h
                    });
                    let bytes = &draw(n, |bits| bits as u8);
                    for kind in [DeviceKind::Any, DeviceKind::Host, DeviceKind::All] {
                        let run = || {
                            let mut pixels = bytes.clone();
                            (loops::equalized(&mut pixels), pixels)
                        };
                        assert!(settings(kind).scope(run) == settings(DeviceKind::Loop).scope(run), "equalized at {n} on {kind}");
                    }
                    check("narrow", n, false, &|| {
                        let (mut least, mut any, mut products) = (vec![7; 16], vec![false; 16], vec![1; 16]);
                        any[3] = true;
                        loops::narrow(bytes, &mut least, &mut any, &mut products);
                        (least, any, products)
                    });
                    if n > 1 {
                        check("note", n - 1, true, &|| {
                            let mut changes = loops::Changes { counts: vec![1; 256], last: 7 };
                            changes.note(bytes);
                            (changes.counts, changes.last)
                        });
                    }
                    let digits = &draw(n, |bits| bits as u32 % 4);
                    check("pairs", n, true, &|| {
                        let mut h = vec![1; 16];
                        (loops::pairs(digits, 3, &mut h), h)
                    });
                }
            }

            /// The array is what the iterations before have made of it.
            #[test]
            fn places_past_the_end() {
                const N: usize = 9000;
                for bins in [1, 100, 6000] {
                    let x = draw(N, |bits| bits as u32).into_iter().map(|x| x % bins).collect::<Vec<u32>>();
                    let run = |x: &[u32], length: usize| {
                        let x = x.to_vec();
                        let start = draw(length, |bits| bits as u32 >> 8);
                        check_panics("counted", &start, &move |h| loops::counted(&x, h))
                    };
                    assert!(!run(&x, bins as usize));
                    assert!(is_launched());
                    assert!(run(&x, 0));
                    assert!(!run(&[], 0));
                    for at in [0, 1, 5000, N - 1] {
                        let mut beyond = x.clone();
                        beyond[at] = bins;
                        assert!(run(&beyond, bins as usize));
                        beyond[at] = u32::MAX;
                        assert!(run(&beyond, bins as usize));
                    }
                }
                // What no iteration stores is no panic.
                let mut x = draw(N, |bits| bits as u32 % 64);
                assert!(!check_panics("either", &vec![7; 64], &|h| loops::either(&x, h)));
                x[4000] = 3 * 64;
                assert!(!check_panics("either", &vec![7; 64], &|h| loops::either(&x, h)));
                assert!(is_launched());
                x[5000] = 65;
                assert!(check_panics("either", &vec![7; 64], &|h| loops::either(&x, h)));
                // Of several arrays none is changed by what comes after a panic in another.
                let table = draw(64, |bits| bits as u8 % 10);
                let x = draw(N, |bits| bits as u32 % 64);
                let arrays = (vec![0; 2], vec![u64::MAX; 10], vec![5; 10]);
                let run = |x: &[u32], table: &[u8]| {
                    let (x, table) = (x.to_vec(), table.to_vec());
                    check_panics("bits", &arrays, &move |(seen, common, parity)| loops::bits(&x, &table, seen, common, parity))
                };
                assert!(!run(&x, &table));
                assert!(run(&x, &table[..40]));
                let mut wrong = table.clone();
                wrong[17] = 10;
                assert!(run(&x, &wrong));
            }
        })*
    };
}

check_module!(annotated_bins emitted_bins);
