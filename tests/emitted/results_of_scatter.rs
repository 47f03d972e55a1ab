//! Loops that store at computed places: emitted code gives the results of the loops, as the macros' does, also where two iterations have
//! one place.

use super::results_of_panics::{check_panics, is_launched};
use super::{Expected, draw, on_device, settings};
use scan_runtime::{DeviceKind, Place, last_report};
use std::fmt::Debug;

/// Runs `function` as written, on host threads and on the device. Where iterations `overlap` it runs as written everywhere, and says why.
fn check<R: PartialEq + Debug>(name: &str, length: usize, overlap: bool, function: &dyn Fn() -> R) {
    let results = settings(DeviceKind::Loop).scope(function);
    assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
    let expected = Expected { name, length, function, results };
    let says = |report: &scan_runtime::Report| report.to_string().contains("several iterations store to one element");
    expected.run("on host threads", settings(DeviceKind::Host), &|report| match report.place {
        Place::HostThreads { .. } => !overlap,
        _ => overlap && says(report) || report.to_string().contains("too many elements beside the iterations"),
    });
    for kind in [DeviceKind::Any, DeviceKind::All] {
        for settings in [settings(kind), settings(kind).copy(true), settings(kind).check(true)] {
            expected.run("on the device", settings, &|report| match on_device(report) {
                true => !overlap,
                false => kind == DeviceKind::All || overlap && says(report),
            });
        }
    }
    let little = settings(DeviceKind::Any).device_memory(super::SLICE);
    expected.run("with little memory", little, &|report| report.place != Place::Loop || report.reason.is_some());
}

/// A permutation of the numbers below `n`.
fn permutation(n: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..n).collect();
    let keys = draw(n, |bits| bits);
    all.sort_by_key(|&place| keys[place]);
    all
}

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{DeviceKind, check, check_panics, draw, is_launched, permutation, settings};

            #[test]
            fn gives_the_results_of_scatter() {
                for n in scan_tests::lengths(&[1, 2, 3, 31, 32, 33, 1025, 2500, 120_011]) {
                    let p = &permutation(n);
                    let narrow = &p.iter().map(|&place| place as u32).collect::<Vec<u32>>();
                    let x = &draw(n, |bits| bits as u8);
                    // Into an array that is as long, and into a longer one.
                    for length in [n, n + 77] {
                        check("permuted", n, false, &|| {
                            let mut y = vec![0.5; length];
                            loops::permuted(p, &draw(n, |bits| bits as i16 as f32), &mut y);
                            y
                        });
                        check("inverse", n, false, &|| {
                            let mut q = vec![7; length];
                            loops::inverse(narrow, &mut q);
                            q
                        });
                    }
                    check("above", n, false, &|| {
                        let (mut y, mut z) = (vec![9; n], vec![9; n + 5]);
                        loops::above(p, &draw(n, |bits| bits as i8 as i32), &mut y, &mut z);
                        (y, z)
                    });
                    check("some", n, false, &|| {
                        let mut y = vec![3; n];
                        let twice = narrow.iter().map(|&place| 2 * place).collect::<Vec<u32>>();
                        loops::some(&twice, &draw(n, |bits| bits as i8 as i64 * 2), 10, &mut y);
                        y
                    });
                    // Of two that differ in their last bit both are even, or both odd.
                    let by_pairs = &(0..n).map(|i| x[p[i] / 2]).collect::<Vec<u8>>();
                    check("branches", n, false, &|| {
                        let (mut flags, mut bytes) = (vec![false; n + 1], vec![1; n]);
                        loops::branches(narrow, by_pairs, &mut flags, &mut bytes);
                        (flags, bytes)
                    });
                    for width in [1, 7, 32] {
                        if n / width > 0 {
                            check("transposed", n / width * width, false, &|| {
                                let mut y = vec![9; n];
                                loops::transposed(&draw(n, |bits| bits as i16), width, &mut y);
                                y
                            });
                        }
                    }
                    if n % 7 != 0 {
                        check("structs", n, false, &|| {
                            let one = |bits: u64| loops::particles::Particle { cell: bits as u8, mass: bits as i16 as f32, at: [bits as u16; 3] };
                            let mut y = vec![one(5); n];
                            loops::structs(&draw(n, one), n as u32, &mut y);
                            y
                        });
                    }
                    check("fill", n.div_ceil(3), false, &|| {
                        let mut table = loops::Table { slots: vec![1; n] };
                        table.fill(p, 1 << 40);
                        table.slots
                    });
                    for kind in [DeviceKind::Any, DeviceKind::Host, DeviceKind::All] {
                        let run = || {
                            let mut y = vec![1; n];
                            (loops::ranked(narrow, &mut y), y)
                        };
                        assert!(settings(kind).scope(run) == settings(DeviceKind::Loop).scope(run), "ranked at {n} on {kind}");
                    }
                }
            }

            /// The last iteration is the one that counts.
            #[test]
            fn two_iterations_of_one_place() {
                for n in [2, 33, 2500, 120_011] {
                    for (one, other) in [(0, n - 1), (n / 2, n / 2 - 1), (n - 2, n - 1)] {
                        if one == other {
                            continue;
                        }
                        let mut p = permutation(n);
                        p[one] = p[other];
                        let narrow = p.iter().map(|&place| place as u32).collect::<Vec<u32>>();
                        check("permuted", n, true, &|| {
                            let mut y = vec![0.5; n];
                            loops::permuted(&p, &draw(n, |bits| bits as i16 as f32), &mut y);
                            y
                        });
                        check("inverse", n, true, &|| {
                            let mut q = vec![7; n];
                            loops::inverse(&narrow, &mut q);
                            q
                        });
                    }
                    check("structs", n, true, &|| {
                        let one = |bits: u64| loops::particles::Particle { cell: bits as u8, mass: bits as i16 as f32, at: [bits as u16; 3] };
                        let mut y = vec![one(5); n];
                        loops::structs(&draw(n, one), n as u32 / 2, &mut y);
                        y
                    });
                    let everywhere = vec![3; n];
                    check("inverse", n, n > 1, &|| {
                        let mut q = vec![7; n + 4];
                        loops::inverse(&everywhere, &mut q);
                        q
                    });
                }
            }

            /// The array is what the iterations before the panic have made of it.
            #[test]
            fn panics_of_scatter() {
                const N: usize = 9000;
                let (p, x) = (permutation(N), draw(N, |bits| bits as i16 as f32));
                let run = |p: &[usize], length: usize| {
                    let (p, x) = (p.to_vec(), x.clone());
                    check_panics("permuted", &vec![0.5; length], &move |y| loops::permuted(&p, &x, y))
                };
                assert!(!run(&p, N));
                assert!(is_launched());
                assert!(run(&p, N - 1));
                assert!(run(&p, 0));
                for at in [0, 1, 5000, N - 1] {
                    let mut beyond = p.clone();
                    beyond[at] = N;
                    assert!(run(&beyond, N));
                    beyond[at] = usize::MAX;
                    assert!(run(&beyond, N));
                    // Before it two have one place.
                    beyond[100] = beyond[200];
                    assert!(run(&beyond, N));
                }
                let (twice, mut w) = ((0..N as u32).map(|i| 2 * i).collect::<Vec<u32>>(), draw(N, |bits| bits as i8 as i64 * 2));
                let divided = |w: &[i64]| {
                    let (twice, w) = (twice.clone(), w.to_vec());
                    check_panics("some", &vec![3; N], &move |y| loops::some(&twice, &w, 6, y))
                };
                assert!(!divided(&w));
                w[4321] = 7;
                assert!(divided(&w));
            }
        })*
    };
}

check_module!(annotated_scatter emitted_scatter);
