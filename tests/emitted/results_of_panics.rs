//! Loops that may panic: they do so when and as the loops do, and where nothing panics nothing is copied for it.

use super::{check, check_uncut, draw, settings};
use scan_runtime::DeviceKind;
use scan_runtime::types::Transfers;
use scan_runtime::{Place, Report, Settings, last_report};
use std::any::Any;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `run` leaves of `state`, and the message of its panic, if it panics.
fn outcome<S: Clone>(settings: Settings, state: &S, run: &dyn Fn(&mut S)) -> (S, Option<String>) {
    let mut state = state.clone();
    let text = |panic: Box<dyn Any + Send>| match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic.downcast::<&str>().map_or_else(|_| "another panic".to_owned(), |text| (*text).to_owned()),
    };
    let panic = settings.scope(|| catch_unwind(AssertUnwindSafe(|| run(&mut state)))).map_err(text).err();
    (state, panic)
}

/// Runs everywhere: what is left is what the loop leaves, and so is the panic. Returns whether it panics.
pub(super) fn check_panics<S: Clone + PartialEq + Debug>(name: &str, state: &S, run: &dyn Fn(&mut S)) -> bool {
    let expected = outcome(settings(DeviceKind::Loop), state, run);
    for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::All] {
        let copied = settings(kind).copy(true);
        for settings in [settings(kind), copied] {
            assert!(outcome(settings, state, run) == expected, "{name} on {kind}: {:?}", expected.1);
        }
    }
    expected.1.is_some()
}

/// Nothing has been copied on a device that works on the host's memory.
fn copies_nothing(name: &str, run: &dyn Fn()) {
    // A program's first launch may copy what it works on in place.
    (0..2).for_each(|_| settings(DeviceKind::Cpu).scope(run));
    let report: Report = last_report().expect("a report");
    if matches!(report.place, Place::Device { .. }) {
        assert_eq!(report.transfers, Transfers::default(), "{name}: {report}");
    }
}

pub(super) fn is_launched() -> bool {
    last_report().expect("a report").place != Place::Loop
}

macro_rules! check_module {
    ($($module:ident $batches:ident)*) => {
        $(mod $module {
            use super::super::{$batches as batches, $module as loops};
            use super::{DeviceKind, check, check_panics, check_uncut, copies_nothing, draw, is_launched, outcome, settings};

            #[test]
            fn captured_divisors_and_bounds() {
                for n in scan_tests::lengths(&[2, 3, 1025, 2500, 120_011]) {
                    let (words, ints) = (&draw(n, |bits| bits as u32), &draw(n, |bits| bits as i32 | 1));
                    for m in [1, 7, u32::MAX] {
                        check("remainders", n, &|| {
                            let mut y = vec![9; n];
                            (loops::remainders(words, m, &mut y), y)
                        });
                    }
                    for by in [1, -2, i32::MAX, i32::MIN] {
                        check("greatest_quotients", n, &|| {
                            let mut y = ints.clone();
                            loops::greatest_quotients(&mut y, by);
                            y
                        });
                        check("divided_sometimes", n, &|| {
                            let mut y = vec![9; n];
                            loops::divided_sometimes(ints, by, &mut y);
                            y
                        });
                    }
                    for by in [1, 300] {
                        check("divided_if_at_all", n, &|| {
                            let mut y = vec![9; n];
                            loops::divided_if_at_all(&draw(n, |bits| bits as u16), by, &mut y);
                            y
                        });
                    }
                    check("clamped", n, &|| {
                        let mut y = vec![9.0; n];
                        loops::clamped(&draw(n, |bits| bits as i8 as f32), -2.5, 3.0, -3, &mut y);
                        y
                    });
                }
            }

            #[test]
            fn captured_values_that_no_iteration_can_use() {
                const N: usize = 3000;
                let words = &draw(N, |bits| bits as u32);
                assert!(check_panics("remainders", &vec![7; N], &|y| _ = loops::remainders(words, 0, y)));
                assert!(!check_panics("nothing", &vec![7; N], &|y| _ = loops::remainders(&[], 0, y)));
                let ints = draw(N, |bits| bits as i32);
                assert!(check_panics("greatest_quotients", &ints, &|y| loops::greatest_quotients(y, 0)));
                assert!(!check_panics("greatest_quotients", &ints[..1].to_vec(), &|y| loops::greatest_quotients(y, 0)));
                // By -1 nothing but the least value cannot be divided.
                let mut least = ints.clone();
                least.iter_mut().filter(|value| **value == i32::MIN).for_each(|value| *value += 1);
                assert!(!check_panics("greatest_quotients", &least, &|y| loops::greatest_quotients(y, -1)));
                least[2222] = i32::MIN;
                assert!(check_panics("greatest_quotients", &least, &|y| loops::greatest_quotients(y, -1)));
                let negative = &draw(N, |bits| -((bits >> 5) as u8 as i32));
                assert!(!check_panics("divided_sometimes", &vec![1; N], &|y| loops::divided_sometimes(negative, 0, y)));
                assert!(check_panics("divided_sometimes", &vec![1; N], &|y| loops::divided_sometimes(&[1; N], 0, y)));
                let mut steps = vec![1; N];
                assert!(!check_panics("divided_before_a_branch", &vec![1; N], &|y| loops::divided_before_a_branch(&steps, y)));
                steps[N - 2] = 1 - N as i32;
                assert!(check_panics("divided_before_a_branch", &vec![1; N], &|y| loops::divided_before_a_branch(&steps, y)));
                let halves = &draw(N, |bits| bits as u16);
                assert!(!check_panics("divided_if_at_all", &vec![1; N], &|y| loops::divided_if_at_all(halves, 0, y)));
                let floats = &draw(N, |bits| bits as i8 as f32);
                for (least, most) in [(1.0, 0.0), (f32::NAN, 1.0), (0.0, f32::NAN), (-7.0, -9.0)] {
                    assert!(check_panics("clamped", &vec![1.0; N], &|y| loops::clamped(floats, least, most, 0, y)));
                }
                assert!(!check_panics("clamped", &vec![1.0; N], &|y| loops::clamped(floats, 2.0, 2.0, 5, y)));
                assert!(check_panics("clamped", &vec![1.0; N], &|y| loops::clamped(floats, 2.0, 2.0, 6, y)));
            }

            #[test]
            fn rows_that_cannot_be_divided() {
                let (h, w) = (40, 60);
                let x = &draw(h * w, |bits| bits as i32 / 2);
                let rows = |by: i32, divisors: &[i32]| {
                    let divisors = divisors.to_vec();
                    check_panics("quotients_of_rows", &vec![7; h * w], &move |out| {
                        batches::quotients_of_rows(x, &divisors, by, out, h, w);
                    })
                };
                let mut divisors = draw(h, |bits| bits as i32 | 2);
                assert!(!rows(3, &divisors));
                assert!(is_launched());
                assert!(rows(0, &divisors));
                assert!(!rows(-1, &divisors));
                divisors[17] = -1;
                assert!(!rows(3, &divisors));
                divisors[23] = 0;
                assert!(rows(3, &divisors));
            }

            /// Independent iterations: an array in place is what it was, and of what is only stored each cell is what it was, or what its
            /// iteration stores. The panic is the loop's.
            #[test]
            fn gathers_out_of_range() {
                const N: usize = 9000;
                let x = &draw(N, |bits| bits as i32 / 2);
                let divisors = draw(N, |bits| bits as i32 | 1);
                let places = draw(N, |bits| bits as u32 % N as u32);
                let run = |places: &[u32], divisors: &[i32]| {
                    let (places, divisors) = (places.to_vec(), divisors.to_vec());
                    move |(y, quotients): &mut (Vec<i32>, Vec<i64>)| loops::gathered(x, &places, &divisors, y, quotients)
                };
                let before = (vec![9; N], vec![11; N]);
                let (right, panic) = outcome(settings(DeviceKind::Loop), &before, &run(&places, &divisors));
                assert_eq!(panic, None);
                assert!(!check_panics("gathered", &before, &run(&places, &divisors)));
                assert!(is_launched());
                let (mut beyond, mut by_zero) = (places.clone(), divisors.clone());
                [4000, 4001, 8888].into_iter().for_each(|at| beyond[at] = N as u32 + 5);
                [6000, 8000].into_iter().for_each(|at| by_zero[at] = 0);
                for (places, divisors, first) in [(&beyond, &by_zero, 4000), (&places, &by_zero, 6000)] {
                    let run = run(places, divisors);
                    let (expected, message) = outcome(settings(DeviceKind::Loop), &before, &run);
                    assert!(message.is_some());
                    for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::All] {
                        for copies in [false, true] {
                            let (found, panic) = outcome(settings(kind).copy(copies), &before, &run);
                            assert_eq!(panic, message, "on {kind}");
                            assert!(found.0[..first] == expected.0[..first] && found.1[..first] == expected.1[..first]);
                            for i in 0..N {
                                let gathers = places[i] < N as u32;
                                assert!(found.0[i] == 9 || gathers && found.0[i] == right.0[i], "{i} on {kind}");
                                let divides = gathers && divisors[i] != 0;
                                assert!(found.1[i] == 11 || divides && found.1[i] == right.1[i], "{i} on {kind}");
                            }
                        }
                    }
                }
                let x = &draw(N, |bits| bits as i32);
                let before = (vec![9; N], vec![0; N]);
                let run = |(y, copies): &mut (Vec<u8>, Vec<u32>)| loops::marked_and_copied(x, &beyond, y, copies);
                for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any, DeviceKind::All] {
                    let (found, panic) = outcome(settings(kind), &before, &run);
                    assert!(panic.is_some_and(|message| message.contains("the len is 9000 but the index is 9005")), "on {kind}");
                    for i in 0..N {
                        let at = x.get(beyond[i] as usize);
                        assert!(found.0[i] == 9 || found.0[i] == 1 && at.is_some_and(|x| *x > 0), "{i} on {kind}");
                        assert!(found.1[i] == 0 || found.1[i] == beyond[i] && at.is_some(), "{i} on {kind}");
                    }
                }
                let table = &draw(N, |bits| bits as u32 % N as u32);
                let run = |(places, y): &mut (Vec<u32>, Vec<u32>)| loops::followed_once(table, places, y);
                assert!(!check_panics("followed_once", &(places.clone(), vec![N as u32; N]), &run));
                assert!(is_launched());
                let (expected, message) = outcome(settings(DeviceKind::Loop), &(beyond.clone(), vec![N as u32; N]), &run);
                for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::All] {
                    let (found, panic) = outcome(settings(kind), &(beyond.clone(), vec![N as u32; N]), &run);
                    assert!(message.is_some() && panic == message, "{panic:?} on {kind}");
                    assert!(found.0 == expected.0, "what is in place on {kind}");
                    let is_right = |i: usize| beyond[i] < N as u32 && found.1[i] == table[beyond[i] as usize] ^ 1;
                    assert!((0..N).all(|i| found.1[i] == N as u32 || is_right(i)), "on {kind}");
                }
            }

            #[test]
            fn nothing_is_copied_for_a_panic_that_does_not_come() {
                const N: usize = 40_000;
                let words = &draw(N, |bits| bits as u32);
                copies_nothing("remainders", &|| _ = loops::remainders(words, 1000, &mut vec![0; N]));
                copies_nothing("greatest_quotients", &|| loops::greatest_quotients(&mut draw(N, |bits| bits as i32), 3));
                copies_nothing("divided_sometimes", &|| loops::divided_sometimes(&[5; N], 3, &mut vec![0; N]));
                copies_nothing("clamped", &|| loops::clamped(&[5.0; N], 3.0, 4.0, -1, &mut vec![0.0; N]));
                let places = &draw(N, |bits| bits as u32 % N as u32);
                copies_nothing("gathered", &|| {
                    loops::gathered(&[7; N], places, &[3; N], &mut vec![0; N], &mut vec![0; N]);
                });
            }

            #[test]
            fn gathers_of_all_lengths() {
                for n in scan_tests::lengths(&[1, 3, 1025, 2500, 120_011]) {
                    let x = &draw(n, |bits| bits as i32);
                    let (divisors, places) = (&vec![3; n], &draw(n, |bits| bits as u32 % 977).into_iter().map(|at| at % n as u32).collect::<Vec<_>>());
                    check_uncut("gathered", n, &|| {
                        let (mut y, mut quotients) = (vec![0; n], vec![0; n]);
                        loops::gathered(x, places, divisors, &mut y, &mut quotients);
                        (y, quotients)
                    });
                }
            }
        })*
    };
}

check_module!(annotated annotated_batches emitted emitted_batches);
