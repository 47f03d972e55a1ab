// Made by scanc 0.1.0 from loops.rs: edit that file instead.
// Its `unsafe` is scanc's word for the kernels beside it: where `unsafe_code` is denied, allow it for this file.
//! One function for each shape of loop that is recognised; `tests/emitted/out` holds what `scanc build` makes of this file.

use scan_runtime::{Monoid, Mul};

/// The thesis's prefix sum: `y[0]` is the identity, so it is the exclusive scan of `x`.
#[inline]
pub fn array_carried(x: &[i32], y: &mut [i32]) {
    y[0] = 0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "array_carried",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.array_carried.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.array_carried.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.array_carried.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(1, y.len());
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
                    .output::<i32>(y, launch::Affine::new(1, 0))
                    .input::<i32>(x, &[launch::Affine::new(1, -1)])
                    .run(|i, ()| x[i - 1], |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]).wrapping_add(x[i - 1]), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

#[inline]
pub fn in_place_backwards(y: &mut [u64]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "in_place_backwards",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.in_place_backwards.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.in_place_backwards.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.in_place_backwards.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(y.len() - 1, 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start: Option<u64> = launch::at(
                    y,
                    range.index(launch::Affine::new(1, 1)),
                );
                launch::Launch::new(&LOOP, range, start, launch::Mul)
                    .in_place::<
                        u64,
                    >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .run(|i, ((), y)| y[i], |_, _, after, ((), _)| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in (0..y.len() - 1).rev() {
                y[i] = launch::keep(y[i].wrapping_mul(carried.or(|| y[i + 1])), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

#[inline]
pub fn scalar_inclusive(x: &[u8], weights: &[i16], scale: i64, y: &mut [i64]) -> i64 {
    let mut acc = 7;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "scalar_inclusive",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.scalar_inclusive.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.scalar_inclusive.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.scalar_inclusive.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(0, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i64> = Some(acc);
            let weights = &weights[..];
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<i16>(weights, &[launch::Affine::new(2, 0)])
                    .input::<u8>(x, &[launch::Affine::new(1, 0)])
                    .output::<i64>(y, launch::Affine::new(1, 0))
                    .capture::<i64>(scale)
                    .run(
                        |i, ()| {
                            let weight = weights[2 * i] as i64;
                            if x[i] % 2 == 1 { weight * scale } else { 0 }
                        },
                        |_, _, after, ()| ((), after),
                    )
            })
        };
        if let Some(last) = carry {
            acc = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..y.len() {
                let weight = weights[2 * i] as i64;
                // Only what is odd counts.
                acc += if x[i] % 2 == 1 { weight * scale } else { 0 };
                y[i] = acc;
            }
        }
        if !is_short {
            let left = (&y[..], acc);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    acc
}

#[inline]
pub fn scalar_exclusive(x: &[f32], y: &mut [f32]) -> f32 {
    let mut best = f32::NEG_INFINITY;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "scalar_exclusive",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Blelloch)
                        .any(::core::include_str!("loops.scalar_exclusive.0.cl"))
                        .needs_rounded_division(),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(x.len(), 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<f32> = Some(best);
            let y = &mut y[..];
            let x = &x[..];
            launch::out_of_line(move || {
                // The loop's comparison never replaces a NaN: with one at the start it runs as written.
                let start = start.filter(|start| !start.is_nan());
                launch::Launch::new(&LOOP, range, start, launch::Max)
                    .output::<f32>(y, launch::Affine::new(1, 0))
                    .input::<f32>(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i].sqrt(), |_, before, _, ()| ((), before))
            })
        };
        if let Some(last) = carry {
            best = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in (0..x.len()).rev() {
                y[i] = best;
                let root = x[i].sqrt();
                if root > best {
                    best = root;
                }
            }
        }
        if !is_short {
            let left = (&y[..], best);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    best
}

/// Listing 3.5b of the thesis, with its first index mended.
#[inline]
pub fn delay_register(x: &mut [i32]) {
    let mut aux = x[0];
    x[0] = 0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "delay_register",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.delay_register.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.delay_register.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.delay_register.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes()
                        .asks_for_first(),
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
            let x = &mut x[..];
            launch::out_of_line(move || {
                let aux_after_loop = range
                    .last()
                    .and_then(|i| {
                        let here = launch::Range::ascending_inclusive(i, i);
                        launch::at(x, here.index(launch::Affine::new(1, 0)))?;
                        Some(x[i])
                    });
                let start: Option<i32> = launch::at(
                    x,
                    range.index(launch::Affine::new(1, -1)),
                );
                let start = aux_after_loop.and(start);
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .in_place_delayed::<
                        i32,
                    >(x, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .capture::<i32>(aux)
                    .run(
                        |i, ((), x)| {
                            let is_first = range.is_first(i);
                            if is_first { aux } else { x[i - 1] }
                        },
                        |_, _, after, ((), _)| ((), after),
                    )
                    .map(|carry| (carry, aux_after_loop))
            })
        };
        if let Some((_, aux_after_loop)) = carry {
            if let Some(aux_after_loop) = aux_after_loop {
                #[allow(
                    unused_assignments,
                    reason = "the loop assigns it too, whether or not anybody looks at it afterwards"
                )]
                {
                    aux = aux_after_loop;
                }
            }
        } else {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                let next = x[i];
                x[i] = launch::keep(carried.or(|| x[i - 1]).wrapping_add(aux), &mut carried);
                aux = next;
            }
        }
        if !is_short {
            let left = &x[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

#[inline]
pub fn any_so_far(x: &[i32], limit: i32, y: &mut [bool]) {
    let mut seen = false;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "any_so_far",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::HillisSteele)
                        .any(::core::include_str!("loops.any_so_far.0.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::iterator!(rev);
        launch::confirm::method_of_sequence!(y, iter_mut);
        launch::confirm::behind_reference!(wrapping_mul, bool i32);
        let range = launch::Range::<usize>::lengths([y.len(), x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<bool> = Some(seen);
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Or)
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .output::<bool>(y, launch::Affine::new(1, 0))
                    .capture::<i32>(limit)
                    .run(
                        |i, ()| x[i].wrapping_mul(x[i]) > limit,
                        |_, _, after, ()| ((), after),
                    )
            })
        };
        if let Some(last) = carry {
            seen = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for (y, &x) in y.iter_mut().zip(x) {
                seen = seen || x.wrapping_mul(x) > limit;
                *y = seen;
            }
        }
        if !is_short {
            let left = (&y[..], seen);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
}

#[inline]
pub fn by_while(x: &[u16], y: &mut [u16]) -> (usize, u16) {
    let mut parity = 0xffff;
    let mut i = 0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "by_while",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.by_while.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.by_while.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.by_while.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(i, x.len()).of_while();
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u16> = Some(parity);
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                let i_after_loop = range.past_the_end();
                launch::Launch::new(&LOOP, range, start, launch::BitXor)
                    .input::<u16>(x, &[launch::Affine::new(1, 0)])
                    .output::<u16>(y, launch::Affine::new(1, 0))
                    .run(|i, ()| x[i] << 1, |_, _, after, ()| ((), !after))
                    .map(|carry| (carry, i_after_loop))
            })
        };
        if let Some((last, i_after_loop)) = carry {
            parity = last;
            #[allow(
                unused_assignments,
                reason = "the loop assigns it too, whether or not anybody looks at it afterwards"
            )]
            {
                i = i_after_loop;
            }
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            while i < x.len() {
                parity ^= x[i] << 1;
                y[i] = !parity;
                i += 1;
            }
        }
        if !is_short {
            let left = (&y[..], parity);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    (i, parity)
}

#[inline]
pub fn by_iterator(x: &[f64]) -> Vec<f64> {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "by_iterator",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.by_iterator.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.by_iterator.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.by_iterator.0.reduce_then_scan.cl"),
                        )
                        .in_lanes()
                        .needs_fp64(),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        launch::confirm::standard!(::core::option::Option::Some:: < () >, Some);
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<f64> = Some(0.0);
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .collect_into::<f64>()
                    .input::<f64>(x, &[launch::Affine::new(1, 0)])
                    .run_collect(|i, ()| x[i], |_, _, after, ()| ((), after))
            })
        };
        let scan_collected = if let Some((_, scan_collected)) = carry {
            scan_collected
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            x.iter()
                .scan(0.0, |total, &x| {
                    *total += x;
                    Some(*total)
                })
                .collect()
        };
        if !is_short {
            let left = &scan_collected[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        scan_collected
    }
}

#[inline]
pub fn by_subtraction(x: &[i32], y: &mut [i32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "by_subtraction",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.by_subtraction.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.by_subtraction.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.by_subtraction.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(1, y.len());
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
                    .output::<i32>(y, launch::Affine::new(1, 0))
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .run(
                        |i, ()| i32::wrapping_neg(x[i].rotate_left(3)),
                        |_, _, after, ()| ((), after),
                    )
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]).wrapping_sub(x[i].rotate_left(3)), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

/// The loop consumes the reference that it zips with.
#[inline]
pub fn zipped_by_value(x: &[i16], y: &mut [i16]) -> i16 {
    let mut highest = i16::MIN;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "zipped_by_value",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.zipped_by_value.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.zipped_by_value.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.zipped_by_value.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::iterator!(rev);
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::lengths([x.len(), y.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i16> = Some(highest);
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Max)
                    .input::<i16>(x, &[launch::Affine::new(1, 0)])
                    .output::<i16>(y, launch::Affine::new(1, 0))
                    .run(|i, ()| x[i], |_, _, after, ()| ((), after))
            })
        };
        if let Some(last) = carry {
            highest = last;
        } else {
            let y = &mut *y;
            // The loop as written: it runs where no launch is possible or worth its cost.
            for (x, y) in x.iter().zip(y) {
                highest = highest.max(*x);
                *y = highest;
            }
        }
        if !is_short {
            let left = (&y[..], highest);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    highest
}

#[inline]
pub fn two_outputs(x: &[i32], before: &mut [i64], mean: &mut [f64]) -> i64 {
    let mut sum = 0i64;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "two_outputs",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Lookback)
                    .gpu(::core::include_str!("loops.two_outputs.0.gpu.cl"))
                    .cpu(::core::include_str!("loops.two_outputs.0.cpu.cl"))
                    .reduce_then_scan(
                        ::core::include_str!("loops.two_outputs.0.reduce_then_scan.cl"),
                    )
                    .in_lanes()
                    .needs_fp64(),
            )
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i64> = Some(sum);
            let before = &mut before[..];
            let x = &x[..];
            let mean = &mut mean[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .output::<i64>(before, launch::Affine::new(1, 0))
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .output::<f64>(mean, launch::Affine::new(1, 0))
                    .run(
                        |i, ()| x[i] as i64,
                        |i, scan_before, after, ()| (
                            ((), scan_before),
                            after as f64 / (i + 1) as f64,
                        ),
                    )
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                before[i] = sum;
                sum += x[i] as i64;
                mean[i] = sum as f64 / (i + 1) as f64;
            }
        }
        if !is_short {
            let left = (&before[..], &mean[..], sum);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).output(left.1).carry(&left.2),
            );
        }
    }
    sum
}

#[inline]
pub fn conditional(x: &[i32], rank: &mut [u32]) -> u32 {
    let mut count = 0u32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "conditional",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.conditional.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.conditional.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.conditional.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u32> = Some(count);
            let rank = &mut rank[..];
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .output::<u32>(rank, launch::Affine::new(1, 0))
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .run(
                        |i, ()| if x[i] > 0 { 1 } else { 0u32 },
                        |_, before, _, ()| ((), before),
                    )
            })
        };
        if let Some(last) = carry {
            count = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                rank[i] = count;
                if x[i] > 0 {
                    count += 1;
                }
            }
        }
        if !is_short {
            let left = (&rank[..], count);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    count
}

/// The carried value is on the right of an operator that need not commute.
#[inline]
pub fn carried_on_the_right<T: Monoid<Mul> + std::ops::Mul<Output = T>>(x: &[T], y: &mut [T]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "carried_on_the_right",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.carried_on_the_right.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.carried_on_the_right.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.carried_on_the_right.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = launch::at(y, range.index(launch::Affine::new(1, -1)));
                launch::Launch::new(&LOOP, range, start, launch::Flipped(launch::Mul))
                    .open_scan()
                    .input(x, &[launch::Affine::new(1, 0)])
                    .output(y, launch::Affine::new(1, 0))
                    .run(|i, ()| x[i], |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] = launch::keep(x[i] * carried.or(|| y[i - 1]), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

#[inline]
pub fn carried_on_the_left<T: Monoid<Mul> + std::ops::Mul<Output = T>>(x: &[T], y: &mut [T]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "carried_on_the_left",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.carried_on_the_left.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.carried_on_the_left.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.carried_on_the_left.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            launch::out_of_line(move || {
                let start = launch::at(y, range.index(launch::Affine::new(1, -1)));
                launch::Launch::new(&LOOP, range, start, launch::Mul)
                    .open_scan()
                    .output(y, launch::Affine::new(1, 0))
                    .input(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i], |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) * x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

#[inline]
pub fn with_options(readings: &[f32], scale: f32, levels: &mut [f32]) {
    let mut level = 0.0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_options",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::ReduceThenScan)
                        .any(::core::include_str!("loops.with_options.0.cl")),
                )
                .deterministic()
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        launch::confirm::behind_reference!(abs, f32);
        let range = launch::Range::<usize>::lengths([readings.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<f32> = Some(level);
            let readings = &readings[..];
            let levels = &mut levels[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<f32>(readings, &[launch::Affine::new(1, 0)])
                    .output::<f32>(levels, launch::Affine::new(1, 0))
                    .capture::<f32>(scale)
                    .run(
                        |i, ()| readings[i].abs().min(scale) * 0.5,
                        |_, _, after, ()| ((), after),
                    )
            })
        };
        if let Some(last) = carry {
            level = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for (i, reading) in readings.iter().enumerate() {
                level += reading.abs().min(scale) * 0.5;
                levels[i] = level;
            }
        }
        if !is_short {
            let left = (&levels[..], level);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
}

/// Where `parts` is 0 the loop as written runs, and panics.
#[inline]
pub fn may_panic(x: &[i64], parts: i64, y: &mut [i64]) {
    let mut least = i64::MAX;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "may_panic",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Blelloch)
                        .any(::core::include_str!("loops.may_panic.0.cl")),
                )
                .group_size(64)
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        launch::confirm::standard!(
            < ::core::primitive::i64 as ::core::cmp::Ord > ::min, i64::min
        );
        let range = launch::Range::<usize>::ascending(0, x.len()).step_by(2);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i64> = Some(least);
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Min)
                    .input::<i64>(x, &[launch::Affine::new(1, 0)])
                    .output::<i64>(y, launch::Affine::new(1, 0))
                    .capture::<i64>(parts)
                    .requires(launch::divides(parts))
                    .run(|i, ()| x[i] / parts, |_, _, after, ()| ((), after))
            })
        };
        if let Some(last) = carry {
            least = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in (0..x.len()).step_by(2) {
                least = i64::min(least, x[i] / parts);
                y[i] = least;
            }
        }
        if !is_short {
            let left = (&y[..], least);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
}

/// Two scans of one loop: an array's and a scalar's.
#[inline]
pub fn sum_and_maximum(x: &[i32], y: &mut [i64], tops: &mut [i32]) -> i32 {
    let mut highest = -100i32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "sum_and_maximum",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.sum_and_maximum.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.sum_and_maximum.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.sum_and_maximum.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
                .fields(&["y", "highest"])
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let highest_start = Some(highest);
            let x = &x[..];
            let y = &mut y[..];
            let tops = &mut tops[..];
            launch::out_of_line(move || {
                let y_start = launch::at(y, range.index(launch::Affine::new(1, -1)));
                let start: Option<launch::Product2<i64, i32>> = launch::Product2::start(
                    y_start,
                    highest_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Max))
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .output::<i64>(y, launch::Affine::new(1, 0))
                    .output::<i32>(tops, launch::Affine::new(1, 0))
                    .run(
                        |i, ()| launch::Product2(
                            {
                                let value = x[i] / 2;
                                value as i64
                            },
                            x[i] / 2,
                        ),
                        |
                            _,
                            launch::Product2(_, highest_before),
                            launch::Product2(y_after, _),
                            ()|
                        (((), y_after), highest_before),
                    )
            })
        };
        if let Some(launch::Product2(_, highest_last)) = carry {
            highest = highest_last;
        } else {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut y_carried = launch::Carried::nothing();
            for i in 1..y.len() {
                let value = x[i] / 2;
                y[i] = launch::keep(y_carried.or(|| y[i - 1]) + value as i64, &mut y_carried);
                tops[i] = highest;
                highest = highest.max(value);
            }
        }
        if !is_short {
            let left = (&y[..], &tops[..], highest);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).output(left.1).carried(1, &left.2),
            );
        }
    }
    highest
}

/// Two arrays carry, and one value of each is used with the other.
#[inline]
pub fn two_arrays(x: &[u32], sums: &mut [u32], products: &mut [u64], both: &mut [u64]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "two_arrays",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.two_arrays.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.two_arrays.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.two_arrays.0.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
                .fields(&["sums", "products"])
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(x.len() - 1, 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let sums = &mut sums[..];
            let x = &x[..];
            let products = &mut products[..];
            let both = &mut both[..];
            launch::out_of_line(move || {
                let sums_start = launch::at(sums, range.index(launch::Affine::new(1, 1)));
                let products_start = launch::at(
                    products,
                    range.index(launch::Affine::new(1, 1)),
                );
                let start: Option<launch::Product2<u32, u64>> = launch::Product2::start(
                    sums_start,
                    products_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Mul))
                    .output::<u32>(sums, launch::Affine::new(1, 0))
                    .input::<u32>(x, &[launch::Affine::new(1, 0)])
                    .output::<u64>(products, launch::Affine::new(1, 0))
                    .output::<u64>(both, launch::Affine::new(1, 0))
                    .run(
                        |i, ()| launch::Product2(x[i], x[i] as u64 | 1),
                        |
                            _,
                            launch::Product2(_, products_before),
                            launch::Product2(sums_after, products_after),
                            ()|
                        (
                            (((), sums_after), products_after),
                            sums_after as u64 ^ products_before,
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut sums_carried = launch::Carried::nothing();
            let mut products_carried = launch::Carried::nothing();
            for i in (0..x.len() - 1).rev() {
                sums[i] = launch::keep(sums_carried.or(|| sums[i + 1]).wrapping_add(x[i]), &mut sums_carried);
                products[i] = launch::keep((x[i] as u64 | 1).wrapping_mul(products_carried.or(|| products[i + 1])), &mut products_carried);
                both[i] = sums[i] as u64 ^ products[i + 1];
            }
        }
        if !is_short {
            let left = (&sums[..], &products[..], &both[..]);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).output(left.1).output(left.2),
            );
        }
    }
}

/// A scan with a reduction beside it.
#[inline]
pub fn sum_and_any(x: &[i32], limit: i32, y: &mut [i32]) -> (i32, bool) {
    let mut sum = 1i32;
    let mut found = false;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "sum_and_any",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.sum_and_any.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.sum_and_any.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.sum_and_any.0.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
                .fields(&["sum", "found"])
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let sum_start = Some(sum);
            let found_start = Some(found);
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<i32, bool>> = launch::Product2::start(
                    sum_start,
                    found_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Or))
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .output::<i32>(y, launch::Affine::new(1, 0))
                    .capture::<i32>(limit)
                    .run(
                        |i, ()| launch::Product2(x[i], x[i] > limit),
                        |_, _, launch::Product2(sum_after, _), ()| ((), sum_after),
                    )
            })
        };
        if let Some(launch::Product2(sum_last, found_last)) = carry {
            sum = sum_last;
            found = found_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                sum = sum.wrapping_add(x[i]);
                y[i] = sum;
                found = found || x[i] > limit;
            }
        }
        if !is_short {
            let left = (&y[..], sum, found);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).carried(0, &left.1).carried(1, &left.2),
            );
        }
    }
    (sum, found)
}

/// Listing 3.5b beside a maximum.
#[inline]
pub fn delayed_beside_a_maximum(x: &mut [i32]) -> (i32, i32) {
    let mut aux = x[0];
    let mut most = i32::MIN;
    x[0] = 0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "delayed_beside_a_maximum",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.delayed_beside_a_maximum.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.delayed_beside_a_maximum.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.delayed_beside_a_maximum.0.reduce_then_scan.cl"
                            ),
                        )
                        .asks_for_first(),
                )
                .stores_never_panic()
                .fields(&["x", "most"])
        };
        launch::confirm::method_of_sequence!(x, len);
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let most_start = Some(most);
            let x = &mut x[..];
            launch::out_of_line(move || {
                let aux_after_loop = range
                    .last()
                    .and_then(|i| {
                        let here = launch::Range::ascending_inclusive(i, i);
                        launch::at(x, here.index(launch::Affine::new(1, 0)))?;
                        Some(x[i])
                    });
                let x_start = launch::at(x, range.index(launch::Affine::new(1, -1)));
                let start: Option<launch::Product2<i32, i32>> = launch::Product2::start(
                    x_start,
                    most_start,
                );
                let start = aux_after_loop.and(start);
                launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Max))
                    .in_place_delayed::<
                        i32,
                    >(x, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .capture::<i32>(aux)
                    .run(
                        |i, ((), x)| {
                            let is_first = range.is_first(i);
                            launch::Product2(if is_first { aux } else { x[i - 1] }, x[i])
                        },
                        |_, _, launch::Product2(x_after, _), ((), _)| ((), x_after),
                    )
                    .map(|carry| (carry, aux_after_loop))
            })
        };
        if let Some((launch::Product2(_, most_last), aux_after_loop)) = carry {
            most = most_last;
            if let Some(aux_after_loop) = aux_after_loop {
                #[allow(
                    unused_assignments,
                    reason = "the loop assigns it too, whether or not anybody looks at it afterwards"
                )]
                {
                    aux = aux_after_loop;
                }
            }
        } else {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut x_carried = launch::Carried::nothing();
            for i in 1..x.len() {
                let next = x[i];
                x[i] = launch::keep(x_carried.or(|| x[i - 1]).wrapping_add(aux), &mut x_carried);
                most = most.max(next);
                aux = next;
            }
        }
        if !is_short {
            let left = (&x[..], most);
            launch::verify(&LOOP, move |check| check.output(left.0).carried(1, &left.1));
        }
    }
    (most, aux)
}

#[inline]
pub fn reduced(x: &[i32]) -> i64 {
    let mut sum = 5i64;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "reduced",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("loops.reduced.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.reduced.0.cpu.cl")),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i64> = Some(sum);
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i] as i64, |_, _, _, ()| ())
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                sum += x[i] as i64;
            }
        }
        if !is_short {
            let left = sum;
            launch::verify(&LOOP, move |check| check.carry(&left));
        }
    }
    sum
}

/// What does not commute exactly: of two zeros the earlier is the greater.
#[inline]
pub fn reduced_in_order(x: &[f32], most: &mut f32) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "reduced_in_order",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .any(::core::include_str!("loops.reduced_in_order.0.cl")),
                )
                .deterministic()
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        launch::confirm::behind_reference!(max, f32);
        let range = launch::Range::<usize>::descending(x.len(), 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<f32> = Some(*most);
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Max)
                    .input::<f32>(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i], |_, _, _, ()| ())
            })
        };
        if let Some(last) = carry {
            *most = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for value in x.iter().rev() {
                *most = most.max(*value);
            }
        }
        if !is_short {
            let left = *most;
            launch::verify(&LOOP, move |check| check.carry(&left));
        }
    }
}

#[inline]
pub fn moments(x: &[f64]) -> (f64, f64, f64, f64) {
    let (mut sum, mut squares) = (0.0f64, 0.0f64);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "moments",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("loops.moments.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.moments.0.cpu.cl"))
                        .needs_fp64(),
                )
                .stores_never_panic()
                .fields(&["sum", "squares", "least", "most"])
        };
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let sum_start = Some(sum);
            let squares_start = Some(squares);
            let least_start = Some(least);
            let most_start = Some(most);
            let x = &x[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product4<f64, f64, f64, f64>> = launch::Product4::start(
                    sum_start,
                    squares_start,
                    least_start,
                    most_start,
                );
                // The loop's comparison never replaces a NaN: with one at the start it runs as written.
                let start = start.filter(|start| !start.3.is_nan());
                launch::Launch::new(
                        &LOOP,
                        range,
                        start,
                        (launch::Add, launch::Add, launch::Min, launch::Max),
                    )
                    .input::<f64>(x, &[launch::Affine::new(1, 0)])
                    .run(
                        |i, ()| launch::Product4(x[i], x[i] * x[i], x[i], x[i]),
                        |_, _, _, ()| (),
                    )
            })
        };
        if let Some(launch::Product4(sum_last, squares_last, least_last, most_last)) = carry {
            sum = sum_last;
            squares = squares_last;
            least = least_last;
            most = most_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for &value in x.iter() {
                sum += value;
                squares += value * value;
                least = least.min(value);
                if value > most {
                    most = value;
                }
            }
        }
        if !is_short {
            let left = (sum, squares, least, most);
            launch::verify(
                &LOOP,
                move |check| {
                    check
                        .carried(0, &left.0)
                        .carried(1, &left.1)
                        .carried(2, &left.2)
                        .carried(3, &left.3)
                },
            );
        }
    }
    (sum, squares, least, most)
}

/// All of them in 32 bits.
#[inline]
pub fn words(x: &[i32]) -> (i32, i32, u32) {
    let (mut sum, mut most, mut parity) = (7i32, i32::MIN, 0u32);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "words",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("loops.words.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.words.0.cpu.cl")),
                )
                .stores_never_panic()
                .fields(&["sum", "most", "parity"])
        };
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let sum_start = Some(sum);
            let most_start = Some(most);
            let parity_start = Some(parity);
            let x = &x[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product3<i32, i32, u32>> = launch::Product3::start(
                    sum_start,
                    most_start,
                    parity_start,
                );
                launch::Launch::new(
                        &LOOP,
                        range,
                        start,
                        (launch::Add, launch::Max, launch::BitXor),
                    )
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| launch::Product3(x[i], x[i], x[i] as u32), |_, _, _, ()| ())
            })
        };
        if let Some(launch::Product3(sum_last, most_last, parity_last)) = carry {
            sum = sum_last;
            most = most_last;
            parity = parity_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for &value in x.iter() {
                sum = sum.wrapping_add(value);
                most = most.max(value);
                parity ^= value as u32;
            }
        }
        if !is_short {
            let left = (sum, most, parity);
            launch::verify(
                &LOOP,
                move |check| {
                    check.carried(0, &left.0).carried(1, &left.1).carried(2, &left.2)
                },
            );
        }
    }
    (sum, most, parity)
}

/// The first of the greatest.
#[inline]
pub fn arg_max(x: &[i32]) -> (i32, usize) {
    let (mut most, mut at) = (i32::MIN, usize::MAX);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "arg_max",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("loops.arg_max.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.arg_max.0.cpu.cl")),
                )
                .stores_never_panic()
                .fields(&["most", "at"])
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let most_start = Some(most);
            let at_start = Some(at);
            let x = &x[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<i32, usize>> = launch::Product2::start(
                    most_start,
                    at_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::Greatest, launch::Along))
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| launch::Product2(x[i], i), |_, _, _, ()| ())
            })
        };
        if let Some(launch::Product2(most_last, at_last)) = carry {
            most = most_last;
            at = at_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                if x[i] > most {
                    most = x[i];
                    at = i;
                }
            }
        }
        if !is_short {
            let left = (most, at);
            launch::verify(
                &LOOP,
                move |check| check.carried(0, &left.0).carried(1, &left.1),
            );
        }
    }
    (most, at)
}

/// The last of the least, in another order, with two values that go along; NaN is never taken.
#[inline]
pub fn arg_min_backwards(x: &[f32], weights: &[u16]) -> (f32, u64, u16, u32) {
    let mut least = 1000.0f32;
    let (mut at, mut weight) = (0u64, 0u16);
    let mut count = 0u32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "arg_min_backwards",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("loops.arg_min_backwards.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.arg_min_backwards.0.cpu.cl")),
                )
                .stores_never_panic()
                .fields(&["least", "at", "weight", "count"])
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(x.len(), 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let least_start = Some(least);
            let at_start = Some(at);
            let weight_start = Some(weight);
            let count_start = Some(count);
            let x = &x[..];
            let weights = &weights[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product4<f32, u64, u16, u32>> = launch::Product4::start(
                    least_start,
                    at_start,
                    weight_start,
                    count_start,
                );
                // The loop's comparison never replaces a NaN: with one at the start it runs as written.
                let start = start.filter(|start| !start.0.is_nan());
                launch::Launch::new(
                        &LOOP,
                        range,
                        start,
                        (launch::LeastLast, launch::Along, launch::Along, launch::Add),
                    )
                    .input::<f32>(x, &[launch::Affine::new(1, 0)])
                    .input::<u16>(weights, &[launch::Affine::new(1, 0)])
                    .run(
                        |i, ()| launch::Product4(
                            x[i] - 1.0,
                            i as u64,
                            weights[i],
                            {
                                let value = x[i] - 1.0;
                                (value < 0.0) as u32
                            },
                        ),
                        |_, _, _, ()| (),
                    )
            })
        };
        if let Some(launch::Product4(least_last, at_last, weight_last, count_last)) = carry {
            least = least_last;
            at = at_last;
            weight = weight_last;
            count = count_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in (0..x.len()).rev() {
                let value = x[i] - 1.0;
                count += (value < 0.0) as u32;
                if value <= least {
                    least = value;
                    at = i as u64;
                    weight = weights[i];
                }
            }
        }
        if !is_short {
            let left = (least, at, weight, count);
            launch::verify(
                &LOOP,
                move |check| {
                    check
                        .carried(0, &left.0)
                        .carried(1, &left.1)
                        .carried(2, &left.2)
                        .carried(3, &left.3)
                },
            );
        }
    }
    (least, at, weight, count)
}

/// Where the greatest so far stands.
#[inline]
pub fn arg_max_so_far(x: &[i16], places: &mut [u32]) -> i16 {
    let mut most = i16::MIN;
    let mut at = 0u32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "arg_max_so_far",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.arg_max_so_far.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.arg_max_so_far.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.arg_max_so_far.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
                .fields(&["most", "at"])
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let most_start = Some(most);
            let at_start = Some(at);
            let x = &x[..];
            let places = &mut places[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<i16, u32>> = launch::Product2::start(
                    most_start,
                    at_start,
                );
                launch::Launch::new(
                        &LOOP,
                        range,
                        start,
                        (launch::GreatestLast, launch::Along),
                    )
                    .input::<i16>(x, &[launch::Affine::new(1, 0)])
                    .output::<u32>(places, launch::Affine::new(1, 0))
                    .run(
                        |i, ()| launch::Product2(x[i], i as u32),
                        |_, _, launch::Product2(_, at_after), ()| ((), at_after),
                    )
            })
        };
        if let Some(launch::Product2(most_last, at_last)) = carry {
            most = most_last;
            at = at_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                if most <= x[i] {
                    at = i as u32;
                    most = x[i];
                }
                places[i] = at;
            }
        }
        if !is_short {
            let left = (&places[..], most, at);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).carried(0, &left.1).carried(1, &left.2),
            );
        }
    }
    most
}

#[inline]
pub fn product_of_any<T: Monoid<Mul> + std::ops::Mul<Output = T>>(x: &[T], start: T) -> T {
    let mut product = start;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "product_of_any",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("loops.product_of_any.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.product_of_any.0.cpu.cl")),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let scan_start = Some(product);
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, scan_start, launch::Mul)
                    .open_scan()
                    .input(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i], |_, _, _, ()| ())
            })
        };
        if let Some(last) = carry {
            product = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                product = product * x[i];
            }
        }
        if !is_short {
            let left = product;
            launch::verify(&LOOP, move |check| check.carry(&left));
        }
    }
    product
}

/// Where `parts` is 0 the loop as written runs, and panics.
#[inline]
pub fn reduction_that_may_panic(x: &[i64], parts: i64) -> (i64, i64) {
    let (mut parity, mut sum) = (0i64, 0i64);
    let mut i = 0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "reduction_that_may_panic",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("loops.reduction_that_may_panic.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.reduction_that_may_panic.0.cpu.cl")),
                )
                .stores_never_panic()
                .fields(&["parity", "sum"])
        };
        let range = launch::Range::<usize>::ascending(i, x.len()).step_by(3).of_while();
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let parity_start = Some(parity);
            let sum_start = Some(sum);
            let x = &x[..];
            launch::out_of_line(move || {
                let i_after_loop = range.past_the_end();
                let start: Option<launch::Product2<i64, i64>> = launch::Product2::start(
                    parity_start,
                    sum_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::BitXor, launch::Add))
                    .input::<i64>(x, &[launch::Affine::new(1, 0)])
                    .capture::<i64>(parts)
                    .requires(launch::divides(parts))
                    .run(
                        |i, ()| launch::Product2(
                            x[i] / parts,
                            {
                                let quotient = x[i] / parts;
                                i64::wrapping_neg(quotient)
                            },
                        ),
                        |_, _, _, ()| (),
                    )
                    .map(|carry| (carry, i_after_loop))
            })
        };
        if let Some((launch::Product2(parity_last, sum_last), i_after_loop)) = carry {
            parity = parity_last;
            sum = sum_last;
            #[allow(
                unused_assignments,
                reason = "the loop assigns it too, whether or not anybody looks at it afterwards"
            )]
            {
                i = i_after_loop;
            }
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            while i < x.len() {
                let quotient = x[i] / parts;
                parity ^= quotient;
                sum -= quotient;
                i += 3;
            }
        }
        if !is_short {
            let left = (parity, sum);
            launch::verify(
                &LOOP,
                move |check| check.carried(0, &left.0).carried(1, &left.1),
            );
        }
    }
    (parity, sum)
}

/// A table is read where the data say.
#[inline]
pub fn looked_up(symbols: &[u8], lengths: &[u32], places: &mut [u64]) -> u64 {
    let mut total = 1u64;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "looked_up",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.looked_up.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.looked_up.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.looked_up.0.reduce_then_scan.cl"),
                        )
                        .in_lanes()
                        .may_panic(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, symbols.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u64> = Some(total);
            let places = &mut places[..];
            let symbols = &symbols[..];
            let lengths = &lengths[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .output::<u64>(places, launch::Affine::new(1, 0))
                    .input::<u8>(symbols, &[launch::Affine::new(1, 0)])
                    .gathered::<u32>(lengths, &[])
                    .run(
                        |i, ()| lengths[symbols[i] as usize] as u64,
                        |_, before, _, ()| ((), before),
                    )
            })
        };
        if let Some(last) = carry {
            total = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..symbols.len() {
                places[i] = total;
                total += lengths[symbols[i] as usize] as u64;
            }
        }
        if !is_short {
            let left = (&places[..], total);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    total
}

/// The scanned value says where a table is read.
#[inline]
pub fn followed(steps: &[usize], table: &[f32], weight: f32, y: &mut [f32]) -> usize {
    let mut at = 0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "followed",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Lookback)
                    .gpu(::core::include_str!("loops.followed.0.gpu.cl"))
                    .cpu(::core::include_str!("loops.followed.0.cpu.cl"))
                    .reduce_then_scan(
                        ::core::include_str!("loops.followed.0.reduce_then_scan.cl"),
                    )
                    .may_panic(),
            )
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(steps.len(), 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<usize> = Some(at);
            let table_len = table.len();
            let steps = &steps[..];
            let table = &table[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<usize>(steps, &[launch::Affine::new(1, 0)])
                    .gathered::<f32>(table, &[])
                    .output::<f32>(y, launch::Affine::new(1, 0))
                    .capture::<usize>(table_len)
                    .capture::<f32>(weight)
                    .run(
                        |i, ()| steps[i],
                        |_, _, after, ()| (
                            (),
                            if after < table_len { table[after] * weight } else { -1.0 },
                        ),
                    )
            })
        };
        if let Some(last) = carry {
            at = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in (0..steps.len()).rev() {
                at += steps[i];
                y[i] = if at < table.len() { table[at] * weight } else { -1.0 };
            }
        }
        if !is_short {
            let left = (&y[..], at);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    at
}

/// Stream compaction.
#[inline]
pub fn kept(x: &[i32], least: i32, out: &mut [i32], start: usize) -> usize {
    let mut k = start;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "kept",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.kept.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.kept.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.kept.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .stores_never_panic()
                .panics_between_tiles()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let scan_start: Option<usize> = Some(k);
            let x = &x[..];
            let out = &mut out[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, scan_start, launch::Add)
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .counted::<i32>(out, &[launch::Counter::new(0, 0)])
                    .capture::<i32>(least)
                    .run(
                        |i, ()| if x[i] >= least { 1 } else { 0usize },
                        |i, before, _, ()| (
                            (),
                            if x[i] >= least { Some((before, x[i])) } else { None },
                        ),
                    )
            })
        };
        if let Some(last) = carry {
            k = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                if x[i] >= least {
                    out[k] = x[i];
                    k += 1;
                }
            }
        }
        if !is_short {
            let left = (&out[..], k);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    k
}

/// Backwards, and counted before it is stored; the compiler sees no type of what is stored.
#[inline]
pub fn kept_backwards<T: scan_runtime::Element>(x: &[T], keep: &[bool], out: &mut [T]) -> usize {
    let mut count = 0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "kept_backwards",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.kept_backwards.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.kept_backwards.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.kept_backwards.0.reduce_then_scan.cl"
                            ),
                        )
                        .may_panic(),
                )
                .stores_never_panic()
                .panics_between_tiles()
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(x.len(), 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<usize> = Some(count);
            let keep = &keep[..];
            let x = &x[..];
            let out = &mut out[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .open_type("x_t", x)
                    .input::<bool>(keep, &[launch::Affine::new(1, 0)])
                    .input(x, &[launch::Affine::new(1, 0)])
                    .counted(out, &[launch::Counter::new(0, 0)])
                    .run(
                        |i, ()| if keep[i] { 1 } else { 0usize },
                        |i, before, _, ()| (
                            (),
                            if keep[i] { Some((before, x[i])) } else { None },
                        ),
                    )
            })
        };
        if let Some(last) = carry {
            count = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in (0..x.len()).rev() {
                if keep[i] {
                    count += 1;
                    out[count - 1] = x[i];
                }
            }
        }
        if !is_short {
            let left = (&out[..], count);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    count
}

/// Two counters, each with an array of its own, and a store in every iteration.
#[inline]
pub fn divided(x: &[i64], pivot: i64, below: &mut [i64], above: &mut [i64], ranks: &mut [u32]) -> (usize, usize) {
    let (mut small, mut large) = (0, 1);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "divided",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.divided.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.divided.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.divided.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .stores_never_panic()
                .panics_between_tiles()
                .fields(&["small", "large"])
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let small_start = Some(small);
            let large_start = Some(large);
            let ranks = &mut ranks[..];
            let x = &x[..];
            let below = &mut below[..];
            let above = &mut above[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<usize, usize>> = launch::Product2::start(
                    small_start,
                    large_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Add))
                    .output::<u32>(ranks, launch::Affine::new(1, 0))
                    .input::<i64>(x, &[launch::Affine::new(1, 0)])
                    .counted::<i64>(below, &[launch::Counter::new(0, 0)])
                    .counted::<i64>(above, &[launch::Counter::new(1, 0)])
                    .capture::<i64>(pivot)
                    .run(
                        |i, ()| launch::Product2(
                            if x[i] < pivot { 1 } else { 0usize },
                            if x[i] < pivot {
                                0usize
                            } else {
                                if x[i] > pivot { 1 } else { 0usize }
                            },
                        ),
                        |i, launch::Product2(small_before, large_before), _, ()| (
                            (
                                ((), small_before as u32),
                                if x[i] < pivot { Some((small_before, x[i])) } else { None },
                            ),
                            if if x[i] < pivot { false } else { x[i] > pivot } {
                                Some((large_before, x[i] / 2))
                            } else {
                                None
                            },
                        ),
                    )
            })
        };
        if let Some(launch::Product2(small_last, large_last)) = carry {
            small = small_last;
            large = large_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for (i, &value) in x.iter().enumerate() {
                ranks[i] = small as u32;
                if value < pivot {
                    below[small] = value;
                    small += 1;
                } else if value > pivot {
                    above[large] = value / 2;
                    large += 1;
                }
            }
        }
        if !is_short {
            let left = (&ranks[..], &below[..], &above[..], small, large);
            launch::verify(
                &LOOP,
                move |check| {
                    check
                        .output(left.0)
                        .output(left.1)
                        .output(left.2)
                        .carried(0, &left.3)
                        .carried(1, &left.4)
                },
            );
        }
    }
    (small, large)
}

/// By work-groups of several work-items, as on a GPU.
#[inline]
pub fn divided_in_groups(x: &[i32], pivot: i32, out: &mut [i32], from: usize) -> (usize, usize) {
    let (mut k, mut j) = (0usize, from);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "divided_in_groups",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.divided_in_groups.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.divided_in_groups.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.divided_in_groups.0.reduce_then_scan.cl"
                            ),
                        )
                        .may_panic(),
                )
                .group_size(64)
                .panics_between_tiles()
                .fields(&["k", "j"])
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let k_start = Some(k);
            let j_start = Some(j);
            let x = &x[..];
            let out = &mut out[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<usize, usize>> = launch::Product2::start(
                    k_start,
                    j_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Add))
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .counted::<
                        i32,
                    >(out, &[launch::Counter::new(0, 0), launch::Counter::new(1, 0)])
                    .capture::<i32>(pivot)
                    .run(
                        |i, ()| {
                            let value = x[i];
                            launch::Product2(
                                if value < pivot { 1 } else { 0usize },
                                if value < pivot {
                                    0usize
                                } else {
                                    if value % 2 == 0 { 1 } else { 0usize }
                                },
                            )
                        },
                        |i, launch::Product2(k_before, j_before), _, ()| (
                            (),
                            {
                                let value = x[i];
                                if value < pivot {
                                    Some((k_before, x[i]))
                                } else {
                                    {
                                        let value = x[i];
                                        if if value < pivot { false } else { value % 2 == 0 } {
                                            Some((j_before, -value))
                                        } else {
                                            None
                                        }
                                    }
                                }
                            },
                        ),
                    )
            })
        };
        if let Some(launch::Product2(k_last, j_last)) = carry {
            k = k_last;
            j = j_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                let value = x[i];
                if value < pivot {
                    out[k] = value;
                    k += 1;
                } else if value % 2 == 0 {
                    out[j] = -value;
                    j += 1;
                }
            }
        }
        if !is_short {
            let left = (&out[..], k, j);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).carried(0, &left.1).carried(1, &left.2),
            );
        }
    }
    (k, j)
}

#[inline]
pub fn kept_in_two_passes_of_groups(x: &[u16], out: &mut [u16]) -> usize {
    let mut k = 0usize;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "kept_in_two_passes_of_groups",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::ReduceThenScan)
                        .any(::core::include_str!("loops.kept_in_two_passes_of_groups.0.cl"))
                        .may_panic(),
                )
                .group_size(32)
                .stores_never_panic()
                .panics_between_tiles()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<usize> = Some(k);
            let x = &x[..];
            let out = &mut out[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<u16>(x, &[launch::Affine::new(1, 0)])
                    .counted::<u16>(out, &[launch::Counter::new(0, 0)])
                    .run(
                        |i, ()| if x[i] & 5 == 5 { 1 } else { 0usize },
                        |i, before, _, ()| (
                            (),
                            if x[i] & 5 == 5 { Some((before, x[i])) } else { None },
                        ),
                    )
            })
        };
        if let Some(last) = carry {
            k = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                if x[i] & 5 == 5 {
                    out[k] = x[i];
                    k += 1;
                }
            }
        }
        if !is_short {
            let left = (&out[..], k);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    k
}

#[inline]
pub fn kept_in_two_passes(x: &[u16], out: &mut [u16], places: &mut [usize]) -> usize {
    let mut k = 0usize;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "kept_in_two_passes",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::ReduceThenScan)
                        .any(::core::include_str!("loops.kept_in_two_passes.0.cl"))
                        .may_panic(),
                )
                .stores_never_panic()
                .panics_between_tiles()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<usize> = Some(k);
            let x = &x[..];
            let out = &mut out[..];
            let places = &mut places[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<u16>(x, &[launch::Affine::new(1, 0)])
                    .counted::<u16>(out, &[launch::Counter::new(0, 0)])
                    .output::<usize>(places, launch::Affine::new(1, 0))
                    .run(
                        |i, ()| if x[i] & 5 == 5 { 1 } else { 0usize },
                        |i, before, after, ()| (
                            ((), if x[i] & 5 == 5 { Some((before, x[i])) } else { None }),
                            after,
                        ),
                    )
            })
        };
        if let Some(last) = carry {
            k = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                if x[i] & 5 == 5 {
                    out[k] = x[i];
                    k += 1;
                }
                places[i] = k;
            }
        }
        if !is_short {
            let left = (&out[..], &places[..], k);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).output(left.1).carry(&left.2),
            );
        }
    }
    k
}

/// A pass of a radix sort: two counters share an array, and another one for what goes along.
#[inline]
pub fn by_bit(keys: &[u32], values: &[u16], bit: u32, sorted: &mut [u32], moved: &mut [u16], from: usize) -> (usize, usize) {
    let (mut zeros, mut ones) = (0usize, from);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "by_bit",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.by_bit.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.by_bit.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.by_bit.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .panics_between_tiles()
                .fields(&["zeros", "ones"])
        };
        let range = launch::Range::<usize>::ascending(0, keys.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let zeros_start = Some(zeros);
            let ones_start = Some(ones);
            let keys = &keys[..];
            let sorted = &mut sorted[..];
            let values = &values[..];
            let moved = &mut moved[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<usize, usize>> = launch::Product2::start(
                    zeros_start,
                    ones_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Add))
                    .input::<u32>(keys, &[launch::Affine::new(1, 0)])
                    .counted::<
                        u32,
                    >(sorted, &[launch::Counter::new(0, 0), launch::Counter::new(1, 0)])
                    .input::<u16>(values, &[launch::Affine::new(1, 0)])
                    .counted::<
                        u16,
                    >(moved, &[launch::Counter::new(0, 0), launch::Counter::new(1, 0)])
                    .capture::<u32>(bit)
                    .run(
                        |i, ()| launch::Product2(
                            if (keys[i] >> bit) & 1 == 0 { 1 } else { 0usize },
                            if (keys[i] >> bit) & 1 == 0 { 0usize } else { 1 },
                        ),
                        |i, launch::Product2(zeros_before, ones_before), _, ()| (
                            (
                                (),
                                if (keys[i] >> bit) & 1 == 0 {
                                    Some((zeros_before, keys[i]))
                                } else {
                                    Some((ones_before, keys[i]))
                                },
                            ),
                            if (keys[i] >> bit) & 1 == 0 {
                                Some((zeros_before, values[i]))
                            } else {
                                Some((ones_before, values[i]))
                            },
                        ),
                    )
            })
        };
        if let Some(launch::Product2(zeros_last, ones_last)) = carry {
            zeros = zeros_last;
            ones = ones_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..keys.len() {
                if (keys[i] >> bit) & 1 == 0 {
                    sorted[zeros] = keys[i];
                    moved[zeros] = values[i];
                    zeros += 1;
                } else {
                    sorted[ones] = keys[i];
                    moved[ones] = values[i];
                    ones += 1;
                }
            }
        }
        if !is_short {
            let left = (&sorted[..], &moved[..], zeros, ones);
            launch::verify(
                &LOOP,
                move |check| {
                    check
                        .output(left.0)
                        .output(left.1)
                        .carried(0, &left.2)
                        .carried(1, &left.3)
                },
            );
        }
    }
    (zeros, ones)
}

/// Where runs of equal values begin, and the values; a counter that goes by two.
#[inline]
pub fn runs(x: &[u8], starts: &mut [u32], values: &mut [u8]) -> usize {
    let mut runs = 0usize;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "runs",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.runs.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.runs.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.runs.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .panics_between_tiles()
        };
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<usize> = Some(runs);
            let x = &x[..];
            let starts = &mut starts[..];
            let values = &mut values[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<u8>(x, &[launch::Affine::new(1, 0), launch::Affine::new(1, -1)])
                    .counted::<u32>(starts, &[launch::Counter::new(0, 0)])
                    .counted::<u8>(values, &[launch::Counter::new(0, 1)])
                    .run(
                        |i, ()| if x[i] != x[i - 1] { 2 } else { 0usize },
                        |i, before, _, ()| (
                            (
                                (),
                                if x[i] != x[i - 1] {
                                    Some((before, i as u32))
                                } else {
                                    None
                                },
                            ),
                            if x[i] != x[i - 1] { Some((before + 1, x[i])) } else { None },
                        ),
                    )
            })
        };
        if let Some(last) = carry {
            runs = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 1..x.len() {
                if x[i] != x[i - 1] {
                    starts[runs] = i as u32;
                    values[runs + 1] = x[i];
                    runs += 2;
                }
            }
        }
        if !is_short {
            let left = (&starts[..], &values[..], runs);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).output(left.1).carry(&left.2),
            );
        }
    }
    runs
}

/// A sum, and what stands where it is large; a reduction beside them.
#[inline]
pub fn kept_products(x: &[i32], table: &[i32], out: &mut [i32]) -> (usize, i32) {
    let mut k = 0usize;
    let mut most = i32::MIN;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "kept_products",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.kept_products.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.kept_products.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.kept_products.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .fields(&["k", "most"])
        };
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let k_start = Some(k);
            let most_start = Some(most);
            let x = &x[..];
            let table = &table[..];
            let out = &mut out[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<usize, i32>> = launch::Product2::start(
                    k_start,
                    most_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Max))
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .gathered::<i32>(table, &[])
                    .counted::<i32>(out, &[launch::Counter::new(0, 0)])
                    .run(
                        |i, ()| launch::Product2(
                            {
                                let value = table[(x[i] & 63) as usize];
                                if value != 0 {
                                    let quotient = x[i] / value;
                                    if quotient > 1 || i % 5 == 0 { 1 } else { 0usize }
                                } else {
                                    0usize
                                }
                            },
                            table[(x[i] & 63) as usize],
                        ),
                        |i, launch::Product2(k_before, _), _, ()| (
                            (),
                            {
                                let value = table[(x[i] & 63) as usize];
                                if if value != 0 {
                                    let quotient = x[i] / value;
                                    quotient > 1 || i % 5 == 0
                                } else {
                                    false
                                } {
                                    Some((k_before, x[i] / value))
                                } else {
                                    None
                                }
                            },
                        ),
                    )
            })
        };
        if let Some(launch::Product2(k_last, most_last)) = carry {
            k = k_last;
            most = most_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                let value = table[(x[i] & 63) as usize];
                most = most.max(value);
                if value != 0 {
                    let quotient = x[i] / value;
                    if quotient > 1 || i % 5 == 0 {
                        out[k] = quotient;
                        k += 1;
                    }
                }
            }
        }
        if !is_short {
            let left = (&out[..], k, most);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).carried(0, &left.1).carried(1, &left.2),
            );
        }
    }
    (k, most)
}

/// A store in some iterations, at an index of the loop variable's.
#[inline]
pub fn stored_sometimes(x: &[i32], limit: i64, y: &mut [i64], tops: &mut [i32]) -> i64 {
    let mut sum = 0i64;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "stored_sometimes",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.stored_sometimes.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.stored_sometimes.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.stored_sometimes.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i64> = Some(sum);
            let x = &x[..];
            let y = &mut y[..];
            let tops = &mut tops[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .output_if::<i64>(y, launch::Affine::new(1, 0))
                    .output_if::<i32>(tops, launch::Affine::new(2, 1))
                    .capture::<i64>(limit)
                    .run(
                        |i, ()| x[i] as i64,
                        |i, _, after, ()| (
                            (
                                (),
                                if if after > limit { true } else { x[i] % 3 == 0 } {
                                    Some(if after > limit { after } else { -1 })
                                } else {
                                    None
                                },
                            ),
                            if if after > limit { false } else { x[i] % 3 == 0 } {
                                Some(x[i])
                            } else {
                                None
                            },
                        ),
                    )
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                sum += x[i] as i64;
                if sum > limit {
                    y[i] = sum;
                } else if x[i] % 3 == 0 {
                    y[i] = -1;
                    tops[2 * i + 1] = x[i];
                }
            }
        }
        if !is_short {
            let left = (&y[..], &tops[..], sum);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).output(left.1).carry(&left.2),
            );
        }
    }
    sum
}

/// Independent iterations: two outputs, a gather, a value from outside.
#[inline]
pub fn weighed(x: &[i32], table: &[i64], scale: i64, y: &mut [i64], above: &mut [u8]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "weighed",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("loops.weighed.0.cl"))
                    .may_panic(),
            )
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::behind_reference!(wrapping_mul, i32 i64 u8 usize);
        launch::confirm::standard!(
            < ::core::primitive::u8 as ::core::convert::From < ::core::primitive::bool >>
            ::from, u8::from
        );
        let range = launch::Range::<usize>::ascending(0, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y_len = y.len();
            let x = &x[..];
            let table = &table[..];
            let y = &mut y[..];
            let above = &mut above[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .gathered::<i64>(table, &[])
                    .output::<i64>(y, launch::Affine::new(1, 0))
                    .output::<u8>(above, launch::Affine::new(-1, launch::wide(y_len) - 1))
                    .capture::<i64>(scale)
                    .capture::<usize>(y_len)
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| (
                            (
                                (),
                                {
                                    let weight = table[(x[i] & 63) as usize];
                                    weight.wrapping_mul(scale).wrapping_add(x[i] as i64)
                                },
                            ),
                            {
                                let weight = table[(x[i] & 63) as usize];
                                u8::from(weight > scale)
                            },
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..y.len() {
                let weight = table[(x[i] & 63) as usize];
                y[i] = weight.wrapping_mul(scale).wrapping_add(x[i] as i64);
                above[y.len() - 1 - i] = u8::from(weight > scale);
            }
        }
        if !is_short {
            let left = (&y[..], &above[..]);
            launch::verify(&LOOP, move |check| check.output(left.0).output(left.1));
        }
    }
}

/// In place, by iterators.
#[inline]
pub fn clipped(x: &mut [f32], bounds: &[f32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "clipped",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Map)
                        .any(::core::include_str!("loops.clipped.0.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        launch::confirm::iterator!(rev);
        launch::confirm::method_of_sequence!(x, iter_mut);
        let range = launch::Range::<usize>::lengths([x.len(), bounds.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &mut x[..];
            let bounds = &bounds[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .in_place::<
                        f32,
                    >(x, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .input::<f32>(bounds, &[launch::Affine::new(1, 0)])
                    .run(
                        |_, ((), _)| launch::Independent,
                        |i, _, _, ((), x)| (
                            (),
                            if x[i] > bounds[i] { bounds[i] } else { x[i] * 0.5 },
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for (x, bound) in x.iter_mut().zip(bounds) {
                *x = if *x > *bound { *bound } else { *x * 0.5 };
            }
        }
        if !is_short {
            let left = &x[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

/// Stores in some iterations, backwards, and what each iteration takes from the one before it: a delay register.
pub fn edges(x: &[i32], rising: &mut [i32], x_old: &mut [i32]) -> i32 {
    let mut previous = 0i32;
    edges_from(x, rising, x_old, &mut previous);
    previous
}

#[inline]
fn edges_from(x: &[i32], rising: &mut [i32], x_old: &mut [i32], previous: &mut i32) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "edges_from",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("loops.edges_from.0.cl"))
                    .asks_for_first(),
            )
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(x.len(), 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let previous = *previous;
            let x = &x[..];
            let rising = &mut rising[..];
            let x_old = &mut x_old[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .output_if::<i32>(rising, launch::Affine::new(2, 1))
                    .output::<i32>(x_old, launch::Affine::new(1, 0))
                    .capture::<i32>(previous)
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| {
                            let is_first = range.is_first(i);
                            (
                                (
                                    (),
                                    if x[i] > if is_first { previous } else { x[i + 1] } {
                                        Some(x[i] / 3)
                                    } else {
                                        None
                                    },
                                ),
                                if is_first { previous } else { x[i + 1] },
                            )
                        },
                    )
            })
        };
        if carry.is_some() {
            let previous_after_loop = range
                .last()
                .and_then(|i| {
                    let x = &x[..];
                    let here = launch::Range::ascending_inclusive(i, i);
                    launch::at(x, here.index(launch::Affine::new(1, 0)))?;
                    Some(x[i])
                });
            if let Some(previous_after_loop) = previous_after_loop {
                #[allow(
                    unused_assignments,
                    reason = "the loop assigns it too, whether or not anybody looks at it afterwards"
                )]
                {
                    *previous = previous_after_loop;
                }
            }
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in (0..x.len()).rev() {
                if x[i] > *previous {
                    rising[2 * i + 1] = x[i] / 3;
                }
                x_old[i] = *previous;
                *previous = x[i];
            }
        }
        if !is_short {
            let left = (&rising[..], &x_old[..]);
            launch::verify(&LOOP, move |check| check.output(left.0).output(left.1));
        }
    }
}

/// Two arrays in place, each stored with what the other held.
#[inline]
pub fn exchanged(a: &mut [u16], b: &mut [u16]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "exchanged",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("loops.exchanged.0.cl")),
            )
        };
        launch::confirm::method_of_sequence!(a, len);
        let range = launch::Range::<usize>::ascending(0, a.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let a = &mut a[..];
            let b = &mut b[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .in_place::<
                        u16,
                    >(a, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .in_place::<
                        u16,
                    >(b, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .run(
                        |_, (((), _), _)| launch::Independent,
                        |i, _, _, (((), a), b)| (((), b[i].wrapping_add(1)), a[i]),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..a.len() {
                let held = a[i];
                a[i] = b[i].wrapping_add(1);
                b[i] = held;
            }
        }
        if !is_short {
            let left = (&a[..], &b[..]);
            launch::verify(&LOOP, move |check| check.output(left.0).output(left.1));
        }
    }
}

/// A map between a scan and a reduction.
pub fn sum_of_places(steps: &[u32], places: &mut [u64], halves: &mut [u64]) -> u64 {
    let (mut at, mut sum) = (0u64, 0u64);
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(
                is_slice(steps), is_slice(places), is_slice(halves)
            ),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "sum_of_places",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.sum_of_places.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.sum_of_places.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.sum_of_places.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, steps.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u64> = Some(at);
            let steps = &steps[..];
            let places = &mut places[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let steps = &steps[..];
                        let places = &mut places[..];
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .input::<u32>(steps, &[launch::Affine::new(1, 0)])
                            .output::<u64>(places, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| steps[i] as u64, |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut places[..]);
                }
            })
        };
        if let Some(last) = carry {
            at = last;
        } else {
            region.take_for_loop(&mut places[..]);
            region.fetch_for_others(&mut halves[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..steps.len() {
                at += steps[i] as u64;
                places[i] = at;
            }
        }
        if !is_short {
            let left = (&places[..], at);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut places[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "sum_of_places",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Map)
                        .any(::core::include_str!("loops.sum_of_places.1.cl")),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, steps.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let places = &mut places[..];
            let halves = &mut halves[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let places = &places[..];
                        let halves = &mut halves[..];
                        let start = Some(launch::Independent);
                        launch::Launch::new(&LOOP, range, start, launch::Independent)
                            .input::<u64>(places, &[launch::Affine::new(1, 0)])
                            .output::<u64>(halves, launch::Affine::new(1, 0))
                            .within(region)
                            .run(
                                |_, ()| launch::Independent,
                                |i, _, _, ()| ((), places[i] / 2),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut places[..]);
                    region.answer(&mut halves[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut halves[..]);
            region.fetch_for_loop(&mut places[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..steps.len() {
                halves[i] = places[i] / 2;
            }
        }
        if !is_short {
            let left = &halves[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut places[..]);
        region.put_back(&mut halves[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "sum_of_places",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("loops.sum_of_places.2.gpu.cl"))
                        .cpu(::core::include_str!("loops.sum_of_places.2.cpu.cl")),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, steps.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u64> = Some(sum);
            let halves = &mut halves[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let halves = &halves[..];
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .input::<u64>(halves, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| halves[i], |_, _, _, ()| ())
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut halves[..]);
                }
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            region.fetch_for_loop(&mut halves[..]);
            region.fetch_for_others(&mut places[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..steps.len() {
                sum += halves[i];
            }
        }
        if !is_short {
            let left = sum;
            launch::verify(&LOOP, move |check| check.carry(&left));
        }
        region.put_back(&mut halves[..]);
    }
    region.fetch(&mut places[..]);
    region.fetch(&mut halves[..]);
    sum
}

/// An account, in which each day's balances follow from its payments.
pub struct Account {
    pub payments: Vec<i32>,
    pub balances: Vec<i32>,
    pub highest: i32,
}

impl Account {
    pub fn settle(&mut self) {
        let region = ::scan_runtime::launch::Region::new();
        region
            .trust(
                ::scan_runtime::launch::known!(
                    has_fields(self), is_slice(self.balances), is_slice(self.payments)
                ),
            );
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "settle",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("loops.settle.0.gpu.cl"))
                            .cpu(::core::include_str!("loops.settle.0.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!("loops.settle.0.reduce_then_scan.cl"),
                            ),
                    )
                    .stores_never_panic()
            };
            launch::confirm::fields!(self);
            launch::confirm::sequence!(self.balances);
            launch::confirm::sequence!(self.payments);
            launch::confirm::method_of_sequence!(self.balances, len);
            launch::confirm::primitives!(self.balances);
            let range = launch::Range::<usize>::ascending(1, self.balances.len());
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let self_balances = &mut self.balances[..];
                let self_payments = &self.payments[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let self_balances = &mut self_balances[..];
                            let self_payments = &self_payments[..];
                            let start = region
                                .at(self_balances, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .open_scan()
                                .output(self_balances, launch::Affine::new(1, 0))
                                .input(self_payments, &[launch::Affine::new(1, 0)])
                                .within(region)
                                .run(|day, ()| self_payments[day], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut self_balances[..]);
                    }
                })
            };
            if carry.is_none() {
                region.take_for_loop(&mut self.balances[..]);
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for day in 1..self.balances.len() {
                    self.balances[day] = launch::keep(carried.or(|| self.balances[day - 1]).wrapping_add(self.payments[day]), &mut carried);
                }
            }
            if !is_short {
                let left = &self.balances[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut self.balances[..]);
        }
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "settle",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("loops.settle.1.gpu.cl"))
                            .cpu(::core::include_str!("loops.settle.1.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!("loops.settle.1.reduce_then_scan.cl"),
                            ),
                    )
                    .stores_never_panic()
            };
            launch::confirm::fields!(self);
            launch::confirm::sequence!(self.balances);
            launch::confirm::method_of_sequence!(self.balances, len);
            launch::confirm::ordering!(max);
            launch::confirm::behind_reference!(max, f32 f64);
            launch::confirm::primitive!(self.highest);
            let range = launch::Range::<usize>::ascending(0, self.balances.len());
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let start = Some(self.highest);
                let self_balances = &mut self.balances[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let self_balances = &mut self_balances[..];
                            launch::Launch::new(&LOOP, range, start, launch::Max)
                                .open_scan()
                                .in_place(
                                    self_balances,
                                    launch::Affine::new(1, 0),
                                    &[launch::Affine::new(1, 0)],
                                )
                                .within(region)
                                .run(
                                    |day, ((), self_balances)| self_balances[day],
                                    |_, _, after, ((), _)| ((), after),
                                )
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut self_balances[..]);
                    }
                })
            };
            if let Some(last) = carry {
                self.highest = last;
            } else {
                region.take_for_loop(&mut self.balances[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for day in 0..self.balances.len() {
                    self.highest = self.highest.max(self.balances[day]);
                    self.balances[day] = self.highest;
                }
            }
            if !is_short {
                let left = (&self.balances[..], self.highest);
                launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
            }
            region.put_back(&mut self.balances[..]);
        }
        region.fetch(&mut self.balances[..]);
    }
}

/// Names that kernels in lanes use themselves.
#[inline]
pub fn named_as_in_lanes(second: &[u32], third: u32, is_large: &mut [u32]) -> u32 {
    let mut until = 0u32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "named_as_in_lanes",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.named_as_in_lanes.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.named_as_in_lanes.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.named_as_in_lanes.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, second.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u32> = Some(until);
            let second = &second[..];
            let is_large = &mut is_large[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<u32>(second, &[launch::Affine::new(1, 0)])
                    .output::<u32>(is_large, launch::Affine::new(1, 0))
                    .capture::<u32>(third)
                    .run(|fourth, ()| second[fourth] ^ third, |_, _, after, ()| ((), after))
            })
        };
        if let Some(last) = carry {
            until = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for fourth in 0..second.len() {
                until = until.wrapping_add(second[fourth] ^ third);
                is_large[fourth] = until;
            }
        }
        if !is_short {
            let left = (&is_large[..], until);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    until
}

/// Where `m` is 0 the loop as written panics, if there is anything to do.
#[inline]
pub fn remainders(x: &[u32], m: u32, residue: &mut [u32]) -> u64 {
    let mut sum = 0u64;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "remainders",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.remainders.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.remainders.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.remainders.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::standard!(
            < ::core::primitive::u64 as ::core::convert::From < ::core::primitive::bool >>
            ::from, u64::from
        );
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u64> = Some(sum);
            let x = &x[..];
            let residue = &mut residue[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<u32>(x, &[launch::Affine::new(1, 0)])
                    .output::<u32>(residue, launch::Affine::new(1, 0))
                    .capture::<u32>(m)
                    .requires(launch::divides(m))
                    .run(
                        |i, ()| x[i] as u64,
                        |_, _, after, ()| ((), (after % u64::from(m)) as u32),
                    )
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                sum += x[i] as u64;
                residue[i] = (sum % u64::from(m)) as u32;
            }
        }
        if !is_short {
            let left = (&residue[..], sum);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    sum
}

/// In place.
#[inline]
pub fn greatest_quotients(y: &mut [i32], by: i32) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "greatest_quotients",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.greatest_quotients.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.greatest_quotients.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "loops.greatest_quotients.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start: Option<i32> = launch::at(
                    y,
                    range.index(launch::Affine::new(1, -1)),
                );
                launch::Launch::new(&LOOP, range, start, launch::Max)
                    .in_place::<
                        i32,
                    >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .capture::<i32>(by)
                    .requires(launch::divides(by))
                    .run(|i, ((), y)| y[i] / by, |_, _, after, ((), _)| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]).max(y[i] / by), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

/// Not every iteration divides.
#[inline]
pub fn divided_sometimes(x: &[i32], by: i32, y: &mut [i64]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "divided_sometimes",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("loops.divided_sometimes.0.cl")),
            )
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(0, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .output::<i64>(y, launch::Affine::new(1, 0))
                    .capture::<i32>(by)
                    .requires(launch::divides(by))
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| (
                            (),
                            {
                                let wide = by as i64;
                                if x[i] > 0 {
                                    (x[i] as i64).rem_euclid(wide) + (x[i] / by) as i64
                                } else {
                                    7
                                }
                            },
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..y.len() {
                let wide = by as i64;
                y[i] = if x[i] > 0 { (x[i] as i64).rem_euclid(wide) + (x[i] / by) as i64 } else { 7 };
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

/// Where `by` is 0 nothing is divided.
#[inline]
pub fn divided_if_at_all(x: &[u16], by: u16, y: &mut [u16]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "divided_if_at_all",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Map)
                        .any(::core::include_str!("loops.divided_if_at_all.0.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(0, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<u16>(x, &[launch::Affine::new(1, 0)])
                    .output_if::<u16>(y, launch::Affine::new(1, 0))
                    .capture::<u16>(by)
                    .requires(launch::divides(by))
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| ((), if by != 0 { Some(x[i] / by) } else { None }),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..y.len() {
                if by != 0 {
                    y[i] = x[i] / by;
                }
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

/// Bounds from outside.
#[inline]
pub fn clamped(x: &[f32], least: f32, most: f32, low: i32, y: &mut [f32]) {
    let mut sum = 0i32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "clamped",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("loops.clamped.0.gpu.cl"))
                        .cpu(::core::include_str!("loops.clamped.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("loops.clamped.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::ordering!(clamp);
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i32> = Some(sum);
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<f32>(x, &[launch::Affine::new(1, 0)])
                    .output::<f32>(y, launch::Affine::new(1, 0))
                    .capture::<i32>(low)
                    .capture::<f32>(least)
                    .capture::<f32>(most)
                    .requires(least <= most && low <= 5)
                    .run(
                        |i, ()| (x[i] as i32).clamp(low, 5),
                        |i, _, after, ()| ((), x[i].clamp(least, most) + (after % 2) as f32),
                    )
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                sum += (x[i] as i32).clamp(low, 5);
                y[i] = x[i].clamp(least, most) + (sum % 2) as f32;
            }
        }
        if !is_short {
            let left = (&y[..], sum);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
}

/// Two gathers, the second from what may be shorter, and a division: an iteration that panics stores nothing any more.
#[inline]
pub fn gathered(x: &[i32], places: &[u32], divisors: &[i32], y: &mut [i32], quotients: &mut [i64]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "gathered",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("loops.gathered.0.cl"))
                    .may_panic(),
            )
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(0, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let places = &places[..];
            let x = &x[..];
            let y = &mut y[..];
            let divisors = &divisors[..];
            let quotients = &mut quotients[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<u32>(places, &[launch::Affine::new(1, 0)])
                    .gathered::<i32>(x, &[])
                    .output::<i32>(y, launch::Affine::new(1, 0))
                    .input::<i32>(divisors, &[launch::Affine::new(1, 0)])
                    .output_if::<i64>(quotients, launch::Affine::new(1, 0))
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| (
                            ((), x[places[i] as usize]),
                            if places[i] != 3 {
                                Some((x[places[i] as usize / 2] / divisors[i]) as i64)
                            } else {
                                None
                            },
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..y.len() {
                y[i] = x[places[i] as usize];
                if places[i] != 3 {
                    quotients[i] = (x[places[i] as usize / 2] / divisors[i]) as i64;
                }
            }
        }
        if !is_short {
            let left = (&y[..], &quotients[..]);
            launch::verify(&LOOP, move |check| check.output(left.0).output(left.1));
        }
    }
}

/// Gathers beside an array in place.
#[inline]
pub fn followed_once(table: &[u32], places: &mut [u32], y: &mut [u32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "followed_once",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("loops.followed_once.0.cl"))
                    .may_panic(),
            )
        };
        launch::confirm::method_of_sequence!(places, len);
        let range = launch::Range::<usize>::ascending(0, places.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let places = &mut places[..];
            let table = &table[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .in_place::<
                        u32,
                    >(places, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .gathered::<u32>(table, &[])
                    .output::<u32>(y, launch::Affine::new(1, 0))
                    .run(
                        |_, ((), _)| launch::Independent,
                        |i, _, _, ((), places)| (
                            ((), table[places[i] as usize]),
                            {
                                let next = table[places[i] as usize];
                                next ^ 1
                            },
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..places.len() {
                let next = table[places[i] as usize];
                y[i] = next ^ 1;
                places[i] = next;
            }
        }
        if !is_short {
            let left = (&places[..], &y[..]);
            launch::verify(&LOOP, move |check| check.output(left.0).output(left.1));
        }
    }
}

/// The condition may panic; what follows is stored where it does not.
#[inline]
pub fn marked_and_copied(x: &[i32], places: &[u32], y: &mut [u8], copies: &mut [u32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "marked_and_copied",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("loops.marked_and_copied.0.cl"))
                    .may_panic(),
            )
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(0, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let places = &places[..];
            let x = &x[..];
            let y = &mut y[..];
            let copies = &mut copies[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<u32>(places, &[launch::Affine::new(1, 0)])
                    .gathered::<i32>(x, &[])
                    .output_if::<u8>(y, launch::Affine::new(1, 0))
                    .output::<u32>(copies, launch::Affine::new(1, 0))
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| (
                            ((), if x[places[i] as usize] > 0 { Some(1) } else { None }),
                            places[i],
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..y.len() {
                if x[places[i] as usize] > 0 {
                    y[i] = 1;
                }
                copies[i] = places[i];
            }
        }
        if !is_short {
            let left = (&y[..], &copies[..]);
            launch::verify(&LOOP, move |check| check.output(left.0).output(left.1));
        }
    }
}
