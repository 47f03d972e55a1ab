//! Arrays of tuples: emitted code gives the results of the loops, as the macros' does.

use super::{check, check_uncut, draw, on_device, settings};
use scan_runtime::{DeviceKind, last_report};

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::{DeviceKind, check, check_uncut, draw, last_report, on_device, settings};

            #[test]
            fn gives_the_results_of_tuples() {
                for n in scan_tests::lengths(&[2, 3, 1025, 2500, 120_015]) {
                    let ints = &draw(n, |bits| (bits as i32, (bits >> 7) as i32));
                    check("products", n, &|| {
                        let mut y = vec![0; n];
                        loops::products(ints, &mut y);
                        y
                    });
                    check("weighed", n, &|| {
                        let mut y = vec![0.0; n];
                        loops::weighed(&draw(n, |bits| (bits as u8, f64::from(bits as i16))), &mut y);
                        y
                    });
                    check("flagged", n, &|| loops::flagged(&draw(n, |bits| (bits % 3 == 1, bits as i32))));
                    check("three", n, &|| loops::three(&draw(n, |bits| (bits as u8 as f32 / 256.0, bits << 13, bits as i16))));
                    check("four", n - 1, &|| {
                        let mut y = vec![9; n];
                        loops::four(&draw(n, |bits| (bits as u8, (bits >> 8) as u16, bits % 2 == 0, bits as u32)), &mut y);
                        y
                    });
                    check("summed", n, &|| loops::summed(&draw(n, |bits| (bits as i16 as i64, bits as i8 as i64))));
                    check("kept", n, &|| loops::kept(&draw(n, |bits| (bits as i32 as i64, bits as u8 % 7))));
                    check("folded", n, &|| loops::folded(&draw(n, |bits| (bits as u16, bits as u32))));
                    check("nested", n, &|| {
                        let mut y = vec![0.0; n];
                        loops::nested(&draw(n, |bits| ((bits as u8, bits as i32), bits as u8 as f32)), &mut y);
                        y
                    });
                    check_uncut("looked_up", n, &|| {
                        let mut y = vec![0; n];
                        let table = draw(500, |bits| (bits as i16, bits as i8));
                        loops::looked_up(&draw(n, |bits| (bits as u32 % 500, bits as i32)), &table, &mut y);
                        y
                    });
                    check("gaps", n - 1, &|| loops::gaps(ints));
                    let x = &draw(n, |bits| (bits as i32 % 3, (bits >> 8) as u8 % 16, bits & 4096 > 0));
                    check("matched", n, &|| {
                        let (mut y, mut z) = (vec![0; n], vec![0; n]);
                        loops::matched(x, &mut y, &mut z);
                        (y, z)
                    });
                    let (x, z) = (&draw(n, |bits| (bits as i32, bits as u8)), &draw(n, |bits| (!bits as i32, bits as u8 / 3)));
                    check("chosen", n, &|| {
                        let mut y = vec![0; n];
                        loops::chosen(x, z, &draw(n, |bits| bits % 2 == 0), (3, 200), &mut y);
                        y
                    });
                    check("assigned", n, &|| loops::assigned(ints));
                    check_uncut("selected", n, &|| {
                        let mut out = vec![(true, -1.0, 3); n];
                        let k = loops::selected(&draw(n, |bits| (bits % 3 == 0, bits as u32 as f64, bits as u8)), &mut out);
                        (k, out)
                    });
                    check("moved", n - 1, &|| {
                        let mut y = draw(n, |bits| (bits as u8, bits as u32));
                        loops::moved(&mut y);
                        y
                    });
                    check("generic", n, &|| {
                        let mut y = vec![0u64; n];
                        loops::generic(&draw(n, |bits| (bits as u8, bits)), 5, &mut y);
                        y
                    });
                }
            }

            #[test]
            fn a_region_may_have_arrays_of_tuples() {
                for n in [2, 1025, 120_015] {
                    let function = || {
                        let mut y = vec![0; n];
                        (loops::in_a_region(&draw(n, |bits| (bits as u8, bits as i32 as i64)), &mut y), y)
                    };
                    let expected = settings(DeviceKind::Loop).scope(function);
                    for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::All] {
                        for check in [false, true] {
                            let settings = settings(kind).check(check);
                            assert_eq!(settings.scope(function), expected, "{n} {kind:?}");
                            let report = last_report().expect("a report");
                            assert!(kind != DeviceKind::Any || on_device(&report), "{n}: {report}");
                        }
                    }
                }
            }
        })*
    };
}

check_module!(annotated_tuples emitted_tuples);
