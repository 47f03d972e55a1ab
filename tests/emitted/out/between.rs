// Made by scanc 0.1.0 from between.rs: edit that file instead.
// Its `unsafe` is scanc's word for the kernels beside it: where `unsafe_code` is denied, allow it for this file.
//! Statements between annotated loops: whatever they do to an array, and wherever they leave the function, all is as in the plain
//! function.

use std::cell::Cell;
use std::ops::{AddAssign, Deref, DerefMut};

pub mod points {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub struct Point {
        pub a: i32,
        pub b: i32,
    }

    // What the runtime needs to know of this, with the OpenCL C that kernels get.
    ::scan_runtime::declared_struct! {
        Point = "Point" { a: i32 = "a", b: i32 = "b" }
        // SAFETY: scanc has made this text of the declaration above.
        unsafe { ::scan_runtime::declared::Vouched::new(&[
            "typedef struct {\n    int a;\n    int b;\n} Point;",
        ]) }
    }
}
pub use points::Point;

/// `x[3].a = 1000;`
pub fn field_of_an_element(x: &mut [Point], y: &mut [i32]) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "field_of_an_element",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.field_of_an_element.0.gpu.cl"))
                        .cpu(::core::include_str!("between.field_of_an_element.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.field_of_an_element.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .open_type("x_t", x)
                            .field(x, "a", |of| &raw const of.a, launch::of::<i32>())
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i].a, |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i].a, &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    x[3].a = 1000;
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "field_of_an_element",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.field_of_an_element.1.gpu.cl"))
                        .cpu(::core::include_str!("between.field_of_an_element.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.field_of_an_element.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .open_type("x_t", x)
                            .field(x, "a", |of| &raw const of.a, launch::of::<i32>())
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i].a, |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i].a, &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// `&mut x[2].a`
pub fn field_that_is_lent(x: &mut [Point], y: &mut [i32]) -> i32 {
    let mut other = 1000;
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "field_that_is_lent",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.field_that_is_lent.0.gpu.cl"))
                        .cpu(::core::include_str!("between.field_that_is_lent.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.field_that_is_lent.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .open_type("x_t", x)
                            .field(x, "a", |of| &raw const of.a, launch::of::<i32>())
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i].a, |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i].a, &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    std::mem::swap(&mut x[2].a, &mut other);
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "field_that_is_lent",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.field_that_is_lent.1.gpu.cl"))
                        .cpu(::core::include_str!("between.field_that_is_lent.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.field_that_is_lent.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .open_type("x_t", x)
                            .field(x, "a", |of| &raw const of.a, launch::of::<i32>())
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i].a, |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i].a, &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    other
}

/// `let part = &mut x[2].a; *part = 5;`
pub fn field_with_a_name(x: &mut [Point], y: &mut [i32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "field_with_a_name",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.field_with_a_name.0.gpu.cl"))
                        .cpu(::core::include_str!("between.field_with_a_name.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.field_with_a_name.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            launch::out_of_line(move || {
                let start: Option<i32> = launch::at(
                    y,
                    range.index(launch::Affine::new(1, -1)),
                );
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .open_type("x_t", x)
                    .field(x, "a", |of| &raw const of.a, launch::of::<i32>())
                    .output::<i32>(y, launch::Affine::new(1, 0))
                    .input(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i].a, |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i].a, &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
    let part = &mut x[2].a;
    *part = 5;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "field_with_a_name",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.field_with_a_name.1.gpu.cl"))
                        .cpu(::core::include_str!("between.field_with_a_name.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.field_with_a_name.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            launch::out_of_line(move || {
                let start: Option<i32> = launch::at(
                    y,
                    range.index(launch::Affine::new(1, -1)),
                );
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .open_type("x_t", x)
                    .field(x, "a", |of| &raw const of.a, launch::of::<i32>())
                    .output::<i32>(y, launch::Affine::new(1, 0))
                    .input(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i].a, |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i].a, &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

/// `(x[1], x[2]) = …`, and in an array, and in a struct.
pub fn destructuring_assignments(x: &mut [i32], y: &mut [i32]) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "destructuring_assignments",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.destructuring_assignments.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.destructuring_assignments.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.destructuring_assignments.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    (x[1], x[2]) = (1000, x[1]);
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "destructuring_assignments",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.destructuring_assignments.1.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.destructuring_assignments.1.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.destructuring_assignments.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    region.forget(&x[..]);
    [x[3], _] = [y[7], 4];
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "destructuring_assignments",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.destructuring_assignments.2.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.destructuring_assignments.2.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.destructuring_assignments.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    Point { a: x[5], .. } = Point { a: x[6] + 1, b: 0 };
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "destructuring_assignments",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.destructuring_assignments.3.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.destructuring_assignments.3.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.destructuring_assignments.3.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// `x[3].add_assign(…)`, which looks like any other method of an element.
pub fn method_of_an_element(x: &mut [i32], y: &mut [i32]) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "method_of_an_element",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.method_of_an_element.0.gpu.cl"))
                        .cpu(::core::include_str!("between.method_of_an_element.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.method_of_an_element.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    x[3].add_assign(1000);
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "method_of_an_element",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.method_of_an_element.1.gpu.cl"))
                        .cpu(::core::include_str!("between.method_of_an_element.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.method_of_an_element.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    let held = (region.guard(&mut y[..]), &x[..]);
    let most = x[3].max(x[4]);
    region.release(held);
    region.take(&mut y[..]);
    y[0] = most;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "method_of_an_element",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.method_of_an_element.2.gpu.cl"))
                        .cpu(::core::include_str!("between.method_of_an_element.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.method_of_an_element.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// `x.iter_mut().map(…).sum()`
pub fn chain_that_ends_in_a_sum(x: &mut [i32], y: &mut [i32]) -> i32 {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "chain_that_ends_in_a_sum",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!("between.chain_that_ends_in_a_sum.0.gpu.cl"),
                        )
                        .cpu(
                            ::core::include_str!("between.chain_that_ends_in_a_sum.0.cpu.cl"),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.chain_that_ends_in_a_sum.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    let total: i32 = x
        .iter_mut()
        .map(|v| {
            *v += 1;
            *v
        })
        .sum();
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "chain_that_ends_in_a_sum",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!("between.chain_that_ends_in_a_sum.1.gpu.cl"),
                        )
                        .cpu(
                            ::core::include_str!("between.chain_that_ends_in_a_sum.1.cpu.cl"),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.chain_that_ends_in_a_sum.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    let held = &y[..];
    let most = *y.iter().max().unwrap_or(&0);
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "chain_that_ends_in_a_sum",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!("between.chain_that_ends_in_a_sum.2.gpu.cl"),
                        )
                        .cpu(
                            ::core::include_str!("between.chain_that_ends_in_a_sum.2.cpu.cl"),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.chain_that_ends_in_a_sum.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    total ^ most
}

/// `x.split_off(…).len()`, `x.drain(…).count()`
pub fn array_that_shrinks_and_grows(x: &mut Vec<i32>, y: &mut [i32]) -> usize {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "array_that_shrinks_and_grows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.array_that_shrinks_and_grows.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.array_that_shrinks_and_grows.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.array_that_shrinks_and_grows.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(x);
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    let mut k = x.split_off(5).len();
    region.release(held);
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    x.resize(k + 5, 1000);
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "array_that_shrinks_and_grows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.array_that_shrinks_and_grows.1.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.array_that_shrinks_and_grows.1.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.array_that_shrinks_and_grows.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(x);
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    k += x.drain(1..3).count();
    region.release(held);
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    x.extend_from_slice(&[7, 8]);
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "array_that_shrinks_and_grows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.array_that_shrinks_and_grows.2.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.array_that_shrinks_and_grows.2.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.array_that_shrinks_and_grows.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(x);
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    k
}

/// `match x[5] { ref mut v => … }`
pub fn pattern_that_refers_to_an_element(x: &mut [i32], y: &mut [i32]) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "pattern_that_refers_to_an_element",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.pattern_that_refers_to_an_element.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.pattern_that_refers_to_an_element.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.pattern_that_refers_to_an_element.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    match x[5] {
        ref mut v => *v = 1000,
    }
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "pattern_that_refers_to_an_element",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.pattern_that_refers_to_an_element.1.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.pattern_that_refers_to_an_element.1.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.pattern_that_refers_to_an_element.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    if let (ref mut v, 3) = (&mut x[6], 3) {
        **v = 100;
    }
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "pattern_that_refers_to_an_element",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.pattern_that_refers_to_an_element.2.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.pattern_that_refers_to_an_element.2.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.pattern_that_refers_to_an_element.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// An assertion whose argument has an effect.
pub fn effect_in_an_assertion(x: &mut [i32], y: &mut [i32]) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "effect_in_an_assertion",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.effect_in_an_assertion.0.gpu.cl"))
                        .cpu(::core::include_str!("between.effect_in_an_assertion.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.effect_in_an_assertion.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let places = [::scan_runtime::launch::place(&x[..])];
    let held = region.guard(&mut y[..]);
    assert!({
        x[2] = 1000;
        true
    });
    region.release(held);
    region.trust(places == [::scan_runtime::launch::place(&x[..])]);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "effect_in_an_assertion",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.effect_in_an_assertion.1.gpu.cl"))
                        .cpu(::core::include_str!("between.effect_in_an_assertion.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.effect_in_an_assertion.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// What looks like the library's.
macro_rules! println {
    ($array:ident) => {
        $array[2] = 1000
    };
}

macro_rules! vec {
    ($element:expr; $length:expr) => {
        &mut $element[..$length]
    };
}

thread_local! {
    static LOG: Cell<i32> = const { Cell::new(0) };
}

pub fn macro_that_is_not_the_library_s(x: &mut [i32], y: &mut [i32]) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "macro_that_is_not_the_library_s",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.macro_that_is_not_the_library_s.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.macro_that_is_not_the_library_s.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.macro_that_is_not_the_library_s.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let places = [::scan_runtime::launch::place(&x[..])];
    let held = region.guard(&mut y[..]);
    println!(x);
    region.release(held);
    region.trust(places == [::scan_runtime::launch::place(&x[..])]);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "macro_that_is_not_the_library_s",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.macro_that_is_not_the_library_s.1.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.macro_that_is_not_the_library_s.1.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.macro_that_is_not_the_library_s.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// It names what it is not given.
pub fn macro_of_the_function_s_own(x: &mut [i32], y: &mut [i32]) -> i32 {
    macro_rules! change {
        () => {
            x[2] = y[9] + 1000
        };
    }
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "macro_of_the_function_s_own",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.macro_of_the_function_s_own.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.macro_of_the_function_s_own.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.macro_of_the_function_s_own.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.take(&mut y[..]);
    region.forget(&x[..]);
    change!();
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "macro_of_the_function_s_own",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.macro_of_the_function_s_own.1.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.macro_of_the_function_s_own.1.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.macro_of_the_function_s_own.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    x[2]
}

macro_rules! declare {
    ($name:ident) => {
        let mut $name = std::vec![3; $name.len()];
    };
}

/// Behind the macro `y` is another array.
pub fn macro_that_declares_the_name_anew(x: &mut [i32], y: &mut [i32]) -> i32 {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "macro_that_declares_the_name_anew",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.macro_that_declares_the_name_anew.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.macro_that_declares_the_name_anew.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.macro_that_declares_the_name_anew.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.take(&mut y[..]);
    let places = [::scan_runtime::launch::place(&y[..])];
    let held = &x[..];
    declare!(y);
    region.release(held);
    region.trust(places == [::scan_runtime::launch::place(&y[..])]);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "macro_that_declares_the_name_anew",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.macro_that_declares_the_name_anew.1.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.macro_that_declares_the_name_anew.1.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.macro_that_declares_the_name_anew.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(y);
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    let last = y[7];
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "macro_that_declares_the_name_anew",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.macro_that_declares_the_name_anew.2.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.macro_that_declares_the_name_anew.2.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.macro_that_declares_the_name_anew.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(y);
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    last + y[9]
}

/// `vec!` does not make new memory here.
pub fn vec_that_is_not_the_library_s(x: &[i32], whole: &mut [i32]) {
    let y = vec![whole; x.len()];
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_owned(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "vec_that_is_not_the_library_s",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.vec_that_is_not_the_library_s.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.vec_that_is_not_the_library_s.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.vec_that_is_not_the_library_s.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(y);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "vec_that_is_not_the_library_s",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.vec_that_is_not_the_library_s.1.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.vec_that_is_not_the_library_s.1.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.vec_that_is_not_the_library_s.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(y);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
}

/// `Vec::as_mut_slice` does not, either.
pub fn slice_of_the_caller_s(x: &[i32], whole: &mut Vec<i32>) {
    let y = Vec::as_mut_slice(whole);
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_owned(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "slice_of_the_caller_s",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.slice_of_the_caller_s.0.gpu.cl"))
                        .cpu(::core::include_str!("between.slice_of_the_caller_s.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.slice_of_the_caller_s.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(y);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "slice_of_the_caller_s",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.slice_of_the_caller_s.1.gpu.cl"))
                        .cpu(::core::include_str!("between.slice_of_the_caller_s.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.slice_of_the_caller_s.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(y);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
}

pub struct Inner {
    pub y: Vec<i64>,
}

pub struct Outer {
    pub inner: Inner,
    pub rounds: i32,
}

impl Deref for Outer {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.inner
    }
}

impl DerefMut for Outer {
    fn deref_mut(&mut self) -> &mut Inner {
        &mut self.inner
    }
}

/// `s.y` and `s.inner.y` are one array.
pub fn two_names_of_one_array(s: &mut Outer) -> i64 {
    let y = &mut s.y;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "two_names_of_one_array",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.two_names_of_one_array.0.gpu.cl"))
                        .cpu(::core::include_str!("between.two_names_of_one_array.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.two_names_of_one_array.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(y);
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::primitives!(y);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = launch::at(y, range.index(launch::Affine::new(1, -1)));
                launch::Launch::new(&LOOP, range, start, launch::Flipped(launch::Add))
                    .open_scan()
                    .in_place(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .run(|i, ((), y)| y[i], |_, _, after, ((), _)| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] += carried.or(|| y[i - 1]);
                launch::keep(y[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
    s.inner.y[100] = 1000;
    s.rounds += 1;
    let y = &mut s.y;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "two_names_of_one_array",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.two_names_of_one_array.1.gpu.cl"))
                        .cpu(::core::include_str!("between.two_names_of_one_array.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.two_names_of_one_array.1.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(y);
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::primitives!(y);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = launch::at(y, range.index(launch::Affine::new(1, -1)));
                launch::Launch::new(&LOOP, range, start, launch::Flipped(launch::Add))
                    .open_scan()
                    .in_place(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .run(|i, ((), y)| y[i], |_, _, after, ((), _)| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] += carried.or(|| y[i - 1]);
                launch::keep(y[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
    let seen = s.inner.y[150];
    let y = &mut s.inner.y;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "two_names_of_one_array",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.two_names_of_one_array.2.gpu.cl"))
                        .cpu(::core::include_str!("between.two_names_of_one_array.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.two_names_of_one_array.2.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(y);
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::primitives!(y);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = launch::at(y, range.index(launch::Affine::new(1, -1)));
                launch::Launch::new(&LOOP, range, start, launch::Flipped(launch::Add))
                    .open_scan()
                    .in_place(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .run(|i, ((), y)| y[i], |_, _, after, ((), _)| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] += carried.or(|| y[i - 1]);
                launch::keep(y[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
    s.y[200] ^ seen
}

/// Looks at its array when it is dropped.
#[derive(Clone)]
pub struct Logged {
    pub y: Vec<i32>,
}

impl Drop for Logged {
    fn drop(&mut self) {
        LOG.set(self.y.last().copied().unwrap_or(0));
    }
}

/// What is logged when the function's own is dropped.
pub fn logged(x: &[i32]) -> i32 {
    clone_that_looks_when_it_is_dropped(x, &Logged { y: std::vec![0; x.len()] });
    LOG.get()
}

pub fn clone_that_looks_when_it_is_dropped(x: &[i32], like: &Logged) {
    LOG.set(0);
    let mut s = like.clone();
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(has_fields(s), is_slice(s.y), is_slice(x)),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "clone_that_looks_when_it_is_dropped",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.clone_that_looks_when_it_is_dropped.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.clone_that_looks_when_it_is_dropped.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.clone_that_looks_when_it_is_dropped.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::fields!(s);
        launch::confirm::sequence!(s.y);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let s_y = &mut s.y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let s_y = &mut s_y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(s_y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(s_y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut s_y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut s.y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                s.y[i] = launch::keep(carried.or(|| s.y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &s.y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut s.y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "clone_that_looks_when_it_is_dropped",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.clone_that_looks_when_it_is_dropped.1.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.clone_that_looks_when_it_is_dropped.1.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.clone_that_looks_when_it_is_dropped.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::fields!(s);
        launch::confirm::sequence!(s.y);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let s_y = &mut s.y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let s_y = &mut s_y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(s_y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(s_y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut s_y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut s.y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                s.y[i] = launch::keep(carried.or(|| s.y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &s.y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut s.y[..]);
    }
    region.fetch(&mut s.y[..]);
}

/// Panics whenever somebody looks.
pub struct Bomb;

impl Bomb {
    pub fn len(&self) -> usize {
        panic!("len")
    }
}

impl Drop for Bomb {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            panic!("dropped");
        }
    }
}

pub fn length_that_panics(x: &[i32], y: &mut [i32], bomb: &Bomb) -> usize {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "length_that_panics",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.length_that_panics.0.gpu.cl"))
                        .cpu(::core::include_str!("between.length_that_panics.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.length_that_panics.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    let held = region.guard(&mut y[..]);
    let k = bomb.len();
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "length_that_panics",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.length_that_panics.1.gpu.cl"))
                        .cpu(::core::include_str!("between.length_that_panics.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.length_that_panics.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    k
}

pub fn drop_at_the_end_of_a_block(x: &[i32], y: &mut [i32], bomb: Bomb) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "drop_at_the_end_of_a_block",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.drop_at_the_end_of_a_block.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.drop_at_the_end_of_a_block.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.drop_at_the_end_of_a_block.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    {
        let moved = bomb;
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "drop_at_the_end_of_a_block",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(
                                ::core::include_str!(
                                    "between.drop_at_the_end_of_a_block.1.gpu.cl"
                                ),
                            )
                            .cpu(
                                ::core::include_str!(
                                    "between.drop_at_the_end_of_a_block.1.cpu.cl"
                                ),
                            )
                            .reduce_then_scan(
                                ::core::include_str!(
                                    "between.drop_at_the_end_of_a_block.1.reduce_then_scan.cl"
                                ),
                            )
                            .in_lanes(),
                    )
                    .stores_never_panic()
            };
            let range = launch::Range::<usize>::ascending(1, x.len());
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let y = &mut y[..];
                let x = &x[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let y = &mut y[..];
                            let x = &x[..];
                            let start: Option<i32> = region
                                .at(y, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .output::<i32>(y, launch::Affine::new(1, 0))
                                .input::<i32>(x, &[launch::Affine::new(1, 0)])
                                .within(region)
                                .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut y[..]);
                    }
                })
            };
            if carry.is_none() {
                region.take_for_loop(&mut y[..]);
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..x.len() {
                    y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
                }
            }
            if !is_short {
                let left = &y[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut y[..]);
        }
        let held = region.guard(&mut y[..]);
        let _ = &moved;
        region.release(held);
        region.fetch(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "drop_at_the_end_of_a_block",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.drop_at_the_end_of_a_block.2.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.drop_at_the_end_of_a_block.2.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.drop_at_the_end_of_a_block.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

pub fn drop_of_what_a_pattern_binds(x: &[i32], y: &mut [i32], bomb: Option<Bomb>) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "drop_of_what_a_pattern_binds",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.drop_of_what_a_pattern_binds.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.drop_of_what_a_pattern_binds.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.drop_of_what_a_pattern_binds.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    if let Some(_bomb) = bomb {
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "drop_of_what_a_pattern_binds",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(
                                ::core::include_str!(
                                    "between.drop_of_what_a_pattern_binds.1.gpu.cl"
                                ),
                            )
                            .cpu(
                                ::core::include_str!(
                                    "between.drop_of_what_a_pattern_binds.1.cpu.cl"
                                ),
                            )
                            .reduce_then_scan(
                                ::core::include_str!(
                                    "between.drop_of_what_a_pattern_binds.1.reduce_then_scan.cl"
                                ),
                            )
                            .in_lanes(),
                    )
                    .stores_never_panic()
            };
            let range = launch::Range::<usize>::ascending(1, x.len());
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let y = &mut y[..];
                let x = &x[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let y = &mut y[..];
                            let x = &x[..];
                            let start: Option<i32> = region
                                .at(y, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .output::<i32>(y, launch::Affine::new(1, 0))
                                .input::<i32>(x, &[launch::Affine::new(1, 0)])
                                .within(region)
                                .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut y[..]);
                    }
                })
            };
            if carry.is_none() {
                region.take_for_loop(&mut y[..]);
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..x.len() {
                    y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
                }
            }
            if !is_short {
                let left = &y[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut y[..]);
        }
        region.fetch(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "drop_of_what_a_pattern_binds",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.drop_of_what_a_pattern_binds.2.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.drop_of_what_a_pattern_binds.2.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.drop_of_what_a_pattern_binds.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

pub fn drop_of_what_an_iterator_is_made_of(x: &[i32], y: &mut [i32], rounds: impl Fn() -> (usize, Bomb)) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "drop_of_what_an_iterator_is_made_of",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "between.drop_of_what_an_iterator_is_made_of.0.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "between.drop_of_what_an_iterator_is_made_of.0.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.drop_of_what_an_iterator_is_made_of.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    for _ in 0..rounds().0 {
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "drop_of_what_an_iterator_is_made_of",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(
                                ::core::include_str!(
                                    "between.drop_of_what_an_iterator_is_made_of.1.gpu.cl"
                                ),
                            )
                            .cpu(
                                ::core::include_str!(
                                    "between.drop_of_what_an_iterator_is_made_of.1.cpu.cl"
                                ),
                            )
                            .reduce_then_scan(
                                ::core::include_str!(
                                    "between.drop_of_what_an_iterator_is_made_of.1.reduce_then_scan.cl"
                                ),
                            )
                            .in_lanes(),
                    )
                    .stores_never_panic()
            };
            let range = launch::Range::<usize>::ascending(1, x.len());
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let y = &mut y[..];
                let x = &x[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let y = &mut y[..];
                            let x = &x[..];
                            let start: Option<i32> = region
                                .at(y, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .output::<i32>(y, launch::Affine::new(1, 0))
                                .input::<i32>(x, &[launch::Affine::new(1, 0)])
                                .within(region)
                                .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut y[..]);
                    }
                })
            };
            if carry.is_none() {
                region.take_for_loop(&mut y[..]);
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..x.len() {
                    y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
                }
            }
            if !is_short {
                let left = &y[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut y[..]);
        }
        region.fetch(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// Left in the middle of a block that drops something.
#[inline]
pub fn drop_on_the_way_out_of_a_block(x: &[i32], y: &mut [i32], bomb: Option<Bomb>, rounds: usize) {
    let mut bomb = bomb;
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    for round in 0..rounds {
        let held = region.guard(&mut y[..]);
        let taken = bomb.take();
        region.release(held);
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "drop_on_the_way_out_of_a_block",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(
                                ::core::include_str!(
                                    "between.drop_on_the_way_out_of_a_block.0.gpu.cl"
                                ),
                            )
                            .cpu(
                                ::core::include_str!(
                                    "between.drop_on_the_way_out_of_a_block.0.cpu.cl"
                                ),
                            )
                            .reduce_then_scan(
                                ::core::include_str!(
                                    "between.drop_on_the_way_out_of_a_block.0.reduce_then_scan.cl"
                                ),
                            )
                            .in_lanes(),
                    )
                    .stores_never_panic()
            };
            let range = launch::Range::<usize>::ascending(1, x.len());
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let y = &mut y[..];
                let x = &x[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let y = &mut y[..];
                            let x = &x[..];
                            let start: Option<i32> = region
                                .at(y, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .output::<i32>(y, launch::Affine::new(1, 0))
                                .input::<i32>(x, &[launch::Affine::new(1, 0)])
                                .within(region)
                                .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut y[..]);
                    }
                })
            };
            if carry.is_none() {
                region.take_for_loop(&mut y[..]);
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..x.len() {
                    y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
                }
            }
            if !is_short {
                let left = &y[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut y[..]);
        }
        let held = region.guard(&mut y[..]);
        if round < 3 {
            continue;
        }
        let _ = &taken;
        region.release(held);
        region.fetch(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// Whether it does depends on the build.
pub fn statement_that_overflows(x: &[i32], y: &mut [i32], k: usize) -> usize {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x), is_number(k)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "statement_that_overflows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!("between.statement_that_overflows.0.gpu.cl"),
                        )
                        .cpu(
                            ::core::include_str!("between.statement_that_overflows.0.cpu.cl"),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.statement_that_overflows.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    let held = region.guard(&mut y[..]);
    let mut less = k - 1;
    less /= 2;
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "statement_that_overflows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!("between.statement_that_overflows.1.gpu.cl"),
                        )
                        .cpu(
                            ::core::include_str!("between.statement_that_overflows.1.cpu.cl"),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.statement_that_overflows.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    less
}

pub fn bound_that_overflows(x: &[i32], y: &mut [i32], z: &mut [i32], k: usize) {
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(
                is_slice(y), is_slice(x), is_slice(z), is_number(k)
            ),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "bound_that_overflows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.bound_that_overflows.0.gpu.cl"))
                        .cpu(::core::include_str!("between.bound_that_overflows.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.bound_that_overflows.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_others(&mut z[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    if ::scan_runtime::launch::Checked::sub(k, 1).is_none() {
        region.fetch(&mut y[..]);
        region.fetch(&mut z[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "bound_that_overflows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.bound_that_overflows.1.gpu.cl"))
                        .cpu(::core::include_str!("between.bound_that_overflows.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.bound_that_overflows.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, (k - 1) / 2);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let z = &mut z[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let z = &mut z[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(z, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(z, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut z[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut z[..]);
            region.fetch_for_others(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..(k - 1) / 2 {
                z[i] = launch::keep(carried.or(|| z[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &z[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut z[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "bound_that_overflows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.bound_that_overflows.2.gpu.cl"))
                        .cpu(::core::include_str!("between.bound_that_overflows.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.bound_that_overflows.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let z = &mut z[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let z = &z[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .input::<i32>(z, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(
                                |i, ()| i32::wrapping_add(x[i], z[i]),
                                |_, _, after, ()| ((), after),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                    region.answer(&mut z[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_loop(&mut z[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i] + z[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
        region.put_back(&mut z[..]);
    }
    region.fetch(&mut y[..]);
    region.fetch(&mut z[..]);
}

pub mod own {
    /// A module of this name may be anybody's.
    pub mod std {
        pub mod mem {
            use ::std::ops::DerefMut;

            pub fn swap<'a, T: DerefMut<Target = [i32]>>(one: &'a mut T, other: &'a mut T) {
                one[3] += 1000;
                ::std::mem::swap(one, other);
            }
        }
    }
}

pub mod with_a_module {
    use super::own::std;

    /// Exchanges more than names.
    #[inline]
    pub fn swap_that_is_not_the_library_s<'a>(mut from: &'a mut [i32], mut to: &'a mut [i32]) {
        let region = ::scan_runtime::launch::Region::new();
        region
            .trust(
                ::scan_runtime::launch::known!(
                    is_slice(to), is_apart(to), is_swap(std::mem::swap, to), is_slice(from),
                    is_apart(from)
                ),
            );
        for _ in 0..4 {
            {
                use ::scan_runtime::launch;
                // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                static LOOP: launch::Loop = unsafe {
                    launch::Loop::new(
                            "swap_that_is_not_the_library_s",
                            ::core::file!(),
                            ::core::line!(),
                            launch::Kernels::new(launch::Algorithm::Lookback)
                                .gpu(
                                    ::core::include_str!(
                                        "between.swap_that_is_not_the_library_s.0.gpu.cl"
                                    ),
                                )
                                .cpu(
                                    ::core::include_str!(
                                        "between.swap_that_is_not_the_library_s.0.cpu.cl"
                                    ),
                                )
                                .reduce_then_scan(
                                    ::core::include_str!(
                                        "between.swap_that_is_not_the_library_s.0.reduce_then_scan.cl"
                                    ),
                                )
                                .in_lanes(),
                        )
                        .stores_never_panic()
                };
                launch::confirm::method_of_sequence!(from, len);
                let range = launch::Range::<usize>::ascending(1, from.len());
                let is_short = region.is_short(&LOOP, &range);
                #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                let carry = if is_short {
                    None
                } else {
                    let to = &mut to[..];
                    let from = &mut from[..];
                    let region = &region;
                    launch::out_of_line(move || {
                        loop {
                            let carry = {
                                let to = &mut to[..];
                                let from = &from[..];
                                let start: Option<i32> = region
                                    .at(to, range.index(launch::Affine::new(1, -1)));
                                launch::Launch::new(&LOOP, range, start, launch::Add)
                                    .output::<i32>(to, launch::Affine::new(1, 0))
                                    .input::<i32>(from, &[launch::Affine::new(1, 0)])
                                    .within(region)
                                    .run(|i, ()| from[i], |_, _, after, ()| ((), after))
                            };
                            if !region.asks() {
                                break carry;
                            }
                            region.answer(&mut to[..]);
                            region.answer(&mut from[..]);
                        }
                    })
                };
                if carry.is_none() {
                    region.take_for_loop(&mut to[..]);
                    region.fetch_for_loop(&mut from[..]);
                    // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                    let mut carried = launch::Carried::nothing();
                    for i in 1..from.len() {
                        to[i] = launch::keep(carried.or(|| to[i - 1]).wrapping_add(from[i]), &mut carried);
                    }
                }
                if !is_short {
                    let left = &to[..];
                    launch::verify(&LOOP, move |check| check.output(left));
                }
                region.put_back(&mut to[..]);
                region.put_back(&mut from[..]);
            }
            std::mem::swap(&mut from, &mut to);
        }
        region.fetch(&mut to[..]);
        region.fetch(&mut from[..]);
    }
}

/// The elements of arrays are exchanged with their names.
#[inline]
pub fn swap_of_arrays(rounds: u32) -> i32 {
    let (mut from, mut to) = ([1; 3000], [0; 3000]);
    let mut one = [1i32; 3000];
    let mut other = [2i32; 3000];
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_owned(other), is_owned(one)));
    for _ in 0..rounds {
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "swap_of_arrays",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("between.swap_of_arrays.0.gpu.cl"))
                            .cpu(::core::include_str!("between.swap_of_arrays.0.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!(
                                    "between.swap_of_arrays.0.reduce_then_scan.cl"
                                ),
                            )
                            .in_lanes(),
                    )
                    .stores_never_panic()
            };
            launch::confirm::sequence!(other);
            launch::confirm::sequence!(one);
            let range = launch::Range::<usize>::ascending(1, 3000);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let other = &mut other[..];
                let one = &one[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let other = &mut other[..];
                            let one = &one[..];
                            let start: Option<i32> = region
                                .at(other, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .output::<i32>(other, launch::Affine::new(1, 0))
                                .input::<i32>(one, &[launch::Affine::new(1, 0)])
                                .within(region)
                                .run(|i, ()| one[i], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut other[..]);
                    }
                })
            };
            if carry.is_none() {
                region.take_for_loop(&mut other[..]);
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..3000 {
                    other[i] = launch::keep(carried.or(|| other[i - 1]).wrapping_add(one[i]), &mut carried);
                }
            }
            if !is_short {
                let left = &other[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut other[..]);
        }
        region.take(&mut other[..]);
        region.forget(&one[..]);
        std::mem::swap(&mut one, &mut other);
        std::mem::swap(&mut from, &mut to);
    }
    region.fetch(&mut other[..]);
    one[2999] ^ other[1] ^ from[0]
}

pub struct Buffers {
    pub from: Vec<i64>,
    pub to: Vec<i64>,
}

impl Buffers {
    /// The names of fields may be exchanged, too.
    #[inline]
    pub fn swap_of_fields(&mut self, rounds: u32) {
        let region = ::scan_runtime::launch::Region::new();
        region
            .trust(
                ::scan_runtime::launch::known!(
                    has_fields(self), is_slice(self.to), is_apart(self.to),
                    is_swap(std::mem::swap, self.to), is_slice(self.from), is_apart(self
                    .from)
                ),
            );
        for _ in 0..rounds {
            {
                use ::scan_runtime::launch;
                // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                static LOOP: launch::Loop = unsafe {
                    launch::Loop::new(
                            "swap_of_fields",
                            ::core::file!(),
                            ::core::line!(),
                            launch::Kernels::new(launch::Algorithm::Lookback)
                                .gpu(::core::include_str!("between.swap_of_fields.0.gpu.cl"))
                                .cpu(::core::include_str!("between.swap_of_fields.0.cpu.cl"))
                                .reduce_then_scan(
                                    ::core::include_str!(
                                        "between.swap_of_fields.0.reduce_then_scan.cl"
                                    ),
                                ),
                        )
                        .stores_never_panic()
                };
                launch::confirm::fields!(self);
                launch::confirm::sequence!(self.to);
                launch::confirm::sequence!(self.from);
                launch::confirm::method_of_sequence!(self.from, len);
                launch::confirm::primitives!(self.to);
                let range = launch::Range::<usize>::ascending(1, self.from.len());
                let is_short = region.is_short(&LOOP, &range);
                #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                let carry = if is_short {
                    None
                } else {
                    let self_to = &mut self.to[..];
                    let self_from = &mut self.from[..];
                    let region = &region;
                    launch::out_of_line(move || {
                        loop {
                            let carry = {
                                let self_to = &mut self_to[..];
                                let self_from = &self_from[..];
                                let start = region
                                    .at(self_to, range.index(launch::Affine::new(1, -1)));
                                launch::Launch::new(&LOOP, range, start, launch::Add)
                                    .open_scan()
                                    .output(self_to, launch::Affine::new(1, 0))
                                    .input(self_from, &[launch::Affine::new(1, 0)])
                                    .within(region)
                                    .run(|i, ()| self_from[i], |_, _, after, ()| ((), after))
                            };
                            if !region.asks() {
                                break carry;
                            }
                            region.answer(&mut self_to[..]);
                            region.answer(&mut self_from[..]);
                        }
                    })
                };
                if carry.is_none() {
                    region.take_for_loop(&mut self.to[..]);
                    region.fetch_for_loop(&mut self.from[..]);
                    // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                    let mut carried = launch::Carried::nothing();
                    for i in 1..self.from.len() {
                        self.to[i] = launch::keep(carried.or(|| self.to[i - 1]).wrapping_add(self.from[i]), &mut carried);
                    }
                }
                if !is_short {
                    let left = &self.to[..];
                    launch::verify(&LOOP, move |check| check.output(left));
                }
                region.put_back(&mut self.to[..]);
                region.put_back(&mut self.from[..]);
            }
            std::mem::swap(&mut self.from, &mut self.to);
        }
        region.fetch(&mut self.to[..]);
        region.fetch(&mut self.from[..]);
    }
}

/// An array made in the middle, with the length of another one, and what is printed in between.
pub fn made_in_the_middle(x: &[i32], y: &mut [i32]) -> i32 {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "made_in_the_middle",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.made_in_the_middle.0.gpu.cl"))
                        .cpu(::core::include_str!("between.made_in_the_middle.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.made_in_the_middle.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]).wrapping_add(x[i]), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    let mut tops = std::vec![0i32; x.len()];
    region.release(held);
    region.take(&mut tops[..]);
    region.trust(::scan_runtime::launch::known!(is_owned(tops)));
    let places = [::scan_runtime::launch::place(&tops[..])];
    let held = region.guard(&mut y[..]);
    std::debug_assert!(tops[0] == 0);
    region.release(held);
    region.trust(places == [::scan_runtime::launch::place(&tops[..])]);
    let mut top = i32::MIN;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "made_in_the_middle",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.made_in_the_middle.1.gpu.cl"))
                        .cpu(::core::include_str!("between.made_in_the_middle.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.made_in_the_middle.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(tops);
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i32> = Some(top);
            let y = &mut y[..];
            let tops = &mut tops[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &y[..];
                        let tops = &mut tops[..];
                        launch::Launch::new(&LOOP, range, start, launch::Max)
                            .input::<i32>(y, &[launch::Affine::new(1, 0)])
                            .output::<i32>(tops, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| y[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                    region.answer(&mut tops[..]);
                }
            })
        };
        if let Some(last) = carry {
            top = last;
        } else {
            region.take_for_loop(&mut tops[..]);
            region.fetch_for_loop(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                top = top.max(y[i]);
                tops[i] = top;
            }
        }
        if !is_short {
            let left = (&tops[..], top);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut y[..]);
        region.put_back(&mut tops[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "made_in_the_middle",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.made_in_the_middle.2.gpu.cl"))
                        .cpu(::core::include_str!("between.made_in_the_middle.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.made_in_the_middle.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(tops);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let tops = &mut tops[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let tops = &tops[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(tops, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| tops[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                    region.answer(&mut tops[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_loop(&mut tops[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]).wrapping_add(tops[i]), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
        region.put_back(&mut tops[..]);
    }
    region.fetch(&mut y[..]);
    top
}
