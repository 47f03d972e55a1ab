#[inline]
pub fn smooth(x: &[f64], a: f64, y: &mut [f64]) -> f64 {
    let mut average = 0.0;
    {
        use ::scan_runtime::launch;
        #[derive(Clone, Copy)]
        struct Then;
        // SAFETY: there is no text: the kernels have their own.
        unsafe impl launch::Semigroup<Then> for launch::Product2<f64, f64> {
            const COMBINE: &'static str = "";
            const MAY_PANIC: bool = false;
            #[inline]
            fn combine(earlier: Self, later: Self) -> Self {
                launch::Product2(earlier.0 * later.1 + later.0, earlier.1 * later.1)
            }
        }
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "smooth",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("derived.smooth.0.gpu.cl"))
                        .cpu(::core::include_str!("derived.smooth.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("derived.smooth.0.reduce_then_scan.cl"),
                        )
                        .may_panic()
                        .needs_fp64(),
                )
                .stores_never_panic()
                .fields(&["average", "factor"])
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short || launch::has_nothing(&LOOP, range.is_empty()) {
            None
        } else {
            let average_start = Some(average);
            let factor_start = Some(1.0f64);
            let factor = 1.0 - a;
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<f64, f64>> = launch::Product2::start(
                    average_start,
                    factor_start,
                );
                // With such a number at the start it runs as written: no other order may have it.
                let start = start.filter(|start| launch::is_within_reach(start.0));
                launch::Launch::new(&LOOP, range, start, Then)
                    .input::<f64>(x, &[launch::Affine::new(1, 0)])
                    .output::<f64>(y, launch::Affine::new(1, 0))
                    .capture::<f64>(a)
                    .capture::<f64>(factor)
                    .requires(launch::contracts(factor))
                    .run(
                        |i, ()| launch::Product2(
                            launch::within(a * x[i], 1e288f64),
                            launch::within(factor, 1.0f64),
                        ),
                        |_, _, launch::Product2(average_after, _), ()| ((), average_after),
                    )
            })
        };
        if let Some(launch::Product2(average_last, _)) = carry {
            average = average_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                average = (1.0 - a) * average + a * x[i];
                y[i] = average;
            }
        }
        if !is_short {
            let left = (&y[..], average);
            launch::verify(&LOOP, move |check| check.output(left.0).carried(0, &left.1));
        }
    }
    average
}

/// The sums of segments in place, and the number of all segments.
#[inline]
pub fn segments(is_head: &[bool], x: &mut [i16], counts: &mut [u32]) -> u32 {
    let (mut sum, mut heads) = (0i16, 0u32);
    {
        use ::scan_runtime::launch;
        #[derive(Clone, Copy)]
        struct Then;
        // SAFETY: there is no text: the kernels have their own.
        unsafe impl launch::Semigroup<Then> for launch::Product3<i16, u32, bool> {
            const COMBINE: &'static str = "";
            const MAY_PANIC: bool = false;
            #[inline]
            fn combine(earlier: Self, later: Self) -> Self {
                launch::Product3(
                    launch::either(later.2, earlier.0.wrapping_add(later.0), later.0),
                    earlier.1.wrapping_add(later.1),
                    earlier.2 & later.2,
                )
            }
        }
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "segments",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("derived.segments.0.gpu.cl"))
                        .cpu(::core::include_str!("derived.segments.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("derived.segments.0.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
                .elements_never_panic()
                .fields(&["sum", "heads", "goes_on"])
        };
        let range = launch::Range::<usize>::ascending(0, is_head.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let sum_start = Some(sum);
            let heads_start = Some(heads);
            let goes_on_start = Some(true);
            let is_head = &is_head[..];
            let x = &mut x[..];
            let counts = &mut counts[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product3<i16, u32, bool>> = launch::Product3::start(
                    sum_start,
                    heads_start,
                    goes_on_start,
                );
                launch::Launch::new(&LOOP, range, start, Then)
                    .input::<bool>(is_head, &[launch::Affine::new(1, 0)])
                    .in_place::<
                        i16,
                    >(x, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                    .output::<u32>(counts, launch::Affine::new(1, 0))
                    .run(
                        |i, ((), x)| launch::Product3(
                            x[i],
                            if is_head[i] { 1 } else { 0u32 },
                            !is_head[i],
                        ),
                        |_, _, launch::Product3(sum_after, heads_after, _), ((), _)| (
                            ((), sum_after),
                            heads_after,
                        ),
                    )
            })
        };
        if let Some(launch::Product3(sum_last, heads_last, _)) = carry {
            sum = sum_last;
            heads = heads_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..is_head.len() {
                if is_head[i] {
                    sum = 0;
                    heads += 1;
                }
                sum = sum.wrapping_add(x[i]);
                x[i] = sum;
                counts[i] = heads;
            }
        }
        if !is_short {
            let left = (&x[..], &counts[..], sum, heads);
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
    heads
}

#[inline]
pub fn bucket(inflow: &[i64], outflow: i64, levels: &mut [i64]) -> i64 {
    let mut level = 5;
    {
        use ::scan_runtime::launch;
        #[derive(Clone, Copy)]
        struct Then;
        // SAFETY: there is no text: the kernels have their own.
        unsafe impl launch::Semigroup<Then> for launch::Product2<i64, i64> {
            const COMBINE: &'static str = "";
            const MAY_PANIC: bool = false;
            #[inline]
            fn combine(earlier: Self, later: Self) -> Self {
                launch::Product2(
                    ::core::cmp::Ord::max(earlier.0.wrapping_add(later.1), later.0),
                    earlier.1.wrapping_add(later.1),
                )
            }
        }
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "bucket",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("derived.bucket.0.gpu.cl"))
                        .cpu(::core::include_str!("derived.bucket.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("derived.bucket.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .stores_never_panic()
                .fields(&["level", "change"])
        };
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(0, inflow.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short || launch::has_nothing(&LOOP, range.is_empty()) {
            None
        } else {
            let level_start = Some(level);
            let change_start = Some(0i64);
            let term_limit = launch::term_limit(&range);
            let inflow = &inflow[..];
            let levels = &mut levels[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<i64, i64>> = launch::Product2::start(
                    level_start,
                    change_start,
                );
                // With such a number at the start it runs as written: no other order may have it.
                let start = start.filter(|start| launch::is_within_reach(start.0));
                launch::Launch::new(&LOOP, range, start, Then)
                    .input::<i64>(inflow, &[launch::Affine::new(1, 0)])
                    .output::<i64>(levels, launch::Affine::new(1, 0))
                    .capture::<i64>(outflow)
                    .capture::<i64>(term_limit)
                    .run(
                        |i, ()| launch::Product2(
                            0,
                            i64::wrapping_sub(
                                launch::within(inflow[i], term_limit),
                                launch::within(outflow, term_limit),
                            ),
                        ),
                        |_, _, launch::Product2(level_after, _), ()| ((), level_after),
                    )
            })
        };
        if let Some(launch::Product2(level_last, _)) = carry {
            level = level_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..inflow.len() {
                level = (level + inflow[i] - outflow).max(0);
                levels[i] = level;
            }
        }
        if !is_short {
            let left = (&levels[..], level);
            launch::verify(&LOOP, move |check| check.output(left.0).carried(0, &left.1));
        }
    }
    level
}

/// The greatest sum of a run so far.
#[inline]
pub fn kadane(x: &[i64], bests: &mut [i64]) -> i64 {
    let (mut here, mut best) = (0, 0);
    {
        use ::scan_runtime::launch;
        #[derive(Clone, Copy)]
        struct Then;
        // SAFETY: there is no text: the kernels have their own.
        unsafe impl launch::Semigroup<Then> for launch::Product4<i64, i64, i64, i64> {
            const COMBINE: &'static str = "";
            const MAY_PANIC: bool = false;
            #[inline]
            fn combine(earlier: Self, later: Self) -> Self {
                launch::Product4(
                    ::core::cmp::Ord::max(
                        ::core::cmp::Ord::max(earlier.0, later.0),
                        earlier.1.saturating_add(later.2),
                    ),
                    ::core::cmp::Ord::max(earlier.1.wrapping_add(later.3), later.1),
                    ::core::cmp::Ord::max(earlier.2, earlier.3.saturating_add(later.2)),
                    earlier.3.wrapping_add(later.3),
                )
            }
        }
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "kadane",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("derived.kadane.0.gpu.cl"))
                        .cpu(::core::include_str!("derived.kadane.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("derived.kadane.0.reduce_then_scan.cl"),
                        )
                        .may_panic(),
                )
                .stores_never_panic()
                .fields(&["best", "here", "highest", "change"])
        };
        launch::confirm::ordering!(max);
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short || launch::has_nothing(&LOOP, range.is_empty()) {
            None
        } else {
            let best_start = Some(best);
            let here_start = Some(here);
            let highest_start = Some(0i64);
            let change_start = Some(0i64);
            let term_limit = launch::term_limit(&range);
            let x = &x[..];
            let bests = &mut bests[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product4<i64, i64, i64, i64>> = launch::Product4::start(
                    best_start,
                    here_start,
                    highest_start,
                    change_start,
                );
                // With such a number at the start it runs as written: no other order may have it.
                let start = start
                    .filter(|start| {
                        launch::is_within_reach(start.1) && launch::is_within_reach(start.1)
                            && launch::is_within_reach(start.3)
                    });
                launch::Launch::new(&LOOP, range, start, Then)
                    .input::<i64>(x, &[launch::Affine::new(1, 0)])
                    .output::<i64>(bests, launch::Affine::new(1, 0))
                    .capture::<i64>(term_limit)
                    .run(
                        |i, ()| launch::Product4(
                            0,
                            0,
                            launch::within(x[i], term_limit),
                            launch::within(x[i], term_limit),
                        ),
                        |_, _, launch::Product4(best_after, _, _, _), ()| ((), best_after),
                    )
            })
        };
        if let Some(launch::Product4(best_last, here_last, _, _)) = carry {
            best = best_last;
            here = here_last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                here = (here + x[i]).max(0);
                best = best.max(here);
                bests[i] = best;
            }
        }
        if !is_short {
            let left = (&bests[..], best, here);
            launch::verify(
                &LOOP,
                move |check| check.output(left.0).carried(0, &left.1).carried(1, &left.2),
            );
        }
    }
    here
}
