/// `&mut x[2].a`
pub fn field_that_is_lent(x: &mut [Point], y: &mut [i32]) -> i32 {
    let mut other = 1000;
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_slice(y), is_slice(x)));
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "field_that_is_lent",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.field_that_is_lent.0.gpu.cl"))
                        .cpu(::core::include_str!("between.field_that_is_lent.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.field_that_is_lent.0.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .open_type("x_t", x)
                            .field(x, "a", |of| &raw const of.a, launch::of::<i32>())
                            .inclusive::<i32>(y, launch::Affine::new(1, 0))
                            .input(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i].a, |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i].a, &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.forget(&x[..]);
    let held = region.guard(&mut y[..]);
    std::mem::swap(&mut x[2].a, &mut other);
    region.release(held);
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "field_that_is_lent",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("between.field_that_is_lent.1.gpu.cl"))
                        .cpu(::core::include_str!("between.field_that_is_lent.1.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "between.field_that_is_lent.1.reduce_then_scan.cl"
                            ),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(x, len);
        let range = launch::Range::<usize>::ascending(1, x.len());
        let is_short = region.is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let y = &mut y[..];
            let x = &x[..];
            let region = &region;
            launch::out_of_line(move || {
                loop {
                    let carry = {
                        let y = &mut y[..];
                        let x = &x[..];
                        let start: Option<i32> = region
                            .at(y, range.index(launch::Affine::new(1, -1)));
                        launch::Launch::new(&LOOP, range, start, launch::Add)
                            .open_type("x_t", x)
                            .field(x, "a", |of| &raw const of.a, launch::of::<i32>())
                            .inclusive::<i32>(y, launch::Affine::new(1, 0))
                            .input(x, &[launch::Affine::new(1, 0)])
                            .within(region)
                            .run(|i, ()| x[i].a, |_, _, after, ()| ((), after))
                    };
                    if !region.asks() {
                        break carry;
                    }
                    region.answer(&mut y[..]);
                }
            })
        };
        if carry.is_none() {
            region.take_for_loop(&mut y[..]);
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..x.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + x[i].a, &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
        region.put_back(&mut y[..]);
    }
    region.fetch(&mut y[..]);
    other
}

/// The elements of arrays are exchanged with their names.
#[inline]
pub fn swap_of_arrays(rounds: u32) -> i32 {
    let (mut from, mut to) = ([1; 3000], [0; 3000]);
    let mut one = [1i32; 3000];
    let mut other = [2i32; 3000];
    let region = ::scan_runtime::launch::Region::new();
    region.trust(::scan_runtime::launch::known!(is_owned(other), is_owned(one)));
    for _ in 0..rounds {
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "swap_of_arrays",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("between.swap_of_arrays.0.gpu.cl"))
                            .cpu(::core::include_str!("between.swap_of_arrays.0.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!(
                                    "between.swap_of_arrays.0.reduce_then_scan.cl"
                                ),
                            )
                            .in_lanes(),
                    )
                    .stores_never_panic()
            };
            launch::confirm::sequence!(other);
            launch::confirm::sequence!(one);
            let range = launch::Range::<usize>::ascending(1, 3000);
            let is_short = region.is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let other = &mut other[..];
                let one = &one[..];
                let region = &region;
                launch::out_of_line(move || {
                    loop {
                        let carry = {
                            let other = &mut other[..];
                            let one = &one[..];
                            let start: Option<i32> = region
                                .at(other, range.index(launch::Affine::new(1, -1)));
                            launch::Launch::new(&LOOP, range, start, launch::Add)
                                .inclusive::<i32>(other, launch::Affine::new(1, 0))
                                .elements::<i32>(one, &[launch::Affine::new(1, 0)])
                                .within(region)
                                .run(|i, ()| one[i], |_, _, after, ()| ((), after))
                        };
                        if !region.asks() {
                            break carry;
                        }
                        region.answer(&mut other[..]);
                    }
                })
            };
            if carry.is_none() {
                region.take_for_loop(&mut other[..]);
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..3000 {
                    other[i] = launch::keep(carried.or(|| other[i - 1]).wrapping_add(one[i]), &mut carried);
                }
            }
            if !is_short {
                let left = &other[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
            region.put_back(&mut other[..]);
        }
        region.take(&mut other[..]);
        region.forget(&one[..]);
        std::mem::swap(&mut one, &mut other);
        std::mem::swap(&mut from, &mut to);
    }
    region.fetch(&mut other[..]);
    one[2999] ^ other[1] ^ from[0]
}
