// Made by scanc 0.1.0 from regions.rs: edit that file instead.
// Its `unsafe` is scanc's word for the kernels beside it: where `unsafe_code` is denied, allow it for this file.
//! Functions of several annotated loops, whose arrays stay on the device between them.

/// Three loops that pass arrays on; what is between them is the function's own.
pub fn three_loops(x: &[i32], y: &mut [i32]) -> i32 {
    let n = x.len();
    let mut sums = vec![0i32; n];
    let mut tops = vec![0i32; n];
    let mut sum = 0i32;
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(
                is_slice(x), is_owned(sums), is_owned(tops), is_slice(y)
            ),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "three_loops",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.three_loops.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.three_loops.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.three_loops.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(sums);
        let range = launch::Range::<usize>::ascending(0, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i32> = Some(sum);
            let x = &x[..];
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &x[..];
                        let sums = &mut sums[..];
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .output::<i32>(sums, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut sums[..]);
                }
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            region.take_for_loop(&mut sums[..]);
            region.fetch_for_others(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..n {
                sum += x[i];
                sums[i] = sum;
            }
        }
        if !is_short {
            let left = (&sums[..], sum);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut sums[..]);
    }
    let mut top = i32::MIN;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "three_loops",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.three_loops.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.three_loops.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.three_loops.1.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(sums);
        launch::confirm::sequence!(tops);
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(0, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i32> = Some(top);
            let sums = &mut sums[..];
            let x = &x[..];
            let tops = &mut tops[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let sums = &sums[..];
                        let x = &x[..];
                        let tops = &mut tops[..];
                        launch::Launch::new(&LOOP, range, start, launch::Max)
                            .input::<i32>(sums, &[launch::Affine::new(1, 0)])
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .output::<i32>(tops, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| sums[i] - x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut sums[..]);
                    region.answer(&mut tops[..]);
                }
            })
        };
        if let Some(last) = carry {
            top = last;
        } else {
            region.take_for_loop(&mut tops[..]);
            region.fetch_for_loop(&mut sums[..]);
            region.fetch_for_others(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..n {
                top = top.max(sums[i] - x[i]);
                tops[i] = top;
            }
        }
        if !is_short {
            let left = (&tops[..], top);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut sums[..]);
        region.put_back(&mut tops[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "three_loops",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.three_loops.2.gpu.cl"))
                        .cpu(::core::include_str!("regions.three_loops.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.three_loops.2.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(tops);
        launch::confirm::sequence!(sums);
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let tops = &mut tops[..];
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let tops = &tops[..];
                        let sums = &sums[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(tops, &[launch::Affine::new(1, 0)])
                            .input::<i32>(sums, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| tops[i] ^ sums[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                    region.answer(&mut tops[..]);
                    region.answer(&mut sums[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_loop(&mut tops[..]);
            region.fetch_for_loop(&mut sums[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + (tops[i] ^ sums[i]), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
        region.put_back(&mut tops[..]);
        region.put_back(&mut sums[..]);
    }
    region.fetch(&mut y[..]);
    top
}

/// The host reads and changes arrays between the loops.
pub fn with_the_host(x: &mut [i64], y: &mut [i64]) -> i64 {
    let n = x.len();
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_the_host",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_the_host.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_the_host.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_the_host.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &mut x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i64> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i64>(y, launch::Affine::new(1, 0))
                            .input::<i64>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                    region.answer(&mut x[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_loop(&mut x[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
        region.put_back(&mut x[..]);
    }
    region.fetch(&mut y[..]);
    let held = region.guard(&mut x[..]);
    let middle = y[n / 2];
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_the_host",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_the_host.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_the_host.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_the_host.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &mut x[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &mut x[..];
                        let y = &y[..];
                        let start: Option<i64> = region
                            .at(x, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i64>(x, launch::Affine::new(1, 0))
                            .input::<i64>(y, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| y[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut x[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut x[..]);
            region.fetch_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                x[i] = launch::keep(carried.or(|| x[i - 1]) + y[i], &mut carried);
            }
        }
        if !is_short {
            let left = &x[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut x[..]);
        region.put_back(&mut y[..]);
    }
    region.take(&mut y[..]);
    let held = region.guard(&mut x[..]);
    y[0] = middle;
    region.release(held);
    region.take(&mut x[..]);
    let held = region.guard(&mut y[..]);
    x[n - 1] ^= 1;
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_the_host",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_the_host.2.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_the_host.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_the_host.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &mut x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i64> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Max)
                            .in_place::<
                                i64,
                            >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .input::<i64>(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(
                                |i, ((), y)| x[i] - y[i],
                                |_, _, after, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                    region.answer(&mut x[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_loop(&mut x[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                y[i] = launch::keep(carried.or(|| y[i - 1]).max(x[i] - y[i]), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
        region.put_back(&mut x[..]);
    }
    region.fetch(&mut y[..]);
    region.fetch(&mut x[..]);
    y.iter().sum::<i64>() + middle
}

/// Left early, in three ways.
pub fn left_early(y: &mut [u32], z: &mut [u32], limit: Option<u32>) -> Option<u32> {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(z)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "left_early",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.left_early.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.left_early.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.left_early.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let start: Option<u32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .in_place::<
                                u32,
                            >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ((), y)| y[i], |_, _, after, ((), _)| ((), after))
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
            for i in 1..y.len() {
                y[i] += carried.or(|| y[i - 1]);
                launch::keep(y[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    let held = (region.guard(&mut y[..]), region.guard(&mut z[..]));
    let limit = limit?;
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "left_early",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.left_early.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.left_early.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.left_early.1.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let z = &mut z[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let z = &mut z[..];
                        let y = &y[..];
                        let start: Option<u32> = region
                            .at(z, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::BitXor)
                            .output::<u32>(z, launch::Affine::new(1, 0))
                            .input::<u32>(y, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| y[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut z[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut z[..]);
            region.fetch_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                z[i] = launch::keep(carried.or(|| z[i - 1]) ^ y[i], &mut carried);
            }
        }
        if !is_short {
            let left = &z[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut z[..]);
        region.put_back(&mut y[..]);
    }
    let held = (region.guard(&mut y[..]), region.guard(&mut z[..]));
    if limit == 7 {
        return Some(1);
    }
    assert!(limit != 13, "an unlucky number");
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "left_early",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.left_early.2.gpu.cl"))
                        .cpu(::core::include_str!("regions.left_early.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.left_early.2.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let z = &mut z[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let z = &z[..];
                        let start: Option<u32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<u32>(y, launch::Affine::new(1, 0))
                            .input::<u32>(z, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| z[i], |_, _, after, ()| ((), after))
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
            for i in 1..y.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + z[i], &mut carried);
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
    Some(2)
}

/// Passes that alternate between two arrays, whose names are exchanged after each.
#[inline]
pub fn passes<'a>(mut from: &'a mut [u32], mut to: &'a mut [u32], passes: u32) {
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(
                is_slice(to), is_apart(to), is_swap(std::mem::swap, to), is_slice(from),
                is_apart(from)
            ),
        );
    for pass in 0..passes {
        let shift = pass & 7;
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "passes",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("regions.passes.0.gpu.cl"))
                            .cpu(::core::include_str!("regions.passes.0.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!("regions.passes.0.reduce_then_scan.cl"),
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
                            let start: Option<u32> = region
                                .at(to, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .output::<u32>(to, launch::Affine::new(1, 0))
                                .input::<u32>(from, &[launch::Affine::new(1, 0)])
                                .capture::<u32>(shift)
                                .within(region)
                                .run(|i, ()| from[i] >> shift, |_, _, after, ()| ((), after))
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
                    to[i] = launch::keep(carried.or(|| to[i - 1]).wrapping_add(from[i] >> shift), &mut carried);
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

/// Passes there and back: what is there is nobody else's.
pub fn there_and_back(keys: &mut [u32]) {
    let n = keys.len();
    let mut other = vec![0u32; n];
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(keys), is_owned(other)));
    for pass in 0..16u32 {
        let mut sum = 0u32;
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "there_and_back",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("regions.there_and_back.0.gpu.cl"))
                            .cpu(::core::include_str!("regions.there_and_back.0.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!(
                                    "regions.there_and_back.0.reduce_then_scan.cl"
                                ),
                            )
                            .in_lanes(),
                    )
                    .stores_never_panic()
            };
            launch::confirm::sequence!(other);
            let range = launch::Range::<usize>::ascending(0, n);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let start: Option<u32> = Some(sum);
                let keys = &mut keys[..];
                let other = &mut other[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let keys = &keys[..];
                            let other = &mut other[..];
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .input::<u32>(keys, &[launch::Affine::new(1, 0)])
                                .output::<u32>(other, launch::Affine::new(1, 0))
                                .capture::<u32>(pass)
                                .within(region)
                                .run(|i, ()| keys[i] >> pass, |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut keys[..]);
                        region.answer(&mut other[..]);
                    }
                })
            };
            if let Some(last) = carry {
                sum = last;
            } else {
                region.take_for_loop(&mut other[..]);
                region.fetch_for_loop(&mut keys[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for i in 0..n {
                    sum = sum.wrapping_add(keys[i] >> pass);
                    other[i] = sum;
                }
            }
            if !is_short {
                let left = (&other[..], sum);
                launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
            }
            region.put_back(&mut keys[..]);
            region.put_back(&mut other[..]);
        }
        let mut all = pass;
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "there_and_back",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("regions.there_and_back.1.gpu.cl"))
                            .cpu(::core::include_str!("regions.there_and_back.1.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!(
                                    "regions.there_and_back.1.reduce_then_scan.cl"
                                ),
                            ),
                    )
                    .stores_never_panic()
            };
            launch::confirm::sequence!(other);
            launch::confirm::iterator!(rev);
            let range = launch::Range::<usize>::descending(n, 0);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let start: Option<u32> = Some(all);
                let other = &mut other[..];
                let keys = &mut keys[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let other = &other[..];
                            let keys = &mut keys[..];
                            launch::Launch::new(&LOOP, range, start, launch::BitXor)
                                .input::<u32>(other, &[launch::Affine::new(1, 0)])
                                .output::<u32>(keys, launch::Affine::new(1, 0))
                                .within(region)
                                .run(|i, ()| other[i], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut other[..]);
                        region.answer(&mut keys[..]);
                    }
                })
            };
            if let Some(last) = carry {
                all = last;
            } else {
                region.take_for_loop(&mut keys[..]);
                region.fetch_for_loop(&mut other[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for i in (0..n).rev() {
                    all ^= other[i];
                    keys[i] = all;
                }
            }
            if !is_short {
                let left = (&keys[..], all);
                launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
            }
            region.put_back(&mut other[..]);
            region.put_back(&mut keys[..]);
        }
    }
    region.fetch(&mut keys[..]);
}

/// Thirty-two passes, each by one bit, there and back.
pub fn radix_sort(keys: &mut [u32]) {
    let n = keys.len();
    let mut other = vec![0u32; n];
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(keys), is_owned(other)));
    for pair in 0..16u32 {
        let held = region.guard(&mut keys[..]);
        let low = 1u32 << (2 * pair);
        region.release(held);
        let mut low_zeros = 0usize;
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "radix_sort",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Reduce)
                            .gpu(::core::include_str!("regions.radix_sort.0.gpu.cl"))
                            .cpu(::core::include_str!("regions.radix_sort.0.cpu.cl")),
                    )
                    .stores_never_panic()
            };
            let range = launch::Range::<usize>::ascending(0, n);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let start: Option<usize> = Some(low_zeros);
                let keys = &mut keys[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let keys = &keys[..];
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .input::<u32>(keys, &[launch::Affine::new(1, 0)])
                                .capture::<u32>(low)
                                .within(region)
                                .run(|i, ()| (keys[i] & low == 0) as usize, |_, _, _, ()| ())
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut keys[..]);
                    }
                })
            };
            if let Some(last) = carry {
                low_zeros = last;
            } else {
                region.fetch_for_loop(&mut keys[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for i in 0..n {
                    low_zeros += (keys[i] & low == 0) as usize;
                }
            }
            if !is_short {
                let left = low_zeros;
                launch::verify(&LOOP, move |check| check.carry(&left));
            }
            region.put_back(&mut keys[..]);
        }
        let mut zeros = 0usize;
        let mut ones = low_zeros;
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "radix_sort",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("regions.radix_sort.1.gpu.cl"))
                            .cpu(::core::include_str!("regions.radix_sort.1.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!("regions.radix_sort.1.reduce_then_scan.cl"),
                            )
                            .may_panic(),
                    )
                    .stores_never_panic()
                    .panics_between_tiles()
                    .fields(&["zeros", "ones"])
            };
            launch::confirm::sequence!(other);
            let range = launch::Range::<usize>::ascending(0, n);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let zeros_start = Some(zeros);
                let ones_start = Some(ones);
                let keys = &mut keys[..];
                let other = &mut other[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let keys = &keys[..];
                            let other = &mut other[..];
                            let start: Option<launch::Product2<usize, usize>> = launch::Product2::start(
                                zeros_start,
                                ones_start,
                            );
                            launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Add))
                                .input::<u32>(keys, &[launch::Affine::new(1, 0)])
                                .counted::<
                                    u32,
                                >(
                                    other,
                                    &[
                                        launch::Counter::new(0, 0).dense(),
                                        launch::Counter::new(1, 0).dense(),
                                    ],
                                )
                                .capture::<u32>(low)
                                .within(region)
                                .run(
                                    |i, ()| launch::Product2(
                                        if keys[i] & low == 0 { 1 } else { 0usize },
                                        if keys[i] & low == 0 { 0usize } else { 1 },
                                    ),
                                    |i, launch::Product2(zeros_before, ones_before), _, ()| (
                                        (),
                                        if keys[i] & low == 0 {
                                            Some((zeros_before, keys[i]))
                                        } else {
                                            Some((ones_before, keys[i]))
                                        },
                                    ),
                                )
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut keys[..]);
                        region.answer(&mut other[..]);
                    }
                })
            };
            if let Some(launch::Product2(zeros_last, ones_last)) = carry {
                zeros = zeros_last;
                ones = ones_last;
            } else {
                region.take_for_loop(&mut other[..]);
                region.fetch_for_loop(&mut keys[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for i in 0..n {
                    if keys[i] & low == 0 {
                        other[zeros] = keys[i];
                        zeros += 1;
                    } else {
                        other[ones] = keys[i];
                        ones += 1;
                    }
                }
            }
            if !is_short {
                let left = (&other[..], zeros, ones);
                launch::verify(
                    &LOOP,
                    move |check| check.output(left.0).carried(0, &left.1).carried(1, &left.2),
                );
            }
            region.put_back(&mut keys[..]);
            region.put_back(&mut other[..]);
        }
        let high = low << 1;
        let mut high_zeros = 0usize;
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "radix_sort",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Reduce)
                            .gpu(::core::include_str!("regions.radix_sort.2.gpu.cl"))
                            .cpu(::core::include_str!("regions.radix_sort.2.cpu.cl")),
                    )
                    .stores_never_panic()
            };
            launch::confirm::sequence!(other);
            let range = launch::Range::<usize>::ascending(0, n);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let start: Option<usize> = Some(high_zeros);
                let other = &mut other[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let other = &other[..];
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .input::<u32>(other, &[launch::Affine::new(1, 0)])
                                .capture::<u32>(high)
                                .within(region)
                                .run(|i, ()| (other[i] & high == 0) as usize, |_, _, _, ()| ())
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut other[..]);
                    }
                })
            };
            if let Some(last) = carry {
                high_zeros = last;
            } else {
                region.fetch_for_loop(&mut other[..]);
                region.fetch_for_others(&mut keys[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for i in 0..n {
                    high_zeros += (other[i] & high == 0) as usize;
                }
            }
            if !is_short {
                let left = high_zeros;
                launch::verify(&LOOP, move |check| check.carry(&left));
            }
            region.put_back(&mut other[..]);
        }
        let mut zeros_back = 0usize;
        let mut ones_back = high_zeros;
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "radix_sort",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("regions.radix_sort.3.gpu.cl"))
                            .cpu(::core::include_str!("regions.radix_sort.3.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!("regions.radix_sort.3.reduce_then_scan.cl"),
                            )
                            .may_panic(),
                    )
                    .stores_never_panic()
                    .panics_between_tiles()
                    .fields(&["zeros_back", "ones_back"])
            };
            launch::confirm::sequence!(other);
            let range = launch::Range::<usize>::ascending(0, n);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let zeros_back_start = Some(zeros_back);
                let ones_back_start = Some(ones_back);
                let other = &mut other[..];
                let keys = &mut keys[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let other = &other[..];
                            let keys = &mut keys[..];
                            let start: Option<launch::Product2<usize, usize>> = launch::Product2::start(
                                zeros_back_start,
                                ones_back_start,
                            );
                            launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Add))
                                .input::<u32>(other, &[launch::Affine::new(1, 0)])
                                .counted::<
                                    u32,
                                >(
                                    keys,
                                    &[
                                        launch::Counter::new(0, 0).dense(),
                                        launch::Counter::new(1, 0).dense(),
                                    ],
                                )
                                .capture::<u32>(high)
                                .within(region)
                                .run(
                                    |i, ()| launch::Product2(
                                        if other[i] & high == 0 { 1 } else { 0usize },
                                        if other[i] & high == 0 { 0usize } else { 1 },
                                    ),
                                    |
                                        i,
                                        launch::Product2(zeros_back_before, ones_back_before),
                                        _,
                                        ()|
                                    (
                                        (),
                                        if other[i] & high == 0 {
                                            Some((zeros_back_before, other[i]))
                                        } else {
                                            Some((ones_back_before, other[i]))
                                        },
                                    ),
                                )
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut other[..]);
                        region.answer(&mut keys[..]);
                    }
                })
            };
            if let Some(launch::Product2(zeros_back_last, ones_back_last)) = carry {
                zeros_back = zeros_back_last;
                ones_back = ones_back_last;
            } else {
                region.take_for_loop(&mut keys[..]);
                region.fetch_for_loop(&mut other[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for i in 0..n {
                    if other[i] & high == 0 {
                        keys[zeros_back] = other[i];
                        zeros_back += 1;
                    } else {
                        keys[ones_back] = other[i];
                        ones_back += 1;
                    }
                }
            }
            if !is_short {
                let left = (&keys[..], zeros_back, ones_back);
                launch::verify(
                    &LOOP,
                    move |check| check.output(left.0).carried(0, &left.1).carried(1, &left.2),
                );
            }
            region.put_back(&mut other[..]);
            region.put_back(&mut keys[..]);
        }
    }
    region.fetch(&mut keys[..]);
}

/// What is kept stands at the front of `kept`, and its sums in `sums`; the rest of both stays what it was.
pub fn kept_and_summed(x: &[i32], kept: &mut [i32], sums: &mut [i32]) -> usize {
    let mut count = 0usize;
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(is_slice(x), is_slice(kept), is_slice(sums)),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "kept_and_summed",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.kept_and_summed.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.kept_and_summed.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.kept_and_summed.0.reduce_then_scan.cl"
                            ),
                        )
                        .may_panic(),
                )
                .stores_never_panic()
                .panics_between_tiles()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<usize> = Some(count);
            let x = &x[..];
            let kept = &mut kept[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &x[..];
                        let kept = &mut kept[..];
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .counted::<i32>(kept, &[launch::Counter::new(0, 0).dense()])
                            .within(region)
                            .run(
                                |i, ()| if x[i] % 3 == 0 { 1 } else { 0usize },
                                |i, before, _, ()| (
                                    (),
                                    if x[i] % 3 == 0 { Some((before, x[i])) } else { None },
                                ),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut kept[..]);
                }
            })
        };
        if let Some(last) = carry {
            count = last;
        } else {
            region.take_for_loop(&mut kept[..]);
            region.fetch_for_others(&mut sums[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                if x[i] % 3 == 0 {
                    kept[count] = x[i];
                    count += 1;
                }
            }
        }
        if !is_short {
            let left = (&kept[..], count);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut kept[..]);
    }
    let mut sum = 0i32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "kept_and_summed",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.kept_and_summed.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.kept_and_summed.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.kept_and_summed.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, count);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i32> = Some(sum);
            let kept = &mut kept[..];
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let kept = &kept[..];
                        let sums = &mut sums[..];
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .input::<i32>(kept, &[launch::Affine::new(1, 0)])
                            .output::<i32>(sums, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| kept[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut kept[..]);
                    region.answer(&mut sums[..]);
                }
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            region.take_for_loop(&mut sums[..]);
            region.fetch_for_loop(&mut kept[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..count {
                sum = sum.wrapping_add(kept[i]);
                sums[i] = sum;
            }
        }
        if !is_short {
            let left = (&sums[..], sum);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut kept[..]);
        region.put_back(&mut sums[..]);
    }
    let mut all = 0i32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "kept_and_summed",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.kept_and_summed.2.gpu.cl"))
                        .cpu(::core::include_str!("regions.kept_and_summed.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.kept_and_summed.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(kept, len);
        let range = launch::Range::<usize>::ascending(0, kept.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i32> = Some(all);
            let kept = &mut kept[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let kept = &mut kept[..];
                        launch::Launch::new(&LOOP, range, start, launch::BitXor)
                            .in_place::<
                                i32,
                            >(kept, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ((), kept)| kept[i], |_, _, after, ((), _)| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut kept[..]);
                }
            })
        };
        if let Some(last) = carry {
            all = last;
        } else {
            region.take_for_loop(&mut kept[..]);
            region.fetch_for_others(&mut sums[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..kept.len() {
                all ^= kept[i];
                kept[i] = all;
            }
        }
        if !is_short {
            let left = (&kept[..], all);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut kept[..]);
    }
    region.fetch(&mut kept[..]);
    region.fetch(&mut sums[..]);
    count
}

/// The loop in the middle runs as written, the third one panics where `parts` is 0 and one of `x` is 77.
pub fn with_a_loop_as_written(x: &[i32], y: &mut [i32], z: &mut [i32], parts: i32) {
    let n = y.len();
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x), is_slice(z)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_a_loop_as_written",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_a_loop_as_written.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_a_loop_as_written.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_a_loop_as_written.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, n);
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
            for i in 1..n {
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
                    "with_a_loop_as_written",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_a_loop_as_written.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_a_loop_as_written.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_a_loop_as_written.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .device(launch::DeviceKind::Loop)
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let z = &mut z[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let z = &mut z[..];
                        let y = &y[..];
                        let start: Option<i32> = region
                            .at(z, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(z, launch::Affine::new(1, 0))
                            .input::<i32>(y, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| y[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut z[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut z[..]);
            region.fetch_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                z[i] = launch::keep(carried.or(|| z[i - 1]).wrapping_add(y[i]), &mut carried);
            }
        }
        if !is_short {
            let left = &z[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut z[..]);
        region.put_back(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_a_loop_as_written",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_a_loop_as_written.2.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_a_loop_as_written.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_a_loop_as_written.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, n);
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
                            .capture::<i32>(parts)
                            .requires(launch::divides(parts))
                            .within(region)
                            .run(
                                |i, ()| if x[i] == 77 { z[i] / parts } else { z[i] },
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
            for i in 1..n {
                y[i] = launch::keep(carried.or(|| y[i - 1]).wrapping_add(if x[i] == 77 { z[i] / parts } else { z[i] }), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
        region.put_back(&mut z[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_a_loop_as_written",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_a_loop_as_written.3.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_a_loop_as_written.3.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_a_loop_as_written.3.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let z = &mut z[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let z = &mut z[..];
                        let y = &y[..];
                        let start: Option<i32> = region
                            .at(z, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Max)
                            .output::<i32>(z, launch::Affine::new(1, 0))
                            .input::<i32>(y, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| y[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut z[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut z[..]);
            region.fetch_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                z[i] = launch::keep(carried.or(|| z[i - 1]).max(y[i]), &mut carried);
            }
        }
        if !is_short {
            let left = &z[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut z[..]);
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    region.fetch(&mut z[..]);
}

/// Every third element is stored, and what lies between must be what it was.
pub fn every_third(x: &[i32], y: &mut [i32]) {
    let mut sum = 0i32;
    let mut i = 2;
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(x), is_slice(y)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "every_third",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.every_third.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.every_third.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.every_third.0.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(i, x.len()).step_by(3).of_while();
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i32> = Some(sum);
            let x = &x[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &x[..];
                        let y = &mut y[..];
                        let i_after_loop = range.past_the_end();
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| x[i], |_, _, after, ()| ((), after))
                            .map(|carry| (carry, i_after_loop))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Some((last, i_after_loop)) = carry {
            sum = last;
            #[allow(
                unused_assignments,
                reason = "the loop assigns it too, whether or not anybody looks at it afterwards"
            )]
            {
                i = i_after_loop;
            }
        } else {
            region.take_for_loop(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            while i < x.len() {
                sum += x[i];
                y[i] = sum;
                i += 3;
            }
        }
        if !is_short {
            let left = (&y[..], sum);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut y[..]);
    }
    let mut most = i32::MIN;
    let mut k = 1;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "every_third",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.every_third.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.every_third.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.every_third.1.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(k, x.len()).step_by(2).of_while();
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i32> = Some(most);
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let k_after_loop = range.past_the_end();
                        launch::Launch::new(&LOOP, range, start, launch::Max)
                            .in_place::<
                                i32,
                            >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|k, ((), y)| y[k], |_, _, after, ((), _)| ((), after))
                            .map(|carry| (carry, k_after_loop))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Some((last, k_after_loop)) = carry {
            most = last;
            #[allow(
                unused_assignments,
                reason = "the loop assigns it too, whether or not anybody looks at it afterwards"
            )]
            {
                k = k_after_loop;
            }
        } else {
            region.take_for_loop(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            while k < x.len() {
                most = most.max(y[k]);
                y[k] = most;
                k += 2;
            }
        }
        if !is_short {
            let left = (&y[..], most);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// Parts of arrays, each loop another one.
pub fn parts(x: &[i64], y: &mut [i64]) {
    let n = x.len();
    let half = n / 2;
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x), is_number(n)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "parts",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.parts.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.parts.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.parts.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, half);
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
                        let start: Option<i64> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i64>(y, launch::Affine::new(1, 0))
                            .input::<i64>(x, &[launch::Affine::new(1, 0)])
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
            for i in 1..half {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    if ::scan_runtime::launch::Checked::sub(n, 1).is_none() {
        region.fetch(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "parts",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.parts.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.parts.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.parts.1.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(n - 1, half);
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
                        let start: Option<i64> = region
                            .at(y, range.index(launch::Affine::new(1, 1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i64>(y, launch::Affine::new(1, 0))
                            .input::<i64>(x, &[launch::Affine::new(1, 0)])
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
            for i in (half..n - 1).rev() {
                y[i] = launch::keep(carried.or(|| y[i + 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    let mut sum = 0i64;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "parts",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.parts.2.gpu.cl"))
                        .cpu(::core::include_str!("regions.parts.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.parts.2.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i64> = Some(sum);
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .in_place::<
                                i64,
                            >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ((), y)| y[i], |_, _, after, ((), _)| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            region.take_for_loop(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..n {
                sum += y[i];
                y[i] = sum;
            }
        }
        if !is_short {
            let left = (&y[..], sum);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// Loops whose iterations are independent, around a scan: one of them in place, one that looks up.
pub fn with_independent_iterations(x: &[u32], y: &mut [u32]) -> u64 {
    let n = x.len();
    let mut weights = vec![0u64; n];
    let mut sums = vec![0u64; n];
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(
                is_slice(x), is_owned(weights), is_owned(sums), is_slice(y)
            ),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "with_independent_iterations",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("regions.with_independent_iterations.0.cl")),
            )
        };
        launch::confirm::sequence!(weights);
        let range = launch::Range::<usize>::ascending(0, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let weights = &mut weights[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &x[..];
                        let weights = &mut weights[..];
                        let start = Some(launch::Independent);
                        launch::Launch::new(&LOOP, range, start, launch::Independent)
                            .input::<u32>(x, &[launch::Affine::new(1, 0)])
                            .output::<u64>(weights, launch::Affine::new(1, 0))
                            .within(region)
                            .run(
                                |_, ()| launch::Independent,
                                |i, _, _, ()| ((), (x[i] % 1000) as u64 * 3),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut weights[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut weights[..]);
            region.fetch_for_others(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..n {
                weights[i] = (x[i] % 1000) as u64 * 3;
            }
        }
        if !is_short {
            let left = &weights[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut weights[..]);
    }
    let mut sum = 0u64;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_independent_iterations",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(
                            ::core::include_str!(
                                "regions.with_independent_iterations.1.gpu.cl"
                            ),
                        )
                        .cpu(
                            ::core::include_str!(
                                "regions.with_independent_iterations.1.cpu.cl"
                            ),
                        )
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_independent_iterations.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(weights);
        launch::confirm::sequence!(sums);
        let range = launch::Range::<usize>::ascending(0, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u64> = Some(sum);
            let weights = &mut weights[..];
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let weights = &weights[..];
                        let sums = &mut sums[..];
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .input::<u64>(weights, &[launch::Affine::new(1, 0)])
                            .output::<u64>(sums, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| weights[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut weights[..]);
                    region.answer(&mut sums[..]);
                }
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            region.take_for_loop(&mut sums[..]);
            region.fetch_for_loop(&mut weights[..]);
            region.fetch_for_others(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..n {
                sum += weights[i];
                sums[i] = sum;
            }
        }
        if !is_short {
            let left = (&sums[..], sum);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut weights[..]);
        region.put_back(&mut sums[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_independent_iterations",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Map)
                        .any(
                            ::core::include_str!("regions.with_independent_iterations.2.cl"),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(sums);
        let range = launch::Range::<usize>::ascending(0, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let sums = &mut sums[..];
                        let start = Some(launch::Independent);
                        launch::Launch::new(&LOOP, range, start, launch::Independent)
                            .in_place::<
                                u64,
                            >(sums, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(
                                |_, ((), _)| launch::Independent,
                                |i, _, _, ((), sums)| ((), sums[i] / 2),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut sums[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut sums[..]);
            region.fetch_for_others(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..n {
                sums[i] /= 2;
            }
        }
        if !is_short {
            let left = &sums[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut sums[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "with_independent_iterations",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("regions.with_independent_iterations.3.cl"))
                    .may_panic(),
            )
        };
        launch::confirm::sequence!(sums);
        let range = launch::Range::<usize>::ascending(0, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let sums = &mut sums[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &x[..];
                        let sums = &sums[..];
                        let y = &mut y[..];
                        let start = Some(launch::Independent);
                        launch::Launch::new(&LOOP, range, start, launch::Independent)
                            .input::<u32>(x, &[launch::Affine::new(1, 0)])
                            .gathered::<u64>(sums, &[])
                            .output::<u32>(y, launch::Affine::new(1, 0))
                            .capture::<usize>(n)
                            .requires(launch::divides(n))
                            .within(region)
                            .run(
                                |_, ()| launch::Independent,
                                |i, _, _, ()| ((), sums[x[i] as usize % n] as u32),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut sums[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_loop(&mut sums[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..n {
                y[i] = sums[x[i] as usize % n] as u32;
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut sums[..]);
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    sum
}

/// What is looked up may not be there.
pub fn looked_up(x: &[u32], table: &mut [u32], y: &mut [u32]) {
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(is_slice(table), is_slice(x), is_slice(y)),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "looked_up",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.looked_up.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.looked_up.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.looked_up.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(table, len);
        let range = launch::Range::<usize>::ascending(1, table.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let table = &mut table[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let table = &mut table[..];
                        let start: Option<u32> = region
                            .at(table, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .in_place::<
                                u32,
                            >(table, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(
                                |i, ((), table)| table[i],
                                |_, _, after, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut table[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut table[..]);
            region.fetch_for_others(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..table.len() {
                table[i] = launch::keep(table[i].wrapping_add(carried.or(|| table[i - 1])), &mut carried);
            }
        }
        if !is_short {
            let left = &table[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut table[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "looked_up",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("regions.looked_up.1.cl"))
                    .may_panic(),
            )
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let table = &mut table[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &x[..];
                        let table = &table[..];
                        let y = &mut y[..];
                        let start = Some(launch::Independent);
                        launch::Launch::new(&LOOP, range, start, launch::Independent)
                            .input::<u32>(x, &[launch::Affine::new(1, 0)])
                            .gathered::<u32>(table, &[])
                            .output_if::<u32>(y, launch::Affine::new(1, 0))
                            .within(region)
                            .run(
                                |_, ()| launch::Independent,
                                |i, _, _, ()| (
                                    (),
                                    if x[i] != 5 { Some(table[x[i] as usize]) } else { None },
                                ),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut table[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_loop(&mut table[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                if x[i] != 5 {
                    y[i] = table[x[i] as usize];
                }
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut table[..]);
        region.put_back(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "looked_up",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Map)
                        .any(::core::include_str!("regions.looked_up.2.cl")),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let start = Some(launch::Independent);
                        launch::Launch::new(&LOOP, range, start, launch::Independent)
                            .in_place::<
                                u32,
                            >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(
                                |_, ((), _)| launch::Independent,
                                |i, _, _, ((), y)| ((), y[i] ^ 1),
                            )
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
            region.fetch_for_others(&mut table[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                y[i] ^= 1;
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut table[..]);
    region.fetch(&mut y[..]);
}

/// Flags are looked at on the host, so they come back at once.
pub fn with_flags(x: &[i32], seen: &mut [bool], rank: &mut [u32]) -> u32 {
    let mut any = false;
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(is_slice(x), is_slice(seen), is_slice(rank)),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_flags",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_flags.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_flags.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.with_flags.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<bool> = Some(any);
            let x = &x[..];
            let seen = &mut seen[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &x[..];
                        let seen = &mut seen[..];
                        launch::Launch::new(&LOOP, range, start, launch::Or)
                            .input::<i32>(x, &[launch::Affine::new(1, 0)])
                            .output::<bool>(seen, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| x[i] > 1_000_000_000, |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut seen[..]);
                }
            })
        };
        if let Some(last) = carry {
            any = last;
        } else {
            region.take_for_loop(&mut seen[..]);
            region.fetch_for_others(&mut rank[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                any = any || x[i] > 1_000_000_000;
                seen[i] = any;
            }
        }
        if !is_short {
            let left = (&seen[..], any);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut seen[..]);
    }
    let mut count = 0u32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_flags",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_flags.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_flags.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.with_flags.1.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u32> = Some(count);
            let seen = &mut seen[..];
            let rank = &mut rank[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let seen = &seen[..];
                        let rank = &mut rank[..];
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .input::<bool>(seen, &[launch::Affine::new(1, 0)])
                            .output::<u32>(rank, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| seen[i] as u32, |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut seen[..]);
                    region.answer(&mut rank[..]);
                }
            })
        };
        if let Some(last) = carry {
            count = last;
        } else {
            region.take_for_loop(&mut rank[..]);
            region.fetch_for_loop(&mut seen[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                count += seen[i] as u32;
                rank[i] = count;
            }
        }
        if !is_short {
            let left = (&rank[..], count);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut seen[..]);
        region.put_back(&mut rank[..]);
    }
    region.fetch(&mut seen[..]);
    region.fetch(&mut rank[..]);
    count
}

/// A thing with arrays in it.
pub struct Levels {
    pub low: Vec<i32>,
    pub high: Vec<i32>,
    pub rounds: u32,
}

impl Levels {
    pub fn rise(&mut self) {
        let region = ::scan_runtime::launch::Region::new();
        region
            .trust(
                ::scan_runtime::launch::known!(
                    has_fields(self), is_slice(self.high), is_slice(self.low)
                ),
            );
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "rise",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("regions.rise.0.gpu.cl"))
                            .cpu(::core::include_str!("regions.rise.0.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!("regions.rise.0.reduce_then_scan.cl"),
                            ),
                    )
                    .stores_never_panic()
            };
            launch::confirm::fields!(self);
            launch::confirm::sequence!(self.high);
            launch::confirm::sequence!(self.low);
            launch::confirm::method_of_sequence!(self.low, len);
            launch::confirm::ordering!(max);
            launch::confirm::primitives!(self.high);
            let range = launch::Range::<usize>::ascending(1, self.low.len());
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let self_high = &mut self.high[..];
                let self_low = &mut self.low[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let self_high = &mut self_high[..];
                            let self_low = &self_low[..];
                            let start = region
                                .at(self_high, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Max)
                                .open_scan()
                                .output(self_high, launch::Affine::new(1, 0))
                                .input(self_low, &[launch::Affine::new(1, 0)])
                                .within(region)
                                .run(|i, ()| self_low[i], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut self_high[..]);
                        region.answer(&mut self_low[..]);
                    }
                })
            };
            if carry.is_none() {
                region.take_for_loop(&mut self.high[..]);
                region.fetch_for_loop(&mut self.low[..]);
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..self.low.len() {
                    self.high[i] = launch::keep(carried.or(|| self.high[i - 1]).max(self.low[i]), &mut carried);
                }
            }
            if !is_short {
                let left = &self.high[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut self.high[..]);
            region.put_back(&mut self.low[..]);
        }
        region.take(&mut self.high[..]);
        region.take(&mut self.low[..]);
        self.count();
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "rise",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("regions.rise.1.gpu.cl"))
                            .cpu(::core::include_str!("regions.rise.1.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!("regions.rise.1.reduce_then_scan.cl"),
                            ),
                    )
                    .stores_never_panic()
            };
            launch::confirm::fields!(self);
            launch::confirm::sequence!(self.low);
            launch::confirm::sequence!(self.high);
            launch::confirm::method_of_sequence!(self.low, len);
            launch::confirm::ordering!(min);
            launch::confirm::primitives!(self.low);
            let range = launch::Range::<usize>::ascending(1, self.low.len());
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let self_low = &mut self.low[..];
                let self_high = &mut self.high[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let self_low = &mut self_low[..];
                            let self_high = &self_high[..];
                            let start = region
                                .at(self_low, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Min)
                                .open_scan()
                                .output(self_low, launch::Affine::new(1, 0))
                                .input(self_high, &[launch::Affine::new(1, 0)])
                                .within(region)
                                .run(|i, ()| self_high[i], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut self_low[..]);
                        region.answer(&mut self_high[..]);
                    }
                })
            };
            if carry.is_none() {
                region.take_for_loop(&mut self.low[..]);
                region.fetch_for_loop(&mut self.high[..]);
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..self.low.len() {
                    self.low[i] = launch::keep(carried.or(|| self.low[i - 1]).min(self.high[i]), &mut carried);
                }
            }
            if !is_short {
                let left = &self.low[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut self.low[..]);
            region.put_back(&mut self.high[..]);
        }
        region.fetch(&mut self.high[..]);
        region.fetch(&mut self.low[..]);
    }

    /// Sees all.
    fn count(&mut self) {
        self.rounds += self.high.iter().filter(|&&level| level > 0).count() as u32;
        self.high[0] -= 1;
    }
}

/// A `collect()`, whose result is used by the next loop; the last value of a register, and what a launch evaluates.
pub fn with_a_collection(x: &[i32], y: &mut [i32]) -> Vec<i32> {
    let n = y.len();
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_a_collection",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_a_collection.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_a_collection.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_a_collection.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, n);
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
                    .run(|i, ()| x[i], |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i], &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
    let sums: Vec<i32> = {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_a_collection",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_a_collection.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_a_collection.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_a_collection.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::iterator!(rev);
        launch::confirm::method_of_sequence!(y, iter);
        launch::confirm::behind_reference!(wrapping_add, i32);
        launch::confirm::standard!(::core::option::Option::Some:: < () >, Some);
        let range = launch::Range::<usize>::lengths([y.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i32> = Some(5i32);
            let y = &y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .collect_into::<i32>()
                    .input::<i32>(y, &[launch::Affine::new(1, 0)])
                    .run_collect(|i, ()| y[i], |_, _, after, ()| ((), after))
            })
        };
        let collected = if let Some((_, collected)) = carry {
            collected
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            y
                .iter()
                .scan(5i32, |sum, &y| {
                    *sum = sum.wrapping_add(y);
                    Some(*sum)
                })
                .collect()
        };
        if !is_short {
            let left = &collected[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        collected
    };
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "with_a_collection",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.with_a_collection.2.gpu.cl"))
                        .cpu(::core::include_str!("regions.with_a_collection.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.with_a_collection.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::sequence!(sums);
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let sums = &sums[..];
            let x = &x[..];
            launch::out_of_line(move || {
                let start: Option<i32> = launch::at(
                    y,
                    range.index(launch::Affine::new(1, -1)),
                );
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .output::<i32>(y, launch::Affine::new(1, 0))
                    .input::<i32>(sums, &[launch::Affine::new(1, 0)])
                    .input::<i32>(x, &[launch::Affine::new(0, 0)])
                    .run(|i, ()| sums[i] ^ x[0], |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                y[i] = launch::keep(carried.or(|| y[i - 1]).wrapping_add(sums[i] ^ x[0]), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
    sums
}

/// What a launch evaluates, and what a register holds at the end, are read on the host.
pub fn read_for_a_launch(x: &mut [i32], y: &mut [i32], z: &mut [i32]) -> i32 {
    let n = x.len();
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(
                is_slice(x), is_slice(y), is_slice(z), is_number(n)
            ),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "read_for_a_launch",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.read_for_a_launch.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.read_for_a_launch.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.read_for_a_launch.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(n - 1, 0);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &mut x[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &mut x[..];
                        let y = &y[..];
                        let start: Option<i32> = region
                            .at(x, range.index(launch::Affine::new(1, 1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(x, launch::Affine::new(1, 0))
                            .input::<i32>(y, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| y[i], |_, _, scan_after, ()| ((), scan_after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut x[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut x[..]);
            region.fetch_for_loop(&mut y[..]);
            region.fetch_for_others(&mut z[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in (0..n - 1).rev() {
                x[i] = launch::keep(carried.or(|| x[i + 1]).wrapping_add(y[i]), &mut carried);
            }
        }
        if !is_short {
            let left = &x[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut x[..]);
        region.put_back(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "read_for_a_launch",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.read_for_a_launch.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.read_for_a_launch.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.read_for_a_launch.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let z = &mut z[..];
            let y = &mut y[..];
            let x = &mut x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let z = &mut z[..];
                        let y = &y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(z, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(z, launch::Affine::new(1, 0))
                            .input::<i32>(y, &[launch::Affine::new(1, 0)])
                            .input::<i32>(x, &[launch::Affine::new(0, 0)])
                            .within(region)
                            .run(
                                |i, ()| y[i] ^ x[0],
                                |_, _, scan_after, ()| ((), scan_after),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut z[..]);
                    region.answer(&mut y[..]);
                    region.answer(&mut x[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut z[..]);
            region.fetch_for_loop(&mut y[..]);
            region.fetch_for_loop(&mut x[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                z[i] = launch::keep(carried.or(|| z[i - 1]).wrapping_add(y[i] ^ x[0]), &mut carried);
            }
        }
        if !is_short {
            let left = &z[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut z[..]);
        region.put_back(&mut y[..]);
        region.put_back(&mut x[..]);
    }
    region.fetch(&mut x[..]);
    let held = (region.guard(&mut y[..]), region.guard(&mut z[..]));
    let mut before = x[0];
    region.release(held);
    region.take(&mut x[..]);
    let held = (region.guard(&mut y[..]), region.guard(&mut z[..]));
    x[0] = 0;
    region.release(held);
    region.fetch(&mut x[..]);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "read_for_a_launch",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.read_for_a_launch.2.gpu.cl"))
                        .cpu(::core::include_str!("regions.read_for_a_launch.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.read_for_a_launch.2.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes()
                        .asks_for_first(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &mut x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let x = &mut x[..];
                        let before_after_loop = range
                            .last()
                            .and_then(|i| {
                                let here = launch::Range::ascending_inclusive(i, i);
                                launch::at(x, here.index(launch::Affine::new(1, 0)))?;
                                Some(x[i])
                            });
                        let start: Option<i32> = region
                            .at(x, range.index(launch::Affine::new(1, -1)));
                        let start = before_after_loop.and(start);
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .in_place_delayed::<
                                i32,
                            >(x, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .capture::<i32>(before)
                            .within(region)
                            .run(
                                |i, ((), x)| {
                                    let is_first = range.is_first(i);
                                    if is_first { before } else { x[i - 1] }
                                },
                                |_, _, scan_after, ((), _)| ((), scan_after),
                            )
                            .map(|carry| (carry, before_after_loop))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut x[..]);
                }
            })
        };
        if let Some((_, before_after_loop)) = carry {
            if let Some(before_after_loop) = before_after_loop {
                #[allow(
                    unused_assignments,
                    reason = "the loop assigns it too, whether or not anybody looks at it afterwards"
                )]
                {
                    before = before_after_loop;
                }
            }
        } else {
            region.take_for_loop(&mut x[..]);
            region.fetch_for_others(&mut y[..]);
            region.fetch_for_others(&mut z[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                let this = x[i];
                x[i] = launch::keep(carried.or(|| x[i - 1]).wrapping_add(before), &mut carried);
                before = this;
            }
        }
        if !is_short {
            let left = &x[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut x[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "read_for_a_launch",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.read_for_a_launch.3.gpu.cl"))
                        .cpu(::core::include_str!("regions.read_for_a_launch.3.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.read_for_a_launch.3.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(1, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let z = &mut z[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let z = &z[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Max)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .input::<i32>(z, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| z[i], |_, _, scan_after, ()| ((), scan_after))
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
            region.fetch_for_others(&mut x[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..n {
                y[i] = launch::keep(carried.or(|| y[i - 1]).max(z[i]), &mut carried);
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
    let held = (region.guard(&mut x[..]), region.guard(&mut z[..]));
    let mut after = y[1];
    region.release(held);
    region.take(&mut y[..]);
    let held = (region.guard(&mut x[..]), region.guard(&mut z[..]));
    y[1] = 3;
    region.release(held);
    region.fetch(&mut y[..]);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "read_for_a_launch",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.read_for_a_launch.4.gpu.cl"))
                        .cpu(::core::include_str!("regions.read_for_a_launch.4.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.read_for_a_launch.4.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes()
                        .asks_for_first(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(2, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let after_after_loop = range
                            .last()
                            .and_then(|i| {
                                let here = launch::Range::ascending_inclusive(i, i);
                                launch::at(y, here.index(launch::Affine::new(1, 0)))?;
                                Some(y[i])
                            });
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        let start = after_after_loop.and(start);
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .in_place_delayed::<
                                i32,
                            >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .capture::<i32>(after)
                            .within(region)
                            .run(
                                |i, ((), y)| {
                                    let is_first = range.is_first(i);
                                    if is_first { after } else { y[i - 1] }
                                },
                                |_, _, scan_after, ((), _)| ((), scan_after),
                            )
                            .map(|carry| (carry, after_after_loop))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Some((_, after_after_loop)) = carry {
            if let Some(after_after_loop) = after_after_loop {
                #[allow(
                    unused_assignments,
                    reason = "the loop assigns it too, whether or not anybody looks at it afterwards"
                )]
                {
                    after = after_after_loop;
                }
            }
        } else {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_others(&mut x[..]);
            region.fetch_for_others(&mut z[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 2..n {
                let this = y[i];
                y[i] = launch::keep(carried.or(|| y[i - 1]).wrapping_add(after), &mut carried);
                after = this;
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut x[..]);
    region.fetch(&mut y[..]);
    region.fetch(&mut z[..]);
    before ^ after
}

/// The sums of all that is above and to the left: rows, then columns.
pub fn summed_area(image: &[u8], sums: &mut [u32], h: usize, w: usize) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(image), is_slice(sums)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "summed_area",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.summed_area.0.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let image = &image[..];
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let image = &image[..];
                        let sums = &mut sums[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Add,
                                |r| {
                                    let t = 0u32;
                                    let start: Option<u32> = Some(t);
                                    Some((r, start?))
                                },
                            )
                            .linear()
                            .input::<
                                u8,
                                _,
                                _,
                            >(
                                image,
                                |r| [
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                ],
                            )
                            .output::<
                                u32,
                                _,
                            >(
                                sums,
                                |r| launch::Affine::new(
                                    1,
                                    launch::product(&[launch::wide(r), launch::wide(w)]),
                                ),
                            )
                            .capture::<usize>(w)
                            .run(
                                |c, r, ()| image[c + r * w] as u32,
                                |_, _, after, _, ()| ((), after),
                            )
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut sums[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut sums[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let mut t = 0u32;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "summed_area",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.summed_area.0.gpu.cl"))
                                    .cpu(::core::include_str!("regions.summed_area.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!("regions.summed_area.0.reduce_then_scan.cl"),
                                    )
                                    .in_lanes(),
                            )
                            .stores_never_panic()
                    };
                    let range = launch::Range::<usize>::ascending(0, w);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let start: Option<u32> = Some(t);
                        let image = &image[..];
                        let sums = &mut sums[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .input::<
                                    u8,
                                >(
                                    image,
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .output::<
                                    u32,
                                >(
                                    sums,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .run(|c, ()| image[c + r * w] as u32, |_, _, after, ()| ((), after))
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t += image[r * w + c] as u32;
                            sums[r * w + c] = t;
                        }
                    }
                    if !is_short {
                        let left = (&sums[..], t);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&sums[..]));
        }
        region.put_back(&mut sums[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "summed_area",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.summed_area.1.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, w);
        let range = launch::Range::<usize>::ascending(0, h);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let sums = &mut sums[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Add,
                                |c| {
                                    let t = 0u32;
                                    let start: Option<u32> = Some(t);
                                    Some((c, start?))
                                },
                            )
                            .linear()
                            .in_place::<
                                u32,
                                _,
                            >(
                                sums,
                                |c| launch::Affine::scaled(launch::wide(w), launch::wide(c)),
                            )
                            .capture::<usize>(w)
                            .run(
                                |r, c, ((), sums)| sums[r * w + c],
                                |_, _, after, _, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut sums[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut sums[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for c in 0..w {
                let mut t = 0u32;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "summed_area",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.summed_area.1.gpu.cl"))
                                    .cpu(::core::include_str!("regions.summed_area.1.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!("regions.summed_area.1.reduce_then_scan.cl"),
                                    ),
                            )
                            .stores_never_panic()
                    };
                    let range = launch::Range::<usize>::ascending(0, h);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let start: Option<u32> = Some(t);
                        let sums = &mut sums[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .in_place::<
                                    u32,
                                >(
                                    sums,
                                    launch::Affine::scaled(launch::wide(w), launch::wide(c)),
                                    &[launch::Affine::scaled(launch::wide(w), launch::wide(c))],
                                )
                                .capture::<usize>(w)
                                .capture::<usize>(c)
                                .run(|r, ((), sums)| sums[r * w + c], |_, _, after, ((), _)| ((), after))
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for r in 0..h {
                            t += sums[r * w + c];
                            sums[r * w + c] = t;
                        }
                    }
                    if !is_short {
                        let left = (&sums[..], t);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&sums[..]));
        }
        region.put_back(&mut sums[..]);
    }
    region.fetch(&mut sums[..]);
}

/// The same by the sums above, and back: what a column begins with is read where it is the newest.
pub fn sums_from_above(x: &[i64], sums: &mut [i64], left: &mut [i64], h: usize, w: usize) {
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(
                is_slice(x), is_slice(sums), is_slice(left), is_number(w)
            ),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "sums_from_above",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.sums_from_above.0.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let x = &x[..];
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let x = &x[..];
                        let sums = &mut sums[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Add,
                                |r| {
                                    let t = 0;
                                    let start: Option<i64> = Some(t);
                                    Some((r, start?))
                                },
                            )
                            .linear()
                            .input::<
                                i64,
                                _,
                                _,
                            >(
                                x,
                                |r| [
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                ],
                            )
                            .output::<
                                i64,
                                _,
                            >(
                                sums,
                                |r| launch::Affine::new(
                                    1,
                                    launch::product(&[launch::wide(r), launch::wide(w)]),
                                ),
                            )
                            .capture::<usize>(w)
                            .run(|c, r, ()| x[c + r * w], |_, _, after, _, ()| ((), after))
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut sums[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut sums[..]);
            region.fetch_for_others(&mut left[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let mut t = 0;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "sums_from_above",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.sums_from_above.0.gpu.cl"))
                                    .cpu(::core::include_str!("regions.sums_from_above.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.sums_from_above.0.reduce_then_scan.cl"
                                        ),
                                    )
                                    .in_lanes(),
                            )
                            .stores_never_panic()
                    };
                    let range = launch::Range::<usize>::ascending(0, w);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let start: Option<i64> = Some(t);
                        let x = &x[..];
                        let sums = &mut sums[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .input::<
                                    i64,
                                >(
                                    x,
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .output::<
                                    i64,
                                >(
                                    sums,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .run(|c, ()| x[c + r * w], |_, _, after, ()| ((), after))
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t += x[r * w + c];
                            sums[r * w + c] = t;
                        }
                    }
                    if !is_short {
                        let scan_left = (&sums[..], t);
                        launch::verify(
                            &LOOP,
                            move |check| check.output(scan_left.0).carry(&scan_left.1),
                        );
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&sums[..]));
        }
        region.put_back(&mut sums[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "sums_from_above",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.sums_from_above.1.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, w);
        let range = launch::Range::<usize>::ascending(1, h);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let sums = &mut sums[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Add,
                                |c| {
                                    let start: Option<i64> = region
                                        .at(
                                            &sums[..],
                                            range
                                                .index(
                                                    launch::Affine::scaled(
                                                        launch::wide(w),
                                                        -launch::wide(w) + launch::wide(c),
                                                    ),
                                                ),
                                        );
                                    Some((c, start?))
                                },
                            )
                            .linear()
                            .carried_in_place::<
                                i64,
                                _,
                            >(
                                sums,
                                |c| launch::Affine::scaled(launch::wide(w), launch::wide(c)),
                            )
                            .capture::<usize>(w)
                            .run(
                                |r, c, ((), sums)| sums[r * w + c],
                                |_, _, after, _, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut sums[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut sums[..]);
            region.fetch_for_others(&mut left[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for c in 0..w {
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "sums_from_above",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.sums_from_above.1.gpu.cl"))
                                    .cpu(::core::include_str!("regions.sums_from_above.1.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.sums_from_above.1.reduce_then_scan.cl"
                                        ),
                                    ),
                            )
                            .stores_never_panic()
                    };
                    let range = launch::Range::<usize>::ascending(1, h);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let sums = &mut sums[..];
                        launch::out_of_line(move || {
                            let start: Option<i64> = launch::at(
                                sums,
                                range
                                    .index(
                                        launch::Affine::scaled(
                                            launch::wide(w),
                                            -launch::wide(w) + launch::wide(c),
                                        ),
                                    ),
                            );
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .in_place::<
                                    i64,
                                >(
                                    sums,
                                    launch::Affine::scaled(launch::wide(w), launch::wide(c)),
                                    &[launch::Affine::scaled(launch::wide(w), launch::wide(c))],
                                )
                                .capture::<usize>(w)
                                .capture::<usize>(c)
                                .run(|r, ((), sums)| sums[r * w + c], |_, _, after, ((), _)| ((), after))
                        })
                    };
                    if carry.is_none() {
                        // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                        let mut carried = launch::Carried::nothing();
                        for r in 1..h {
                            sums[r * w + c] += carried.or(|| sums[(r - 1) * w + c]);
                            launch::keep(sums[r * w + c], &mut carried);
                        }
                    }
                    if !is_short {
                        let scan_left = &sums[..];
                        launch::verify(&LOOP, move |check| check.output(scan_left));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&sums[..]));
        }
        region.put_back(&mut sums[..]);
    }
    region.fetch(&mut sums[..]);
    region.fetch(&mut left[..]);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "sums_from_above",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.sums_from_above.2.batched.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        launch::confirm::ordering!(max);
        let outer = launch::Range::<usize>::descending(h, 0);
        let range = if outer.is_empty() {
            launch::Range::<usize>::ascending(0, 0)
        } else {
            launch::Range::<usize>::descending(w - 1, 0)
        };
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let left = &mut left[..];
            let sums = &mut sums[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let left = &mut left[..];
                        let sums = &sums[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Max,
                                |r| {
                                    let start: Option<i64> = region
                                        .at(
                                            &left[..],
                                            range
                                                .index(
                                                    launch::Affine::new(
                                                        1,
                                                        launch::product(&[launch::wide(r), launch::wide(w)]) + 1,
                                                    ),
                                                ),
                                        );
                                    Some((r, start?))
                                },
                            )
                            .linear()
                            .carried::<
                                i64,
                                _,
                            >(
                                left,
                                |r| launch::Affine::new(
                                    1,
                                    launch::product(&[launch::wide(r), launch::wide(w)]),
                                ),
                            )
                            .input::<
                                i64,
                                _,
                                _,
                            >(
                                sums,
                                |r| [
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                ],
                            )
                            .capture::<usize>(w)
                            .run(
                                |c, r, ()| sums[c + r * w],
                                |_, _, after, _, ()| ((), after),
                            )
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut left[..]);
                    region.answer(&mut sums[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut left[..]);
            region.fetch_for_loop(&mut sums[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in (0..h).rev() {
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "sums_from_above",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.sums_from_above.2.gpu.cl"))
                                    .cpu(::core::include_str!("regions.sums_from_above.2.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.sums_from_above.2.reduce_then_scan.cl"
                                        ),
                                    ),
                            )
                            .stores_never_panic()
                    };
                    launch::confirm::iterator!(rev);
                    launch::confirm::ordering!(max);
                    let range = launch::Range::<usize>::descending(w - 1, 0);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let left = &mut left[..];
                        let sums = &sums[..];
                        launch::out_of_line(move || {
                            let start: Option<i64> = launch::at(
                                left,
                                range
                                    .index(
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]) + 1,
                                        ),
                                    ),
                            );
                            launch::Launch::new(&LOOP, range, start, launch::Max)
                                .output::<
                                    i64,
                                >(
                                    left,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                )
                                .input::<
                                    i64,
                                >(
                                    sums,
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .run(|c, ()| sums[c + r * w], |_, _, after, ()| ((), after))
                        })
                    };
                    if carry.is_none() {
                        // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                        let mut carried = launch::Carried::nothing();
                        for c in (0..w - 1).rev() {
                            left[r * w + c] = launch::keep(carried.or(|| left[r * w + c + 1]).max(sums[r * w + c]), &mut carried);
                        }
                    }
                    if !is_short {
                        let scan_left = &left[..];
                        launch::verify(&LOOP, move |check| check.output(scan_left));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&left[..]));
        }
        region.put_back(&mut left[..]);
        region.put_back(&mut sums[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "sums_from_above",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.sums_from_above.3.batched.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::ordering!(min);
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(1, w);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let left = &mut left[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let left = &mut left[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Flipped(launch::Min),
                                |r| {
                                    let start: Option<i64> = region
                                        .at(
                                            &left[..],
                                            range
                                                .index(
                                                    launch::Affine::new(
                                                        1,
                                                        launch::product(&[launch::wide(r), launch::wide(w)]) - 1,
                                                    ),
                                                ),
                                        );
                                    Some((r, start?))
                                },
                            )
                            .linear()
                            .carried_in_place::<
                                i64,
                                _,
                            >(
                                left,
                                |r| launch::Affine::new(
                                    1,
                                    launch::product(&[launch::wide(r), launch::wide(w)]),
                                ),
                            )
                            .capture::<usize>(w)
                            .run(
                                |c, r, ((), left)| left[c + r * w],
                                |_, _, after, _, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut left[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut left[..]);
            region.fetch_for_others(&mut sums[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "sums_from_above",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.sums_from_above.3.gpu.cl"))
                                    .cpu(::core::include_str!("regions.sums_from_above.3.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.sums_from_above.3.reduce_then_scan.cl"
                                        ),
                                    )
                                    .in_lanes(),
                            )
                            .stores_never_panic()
                    };
                    launch::confirm::ordering!(min);
                    let range = launch::Range::<usize>::ascending(1, w);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let left = &mut left[..];
                        launch::out_of_line(move || {
                            let start: Option<i64> = launch::at(
                                left,
                                range
                                    .index(
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]) - 1,
                                        ),
                                    ),
                            );
                            launch::Launch::new(&LOOP, range, start, launch::Flipped(launch::Min))
                                .in_place::<
                                    i64,
                                >(
                                    left,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .run(|c, ((), left)| left[c + r * w], |_, _, after, ((), _)| ((), after))
                        })
                    };
                    if carry.is_none() {
                        // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                        let mut carried = launch::Carried::nothing();
                        for c in 1..w {
                            left[r * w + c] = launch::keep(left[r * w + c].min(carried.or(|| left[r * w + c - 1])), &mut carried);
                        }
                    }
                    if !is_short {
                        let scan_left = &left[..];
                        launch::verify(&LOOP, move |check| check.output(scan_left));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&left[..]));
        }
        region.put_back(&mut left[..]);
    }
    region.fetch(&mut sums[..]);
    region.fetch(&mut left[..]);
}

/// A lagged loop between plain ones.
pub fn lagged_between(x: &[i32], y: &mut [i32], z: &mut [i32], k: usize) {
    let n = x.len();
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(
                is_slice(y), is_slice(x), is_slice(z), is_number(n)
            ),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "lagged_between",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.lagged_between.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.lagged_between.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.lagged_between.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, n);
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
            for i in 1..n {
                y[i] = launch::keep(carried.or(|| y[i - 1]).wrapping_add(x[i]), &mut carried);
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
                    "lagged_between",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.lagged_between.1.cl")),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(k, n);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let y = &mut y[..];
                        launch::Batches::lagged_within(
                                region,
                                &LOOP,
                                range,
                                launch::wide(k),
                                launch::Add,
                                |i| {
                                    let start: Option<i32> = region
                                        .at(
                                            &y[..],
                                            launch::Range::ascending_inclusive(i, i)
                                                .index(launch::Affine::new(1, -launch::wide(k))),
                                        );
                                    Some(((), start?))
                                },
                            )
                            .carried_in_place::<i32, _>(y, |_| launch::Affine::new(1, 0))
                            .capture::<usize>(k)
                            .run(|i, _, ((), y)| y[i], |_, _, after, _, ((), _)| ((), after))
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if launched.is_err() {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_others(&mut z[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in k..n {
                y[i] = y[i - k].wrapping_add(y[i]);
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
        region.put_back(&mut y[..]);
    }
    if ::scan_runtime::launch::Checked::sub(n, 1).is_none() {
        region.fetch(&mut y[..]);
        region.fetch(&mut z[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "lagged_between",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.lagged_between.2.gpu.cl"))
                        .cpu(::core::include_str!("regions.lagged_between.2.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.lagged_between.2.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(n - 1, 0);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let z = &mut z[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let z = &mut z[..];
                        let y = &y[..];
                        let start: Option<i32> = region
                            .at(z, range.index(launch::Affine::new(1, 1)));
                        launch::Launch::new(&LOOP, range, start, launch::BitXor)
                            .output::<i32>(z, launch::Affine::new(1, 0))
                            .input::<i32>(y, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| y[i], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut z[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut z[..]);
            region.fetch_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in (0..n - 1).rev() {
                z[i] = launch::keep(carried.or(|| z[i + 1]) ^ y[i], &mut carried);
            }
        }
        if !is_short {
            let left = &z[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut z[..]);
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    region.fetch(&mut z[..]);
}

/// Rows begin with what an earlier loop has stored, and are as far apart as the caller says: where they share cells they are scanned one
/// by one.
pub fn rows_from_starts(x: &[i32], starts: &mut [i32], y: &mut [i32], w: usize, pitch: usize) {
    let h = starts.len();
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(is_slice(starts), is_slice(y), is_slice(x)),
        );
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows_from_starts",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.rows_from_starts.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.rows_from_starts.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.rows_from_starts.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, h);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let starts = &mut starts[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let starts = &mut starts[..];
                        let start: Option<i32> = region
                            .at(starts, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .in_place::<
                                i32,
                            >(
                                starts,
                                launch::Affine::new(1, 0),
                                &[launch::Affine::new(1, 0)],
                            )
                            .within(region)
                            .run(
                                |r, ((), starts)| starts[r],
                                |_, _, after, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut starts[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut starts[..]);
            region.fetch_for_others(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for r in 1..h {
                starts[r] += carried.or(|| starts[r - 1]);
                launch::keep(starts[r], &mut carried);
            }
        }
        if !is_short {
            let left = &starts[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut starts[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows_from_starts",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.rows_from_starts.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.rows_from_starts.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.rows_from_starts.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(y, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|_, ()| 1, |_, _, after, ()| ((), after))
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
            region.fetch_for_others(&mut starts[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]).wrapping_add(1), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut starts[..]);
    region.fetch(&mut y[..]);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows_from_starts",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.rows_from_starts.2.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let x = &x[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(|| {
                loop {
                    let launched = {
                        let x = &x[..];
                        let y = &mut y[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Add,
                                |r| {
                                    let t = starts[r];
                                    let start: Option<i32> = Some(t);
                                    Some((r, start?))
                                },
                            )
                            .linear()
                            .input::<
                                i32,
                                _,
                                _,
                            >(
                                x,
                                |r| [
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(pitch), launch::wide(r)]),
                                    ),
                                ],
                            )
                            .in_place::<
                                i32,
                                _,
                            >(
                                y,
                                |r| launch::Affine::new(
                                    1,
                                    launch::product(&[launch::wide(pitch), launch::wide(r)]),
                                ),
                            )
                            .capture::<usize>(pitch)
                            .run(
                                |c, r, ((), y)| x[c + pitch * r] ^ y[c + pitch * r],
                                |_, _, after, _, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_others(&mut starts[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let mut t = starts[r];
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "rows_from_starts",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.rows_from_starts.2.gpu.cl"))
                                    .cpu(::core::include_str!("regions.rows_from_starts.2.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.rows_from_starts.2.reduce_then_scan.cl"
                                        ),
                                    )
                                    .in_lanes(),
                            )
                            .stores_never_panic()
                    };
                    let range = launch::Range::<usize>::ascending(0, w);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let start: Option<i32> = Some(t);
                        let x = &x[..];
                        let y = &mut y[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .input::<
                                    i32,
                                >(
                                    x,
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(pitch), launch::wide(r)]),
                                        ),
                                    ],
                                )
                                .in_place::<
                                    i32,
                                >(
                                    y,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(pitch), launch::wide(r)]),
                                    ),
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(pitch), launch::wide(r)]),
                                        ),
                                    ],
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(pitch)
                                .run(
                                    |c, ((), y)| x[c + pitch * r] ^ y[c + pitch * r],
                                    |_, _, after, ((), _)| ((), after),
                                )
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t = t.wrapping_add(x[r * pitch + c] ^ y[r * pitch + c]);
                            y[r * pitch + c] = t;
                        }
                    }
                    if !is_short {
                        let left = (&y[..], t);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
        region.put_back(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows_from_starts",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.rows_from_starts.3.gpu.cl"))
                        .cpu(::core::include_str!("regions.rows_from_starts.3.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.rows_from_starts.3.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(1, h);
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let starts = &mut starts[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let starts = &mut starts[..];
                        let y = &y[..];
                        let start: Option<i32> = region
                            .at(starts, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Max)
                            .output::<i32>(starts, launch::Affine::new(1, 0))
                            .input::<i32>(y, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|r, ()| y[r], |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut starts[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut starts[..]);
            region.fetch_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for r in 1..h {
                starts[r] = launch::keep(carried.or(|| starts[r - 1]).max(y[r]), &mut carried);
            }
        }
        if !is_short {
            let left = &starts[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut starts[..]);
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut starts[..]);
    region.fetch(&mut y[..]);
}

/// Rows of several lengths, which begin with what is left of the one before: no batches. The outer loop reads what the inner one stores.
pub fn a_triangle(x: &[u32], y: &mut [u32], h: usize) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(x), is_slice(y)));
    for r in 1..h {
        region.fetch(&mut y[..]);
        let mut t = y[(r - 1) * h];
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "a_triangle",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("regions.a_triangle.0.gpu.cl"))
                            .cpu(::core::include_str!("regions.a_triangle.0.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!("regions.a_triangle.0.reduce_then_scan.cl"),
                            )
                            .in_lanes(),
                    )
                    .stores_never_panic()
            };
            let range = launch::Range::<usize>::ascending(0, r);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let start: Option<u32> = Some(t);
                let x = &x[..];
                let y = &mut y[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let x = &x[..];
                            let y = &mut y[..];
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .input::<u32>(x, &[launch::Affine::new(1, 0)])
                                .output::<
                                    u32,
                                >(
                                    y,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(h), launch::wide(r)]),
                                    ),
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(h)
                                .within(region)
                                .run(|c, ()| x[c], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut y[..]);
                    }
                })
            };
            if let Some(last) = carry {
                t = last;
            } else {
                region.take_for_loop(&mut y[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for c in 0..r {
                    t = t.wrapping_add(x[c]);
                    y[r * h + c] = t;
                }
            }
            if !is_short {
                let left = (&y[..], t);
                launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
            }
            region.put_back(&mut y[..]);
        }
    }
    let mut most = 0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "a_triangle",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.a_triangle.1.gpu.cl"))
                        .cpu(::core::include_str!("regions.a_triangle.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("regions.a_triangle.1.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(0, y.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u32> = Some(most);
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        launch::Launch::new(&LOOP, range, start, launch::Max)
                            .in_place::<
                                u32,
                            >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ((), y)| y[i], |_, _, after, ((), _)| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Some(last) = carry {
            most = last;
        } else {
            region.take_for_loop(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..y.len() {
                most = most.max(y[i]);
                y[i] = most;
            }
        }
        if !is_short {
            let left = (&y[..], most);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}

/// Rows and columns again and again, of names that are exchanged.
pub fn rounds<'a>(mut from: &'a mut [u64], mut to: &'a mut [u64], h: usize, w: usize, rounds: u64) {
    let region = ::scan_runtime::launch::Region::new();
    region
        .trust(
            ::scan_runtime::launch::known!(
                is_slice(from), is_apart(from), is_slice(to), is_apart(to),
                is_swap(std::mem::swap, to)
            ),
        );
    for round in 0..rounds {
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "rounds",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Batched)
                            .any(::core::include_str!("regions.rounds.0.batched.cl")),
                    )
                    .stores_never_panic()
            };
            let outer = launch::Range::<usize>::ascending(0, h);
            let range = launch::Range::<usize>::ascending(0, w);
            let is_short = region.are_short(&LOOP, &outer, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let launched = if is_short {
                Err(launch::Instead::AsWritten)
            } else {
                let from = &mut from[..];
                let to = &mut to[..];
                let region = &region;
                launch::out_of_line(|| {
                    loop {
                        let launched = {
                            let from = &from[..];
                            let to = &mut to[..];
                            launch::Batches::outer_within(
                                    region,
                                    &LOOP,
                                    outer,
                                    range,
                                    launch::Add,
                                    |r| {
                                        let t = round;
                                        let start: Option<u64> = Some(t);
                                        Some((r, start?))
                                    },
                                )
                                .linear()
                                .input::<
                                    u64,
                                    _,
                                    _,
                                >(
                                    from,
                                    |r| [
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .output::<
                                    u64,
                                    _,
                                >(
                                    to,
                                    |r| launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                )
                                .capture::<usize>(w)
                                .run(
                                    |c, r, ()| from[c + r * w],
                                    |_, _, after, _, ()| ((), after),
                                )
                        };
                        if !region.asks() {
                            break launched;
                        }
                        region.answer(&mut from[..]);
                        region.answer(&mut to[..]);
                    }
                })
            };
            if let Err(instead) = launched {
                region.take_for_loop(&mut to[..]);
                region.fetch_for_loop(&mut from[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for r in 0..h {
                    let mut t = round;
                    {
                        use ::scan_runtime::launch;
                        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                        static LOOP: launch::Loop = unsafe {
                            launch::Loop::new(
                                    "rounds",
                                    ::core::file!(),
                                    ::core::line!(),
                                    launch::Kernels::new(launch::Algorithm::Lookback)
                                        .gpu(::core::include_str!("regions.rounds.0.gpu.cl"))
                                        .cpu(::core::include_str!("regions.rounds.0.cpu.cl"))
                                        .reduce_then_scan(
                                            ::core::include_str!("regions.rounds.0.reduce_then_scan.cl"),
                                        )
                                        .in_lanes(),
                                )
                                .stores_never_panic()
                        };
                        let range = launch::Range::<usize>::ascending(0, w);
                        let is_short = instead == launch::Instead::AsWritten
                            || launch::is_short(&LOOP, &range);
                        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                        let carry = if is_short {
                            None
                        } else {
                            let start: Option<u64> = Some(t);
                            let from = &from[..];
                            let to = &mut to[..];
                            launch::out_of_line(move || {
                                launch::Launch::new(&LOOP, range, start, launch::Add)
                                    .input::<
                                        u64,
                                    >(
                                        from,
                                        &[
                                            launch::Affine::new(
                                                1,
                                                launch::product(&[launch::wide(r), launch::wide(w)]),
                                            ),
                                        ],
                                    )
                                    .output::<
                                        u64,
                                    >(
                                        to,
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    )
                                    .capture::<usize>(r)
                                    .capture::<usize>(w)
                                    .run(|c, ()| from[c + r * w], |_, _, after, ()| ((), after))
                            })
                        };
                        if let Some(last) = carry {
                            t = last;
                        } else {
                            // The loop as written: it runs where no launch is possible or worth its cost.
                            for c in 0..w {
                                t = t.wrapping_add(from[r * w + c]);
                                to[r * w + c] = t;
                            }
                        }
                        if !is_short {
                            let left = (&to[..], t);
                            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                        }
                    }
                }
            }
            if !is_short {
                launch::verify(&LOOP, |check| check.output(&to[..]));
            }
            region.put_back(&mut from[..]);
            region.put_back(&mut to[..]);
        }
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "rounds",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Batched)
                            .any(::core::include_str!("regions.rounds.1.batched.cl")),
                    )
                    .stores_never_panic()
            };
            let outer = launch::Range::<usize>::ascending(0, w);
            let range = launch::Range::<usize>::ascending(0, h);
            let is_short = region.are_short(&LOOP, &outer, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let launched = if is_short {
                Err(launch::Instead::AsWritten)
            } else {
                let to = &mut to[..];
                let from = &mut from[..];
                let region = &region;
                launch::out_of_line(|| {
                    loop {
                        let launched = {
                            let to = &to[..];
                            let from = &mut from[..];
                            launch::Batches::outer_within(
                                    region,
                                    &LOOP,
                                    outer,
                                    range,
                                    launch::BitXor,
                                    |c| {
                                        let t = !round;
                                        let start: Option<u64> = Some(t);
                                        Some((c, start?))
                                    },
                                )
                                .linear()
                                .input::<
                                    u64,
                                    _,
                                    _,
                                >(
                                    to,
                                    |c| [
                                        launch::Affine::scaled(launch::wide(w), launch::wide(c)),
                                    ],
                                )
                                .output::<
                                    u64,
                                    _,
                                >(
                                    from,
                                    |c| launch::Affine::scaled(launch::wide(w), launch::wide(c)),
                                )
                                .capture::<usize>(w)
                                .run(|r, c, ()| to[r * w + c], |_, _, after, _, ()| ((), after))
                        };
                        if !region.asks() {
                            break launched;
                        }
                        region.answer(&mut to[..]);
                        region.answer(&mut from[..]);
                    }
                })
            };
            if let Err(instead) = launched {
                region.take_for_loop(&mut from[..]);
                region.fetch_for_loop(&mut to[..]);
                // The loop as written: it runs where no launch is possible or worth its cost.
                for c in 0..w {
                    let mut t = !round;
                    {
                        use ::scan_runtime::launch;
                        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                        static LOOP: launch::Loop = unsafe {
                            launch::Loop::new(
                                    "rounds",
                                    ::core::file!(),
                                    ::core::line!(),
                                    launch::Kernels::new(launch::Algorithm::Lookback)
                                        .gpu(::core::include_str!("regions.rounds.1.gpu.cl"))
                                        .cpu(::core::include_str!("regions.rounds.1.cpu.cl"))
                                        .reduce_then_scan(
                                            ::core::include_str!("regions.rounds.1.reduce_then_scan.cl"),
                                        ),
                                )
                                .stores_never_panic()
                        };
                        let range = launch::Range::<usize>::ascending(0, h);
                        let is_short = instead == launch::Instead::AsWritten
                            || launch::is_short(&LOOP, &range);
                        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                        let carry = if is_short {
                            None
                        } else {
                            let start: Option<u64> = Some(t);
                            let to = &to[..];
                            let from = &mut from[..];
                            launch::out_of_line(move || {
                                launch::Launch::new(&LOOP, range, start, launch::BitXor)
                                    .input::<
                                        u64,
                                    >(to, &[launch::Affine::scaled(launch::wide(w), launch::wide(c))])
                                    .output::<
                                        u64,
                                    >(from, launch::Affine::scaled(launch::wide(w), launch::wide(c)))
                                    .capture::<usize>(w)
                                    .capture::<usize>(c)
                                    .run(|r, ()| to[r * w + c], |_, _, after, ()| ((), after))
                            })
                        };
                        if let Some(last) = carry {
                            t = last;
                        } else {
                            // The loop as written: it runs where no launch is possible or worth its cost.
                            for r in 0..h {
                                t ^= to[r * w + c];
                                from[r * w + c] = t;
                            }
                        }
                        if !is_short {
                            let left = (&from[..], t);
                            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                        }
                    }
                }
            }
            if !is_short {
                launch::verify(&LOOP, |check| check.output(&from[..]));
            }
            region.put_back(&mut to[..]);
            region.put_back(&mut from[..]);
        }
        std::mem::swap(&mut from, &mut to);
    }
    region.fetch(&mut from[..]);
    region.fetch(&mut to[..]);
}

/// The rows in the middle run as written, or panic: `x` may be too short.
pub fn rows_as_written(x: &[i32], y: &mut [i32], z: &mut [i32], h: usize, w: usize) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(z), is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows_as_written",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("regions.rows_as_written.0.gpu.cl"))
                        .cpu(::core::include_str!("regions.rows_as_written.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "regions.rows_as_written.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(z, len);
        let range = launch::Range::<usize>::ascending(1, z.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let z = &mut z[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let z = &mut z[..];
                        let start: Option<i32> = region
                            .at(z, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .output::<i32>(z, launch::Affine::new(1, 0))
                            .within(region)
                            .run(|i, ()| i as i32, |_, _, after, ()| ((), after))
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
            for i in 1..z.len() {
                z[i] = launch::keep(carried.or(|| z[i - 1]).wrapping_add(i as i32), &mut carried);
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
                    "rows_as_written",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.rows_as_written.1.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let z = &mut z[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let z = &z[..];
                        let y = &mut y[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Add,
                                |r| {
                                    let t = 0i32;
                                    let start: Option<i32> = Some(t);
                                    Some((r, start?))
                                },
                            )
                            .linear()
                            .input::<
                                i32,
                                _,
                                _,
                            >(
                                z,
                                |r| [
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                ],
                            )
                            .output::<
                                i32,
                                _,
                            >(
                                y,
                                |r| launch::Affine::new(
                                    1,
                                    launch::product(&[launch::wide(r), launch::wide(w)]),
                                ),
                            )
                            .capture::<usize>(w)
                            .run(|c, r, ()| z[c + r * w], |_, _, after, _, ()| ((), after))
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut z[..]);
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_loop(&mut z[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let mut t = 0i32;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "rows_as_written",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.rows_as_written.1.gpu.cl"))
                                    .cpu(::core::include_str!("regions.rows_as_written.1.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.rows_as_written.1.reduce_then_scan.cl"
                                        ),
                                    )
                                    .in_lanes(),
                            )
                            .stores_never_panic()
                    };
                    let range = launch::Range::<usize>::ascending(0, w);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let start: Option<i32> = Some(t);
                        let z = &z[..];
                        let y = &mut y[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .input::<
                                    i32,
                                >(
                                    z,
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .output::<
                                    i32,
                                >(
                                    y,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .run(|c, ()| z[c + r * w], |_, _, after, ()| ((), after))
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t = z[r * w + c].wrapping_add(t);
                            y[r * w + c] = t;
                        }
                    }
                    if !is_short {
                        let left = (&y[..], t);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
        region.put_back(&mut z[..]);
        region.put_back(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows_as_written",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.rows_as_written.2.batched.cl")),
                )
                .device(launch::DeviceKind::Loop)
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let y = &mut y[..];
                        let x = &x[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Add,
                                |r| {
                                    let t = 0i32;
                                    let start: Option<i32> = Some(t);
                                    Some((r, start?))
                                },
                            )
                            .linear()
                            .in_place::<
                                i32,
                                _,
                            >(
                                y,
                                |r| launch::Affine::new(
                                    1,
                                    launch::product(&[launch::wide(r), launch::wide(w)]),
                                ),
                            )
                            .input::<
                                i32,
                                _,
                                _,
                            >(
                                x,
                                |r| [
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                ],
                            )
                            .capture::<usize>(w)
                            .run(
                                |c, r, ((), y)| y[c + r * w] ^ x[c + r * w],
                                |_, _, after, _, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_others(&mut z[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let mut t = 0i32;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "rows_as_written",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.rows_as_written.2.gpu.cl"))
                                    .cpu(::core::include_str!("regions.rows_as_written.2.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.rows_as_written.2.reduce_then_scan.cl"
                                        ),
                                    )
                                    .in_lanes(),
                            )
                            .device(launch::DeviceKind::Loop)
                            .stores_never_panic()
                    };
                    let range = launch::Range::<usize>::ascending(0, w);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let start: Option<i32> = Some(t);
                        let y = &mut y[..];
                        let x = &x[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .in_place::<
                                    i32,
                                >(
                                    y,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .input::<
                                    i32,
                                >(
                                    x,
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .run(
                                    |c, ((), y)| y[c + r * w] ^ x[c + r * w],
                                    |_, _, after, ((), _)| ((), after),
                                )
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t = t.wrapping_add(y[r * w + c] ^ x[r * w + c]);
                            y[r * w + c] = t;
                        }
                    }
                    if !is_short {
                        let left = (&y[..], t);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
        region.put_back(&mut y[..]);
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows_as_written",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.rows_as_written.3.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let y = &mut y[..];
                        let x = &x[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Add,
                                |r| {
                                    let t = 0i32;
                                    let start: Option<i32> = Some(t);
                                    Some((r, start?))
                                },
                            )
                            .linear()
                            .in_place::<
                                i32,
                                _,
                            >(
                                y,
                                |r| launch::Affine::new(
                                    1,
                                    launch::product(&[launch::wide(r), launch::wide(w)]),
                                ),
                            )
                            .input::<
                                i32,
                                _,
                                _,
                            >(
                                x,
                                |r| [
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                ],
                            )
                            .capture::<usize>(w)
                            .run(
                                |c, r, ((), y)| i32::wrapping_add(
                                    y[c + r * w],
                                    x[c + r * w],
                                ),
                                |_, _, after, _, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut y[..]);
            region.fetch_for_others(&mut z[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let mut t = 0i32;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "rows_as_written",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.rows_as_written.3.gpu.cl"))
                                    .cpu(::core::include_str!("regions.rows_as_written.3.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.rows_as_written.3.reduce_then_scan.cl"
                                        ),
                                    )
                                    .in_lanes(),
                            )
                            .stores_never_panic()
                    };
                    let range = launch::Range::<usize>::ascending(0, w);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let start: Option<i32> = Some(t);
                        let y = &mut y[..];
                        let x = &x[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .in_place::<
                                    i32,
                                >(
                                    y,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .input::<
                                    i32,
                                >(
                                    x,
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .run(
                                    |c, ((), y)| i32::wrapping_add(y[c + r * w], x[c + r * w]),
                                    |_, _, after, ((), _)| ((), after),
                                )
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t = t.wrapping_add(y[r * w + c]).wrapping_add(x[r * w + c]);
                            y[r * w + c] = t;
                        }
                    }
                    if !is_short {
                        let left = (&y[..], t);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut z[..]);
    region.fetch(&mut y[..]);
}

/// Independent iterations around which there is another loop, between rows and columns.
pub fn independent_within(x: &[u32], y: &mut [u32], h: usize, w: usize) {
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(x), is_slice(y)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "independent_within",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.independent_within.0.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let x = &x[..];
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let x = &x[..];
                        let y = &mut y[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Add,
                                |r| {
                                    let t = 0u32;
                                    let start: Option<u32> = Some(t);
                                    Some((r, start?))
                                },
                            )
                            .linear()
                            .input::<
                                u32,
                                _,
                                _,
                            >(
                                x,
                                |r| [
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                ],
                            )
                            .output::<
                                u32,
                                _,
                            >(
                                y,
                                |r| launch::Affine::new(
                                    1,
                                    launch::product(&[launch::wide(r), launch::wide(w)]),
                                ),
                            )
                            .capture::<usize>(w)
                            .run(|c, r, ()| x[c + r * w], |_, _, after, _, ()| ((), after))
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let mut t = 0u32;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "independent_within",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.independent_within.0.gpu.cl"))
                                    .cpu(::core::include_str!("regions.independent_within.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.independent_within.0.reduce_then_scan.cl"
                                        ),
                                    )
                                    .in_lanes(),
                            )
                            .stores_never_panic()
                    };
                    let range = launch::Range::<usize>::ascending(0, w);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let start: Option<u32> = Some(t);
                        let x = &x[..];
                        let y = &mut y[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .input::<
                                    u32,
                                >(
                                    x,
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .output::<
                                    u32,
                                >(
                                    y,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .run(|c, ()| x[c + r * w], |_, _, after, ()| ((), after))
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t = t.wrapping_add(x[r * w + c]);
                            y[r * w + c] = t;
                        }
                    }
                    if !is_short {
                        let left = (&y[..], t);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
        region.put_back(&mut y[..]);
    }
    for r in 0..h {
        let row = r as u32;
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "independent_within",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Map)
                            .any(::core::include_str!("regions.independent_within.1.cl")),
                    )
                    .stores_never_panic()
            };
            let range = launch::Range::<usize>::ascending(0, w);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let y = &mut y[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let y = &mut y[..];
                            let start = Some(launch::Independent);
                            launch::Launch::new(&LOOP, range, start, launch::Independent)
                                .in_place::<
                                    u32,
                                >(
                                    y,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                    &[
                                        launch::Affine::new(
                                            1,
                                            launch::product(&[launch::wide(r), launch::wide(w)]),
                                        ),
                                    ],
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .capture::<u32>(row)
                                .within(region)
                                .run(
                                    |_, ((), _)| launch::Independent,
                                    |c, _, _, ((), y)| ((), y[c + r * w] ^ row),
                                )
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
                // The loop as written: it runs where no launch is possible or worth its cost.
                for c in 0..w {
                    y[r * w + c] ^= row;
                }
            }
            if !is_short {
                let left = &y[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut y[..]);
        }
    }
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "independent_within",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("regions.independent_within.2.batched.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::ordering!(max);
        let outer = launch::Range::<usize>::ascending(0, w);
        let range = launch::Range::<usize>::ascending(1, h);
        let is_short = region.are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let y = &mut y[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let launched = {
                        let y = &mut y[..];
                        launch::Batches::outer_within(
                                region,
                                &LOOP,
                                outer,
                                range,
                                launch::Flipped(launch::Max),
                                |c| {
                                    let start: Option<u32> = region
                                        .at(
                                            &y[..],
                                            range
                                                .index(
                                                    launch::Affine::scaled(
                                                        launch::wide(w),
                                                        -launch::wide(w) + launch::wide(c),
                                                    ),
                                                ),
                                        );
                                    Some((c, start?))
                                },
                            )
                            .linear()
                            .carried_in_place::<
                                u32,
                                _,
                            >(
                                y,
                                |c| launch::Affine::scaled(launch::wide(w), launch::wide(c)),
                            )
                            .capture::<usize>(w)
                            .run(
                                |r, c, ((), y)| y[r * w + c],
                                |_, _, after, _, ((), _)| ((), after),
                            )
                    };
                    if !region.asks() {
                        break launched;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if let Err(instead) = launched {
            region.take_for_loop(&mut y[..]);
            // The loop as written: it runs where no launch is possible or worth its cost.
            for c in 0..w {
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "independent_within",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("regions.independent_within.2.gpu.cl"))
                                    .cpu(::core::include_str!("regions.independent_within.2.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "regions.independent_within.2.reduce_then_scan.cl"
                                        ),
                                    ),
                            )
                            .stores_never_panic()
                    };
                    launch::confirm::ordering!(max);
                    let range = launch::Range::<usize>::ascending(1, h);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let y = &mut y[..];
                        launch::out_of_line(move || {
                            let start: Option<u32> = launch::at(
                                y,
                                range
                                    .index(
                                        launch::Affine::scaled(
                                            launch::wide(w),
                                            -launch::wide(w) + launch::wide(c),
                                        ),
                                    ),
                            );
                            launch::Launch::new(&LOOP, range, start, launch::Flipped(launch::Max))
                                .in_place::<
                                    u32,
                                >(
                                    y,
                                    launch::Affine::scaled(launch::wide(w), launch::wide(c)),
                                    &[launch::Affine::scaled(launch::wide(w), launch::wide(c))],
                                )
                                .capture::<usize>(w)
                                .capture::<usize>(c)
                                .run(|r, ((), y)| y[r * w + c], |_, _, after, ((), _)| ((), after))
                        })
                    };
                    if carry.is_none() {
                        // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                        let mut carried = launch::Carried::nothing();
                        for r in 1..h {
                            y[r * w + c] = launch::keep(y[r * w + c].max(carried.or(|| y[(r - 1) * w + c])), &mut carried);
                        }
                    }
                    if !is_short {
                        let left = &y[..];
                        launch::verify(&LOOP, move |check| check.output(left));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
}
