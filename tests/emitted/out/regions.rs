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
                            .elements::<i32>(x, &[launch::Affine::new(1, 0)])
                            .inclusive::<i32>(sums, launch::Affine::new(1, 0))
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
                            .inclusive::<i32>(tops, launch::Affine::new(1, 0))
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
                            .inclusive::<i32>(y, launch::Affine::new(1, 0))
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
                        .gpu(::core::include_str!("regions.summed_area.0.batched.gpu.cl"))
                        .cpu(::core::include_str!("regions.summed_area.0.batched.cpu.cl")),
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
                        launch::Batches::outer(
                                Some(region),
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
                                .inclusive::<
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
                        .gpu(::core::include_str!("regions.summed_area.1.batched.gpu.cl"))
                        .cpu(::core::include_str!("regions.summed_area.1.batched.cpu.cl")),
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
                        launch::Batches::outer(
                                Some(region),
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
