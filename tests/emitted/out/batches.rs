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
                        .gpu(::core::include_str!("batches.rows.0.batched.gpu.cl"))
                        .cpu(::core::include_str!("batches.rows.0.batched.cpu.cl")),
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
                        None,
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
                                .inclusive::<
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
                        .gpu(
                            ::core::include_str!("batches.products_of_rows.0.batched.gpu.cl"),
                        )
                        .cpu(
                            ::core::include_str!("batches.products_of_rows.0.batched.cpu.cl"),
                        )
                        .asks_for_domain(),
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
                        None,
                        &LOOP,
                        outer,
                        range,
                        launch::Mul,
                        |r| {
                            launch::known!(is_slice(first), is_number(r)).then_some(())?;
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
                                    )
                                    .asks_for_domain(),
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
                        .gpu(::core::include_str!("batches.lagged.0.gpu.cl"))
                        .cpu(::core::include_str!("batches.lagged.0.cpu.cl")),
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
                        None,
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
