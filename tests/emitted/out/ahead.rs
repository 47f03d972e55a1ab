#[inline]
pub fn differences(y: &mut [i32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "differences",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("ahead.differences.0.cl")),
            )
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(0, y.len() - 1);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .in_place_delayed::<
                        i32,
                    >(
                        y,
                        launch::Affine::new(1, 0),
                        &[launch::Affine::new(1, 1), launch::Affine::new(1, 0)],
                    )
                    .run(
                        |_, ((), _)| launch::Independent,
                        |i, _, _, ((), y)| ((), y[i + 1].wrapping_sub(y[i])),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..y.len() - 1 {
                y[i] = y[i + 1].wrapping_sub(y[i]);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}
