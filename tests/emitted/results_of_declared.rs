//! Fields and functions that a file declares: emitted code gives the results of the loops, as the macros' does.

use super::{check, check_uncut, draw, settings};
use scan_runtime::DeviceKind;
use std::panic::{AssertUnwindSafe, catch_unwind};

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module::{self as loops, shapes::{Item, Pair, Place, Sums}};
            use super::{check, check_uncut, draw, panics_as_the_loop_does};

            #[test]
            fn gives_the_results_of_the_loops() {
                scan_tests::lengths(&[2, 3, 1025, 2500, 120_011]).for_each(check_length);
            }

            fn item(bits: u64) -> Item {
                let at = Place { x: (bits >> 7) as i16, y: (bits >> 3 & 63) as i64 };
                Item { open: bits % 3 == 0, weight: bits as i32 / 2, at, float: (bits >> 9 & 0xfff) as f32 }
            }

            fn check_length(n: usize) {
                let items = &draw(n, item);
                check("weights", n, &|| {
                    let mut y = vec![0; n];
                    let last = loops::weights(items, 9_999, &mut y);
                    (y, last)
                });
                check("sums", n, &|| {
                    let (mut before, mut entered) = (vec![0; n], vec![0; n]);
                    let last = loops::sums(items, &mut before, &mut entered);
                    (before, entered, last)
                });
                let sums = &draw(n, |bits| Sums { open: bits as i64 / 2, entered: bits as u32 });
                let enter = &draw(n, |bits| bits as u32 % 2);
                check_uncut("above", n, &|| {
                    let mut y = vec![0; n];
                    loops::above(sums, enter, &mut y);
                    y
                });
                check("counted", n, &|| {
                    let mut y = vec![Sums { open: 0, entered: 0 }; n];
                    (loops::counted(&draw(n, |bits| bits as i32), &mut y), y)
                });
                check_uncut("places", n, &|| {
                    let mut out = vec![Place { x: -1, y: -1 }; n];
                    let count = loops::places(items, 13, &mut out);
                    (out, count)
                });
                check("sum_and_most", n, &|| {
                    loops::sum_and_most(&draw(n, |bits| Pair(bits as u32, bits as u8)), &draw(n, |bits| bits as i32))
                });
                check("quotients", n, &|| {
                    let mut y = vec![3; n];
                    loops::quotients(&draw(n, |bits| bits as i64 - 1000), -7, &mut y);
                    y
                });
                check_uncut("moved", n, &|| {
                    let mut items = items.clone();
                    loops::moved(&draw(n, |bits| bits as i64), &mut items);
                    items
                });
                check_uncut("visited", n, &|| {
                    let mut y = vec![0.0; n];
                    let at = loops::visited(&draw(n, |bits| bits as u8), &draw(n, |bits| bits as f32), &mut y);
                    (y, at)
                });
            }

            #[test]
            fn rows_and_what_comes_after_them_are_those_of_the_loops() {
                for (rows, w) in [(3, 5), (300, 401)] {
                    let items = &draw(rows * w, item);
                    check_uncut("rows", rows * w, &|| {
                        let (mut sums, mut floats) = (vec![0; rows * w], vec![0.0; rows * w]);
                        loops::rows(items, &mut sums, &mut floats, w);
                        (sums, floats)
                    });
                }
            }

            #[test]
            fn a_function_that_panics_does_so_where_the_loop_does() {
                let x = draw(20_000, |bits| bits as i64);
                panics_as_the_loop_does(&|| {
                    let mut y = vec![3; x.len()];
                    loops::quotients(&x, 0, &mut y);
                });
            }
        })*
    };
}

check_module! { annotated_declared emitted_declared }

/// The same panic in every place.
fn panics_as_the_loop_does(function: &dyn Fn()) {
    let message = |kind| {
        let panic = settings(kind).scope(|| catch_unwind(AssertUnwindSafe(function))).expect_err("a panic");
        panic.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| panic.downcast_ref::<String>().cloned())
    };
    let expected = message(DeviceKind::Loop);
    assert!(expected.as_ref().is_some_and(|text| text.contains("divide by zero")), "{expected:?}");
    for kind in [DeviceKind::Host, DeviceKind::Any] {
        assert_eq!(message(kind), expected);
    }
}
