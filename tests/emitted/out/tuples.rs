/// Parts of several sizes: Rust puts the larger one first. `u8` and `f64` are known from the function's head.
#[inline]
pub fn weighed(x: &[(u8, f64)], ys: &mut [f64]) {
    let mut acc = 0.0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "weighed",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("tuples.weighed.0.gpu.cl"))
                        .cpu(::core::include_str!("tuples.weighed.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("tuples.weighed.0.reduce_then_scan.cl"),
                        )
                        .in_lanes()
                        .needs_fp64(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(ys, len);
        launch::confirm::iterator!(rev);
        launch::confirm::method_of_sequence!(ys, iter_mut);
        let range = launch::Range::<usize>::lengths([x.len(), ys.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<f64> = Some(acc);
            let x = &x[..];
            let ys = &mut ys[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .open_type("x_t", x)
                    .field(x, "_0", |of| &raw const of.0, launch::of::<u8>())
                    .field(x, "_1", |of| &raw const of.1, launch::of::<f64>())
                    .input(x, &[launch::Affine::new(1, 0)])
                    .inclusive::<f64>(ys, launch::Affine::new(1, 0))
                    .run(|i, ()| x[i].0 as f64 * x[i].1, |_, _, after, ()| ((), after))
            })
        };
        if let Some(last) = carry {
            acc = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for ((w, v), y) in x.iter().zip(ys.iter_mut()) {
                acc += *w as f64 * v;
                *y = acc;
            }
        }
        if !is_short {
            let left = (&ys[..], acc);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
}

/// Patterns of a `match` and an `if let`, one of whose names hides the tuple's.
#[inline]
pub fn matched(x: &[(i32, u8, bool)], y: &mut [i32], z: &mut [i32]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "matched",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Map)
                    .any(::core::include_str!("tuples.matched.0.cl")),
            )
        };
        launch::confirm::binding!(k);
        launch::confirm::binding!(a);
        launch::confirm::binding!(q);
        launch::confirm::binding!(p);
        launch::confirm::binding!(b);
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let y = &mut y[..];
            let z = &mut z[..];
            launch::out_of_line(move || {
                let start = Some(launch::Independent);
                launch::Launch::new(&LOOP, range, start, launch::Independent)
                    .open_type("x_t", x)
                    .field(x, "_0", |of| &raw const of.0, launch::of::<i32>())
                    .field(x, "_1", |of| &raw const of.1, launch::of::<u8>())
                    .field(x, "_2", |of| &raw const of.2, launch::of::<bool>())
                    .input(x, &[launch::Affine::new(1, 0)])
                    .output::<i32>(y, launch::Affine::new(1, 0))
                    .output::<i32>(z, launch::Affine::new(1, 0))
                    .run(
                        |_, ()| launch::Independent,
                        |i, _, _, ()| (
                            (
                                (),
                                {
                                    let p = x[i];
                                    if p.0 == 0 {
                                        let k = p.1;
                                        k as i32
                                    } else {
                                        if p.1 >= 1 && p.1 <= 9 && p.2 {
                                            p.0
                                        } else {
                                            let q = p.0;
                                            let p_2 = p.1;
                                            q ^ p_2 as i32
                                        }
                                    }
                                },
                            ),
                            if x[i].2 {
                                let a_2 = x[i].0;
                                let b = x[i].1;
                                a_2 ^ b as i32
                            } else {
                                -1
                            },
                        ),
                    )
            })
        };
        if carry.is_none() {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                let p = x[i];
                y[i] = match p {
                    (0, k, _) => k as i32,
                    (a, 1..=9, true) => a,
                    (q, p, _) => q ^ p as i32,
                };
                z[i] = if let (a, b, true) = x[i] { a ^ b as i32 } else { -1 };
            }
        }
        if !is_short {
            let left = (&y[..], &z[..]);
            launch::verify(&LOOP, move |check| check.output(left.0).output(left.1));
        }
    }
}
