//! Loops whose operators are derived: emitted code gives the results of the loops, as the macros' does.

use super::{check, draw, settings};
use scan_runtime::{DeviceKind, Place, last_report};

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{check, draw};

            #[test]
            fn gives_the_results_of_derived_operators() {
                for n in scan_tests::lengths(&[2, 3, 1025, 2500, 120_011]) {
                    let words = &draw(n, |bits| bits as u32);
                    let odd = &draw(n, |bits| bits as u32 | 1);
                    check("linear", n.saturating_sub(1), &|| {
                        let mut y = words.clone();
                        loops::linear(odd, words, &mut y);
                        y
                    });
                    let floats = &draw(n, |bits| if bits % 5 == 0 { f32::NAN } else { bits as f32 });
                    check("fill", n, &|| {
                        let mut y = vec![0.0; n];
                        (loops::fill(floats, &mut y).to_bits(), y.iter().map(|y| y.to_bits()).collect::<Vec<_>>())
                    });
                    let heads = &draw(n, |bits| bits % 40 == 0);
                    check("segments", n, &|| {
                        let (mut x, mut counts) = (words.iter().map(|&word| word as i16).collect::<Vec<_>>(), vec![0; n]);
                        (loops::segments(heads, &mut x, &mut counts), x, counts)
                    });
                    let inflow = &draw(n, |bits| bits as i64 % 100);
                    check("bucket", n, &|| {
                        let mut levels = vec![0; n];
                        (loops::bucket(inflow, 3, &mut levels), levels)
                    });
                    let prices = &draw(n, |bits| f64::from(bits as u16));
                    check("drawdown", n, &|| loops::drawdown(prices));
                    let positive = &draw(n, |bits| f64::from(bits as u16) / 7.0 + 0.5);
                    check("parts_of_extremes", n, &|| loops::parts_of_extremes(positive, f64::INFINITY));
                    for start in [-1.0, 0.0, 3.0, 1e9, f64::NAN] {
                        check("ratios", n, &|| {
                            let mut out = vec![0.0; n];
                            (loops::ratios(positive, positive, start, &mut out), out)
                        });
                    }
                    let changes = &draw(n, |bits| bits as i64 % 50);
                    check("kadane", n, &|| {
                        let mut bests = vec![0; n];
                        (loops::kadane(changes, &mut bests), bests)
                    });
                    let text = &draw(n, |bits| b"(()"[bits as usize % 3]);
                    check("brackets", n, &|| loops::brackets(text));
                    let digits = &draw(n, |bits| (bits % 10) as u8);
                    check("number", n, &|| loops::number(digits));
                    check("bits", n, &|| {
                        let mut y = vec![0; n];
                        loops::bits(words, odd, &mut y);
                        y
                    });
                    for (most, capacity) in [(50, 400), (1 << 20, 0), (1 << 20, 1 << 21)] {
                        let inflow = &words.iter().map(|&word| i64::from(word) % most - most / 2).collect::<Vec<_>>();
                        check("tank", n, &|| {
                            let mut levels = vec![0; n];
                            (loops::tank(inflow, capacity, &mut levels), levels)
                        });
                    }
                    let small = &draw(n, |bits| bits as u16 % 300);
                    let halves = &draw(n, |bits| bits as u16 & 0x8fff);
                    for holds in [0, 1000, u16::MAX] {
                        check("queue", n, &|| loops::queue(small, small, holds));
                        check("queue of much", n, &|| loops::queue(halves, small, holds));
                        check("queue of little", n, &|| loops::queue(small, halves, holds));
                    }
                    for most in [3, 256] {
                        let steps = &words.iter().map(|&word| (word % most) as i8).collect::<Vec<_>>();
                        check("walk", n.saturating_sub(1), &|| {
                            let mut y = vec![-3; n];
                            loops::walk(steps, &mut y);
                            y
                        });
                    }
                    let (integers, longs) = (&draw(n, |bits| bits as i32), &draw(n, |bits| bits as i64));
                    check("sums_of_sums", n, &|| {
                        let (mut y, mut z) = (vec![0; n], vec![0; n]);
                        (loops::sums_of_sums(integers, integers, &mut y, &mut z), y, z)
                    });
                    check("inversions", n, &|| loops::inversions(heads));
                    check("sums_in_arrays", n.saturating_sub(1), &|| {
                        let (mut y, mut z) = (vec![5; n], vec![-7; n]);
                        loops::sums_in_arrays(longs, &mut y, &mut z);
                        (y, z)
                    });
                    for start in 0..3 {
                        let text = &draw(n, |bits| b"a\"b\\\""[bits as usize % 5]);
                        check("quoted", n, &|| {
                            let mut is_quoted = vec![false; n];
                            (loops::quoted(text, start, &mut is_quoted), is_quoted)
                        });
                    }
                    check("residues", n.saturating_sub(1), &|| {
                        let mut y = vec![12; n];
                        loops::residues(words, &mut y);
                        y
                    });
                    let rising = &draw(n, |bits| bits as i16 % 5);
                    check("runs_of_three", n, &|| {
                        let mut ends = vec![false; n];
                        (loops::runs_of_three(rising, 2, &mut ends), ends)
                    });
                    let many = &draw(n, |bits| bits);
                    check("sixteen", n, &|| loops::sixteen(many, 14));
                    check("comments", n, &|| {
                        let mut is_comment = vec![false; n];
                        (loops::comments(text, &mut is_comment), is_comment)
                    });
                    check("fibonacci", n, &|| {
                        let mut y = vec![0; n];
                        (loops::fibonacci(words, 3, u32::MAX, &mut y), y)
                    });
                    let whole = &draw(n + 3, |bits| f64::from(bits as i8));
                    // A quarter and a sixth of a turn in an iteration.
                    for p in [0.0, 0.5] {
                        check("resonator", n + 1, &|| {
                            let mut y = vec![1.0; n + 3];
                            loops::resonator(whole, p, 1.0, &mut y);
                            y
                        });
                        check("rings", n + 3, &|| loops::rings(whole, p, 1.0).map(f64::to_bits));
                        check("positions", n + 3, &|| {
                            let mut places = vec![9.0; n + 3];
                            (loops::positions(whole, p.abs(), &mut places), places)
                        });
                    }
                    let signs = &draw(n + 3, |bits| [0.0, -1.0, 1.0][bits as usize % 3] as f32);
                    let others: &Vec<f32> = &signs.iter().map(|sign| 1.0 - sign.abs()).collect();
                    check("second_order", n + 1, &|| {
                        let mut a: Vec<f32> = whole.iter().map(|&whole| whole as f32 / 16.0).collect();
                        loops::second_order(&mut a, signs, others);
                        a
                    });
                    check("trades", n, &|| {
                        let mut earned = vec![0; n];
                        (loops::trades(changes, 2, &mut earned), earned)
                    });
                    check("detours", n.saturating_sub(1), &|| {
                        let (mut left, mut right) = (vec![3; n], vec![4; n]);
                        loops::detours(changes, inflow, heads, &mut left, &mut right);
                        (left, right)
                    });
                    check("longest", n + 3, &|| {
                        let mut y = vec![0.0; n + 3];
                        (loops::longest(whole, &mut y), y)
                    });
                    check("shortest", n, &|| {
                        let mut y = vec![0; n];
                        loops::shortest(inflow, &mut y);
                        y
                    });
                    check("tribonacci", n, &|| {
                        let mut y: Vec<u64> = (0..n as u64 + 3).map(|at| at << 40).collect();
                        loops::tribonacci(many, &mut y);
                        y
                    });
                    check("tetranacci", n.saturating_sub(1), &|| {
                        let mut y: Vec<u64> = (0..n as u64 + 3).map(|at| at << 40).collect();
                        loops::tetranacci(&[many.as_slice(), &[1, 2, 3]].concat(), &mut y);
                        y
                    });
                    check("four", n, &|| loops::four(words));
                    let readings = &draw(n, |bits| if bits % 3 == 0 { f64::NAN } else { bits as f64 });
                    check("readings", n, &|| {
                        let mut changes = vec![0.0; n];
                        let (newest, older) = loops::readings(readings, &mut changes);
                        (newest.to_bits(), older.to_bits(), changes.iter().map(|y| y.to_bits()).collect::<Vec<_>>())
                    });
                    check("shells", n, &|| loops::shells(text, -3, 40, 500));
                    check("turned", n.saturating_sub(1), &|| {
                        let (mut u, mut v) = (vec![2.0; n], vec![-3.0; n]);
                        loops::turned(whole, 0.0, 1.0, &mut u, &mut v);
                        (u, v)
                    });
                    // Factors and amounts of which every product and sum is a float.
                    let ones = &draw(n, |bits| f64::from(bits as u32 % 2));
                    check("smooth", n, &|| {
                        let mut y = vec![0.0; n];
                        (loops::smooth(ones, 1.0, &mut y).to_bits(), y.iter().map(|y| y.to_bits()).collect::<Vec<_>>())
                    });
                }
            }
        })*
    };
}

check_module!(annotated_derived emitted_derived);

/// What no table has is the loop's own.
#[test]
fn what_is_no_state_runs_as_written() {
    let text = draw(70_000, |bits| b"a\"b\\\""[bits as usize % 5]);
    let mut is_quoted = vec![false; text.len()];
    assert_eq!(super::annotated_derived::quoted(&text, 7, &mut is_quoted), 7);
    assert!(is_quoted.iter().all(|is_quoted| *is_quoted));
    let x = draw(70_000, |bits| 7 * (bits as i16 % 100) - 600);
    assert_eq!(super::annotated_derived::runs_of_three(&x[..1], -100, &mut [true]), 0);
    let mut ends = vec![false; x.len()];
    let expected = x.iter().fold(-100i8, |run, &x| if x > 0 { if run < 3 { run + 1 } else { 1 } } else { 0 });
    assert_eq!(super::annotated_derived::runs_of_three(&x, -100, &mut ends), expected);
}

/// What grows is multiplied in no other order, and what is infinite times nothing.
#[test]
fn filters_that_grow_run_as_written() {
    use super::annotated_derived::resonator;
    let x: Vec<f64> = draw(70_000, |bits| f64::from(bits as i8));
    for (p, q, first) in [(1.0, 1.0, 1.0), (0.7, -0.5, 0.0), (f64::NAN, 0.0, 0.0), (0.5, 1.0, f64::INFINITY)] {
        let mut expected = vec![first; x.len()];
        (2..x.len()).for_each(|i| expected[i] = 2.0 * p * expected[i - 1] - q * expected[i - 2] + x[i]);
        for kind in [DeviceKind::Host, DeviceKind::Any] {
            let mut y = vec![first; x.len()];
            settings(kind).scope(|| resonator(&x, p, q, &mut y));
            assert_eq!(last_report().map(|report| report.place), Some(Place::Loop));
            assert!(y.iter().zip(&expected).all(|(y, expected)| y.to_bits() == expected.to_bits()), "{p}, {q} from {first}");
        }
    }
}

/// Also where the host looks at elements before a launch, which are not there.
#[test]
fn loops_without_iterations_say_so() {
    use super::annotated_derived::{kadane, residues};
    let said = || last_report().map(|report| (report.function, report.reason));
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        settings(kind).scope(|| {
            assert_eq!(kadane(&[], &mut []), 0);
            assert_eq!(said(), Some(("kadane", Some("no iterations".to_owned()))));
            residues(&[], &mut []);
            assert_eq!(said(), Some(("residues", Some("no iterations".to_owned()))));
        });
    }
}
