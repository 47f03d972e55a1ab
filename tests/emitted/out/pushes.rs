#[inline]
pub fn positive(x: &[f32], mut kept: Vec<f32>) -> Vec<f32> {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "positive",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("pushes.positive.0.gpu.cl"))
                        .cpu(::core::include_str!("pushes.positive.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("pushes.positive.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .stores_never_panic()
                .panics_between_tiles()
        };
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        let kept_before = launch::Before::of(&kept);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<usize> = Some(0usize);
            let x = &x[..];
            let kept = {
                use launch::Growing as _;
                kept.growing()
            };
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<f32>(x, &[launch::Affine::new(1, 0)])
                    .pushed_selected::<f32>(kept, &[launch::Counter::new(0, 0)])
                    .run(
                        |i, ()| if x[i] > 0.0 { 1 } else { 0usize },
                        |i, before, _, ()| ((), (x[i] > 0.0, before, x[i])),
                    )
                    .inspect(|carry| kept_before.keep(kept, *carry))
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for &value in x {
                if value > 0.0 {
                    kept.push(value);
                }
            }
        }
        if !is_short {
            let left = (kept_before.pushed(&kept), kept_before.pushed(&kept).len());
            launch::verify(&LOOP, move |check| check.pushed(left.0).carry(&left.1));
        }
    }
    kept
}

#[inline]
pub fn squares(from: usize, x: &[i64], y: &mut Vec<i64>) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "squares",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("pushes.squares.0.cl")),
            )
        };
        let range = launch::Range::<usize>::ascending(from, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        let y_before = launch::Before::of(&y);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let y = {
                use launch::Growing as _;
                y.growing()
            };
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<i64>(x, &[launch::Affine::new(1, 0)])
                    .pushed::<i64>(y, launch::Affine::new(1, -launch::wide(from)))
                    .capture::<usize>(from)
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| ((), x[i].wrapping_mul(x[i])),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in from..x.len() {
                y.push(x[i].wrapping_mul(x[i]));
            }
        }
        if !is_short {
            let left = y_before.pushed(&y);
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

/// What is skipped keeps what was stored before.
#[inline]
pub fn skipping(x: &[i32], y: &mut [i32]) -> i32 {
    let mut sum = 0i32;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "skipping",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Lookback)
                    .gpu(::core::include_str!("pushes.skipping.0.gpu.cl"))
                    .cpu(::core::include_str!("pushes.skipping.0.cpu.cl"))
                    .reduce_then_scan(
                        ::core::include_str!("pushes.skipping.0.reduce_then_scan.cl"),
                    )
                    .in_lanes(),
            )
        };
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
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .output_if::<i32>(y, launch::Affine::new(1, 0))
                    .run(
                        |i, ()| if x[i] % 3 == 0 { 0i32 } else { x[i].wrapping_mul(2) },
                        |i, before, _, ()| (
                            (),
                            if !(x[i] % 3 == 0) {
                                Some({
                                    let twice = x[i].wrapping_mul(2);
                                    before.wrapping_add(twice)
                                })
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
                if x[i] % 3 == 0 {
                    continue;
                }
                let twice = x[i].wrapping_mul(2);
                sum = sum.wrapping_add(twice);
                y[i] = sum;
            }
        }
        if !is_short {
            let left = (&y[..], sum);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    sum
}

/// Each word, and a mark behind those that are long.
#[inline]
pub fn marked(x: &[u32], least: u32, out: &mut Vec<u32>) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "marked",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("pushes.marked.0.gpu.cl"))
                        .cpu(::core::include_str!("pushes.marked.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("pushes.marked.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .panics_between_tiles()
        };
        launch::confirm::constant!(int < ::core::primitive::u32 > ::MAX, u32::MAX);
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        let out_before = launch::Before::of(&out);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<usize> = Some(0usize);
            let x = &x[..];
            let out = {
                use launch::Growing as _;
                out.growing()
            };
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .input::<u32>(x, &[launch::Affine::new(1, 0)])
                    .pushed_several::<u32, 3>(out, &[launch::Counter::new(0, 0)])
                    .capture::<u32>(least)
                    .run(
                        |i, ()| {
                            let out_pushed_part: usize = 1;
                            if x[i] >= least {
                                usize::wrapping_add(
                                    usize::wrapping_add(out_pushed_part, 1),
                                    1,
                                )
                            } else {
                                out_pushed_part
                            }
                        },
                        |i, before, _, ()| (
                            (),
                            [
                                Some((before, x[i])),
                                if x[i] >= least {
                                    Some((before + 1, u32::MAX))
                                } else {
                                    None
                                },
                                if x[i] >= least {
                                    Some((before + 2, x[i] - least))
                                } else {
                                    None
                                },
                            ],
                        ),
                    )
                    .inspect(|carry| out_before.keep(out, *carry))
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for &word in x {
                out.push(word);
                if word >= least {
                    out.push(u32::MAX);
                    out.push(word - least);
                }
            }
        }
        if !is_short {
            let left = (out_before.pushed(&out), out_before.pushed(&out).len());
            launch::verify(&LOOP, move |check| check.pushed(left.0).carry(&left.1));
        }
    }
}

/// The same where the loop counts itself, from a place of the caller's: all or nothing of three, and one more.
#[inline]
pub fn packed(x: &[i32], from: usize, out: &mut [i64], flags: &mut [bool]) -> (usize, i64) {
    let (mut at, mut sum) = (from, 0i64);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "packed",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("pushes.packed.0.gpu.cl"))
                        .cpu(::core::include_str!("pushes.packed.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("pushes.packed.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .panics_between_tiles()
                .fields(&["at", "sum"])
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let at_start = Some(at);
            let sum_start = Some(sum);
            let x = &x[..];
            let out = &mut out[..];
            let flags = &mut flags[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<usize, i64>> = launch::Product2::start(
                    at_start,
                    sum_start,
                );
                launch::Launch::new(&LOOP, range, start, (launch::Add, launch::Add))
                    .input::<i32>(x, &[launch::Affine::new(1, 0)])
                    .counted_several::<i64, 7>(out, &[launch::Counter::new(0, 0)])
                    .output::<bool>(flags, launch::Affine::new(1, 0))
                    .run(
                        |i, ()| launch::Product2(
                            {
                                let at_part: usize = if x[i] % 4 == 0 {
                                    3
                                } else {
                                    if x[i] > 0 { 1 } else { 0usize }
                                };
                                if x[i] % 7 == 0 {
                                    usize::wrapping_add(at_part, 1)
                                } else {
                                    at_part
                                }
                            },
                            x[i] as i64,
                        ),
                        |
                            i,
                            launch::Product2(at_before, _),
                            launch::Product2(_, sum_after),
                            ()|
                        (
                            (
                                (),
                                [
                                    if x[i] % 4 == 0 {
                                        Some((at_before, x[i] as i64))
                                    } else {
                                        None
                                    },
                                    if x[i] % 4 == 0 {
                                        Some((at_before + 2, sum_after))
                                    } else {
                                        None
                                    },
                                    if x[i] % 4 == 0 {
                                        Some((at_before + 1, -1))
                                    } else {
                                        None
                                    },
                                    if if x[i] % 4 == 0 { false } else { x[i] > 0 } {
                                        Some((at_before, i as i64))
                                    } else {
                                        None
                                    },
                                    if if x[i] % 7 == 0 { x[i] % 4 == 0 } else { false } {
                                        Some((at_before + 3, sum_after - 1))
                                    } else {
                                        None
                                    },
                                    if if x[i] % 7 == 0 {
                                        !(x[i] % 4 == 0) && (x[i] > 0)
                                    } else {
                                        false
                                    } {
                                        Some((at_before + 1, sum_after - 1))
                                    } else {
                                        None
                                    },
                                    if if x[i] % 7 == 0 {
                                        !(x[i] % 4 == 0) && !(x[i] > 0)
                                    } else {
                                        false
                                    } {
                                        Some((at_before, sum_after - 1))
                                    } else {
                                        None
                                    },
                                ],
                            ),
                            x[i] % 7 == 0,
                        ),
                    )
            })
        };
        if let Some(launch::Product2(at_last, sum_last)) = carry {
            at = at_last;
            sum = sum_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                sum += x[i] as i64;
                if x[i] % 4 == 0 {
                    out[at] = x[i] as i64;
                    out[at + 2] = sum;
                    out[at + 1] = -1;
                    at += 3;
                } else if x[i] > 0 {
                    at += 1;
                    out[at - 1] = i as i64;
                }
                if x[i] % 7 == 0 {
                    out[at] = sum - 1;
                    at += 1;
                }
                flags[i] = x[i] % 7 == 0;
            }
        }
        if !is_short {
            let left = (&out[..], &flags[..], at, sum);
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
    (at, sum)
}
