//! Parts of elements: emitted code gives the results of the loops, as the macros' does.

use super::{check, draw, on_device, runs_as_written, settings};
use scan_runtime::{DeviceKind, last_report};

macro_rules! check_module {
    ($($module:ident)*) => {
        $(mod $module {
            use super::super::$module as loops;
            use super::super::$module::bodies::{At, Body, Moving};
            use super::{DeviceKind, check, draw, last_report, on_device, runs_as_written, settings};

            fn bodies(n: usize) -> Vec<Body> {
                draw(n, |bits| Body {
                    mass: bits as i16 as i64,
                    kind: bits as u8,
                    sum: (bits >> 9) as u16 as i64,
                    far: bits % 3 == 0,
                    at: At { x: f32::from(bits as u8), y: f64::from(bits as i16) },
                })
            }

            #[test]
            fn gives_the_results_of_parts() {
                for n in scan_tests::lengths(&[3, 1025, 2500, 120_015]) {
                    let of = |name: &str, length: usize, run: &dyn Fn(&mut Vec<Body>)| {
                        check(name, length, &|| {
                            let mut p = bodies(n);
                            run(&mut p);
                            p
                        });
                    };
                    of("continued", n - 1, &|p| loops::continued(p));
                    of("greatest", n, &|p| loops::greatest(p));
                    of("two", n - 1, &|p| loops::two(p));
                    of("filtered", n - 1, &|p| loops::filtered(p, &draw(n, |bits| bits as i8 as i64)));
                    of("several", n, &|p| p[0].sum ^= loops::several(p));
                    of("sometimes", n, &|p| p[0].sum ^= loops::sometimes(p));
                    of("swapped", n, &|p| loops::swapped(p));
                    of("differences", n - 1, &|p| loops::differences(p));
                    of("held", n, &|p| loops::held(p));
                    of("sum", n, &|p| {
                        let mut bodies = loops::Bodies { all: std::mem::take(p), total: 3 };
                        bodies.sum();
                        *p = bodies.all;
                        p[0].mass = bodies.total;
                    });
                    of("sum_on", n - 1, &|p| {
                        let mut bodies = loops::Bodies { all: std::mem::take(p), total: 3 };
                        bodies.sum_on();
                        *p = bodies.all;
                    });
                    of("copied", n, &|p| {
                        let old = p.clone();
                        loops::copied(&old, p);
                    });
                    of("updated", n, &|p| {
                        let old = p.clone();
                        p.reverse();
                        loops::updated(&old, p);
                    });
                    check("neighbours", n - 2, &|| {
                        let (mut p, mut y) = (bodies(n), vec![0; n]);
                        loops::neighbours(&mut p, &mut y);
                        (p, y)
                    });
                    check("beside_whole", n, &|| {
                        let (mut p, mut q) = (bodies(n), bodies(n));
                        q.reverse();
                        loops::beside_whole(&mut p, &mut q);
                        (p, q)
                    });
                    check("rewritten", n - 1, &|| {
                        let (mut p, mut q) = (bodies(n), bodies(n));
                        q.reverse();
                        loops::rewritten(&mut p, &mut q);
                        (p, q)
                    });
                    check("taken_along", n - 1, &|| {
                        let (mut p, mut q) = (bodies(n), bodies(n));
                        q.reverse();
                        loops::taken_along(&mut p, &mut q);
                        (p, q)
                    });
                    check("points", n - 1, &|| {
                        let mut points = draw(n, |bits| [bits as i8 as i64, bits as i16 as i64, (bits >> 8) as i64]);
                        let mut y = vec![0; n];
                        loops::points(&mut points, &mut y);
                        (points, y)
                    });
                    check("moving", n - 1, &|| {
                        let mut moving = draw(n, |bits| Moving {
                            to: [f32::from(bits as u8), f32::from(bits as i8), 0.5],
                            is_near: bits % 3 == 0,
                            turns: [[bits as i8 as i32, bits as i16 as i32], [7, 8]],
                            at: [At { x: 0.25, y: f64::from(bits as i16) }; 2],
                        });
                        let mut y = vec![0.0; n];
                        loops::moving(&mut moving, &mut y);
                        (moving, y)
                    });
                    check("of_any_length", n, &|| {
                        let mut x = draw(n, |bits| [bits as i64, bits as i8 as i64, 7]);
                        loops::of_any_length(&mut x);
                        x
                    });
                    check("pixels", n, &|| {
                        let mut pixels = draw(n, |bits| (bits as u32).to_le_bytes());
                        loops::pixels(&mut pixels);
                        pixels
                    });
                    check("rows_of_rows", n, &|| {
                        let mut x = draw(n, |bits| [[bits as u32, 1], [3, (bits >> 3) as u32], [7, (bits >> 9) as u32]]);
                        let mut of_structs = draw(n, |bits| [At { x: 0.5, y: f64::from(bits as i16) }; 2]);
                        let mut y = vec![0; n];
                        loops::rows_of_rows(&mut x, &mut of_structs, &mut y);
                        (x, of_structs, y)
                    });
                    check("tuples", n - 1, &|| {
                        let mut t = draw(n, |bits| (bits as i16 as i64, (bits as u8 as u32, 0.5)));
                        loops::tuples(&mut t);
                        t
                    });
                    check("tuples_by_name", n, &|| {
                        let mut t = draw(n, |bits| (bits as i32, bits as i64));
                        loops::tuples_by_name(&mut t);
                        t
                    });
                }
            }

            #[test]
            fn what_an_array_does_not_have_is_not_looked_for() {
                runs_as_written("of_any_length", &|| {
                    let mut x = draw(2500, |bits| [bits as i64]);
                    loops::of_any_length(&mut x);
                    x
                });
            }

            #[test]
            fn rows_and_regions_may_store_parts() {
                for n in [66, 120_015] {
                    let rows = || {
                        let mut p = bodies(n);
                        loops::rows(&mut p, 33);
                        p
                    };
                    let region = || {
                        let mut p = bodies(n);
                        p[0].at.x = loops::in_a_region(&mut p, &draw(n, |bits| bits as i16 as i64)) as f32;
                        p
                    };
                    for function in [&rows as &dyn Fn() -> Vec<Body>, &region] {
                        let expected = settings(DeviceKind::Loop).scope(function);
                        for kind in [DeviceKind::Host, DeviceKind::Any, DeviceKind::All] {
                            for check in [false, true] {
                                let settings = settings(kind).check(check);
                                assert!(settings.scope(function) == expected, "{n} {kind:?}");
                                let report = last_report().expect("a report");
                                assert!(kind != DeviceKind::Any || on_device(&report), "{n}: {report}");
                            }
                        }
                    }
                }
            }
        })*
    };
}

check_module!(annotated_parts emitted_parts);
