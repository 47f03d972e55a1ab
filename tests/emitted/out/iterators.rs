#[inline]
pub fn total(x: &[i64]) -> i64 {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "total",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("iterators.total.0.gpu.cl"))
                        .cpu(::core::include_str!("iterators.total.0.cpu.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i64> = Some(0i64);
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .elements::<i64>(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i], |_, _, _, ()| ())
            })
        };
        let value = if let Some(last) = carry {
            last
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            x.iter().sum()
        };
        if !is_short {
            let left = value;
            launch::verify(&LOOP, move |check| check.carry(&left));
        }
        value
    }
}

#[inline]
pub fn greatest(x: &[u8]) -> Option<u8> {
    let greatest = {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "greatest",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("iterators.greatest.0.gpu.cl"))
                        .cpu(::core::include_str!("iterators.greatest.0.cpu.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short || launch::has_nothing(&LOOP, range.is_empty()) {
            None
        } else {
            let start: Option<u8> = Some(<u8>::MIN);
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Max)
                    .elements::<u8>(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i], |_, _, _, ()| ())
            })
        };
        let value = if let Some(last) = carry {
            Some(last)
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            x.iter().copied().max()
        };
        if !is_short {
            let left = value.unwrap_or(<u8>::MIN);
            launch::verify(&LOOP, move |check| check.carry(&left));
        }
        value
    };
    greatest
}

#[inline]
pub fn highest(x: &[f32]) -> f32 {
    let highest = {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "highest",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("iterators.highest.0.gpu.cl"))
                        .cpu(::core::include_str!("iterators.highest.0.cpu.cl")),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        launch::confirm::standard!(< ::core::primitive::f32 > ::max, f32::max);
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<f32> = Some(f32::NEG_INFINITY);
            let x = &x[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Max)
                    .elements::<f32>(x, &[launch::Affine::new(1, 0)])
                    .run(|i, ()| x[i], |_, _, _, ()| ())
            })
        };
        let value = if let Some(last) = carry {
            last
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            x.iter().copied().fold(f32::NEG_INFINITY, f32::max)
        };
        if !is_short {
            let left = value;
            launch::verify(&LOOP, move |check| check.carry(&left));
        }
        value
    };
    highest
}
