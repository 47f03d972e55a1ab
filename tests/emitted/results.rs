//! Emitted code gives the results of the loops, as the macro's does.

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::super::{Map, check, check_uncut, draw};

            #[test]
            fn gives_the_results_of_the_loops() {
                scan_tests::lengths(&[2, 3, 1025, 2500, 120_011]).for_each(check_length);
            }

            fn check_length(n: usize) {
                let ints = &draw(n, |bits| bits as i32);
                check("matched", n, &|| {
                    let (mut depths, mut kinds) = (vec![1; n], vec![9; n]);
                    let limits = [1, 3].map(|limit| loops::matched(&draw(n, |b| b as u8), limit, &mut depths, &mut kinds));
                    (limits, depths, kinds)
                });
                check("named_as_in_lanes", n, &|| {
                    let mut y = vec![9; n];
                    let last = loops::named_as_in_lanes(&draw(n, |b| b as u32), 3, &mut y);
                    (y, last)
                });
                check("array_carried", n, &|| {
                    let mut y = vec![9; n];
                    loops::array_carried(ints, &mut y);
                    y
                });
                check("in_place_backwards", n, &|| {
                    let mut y = draw(n, |bits| bits | 1);
                    loops::in_place_backwards(&mut y);
                    y
                });
                check("scalar_inclusive", n, &|| {
                    let mut y = vec![0; n];
                    let last = loops::scalar_inclusive(&draw(n, |b| b as u8), &draw(2 * n, |b| b as i16), -3, &mut y);
                    (y, last)
                });
                check("scalar_exclusive", n, &|| {
                    let mut y = vec![0.0; n];
                    let best = loops::scalar_exclusive(&draw(n, |b| b as f32), &mut y);
                    (y, best)
                });
                check("delay_register", n, &|| {
                    let mut x = ints.clone();
                    loops::delay_register(&mut x);
                    x
                });
                check("any_so_far", n, &|| {
                    let mut y = vec![false; n];
                    loops::any_so_far(ints, i32::MAX - 1_000_000, &mut y);
                    y
                });
                check("by_while", n, &|| {
                    let mut y = vec![0; n];
                    let after = loops::by_while(&draw(n, |bits| bits as u16), &mut y);
                    (y, after)
                });
                check("by_iterator", n, &|| loops::by_iterator(&draw(n, |bits| (bits % 100) as f64)));
                check("by_subtraction", n, &|| {
                    let mut y = vec![5; n];
                    loops::by_subtraction(ints, &mut y);
                    y
                });
                check("zipped_by_value", n, &|| {
                    let mut y = vec![0; n];
                    let highest = loops::zipped_by_value(&draw(n, |bits| bits as i16), &mut y);
                    (y, highest)
                });
                check("two_outputs", n, &|| {
                    let (mut before, mut mean) = (vec![0; n], vec![0.0; n]);
                    let sum = loops::two_outputs(ints, &mut before, &mut mean);
                    (before, mean, sum)
                });
                check("changed_in_some", n, &|| {
                    let (mut y, mut seen) = (draw(n, |bits| (bits >> 3) as i32), vec![7; n]);
                    loops::changed_in_some(ints, &mut y, &mut seen);
                    (y, seen)
                });
                check("added_in_some", n, &|| {
                    let mut y = draw(n, |bits| (bits >> 3) as i64);
                    (loops::added_in_some(ints, &mut y), y)
                });
                check("over_windows", n, &|| {
                    let mut y = vec![7; n + 2];
                    (loops::over_windows(&draw(n + 2, |bits| bits as i32), &mut y), y)
                });
                check("with_opacity", n, &|| {
                    let mut y = vec![7; 4 * n + 2];
                    loops::with_opacity(&draw(3 * n + 1, |bits| bits as u8), &mut y);
                    y
                });
                check("conditional", n, &|| {
                    let mut rank = vec![0; n];
                    let count = loops::conditional(ints, &mut rank);
                    (rank, count)
                });
                let maps = &draw(n, |bits| Map { scale: bits as u32 | 1, shift: (bits >> 3) as u32 });
                check("carried_on_the_right", n, &|| {
                    let mut y = maps.clone();
                    loops::carried_on_the_right(maps, &mut y);
                    y
                });
                check("carried_on_the_left", n, &|| {
                    let mut y = maps.clone();
                    loops::carried_on_the_left(maps, &mut y);
                    y
                });
                check("with_options", n, &|| {
                    let mut levels = vec![0.0; n];
                    loops::with_options(&draw(n, |bits| bits as i32 as f32), 100.0, &mut levels);
                    levels
                });
                check("may_panic", n, &|| {
                    let mut y = vec![0; n];
                    loops::may_panic(&draw(n, |bits| bits as i64), -3, &mut y);
                    y
                });
                check("sum_and_maximum", n, &|| {
                    let (mut y, mut tops) = (vec![3; n], vec![0; n]);
                    let highest = loops::sum_and_maximum(ints, &mut y, &mut tops);
                    (y, tops, highest)
                });
                check("two_arrays", n, &|| {
                    let (mut sums, mut products, mut both) = (vec![7; n], vec![9; n], vec![0; n]);
                    loops::two_arrays(&draw(n, |bits| bits as u32), &mut sums, &mut products, &mut both);
                    (sums, products, both)
                });
                check("sum_and_any", n, &|| {
                    let mut y = vec![0; n];
                    let results = loops::sum_and_any(ints, i32::MAX - 100_000, &mut y);
                    (y, results)
                });
                check("delayed_beside_a_maximum", n, &|| {
                    let mut x = ints.clone();
                    let results = loops::delayed_beside_a_maximum(&mut x);
                    (x, results)
                });
                check("reduced", n, &|| loops::reduced(ints));
                check("reduced_in_order", n, &|| {
                    let mut most = -0.0;
                    loops::reduced_in_order(&draw(n, |bits| if bits % 2 == 0 { 0.0 } else { -0.0 }), &mut most);
                    most.to_bits()
                });
                check("moments", n, &|| loops::moments(&draw(n, |bits| (bits % 1000) as f64 - 300.0)));
                check("words", n, &|| loops::words(&draw(n, |bits| bits as i32)));
                // Few values, so that there are many equals.
                let few = &draw(n, |bits| (bits % 50) as i32);
                check("arg_max", n, &|| loops::arg_max(few));
                check("arg_min_backwards", n, &|| {
                    let x = draw(n, |bits| if bits % 7 == 0 { f32::NAN } else { (bits % 31) as f32 });
                    loops::arg_min_backwards(&x, &draw(n, |bits| bits as u16))
                });
                check("arg_max_so_far", n, &|| {
                    let mut places = vec![0; n];
                    let most = loops::arg_max_so_far(&draw(n, |bits| (bits % 900) as i16), &mut places);
                    (places, most)
                });
                check("product_of_any", n, &|| loops::product_of_any(maps, Map { scale: 3, shift: 1 }));
                check("reduction_that_may_panic", n, &|| loops::reduction_that_may_panic(&draw(n, |bits| bits as i64), -3));
                let sums = &draw(n, |bits| (bits % 9) as i32 - 3);
                check("stored_sometimes", n, &|| {
                    let (mut y, mut tops) = (draw(n, |bits| bits as i64), vec![7; 2 * n]);
                    let sum = loops::stored_sometimes(sums, 100, &mut y, &mut tops);
                    (y, tops, sum)
                });
                check("clipped", n, &|| {
                    let mut x = draw(n, |bits| (bits % 999) as f32);
                    loops::clipped(&mut x, &draw(n, |bits| (bits % 500) as f32));
                    x
                });
                check("exchanged", n, &|| {
                    let (mut a, mut b) = (draw(n, |bits| bits as u16), draw(n + 3, |bits| (bits >> 8) as u16));
                    loops::exchanged(&mut a, &mut b);
                    (a, b)
                });
                check("edges", n, &|| {
                    let (mut rising, mut old) = (vec![4; 2 * n], vec![0; n]);
                    let last = loops::edges(ints, &mut rising, &mut old);
                    (rising, old, last)
                });
                check("sum_of_places", n, &|| {
                    let (mut places, mut halves) = (vec![0; n], vec![0; n]);
                    let sum = loops::sum_of_places(&draw(n, |bits| bits as u32), &mut places, &mut halves);
                    (places, halves, sum)
                });
                check("settle", n, &|| {
                    let mut account = loops::Account { payments: ints.clone(), balances: vec![0; n], highest: 10 };
                    account.settle();
                    (account.balances, account.highest)
                });
            }

            #[test]
            fn gives_the_results_of_loops_that_compute_places() {
                let edges = [1, 2, 3, 1023, 1024, 1025, 2047, 2049, 6144, 100_000, 150_001];
                scan_tests::lengths(&edges).for_each(check_places);
            }

            fn check_places(n: usize) {
                let ints = &draw(n, |bits| bits as i32);
                check_uncut("looked_up", n, &|| {
                    let mut places = vec![0; n];
                    let total = loops::looked_up(&draw(n, |bits| (bits % 50) as u8), &draw(50, |bits| bits as u32), &mut places);
                    (places, total)
                });
                for scale in [3, i64::MAX] {
                    check_uncut("weighed", n, &|| {
                        let (mut y, mut above) = (vec![0; n], vec![9; n]);
                        loops::weighed(ints, &draw(64, |bits| (bits % 9) as i64), scale, &mut y, &mut above);
                        (y, above)
                    });
                }
                check_uncut("followed", n, &|| {
                    let (mut y, table) = (vec![0.0; n], draw(n + 5, |bits| (bits % 1000) as f32));
                    let at = loops::followed(&draw(n, |bits| (bits % 3) as usize), &table, 0.5, &mut y);
                    (y, at)
                });
                // None, half, and all of them; with what stands there before and behind.
                for least in [i32::MAX, 0, i32::MIN] {
                    check_uncut("kept", n, &|| {
                        let mut out = vec![5; n + 9];
                        let k = loops::kept(ints, least, &mut out, 4);
                        (out, k)
                    });
                }
                let maps = &draw(n, |bits| Map { scale: bits as u32, shift: (bits >> 3) as u32 });
                check_uncut("kept_backwards", n, &|| {
                    let mut out = vec![Map { scale: 0, shift: 0 }; n];
                    let count = loops::kept_backwards(maps, &draw(n, |bits| bits % 3 > 0), &mut out);
                    (out, count)
                });
                check_uncut("divided", n, &|| {
                    let (mut below, mut above, mut ranks) = (vec![0; n], vec![1; n + 1], vec![0; n]);
                    let counts = loops::divided(&draw(n, |bits| bits as i64 % 100), 40, &mut below, &mut above, &mut ranks);
                    (below, above, ranks, counts)
                });
                check_uncut("divided_in_groups", n, &|| {
                    let mut out = vec![1; 2 * n];
                    let counts = loops::divided_in_groups(ints, 1 << 20, &mut out, n);
                    (out, counts)
                });
                let words = &draw(n, |bits| bits as u16);
                check_uncut("kept_in_two_passes_of_groups", n, &|| {
                    let mut out = vec![1; n];
                    let k = loops::kept_in_two_passes_of_groups(words, &mut out);
                    (out, k)
                });
                check_uncut("kept_in_two_passes", n, &|| {
                    let (mut out, mut places) = (vec![1; n], vec![0; n]);
                    let k = loops::kept_in_two_passes(words, &mut out, &mut places);
                    (out, places, k)
                });
                let keys = &draw(n, |bits| bits as u32);
                let values = &draw(n, |bits| (bits >> 7) as u16);
                for bit in [0, 31] {
                    let zeros = keys.iter().filter(|key| (*key >> bit) & 1 == 0).count();
                    check_uncut("by_bit", n, &|| {
                        let (mut sorted, mut moved) = (vec![1; n], vec![2; n]);
                        let counts = loops::by_bit(keys, values, bit, &mut sorted, &mut moved, zeros);
                        (sorted, moved, counts)
                    });
                }
                check_uncut("runs", n, &|| {
                    let (mut starts, mut values) = (vec![0; 2 * n], vec![0; 2 * n + 1]);
                    let runs = loops::runs(&draw(n + 1, |bits| (bits % 3) as u8), &mut starts, &mut values);
                    (starts, values, runs)
                });
                check_uncut("kept_products", n, &|| {
                    let mut out = vec![3; n];
                    let results = loops::kept_products(ints, &draw(64, |bits| (bits % 7) as i32 - 3), &mut out);
                    (out, results)
                });
            }

            /// The loop as written gets as far as it can, and so does everything else: it is the loop that panics, or that overwrites.
            #[test]
            fn are_as_written_where_there_is_no_room() {
                use scan_runtime::DeviceKind;
                use scan_runtime::{Place, last_report};

                let x = &draw(5000, |bits| bits as i32);
                let run = |kind: DeviceKind, length: usize| {
                    let mut out = vec![7; length];
                    let kept = super::super::settings(kind).scope(|| {
                        let out = std::panic::AssertUnwindSafe(&mut out);
                        std::panic::catch_unwind(|| loops::kept(x, 0, { out }.0, 3)).ok()
                    });
                    (out, kept)
                };
                let enough = run(DeviceKind::Loop, 5003).1.expect("there is room");
                for length in [0, 2, 3, 4, 1500, enough - 1, enough] {
                    let expected = run(DeviceKind::Loop, length);
                    assert_eq!(expected.1.is_some(), length == enough);
                    for kind in [DeviceKind::Host, DeviceKind::Any] {
                        assert!(run(kind, length) == expected, "{length} on {kind}");
                        let place = last_report().expect("a report").place;
                        assert_eq!(place == Place::Loop, length < enough, "{length} on {kind}");
                    }
                }
                // By groups nothing is stored from the tile on that has no room either.
                for length in [10, 1000, 2000] {
                    let kept = |kind: DeviceKind| {
                        let mut out = vec![7; length];
                        let words = &draw(9000, |bits| bits as u16 | 5);
                        let run = super::super::settings(kind).scope(|| {
                            let out = std::panic::AssertUnwindSafe(&mut out);
                            std::panic::catch_unwind(|| loops::kept_in_two_passes_of_groups(words, { out }.0)).ok()
                        });
                        (out, run)
                    };
                    let expected = kept(DeviceKind::Loop);
                    assert!(expected.1.is_none() && kept(DeviceKind::Any) == expected, "{length} by groups");
                    assert!(kept(DeviceKind::Host) == expected, "{length} on host threads");
                }
                // The zeros reach into the ones.
                let keys = &draw(3000, |bits| bits as u32);
                let zeros = keys.iter().filter(|key| *key & 1 == 0).count();
                let sorted = |kind: DeviceKind, from: usize| {
                    let (mut sorted, mut moved) = (vec![1; 6000], vec![2; 6000]);
                    let run = || loops::by_bit(keys, &[4; 3000], 0, &mut sorted, &mut moved, from);
                    let counts = super::super::settings(kind).scope(run);
                    (sorted, moved, counts)
                };
                for from in [0, 1, zeros - 1, zeros] {
                    for kind in [DeviceKind::Host, DeviceKind::Any] {
                        assert!(sorted(kind, from) == sorted(DeviceKind::Loop, from), "from {from} on {kind}");
                        sorted(kind, from);
                        let place = last_report().expect("a report").place;
                        assert_eq!(place == Place::Loop, from < zeros, "from {from} on {kind}");
                    }
                }
            }
        })*
    };
}

check_module! { annotated emitted }
