// Made by scanc 0.1.0 from batches.rs: edit that file instead.
// Its `unsafe` is scanc's word for the kernels beside it: where `unsafe_code` is denied, allow it for this file.
//! Loops that are many scans: rows, columns and diagonals of arrays, and loops that continue what was stored several iterations before.

use scan_runtime::{Monoid, Mul};

/// A scan of each row.
#[inline]
pub fn rows(image: &[u8], out: &mut [u64], h: usize, w: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.rows.0.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = launch::are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let image = &image[..];
            let out = &mut out[..];
            launch::out_of_line(move || {
                launch::Batches::outer(
                        &LOOP,
                        outer,
                        range,
                        launch::Add,
                        |r| {
                            let t = 0;
                            let start: Option<u64> = Some(t);
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
                        u64,
                        _,
                    >(
                        out,
                        |r| launch::Affine::new(
                            1,
                            launch::product(&[launch::wide(r), launch::wide(w)]),
                        ),
                    )
                    .capture::<usize>(w)
                    .run(
                        |c, r, ()| image[c + r * w] as u64,
                        |_, _, after, _, ()| ((), after),
                    )
            })
        };
        if let Err(instead) = launched {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let mut t = 0;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "rows",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("batches.rows.0.gpu.cl"))
                                    .cpu(::core::include_str!("batches.rows.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!("batches.rows.0.reduce_then_scan.cl"),
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
                        let image = &image[..];
                        let out = &mut out[..];
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
                                    u64,
                                >(
                                    out,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .run(|c, ()| image[c + r * w] as u64, |_, _, after, ()| ((), after))
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t += image[r * w + c] as u64;
                            out[r * w + c] = t;
                        }
                    }
                    if !is_short {
                        let left = (&out[..], t);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&out[..]));
        }
    }
}

/// The same of each column, in place: neighbouring columns are neighbours in memory.
#[inline]
pub fn columns(table: &mut [u64], h: usize, w: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "columns",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.columns.0.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, w);
        let range = launch::Range::<usize>::ascending(1, h);
        let is_short = launch::are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let table = &mut table[..];
            launch::out_of_line(move || {
                launch::Batches::outer(
                        &LOOP,
                        outer,
                        range,
                        launch::Add,
                        |c| {
                            let start: Option<u64> = launch::at(
                                &table[..],
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
                        u64,
                        _,
                    >(table, |c| launch::Affine::scaled(launch::wide(w), launch::wide(c)))
                    .capture::<usize>(w)
                    .run(
                        |r, c, ((), table)| table[r * w + c],
                        |_, _, after, _, ((), _)| ((), after),
                    )
            })
        };
        if let Err(instead) = launched {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for c in 0..w {
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "columns",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("batches.columns.0.gpu.cl"))
                                    .cpu(::core::include_str!("batches.columns.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!("batches.columns.0.reduce_then_scan.cl"),
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
                        let table = &mut table[..];
                        launch::out_of_line(move || {
                            let start: Option<u64> = launch::at(
                                table,
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
                                    u64,
                                >(
                                    table,
                                    launch::Affine::scaled(launch::wide(w), launch::wide(c)),
                                    &[launch::Affine::scaled(launch::wide(w), launch::wide(c))],
                                )
                                .capture::<usize>(w)
                                .capture::<usize>(c)
                                .run(
                                    |r, ((), table)| table[r * w + c],
                                    |_, _, after, ((), _)| ((), after),
                                )
                        })
                    };
                    if carry.is_none() {
                        // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                        let mut carried = launch::Carried::nothing();
                        for r in 1..h {
                            table[r * w + c] = launch::keep(carried.or(|| table[(r - 1) * w + c]).wrapping_add(table[r * w + c]), &mut carried);
                        }
                    }
                    if !is_short {
                        let left = &table[..];
                        launch::verify(&LOOP, move |check| check.output(left));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&table[..]));
        }
    }
}

/// The sums of all that is above and to the left.
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
                        .any(::core::include_str!("batches.summed_area.0.batched.cl")),
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
                                    let t = 0;
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
                let mut t = 0;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "summed_area",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("batches.summed_area.0.gpu.cl"))
                                    .cpu(::core::include_str!("batches.summed_area.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!("batches.summed_area.0.reduce_then_scan.cl"),
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
                        .any(::core::include_str!("batches.summed_area.1.batched.cl")),
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
                                    let start: Option<u32> = region
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
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "summed_area",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("batches.summed_area.1.gpu.cl"))
                                    .cpu(::core::include_str!("batches.summed_area.1.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!("batches.summed_area.1.reduce_then_scan.cl"),
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
                            let start: Option<u32> = launch::at(
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
                    if carry.is_none() {
                        // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                        let mut carried = launch::Carried::nothing();
                        for r in 1..h {
                            sums[r * w + c] += carried.or(|| sums[(r - 1) * w + c]);
                            launch::keep(sums[r * w + c], &mut carried);
                        }
                    }
                    if !is_short {
                        let left = &sums[..];
                        launch::verify(&LOOP, move |check| check.output(left));
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

/// From the top left to the bottom right, in a table with a column more than there are diagonals.
#[inline]
pub fn diagonals(x: &[i16], y: &mut [i16], h: usize, w: usize, limit: i16) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "diagonals",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.diagonals.0.batched.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::ordering!(max);
        let outer = launch::Range::<usize>::descending(w, 0);
        let range = launch::Range::<usize>::ascending(0, h);
        let is_short = launch::are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let y = &mut y[..];
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Batches::outer(
                        &LOOP,
                        outer,
                        range,
                        launch::Max,
                        |d| {
                            let most = i16::MIN;
                            let start: Option<i16> = Some(most);
                            Some((d, start?))
                        },
                    )
                    .linear()
                    .output::<
                        i16,
                        _,
                    >(y, |d| launch::Affine::scaled(launch::wide(w) + 1, launch::wide(d)))
                    .input::<
                        i16,
                        _,
                        _,
                    >(x, |d| [launch::Affine::scaled(launch::wide(w) + 1, launch::wide(d))])
                    .capture::<usize>(w)
                    .capture::<i16>(limit)
                    .run(
                        |i, d, ()| {
                            if x[i + i * w + d] < limit { x[i + i * w + d] } else { limit }
                        },
                        |_, before, _, _, ()| ((), before),
                    )
            })
        };
        if let Err(instead) = launched {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for d in (0..w).rev() {
                let mut most = i16::MIN;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "diagonals",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("batches.diagonals.0.gpu.cl"))
                                    .cpu(::core::include_str!("batches.diagonals.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!("batches.diagonals.0.reduce_then_scan.cl"),
                                    ),
                            )
                            .stores_never_panic()
                    };
                    launch::confirm::ordering!(max);
                    let range = launch::Range::<usize>::ascending(0, h);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let start: Option<i16> = Some(most);
                        let y = &mut y[..];
                        let x = &x[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Max)
                                .output::<
                                    i16,
                                >(y, launch::Affine::scaled(launch::wide(w) + 1, launch::wide(d)))
                                .input::<
                                    i16,
                                >(x, &[launch::Affine::scaled(launch::wide(w) + 1, launch::wide(d))])
                                .capture::<usize>(w)
                                .capture::<usize>(d)
                                .capture::<i16>(limit)
                                .run(
                                    |i, ()| {
                                        if x[i + i * w + d] < limit { x[i + i * w + d] } else { limit }
                                    },
                                    |_, before, _, ()| ((), before),
                                )
                        })
                    };
                    if let Some(last) = carry {
                        most = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for i in 0..h {
                            y[i * (w + 1) + d] = most;
                            most = most.max(if x[i * (w + 1) + d] < limit { x[i * (w + 1) + d] } else { limit });
                        }
                    }
                    if !is_short {
                        let left = (&y[..], most);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
    }
}

/// Two values from a start of each row's own, from right to left, in every other row.
#[inline]
pub fn rows_of_two(x: &[f64], bias: &[f64], y: &mut [f64], w: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows_of_two",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.rows_of_two.0.batched.cl"))
                        .needs_fp64(),
                )
                .stores_never_panic()
                .fields(&["t", "least"])
        };
        launch::confirm::iterator!(rev);
        launch::confirm::ordering!(min);
        let outer = launch::Range::ascending(0, bias.len()).step_by(2);
        let range = launch::Range::<usize>::descending(w, 0);
        let is_short = launch::are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(|| {
                launch::Batches::outer(
                        &LOOP,
                        outer,
                        range,
                        (launch::Add, launch::Min),
                        |r| {
                            let row = r * w;
                            let (t, least) = (bias[r], f64::INFINITY);
                            let t_start = Some(t);
                            let least_start = Some(least);
                            let start: Option<launch::Product2<f64, f64>> = launch::Product2::start(
                                t_start,
                                least_start,
                            );
                            Some((row, start?))
                        },
                    )
                    .input::<f64, _, _>(x, |row| [launch::Affine::new(1, launch::wide(row))])
                    .output::<f64, _>(y, |row| launch::Affine::new(1, launch::wide(row)))
                    .table::<usize, _>(|row| row)
                    .run(
                        |c, row, ()| launch::Product2(x[c + row], x[c + row]),
                        |_, _, launch::Product2(t_after, least_after), _, ()| (
                            (),
                            t_after - least_after,
                        ),
                    )
            })
        };
        if let Err(instead) = launched {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in (0..bias.len()).step_by(2) {
                let row = r * w;
                // Each row begins with its bias.
                let (mut t, mut least) = (bias[r], f64::INFINITY);
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "rows_of_two",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("batches.rows_of_two.0.gpu.cl"))
                                    .cpu(::core::include_str!("batches.rows_of_two.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!("batches.rows_of_two.0.reduce_then_scan.cl"),
                                    )
                                    .needs_fp64(),
                            )
                            .stores_never_panic()
                            .fields(&["t", "least"])
                    };
                    launch::confirm::iterator!(rev);
                    launch::confirm::ordering!(min);
                    let range = launch::Range::<usize>::descending(w, 0);
                    let is_short = instead == launch::Instead::AsWritten
                        || launch::is_short(&LOOP, &range);
                    #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
                    let carry = if is_short {
                        None
                    } else {
                        let t_start = Some(t);
                        let least_start = Some(least);
                        let x = &x[..];
                        let y = &mut y[..];
                        launch::out_of_line(move || {
                            let start: Option<launch::Product2<f64, f64>> = launch::Product2::start(
                                t_start,
                                least_start,
                            );
                            launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Min))
                                .input::<f64>(x, &[launch::Affine::new(1, launch::wide(row))])
                                .output::<f64>(y, launch::Affine::new(1, launch::wide(row)))
                                .capture::<usize>(row)
                                .run(
                                    |c, ()| launch::Product2(x[c + row], x[c + row]),
                                    |_, _, launch::Product2(t_after, least_after), ()| (
                                        (),
                                        t_after - least_after,
                                    ),
                                )
                        })
                    };
                    if let Some(launch::Product2(t_last, least_last)) = carry {
                        t = t_last;
                        least = least_last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in (0..w).rev() {
                            t += x[row + c];
                            least = least.min(x[row + c]);
                            y[row + c] = t - least;
                        }
                    }
                    if !is_short {
                        let left = (&y[..], t, least);
                        launch::verify(
                            &LOOP,
                            move |check| check.output(left.0).carried(0, &left.1).carried(1, &left.2),
                        );
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
    }
}

/// Rows that are as far apart as the caller says.
#[inline]
pub fn strided(x: &[i32], y: &mut [i32], h: usize, w: usize, pitch: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "strided",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.strided.0.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = launch::are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Batches::outer(
                        &LOOP,
                        outer,
                        range,
                        launch::BitXor,
                        |r| {
                            let parity = 1i32;
                            let start: Option<i32> = Some(parity);
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
                    .output::<
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
                    .run(|c, r, ()| x[c + pitch * r], |_, _, after, _, ()| ((), after))
            })
        };
        if let Err(instead) = launched {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let mut parity = 1i32;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "strided",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("batches.strided.0.gpu.cl"))
                                    .cpu(::core::include_str!("batches.strided.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!("batches.strided.0.reduce_then_scan.cl"),
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
                        let start: Option<i32> = Some(parity);
                        let x = &x[..];
                        let y = &mut y[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::BitXor)
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
                                .output::<
                                    i32,
                                >(
                                    y,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(pitch), launch::wide(r)]),
                                    ),
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(pitch)
                                .run(|c, ()| x[c + pitch * r], |_, _, after, ()| ((), after))
                        })
                    };
                    if let Some(last) = carry {
                        parity = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            parity ^= x[r * pitch + c];
                            y[r * pitch + c] = parity;
                        }
                    }
                    if !is_short {
                        let left = (&y[..], parity);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
    }
}

/// An operator of a type that is not seen here, whose operands are not to be exchanged.
#[inline]
pub fn products_of_rows<T: Monoid<Mul> + std::ops::Mul<Output = T>>(x: &[T], first: &[T], y: &mut [T], w: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "products_of_rows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.products_of_rows.0.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, first.len());
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = launch::are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let first_len = first.len();
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(|| {
                launch::Batches::outer(
                        &LOOP,
                        outer,
                        range,
                        launch::Mul,
                        |r| {
                            let t = first[r];
                            let start = Some(t);
                            Some((r, start?))
                        },
                    )
                    .linear()
                    .open_scan()
                    .input(
                        x,
                        |r| [
                            launch::Affine::scaled(launch::wide(first_len), launch::wide(r)),
                        ],
                    )
                    .output(
                        y,
                        |r| launch::Affine::scaled(launch::wide(first_len), launch::wide(r)),
                    )
                    .capture::<usize>(first_len)
                    .run(|c, r, ()| x[c * first_len + r], |_, _, after, _, ()| ((), after))
            })
        };
        if let Err(instead) = launched {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..first.len() {
                let mut t = first[r];
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "products_of_rows",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("batches.products_of_rows.0.gpu.cl"))
                                    .cpu(::core::include_str!("batches.products_of_rows.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "batches.products_of_rows.0.reduce_then_scan.cl"
                                        ),
                                    ),
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
                        let start = Some(t);
                        let first_len = first.len();
                        let x = &x[..];
                        let y = &mut y[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::Mul)
                                .open_scan()
                                .input(
                                    x,
                                    &[launch::Affine::scaled(launch::wide(first_len), launch::wide(r))],
                                )
                                .output(
                                    y,
                                    launch::Affine::scaled(launch::wide(first_len), launch::wide(r)),
                                )
                                .capture::<usize>(first_len)
                                .capture::<usize>(r)
                                .run(|c, ()| x[c * first_len + r], |_, _, after, ()| ((), after))
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t = t * x[c * first.len() + r];
                            y[c * first.len() + r] = t;
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
    }
}

/// `k` scans, interleaved.
#[inline]
pub fn lagged(x: &[i64], y: &mut [i64], k: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "lagged",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.lagged.0.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(k, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let y = &mut y[..];
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Batches::lagged(
                        &LOOP,
                        range,
                        launch::wide(k),
                        launch::Add,
                        |i| {
                            let start: Option<i64> = launch::at(
                                &y[..],
                                launch::Range::ascending_inclusive(i, i)
                                    .index(launch::Affine::new(1, -launch::wide(k))),
                            );
                            Some(((), start?))
                        },
                    )
                    .carried::<i64, _>(y, |_| launch::Affine::new(1, 0))
                    .input::<i64, _, _>(x, |_| [launch::Affine::new(1, 0)])
                    .capture::<usize>(k)
                    .run(|i, _, ()| x[i], |_, _, after, _, ()| ((), after))
            })
        };
        if launched.is_err() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in k..y.len() {
                y[i] = y[i - k] + x[i];
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
    }
}

/// Three, backwards and in place.
#[inline]
pub fn lagged_by_three(y: &mut [u8]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "lagged_by_three",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.lagged_by_three.0.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(y.len() - 3, 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Batches::lagged(
                        &LOOP,
                        range,
                        3,
                        launch::Mul,
                        |i| {
                            let start: Option<u8> = launch::at(
                                &y[..],
                                launch::Range::ascending_inclusive(i, i)
                                    .index(launch::Affine::new(1, 3)),
                            );
                            Some(((), start?))
                        },
                    )
                    .carried_in_place::<u8, _>(y, |_| launch::Affine::new(1, 0))
                    .run(|i, _, ((), y)| y[i], |_, _, after, _, ((), _)| ((), after))
            })
        };
        if launched.is_err() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in (0..y.len() - 3).rev() {
                y[i] = y[i].wrapping_mul(y[i + 3]);
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
    }
}

/// A column scan as one loop: each row continues the one above.
#[inline]
pub fn rows_from_above(y: &mut [f32], w: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "rows_from_above",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.rows_from_above.0.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(w, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Batches::lagged(
                        &LOOP,
                        range,
                        launch::wide(w),
                        launch::Flipped(launch::Max),
                        |i| {
                            let start: Option<f32> = launch::at(
                                &y[..],
                                launch::Range::ascending_inclusive(i, i)
                                    .index(launch::Affine::new(1, -launch::wide(w))),
                            );
                            Some(((), start?))
                        },
                    )
                    .carried_in_place::<f32, _>(y, |_| launch::Affine::new(1, 0))
                    .capture::<usize>(w)
                    .run(|i, _, ((), y)| y[i], |_, _, after, _, ((), _)| ((), after))
            })
        };
        if launched.is_err() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in w..y.len() {
                y[i] = y[i].max(y[i - w]);
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
    }
}

/// Two at once.
#[inline]
pub fn lagged_pairs(x: &[i32], a: &mut [i32], b: &mut [i32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "lagged_pairs",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.lagged_pairs.0.cl")),
                )
                .stores_never_panic()
                .fields(&["a", "b"])
        };
        launch::confirm::iterator!(rev);
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(4, x.len()).step_by(2);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let a = &mut a[..];
            let x = &x[..];
            let b = &mut b[..];
            launch::out_of_line(move || {
                launch::Batches::lagged(
                        &LOOP,
                        range,
                        2,
                        (launch::Add, launch::Max),
                        |i| {
                            let a_start = launch::at(
                                &a[..],
                                launch::Range::ascending_inclusive(i, i)
                                    .index(launch::Affine::new(1, -4)),
                            );
                            let b_start = launch::at(
                                &b[..],
                                launch::Range::ascending_inclusive(i, i)
                                    .index(launch::Affine::new(1, -4)),
                            );
                            let start: Option<launch::Product2<i32, i32>> = launch::Product2::start(
                                a_start,
                                b_start,
                            );
                            Some(((), start?))
                        },
                    )
                    .carried::<i32, _>(a, |_| launch::Affine::new(1, 0))
                    .input::<i32, _, _>(x, |_| [launch::Affine::new(1, 0)])
                    .carried::<i32, _>(b, |_| launch::Affine::new(1, 0))
                    .run(
                        |i, _, ()| launch::Product2(x[i], x[i]),
                        |_, _, launch::Product2(a_after, b_after), _, ()| (
                            ((), a_after),
                            b_after,
                        ),
                    )
            })
        };
        if launched.is_err() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in (4..x.len()).step_by(2) {
                a[i] = a[i - 4].wrapping_add(x[i]);
                b[i] = b[i - 4].max(x[i]);
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&a[..]).output(&b[..]));
        }
    }
}

/// One column alone: a stride from outside.
#[inline]
pub fn one_column(x: &[i64], y: &mut [i64], h: usize, w: usize, c: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "one_column",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("batches.one_column.0.gpu.cl"))
                        .cpu(::core::include_str!("batches.one_column.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("batches.one_column.0.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(1, h);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            launch::out_of_line(move || {
                let start: Option<i64> = launch::at(
                    y,
                    range
                        .index(
                            launch::Affine::scaled(
                                launch::wide(w),
                                -launch::wide(w) + launch::wide(c),
                            ),
                        ),
                );
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .output::<
                        i64,
                    >(y, launch::Affine::scaled(launch::wide(w), launch::wide(c)))
                    .input::<i64>(x, &[launch::Affine::scaled(launch::wide(w) + 1, 0)])
                    .capture::<usize>(w)
                    .capture::<usize>(c)
                    .run(|r, ()| x[r + r * w], |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for r in 1..h {
                y[r * w + c] = launch::keep(carried.or(|| y[(r - 1) * w + c]).wrapping_add(x[r * (w + 1)]), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

/// A captured value whose name kernels might use themselves.
#[inline]
pub fn lagged_by_name(x: &[u32], y: &mut [u32], rest: u32, part: u32, until: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "lagged_by_name",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.lagged_by_name.0.cl")),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(until, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let y = &mut y[..];
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Batches::lagged(
                        &LOOP,
                        range,
                        launch::wide(until),
                        launch::Add,
                        |second| {
                            let start: Option<u32> = launch::at(
                                &y[..],
                                launch::Range::ascending_inclusive(second, second)
                                    .index(launch::Affine::new(1, -launch::wide(until))),
                            );
                            Some(((), start?))
                        },
                    )
                    .carried::<u32, _>(y, |_| launch::Affine::new(1, 0))
                    .input::<u32, _, _>(x, |_| [launch::Affine::new(1, 0)])
                    .capture::<usize>(until)
                    .capture::<u32>(rest)
                    .capture::<u32>(part)
                    .run(
                        |second, _, ()| x[second].wrapping_mul(rest) ^ part,
                        |_, _, after, _, ()| ((), after),
                    )
            })
        };
        if launched.is_err() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for second in until..x.len() {
                y[second] = y[second - until].wrapping_add(x[second].wrapping_mul(rest) ^ part);
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&y[..]));
        }
    }
}

/// Divides by what is the same in all rows, and by what each row has of its own.
#[inline]
pub fn quotients_of_rows(x: &[i32], divisors: &[i32], by: i32, out: &mut [i32], h: usize, w: usize) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "quotients_of_rows",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Batched)
                        .any(::core::include_str!("batches.quotients_of_rows.0.batched.cl")),
                )
                .stores_never_panic()
        };
        let outer = launch::Range::<usize>::ascending(0, h);
        let range = launch::Range::<usize>::ascending(0, w);
        let is_short = launch::are_short(&LOOP, &outer, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let launched = if is_short {
            Err(launch::Instead::AsWritten)
        } else {
            let x = &x[..];
            let out = &mut out[..];
            launch::out_of_line(|| {
                launch::Batches::outer(
                        &LOOP,
                        outer,
                        range,
                        launch::BitXor,
                        |r| {
                            let own = divisors[r];
                            let t = 0;
                            (launch::divides(own)).then_some(())?;
                            let start: Option<i32> = Some(t);
                            Some(((r, own), start?))
                        },
                    )
                    .linear()
                    .input::<
                        i32,
                        _,
                        _,
                    >(
                        x,
                        |(r, _)| [
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
                        out,
                        |(r, _)| launch::Affine::new(
                            1,
                            launch::product(&[launch::wide(r), launch::wide(w)]),
                        ),
                    )
                    .capture::<usize>(w)
                    .capture::<i32>(by)
                    .table::<i32, _>(|(_, own)| own)
                    .requires(launch::divides(by))
                    .run(
                        |c, (r, _), ()| x[c + r * w] / by,
                        |_, _, after, (_, own), ()| ((), after % own),
                    )
            })
        };
        if let Err(instead) = launched {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for r in 0..h {
                let own = divisors[r];
                let mut t = 0;
                {
                    use ::scan_runtime::launch;
                    // SAFETY: scanc has made the kernels, and the launches below, of this loop.
                    static LOOP: launch::Loop = unsafe {
                        launch::Loop::new(
                                "quotients_of_rows",
                                ::core::file!(),
                                ::core::line!(),
                                launch::Kernels::new(launch::Algorithm::Lookback)
                                    .gpu(::core::include_str!("batches.quotients_of_rows.0.gpu.cl"))
                                    .cpu(::core::include_str!("batches.quotients_of_rows.0.cpu.cl"))
                                    .reduce_then_scan(
                                        ::core::include_str!(
                                            "batches.quotients_of_rows.0.reduce_then_scan.cl"
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
                        let out = &mut out[..];
                        launch::out_of_line(move || {
                            launch::Launch::new(&LOOP, range, start, launch::BitXor)
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
                                .output::<
                                    i32,
                                >(
                                    out,
                                    launch::Affine::new(
                                        1,
                                        launch::product(&[launch::wide(r), launch::wide(w)]),
                                    ),
                                )
                                .capture::<usize>(r)
                                .capture::<usize>(w)
                                .capture::<i32>(by)
                                .capture::<i32>(own)
                                .requires(launch::divides(own) && launch::divides(by))
                                .run(|c, ()| x[c + r * w] / by, |_, _, after, ()| ((), after % own))
                        })
                    };
                    if let Some(last) = carry {
                        t = last;
                    } else {
                        // The loop as written: it runs where no launch is possible or worth its cost.
                        for c in 0..w {
                            t ^= x[r * w + c] / by;
                            out[r * w + c] = t % own;
                        }
                    }
                    if !is_short {
                        let left = (&out[..], t);
                        launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
                    }
                }
            }
        }
        if !is_short {
            launch::verify(&LOOP, |check| check.output(&out[..]));
        }
    }
}
