/// In some iterations, by iterators and a `let`, with a division that may panic.
#[inline]
pub fn some(p: &[u32], w: &[i64], least: i64, y: &mut [i64]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "some",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Scatter)
                    .any(::core::include_str!("scatter.some.0.cl"))
                    .may_panic(),
            )
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::lengths([p.len(), w.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let w = &w[..];
            let p = &p[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .input::<i64>(w, &[launch::Affine::new(1, 0)])
                    .input::<u32>(p, &[launch::Affine::new(1, 0)])
                    .scattered::<i64>(y)
                    .capture::<i64>(least)
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| (
                            (),
                            if w[i] > least {
                                Some((p[i] as usize / 2, 1000 / (w[i] - 7)))
                            } else {
                                None
                            },
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for (&to, &w) in p.iter().zip(w) {
                if w > least {
                    let at = to as usize / 2;
                    y[at] = 1000 / (w - 7);
                }
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}
