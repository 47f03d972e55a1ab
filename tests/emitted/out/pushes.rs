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
