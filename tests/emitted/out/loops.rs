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
                    .inclusive::<i32>(y, launch::Affine::new(1, 0))
                    .elements::<i32>(x, &[launch::Affine::new(1, -1)])
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
                    .inclusive::<i64>(y, launch::Affine::new(1, 0))
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
                    .inclusive::<i64>(y, launch::Affine::new(1, 0))
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
                    .selected::<i32>(out, &[launch::Counter::new(0, 0)])
                    .capture::<i32>(least)
                    .run(
                        |i, ()| if x[i] >= least { 1 } else { 0usize },
                        |i, before, _, ()| ((), (x[i] >= least, before, x[i])),
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
                    .selected::<i64>(below, &[launch::Counter::new(0, 0)])
                    .selected::<i64>(above, &[launch::Counter::new(1, 0)])
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
                            (((), small_before as u32), (x[i] < pivot, small_before, x[i])),
                            {
                                let is_selected = if x[i] < pivot {
                                    false
                                } else {
                                    x[i] > pivot
                                };
                                (
                                    is_selected,
                                    large_before,
                                    if is_selected { x[i] - pivot } else { 0 },
                                )
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
                    above[large] = value - pivot;
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
