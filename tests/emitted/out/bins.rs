#[inline]
pub fn counted(x: &[u32], h: &mut [u32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "counted",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Bins)
                    .any(::core::include_str!("bins.counted.0.cl"))
                    .may_panic(),
            )
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let h = &mut h[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<u32>(x, &[launch::Affine::new(1, 0)])
                    .bins::<u32, _>(h, launch::Add)
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| ((), Some((x[i] as usize, 1))),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                h[x[i] as usize] += 1;
            }
        }
        if !is_short {
            let left = &h[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}

/// Either branch at a place of its own, and one that is skipped.
#[inline]
pub fn either(x: &[u32], h: &mut [i32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "either",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Bins)
                    .any(::core::include_str!("bins.either.0.cl"))
                    .may_panic(),
            )
        };
        launch::confirm::behind_reference!(is_multiple_of, i32 u32);
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let h = &mut h[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<u32>(x, &[launch::Affine::new(1, 0)])
                    .bins::<i32, _>(h, launch::Add)
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| (
                            (),
                            if !x[i].is_multiple_of(3) && x[i].is_multiple_of(2) {
                                Some((x[i] as usize / 2, i32::wrapping_neg(x[i] as i32)))
                            } else {
                                if !x[i].is_multiple_of(3) && !x[i].is_multiple_of(2) {
                                    Some((x[i] as usize, i32::wrapping_neg(2)))
                                } else {
                                    None
                                }
                            },
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            'values: for &v in x {
                if v.is_multiple_of(3) {
                    continue 'values;
                }
                if v.is_multiple_of(2) {
                    h[v as usize / 2] -= v as i32;
                } else {
                    h[v as usize] -= 2;
                }
            }
        }
        if !is_short {
            let left = &h[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}
