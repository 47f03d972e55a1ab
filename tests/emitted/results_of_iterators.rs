//! Iterators that come to a value: emitted code gives what they come to, as the macros' does.

use super::results_of_panics::check_panics;
use super::{check, check_uncut, check_whole, draw, settings};
use scan_runtime::DeviceKind;

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{DeviceKind, check, check_panics, check_uncut, check_whole, draw, settings};

            #[test]
            fn gives_what_iterators_come_to() {
                for n in scan_tests::lengths(&[2, 3, 1025, 2500, 120_015]) {
                    let (longs, ints) = (&draw(n, |bits| bits as i32 as i64), &draw(n, |bits| bits as i16 as i32));
                    let (doubles, floats) = (&draw(n, |bits| bits as i8 as f64), &draw(n, |bits| bits as i8 as f32));
                    let (bytes, shorts) = (&draw(n, |bits| bits as u8), &draw(n, |bits| bits as u16));
                    let (words, small) = (&draw(n, |bits| bits as u32), &draw(n, |bits| bits as i8));
                    check("total", n, &|| loops::total(longs));
                    check("norm", n, &|| loops::norm(doubles, floats));
                    check("small_bytes", n, &|| loops::small_bytes(bytes, 100));
                    check("odds", n, &|| loops::odds(shorts));
                    check("signs", n - 1, &|| loops::signs(small));
                    check("greatest", n, &|| loops::greatest(bytes));
                    let (others, nothing) = (&draw(n + 1, |bits| (bits >> 3) as i16 as i32), &vec![0; n]);
                    for least in [-1, 1000] {
                        check("least_gap", n, &|| loops::least_gap(ints, others, least));
                    }
                    check("least_gap of nothing", n, &|| loops::least_gap(nothing, nothing, 0));
                    check("greatest_even", n, &|| loops::greatest_even(&vec![254; n]));
                    for byte in [0, 1, 7] {
                        check("greatest_even of nothing", n, &|| loops::greatest_even(&vec![byte; n]));
                    }
                    check("highest", n, &|| loops::highest(floats));
                    check("highest of no numbers", n, &|| loops::highest(&vec![f32::NAN; n]));
                    check("crossings", n - 1, &|| loops::crossings(ints));
                    check_whole("checksum", n, &|| loops::checksum(n as u64, 0x9e37_79b9_7f4a_7c15));
                    check("hash", n, &|| loops::hash(bytes));
                    for limit in [0, 1 << 31, u32::MAX] {
                        check("all_below", n, &|| loops::all_below(words, limit));
                    }
                    let divisors = &draw(n, |bits| bits as i32 % 7);
                    check("quotients", n, &|| loops::quotients(ints, divisors, 1));
                    assert_eq!(divisors.contains(&0), check_panics("quotients", &(), &|_| _ = loops::quotients(ints, divisors, 0)));
                    check("counted_quotients", n, &|| loops::counted_quotients(&vec![3; n]));
                    let zeros = divisors.contains(&0);
                    assert_eq!(zeros, check_panics("counted_quotients", &(), &|_| _ = loops::counted_quotients(divisors)));
                    let (places, table) = (&draw(n, |bits| bits as u32 % 77), &draw(77, |bits| bits as i16 as i64));
                    check_uncut("gathered", n, &|| loops::gathered(places, table));
                    assert!(check_panics("gathered", &(), &|_| _ = loops::gathered(&vec![77; n], table)));
                    let tiny = &draw(n, |bits| bits as i32 % 9);
                    check("normalised", n, &|| {
                        let mut y = vec![-1; n];
                        (loops::normalised(tiny, &mut y), y)
                    });
                }
            }

            /// Also on empty arrays, and of one element.
            #[test]
            fn gives_what_short_iterators_come_to() {
                for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
                    settings(kind).scope(|| {
                        assert_eq!([loops::total(&[]), loops::total(&[-5])], [0, -5]);
                        assert!(loops::norm(&[], &[1.0]).is_sign_positive());
                        assert_eq!([loops::odds(&[]), loops::odds(&[6])], [1, 7]);
                        assert_eq!([loops::signs(&[]), loops::signs(&[-3]), loops::signs(&[-3, 0])], [1, 1, -1]);
                        assert_eq!([loops::greatest(&[]), loops::greatest(&[0]), loops::greatest(&[0, 0])], [None, Some(0), Some(0)]);
                        assert_eq!(loops::least_gap(&[5], &[], -1), None);
                        assert_eq!([loops::least_gap(&[5], &[5], -1), loops::least_gap(&[5], &[3], -1)], [None, Some(2)]);
                        assert_eq!([loops::greatest_even(&[]), loops::greatest_even(&[1]), loops::greatest_even(&[2])], [None, None, Some(0)]);
                        assert_eq!([loops::highest(&[]), loops::highest(&[-3.0])], [f32::NEG_INFINITY, -3.0]);
                        assert_eq!([loops::crossings(&[]), loops::crossings(&[3]), loops::crossings(&[3, -3])], [0, 0, 1]);
                        assert_eq!([loops::checksum(0, 3), loops::checksum(1, 3)], [3, 3]);
                        assert_eq!([loops::all_below(&[], 0), loops::all_below(&[3], 3), loops::all_below(&[3], 4)], [true, false, true]);
                        assert_eq!([loops::counted_quotients(&[]), loops::counted_quotients(&[1])], [0, 1]);
                    });
                }
            }

            /// A sum of negative zeros is one.
            #[test]
            fn keeps_the_sign_of_zero() {
                for kind in [DeviceKind::Loop, DeviceKind::Host, DeviceKind::Any] {
                    let sum = settings(kind).scope(|| loops::negative_zeros(&vec![-0.0; 5000]));
                    assert!(sum == 0.0 && sum.is_sign_negative(), "on {kind}");
                }
            }
        })*
    };
}

check_module!(annotated_iterators emitted_iterators);
