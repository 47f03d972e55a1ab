/// What of a source text is a comment, and the state after it.
#[inline]
pub fn comments(source: &[u8], mut state: State, is_comment: &mut [bool]) -> State {
    {
        use ::scan_runtime::launch;
        #[derive(Clone, Copy)]
        struct Then;
        // SAFETY: there is no text: the kernels have their own.
        unsafe impl launch::Semigroup<Then> for launch::Product2<u8, u64> {
            const COMBINE: &'static str = "";
            const MAY_PANIC: bool = false;
            #[inline]
            fn combine(earlier: Self, later: Self) -> Self {
                launch::Product2(
                    launch::state_after(later.1, earlier.0),
                    launch::states_after::<6>(earlier.1, later.1),
                )
            }
        }
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "comments",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("variants.comments.0.gpu.cl"))
                        .cpu(::core::include_str!("variants.comments.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("variants.comments.0.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
                .fields(&["state", "table"])
        };
        launch::confirm::binding!(same);
        launch::confirm::matches!(matches);
        let range = launch::Range::<usize>::ascending(0, source.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let state_start = Some(
                launch::number_of!(
                    state; State::Code, State::Slash, State::Line, State::Block, State::Star
                ),
            );
            let table_start = Some(0xfedcba9876543210u64);
            let source = &source[..];
            let is_comment = &mut is_comment[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product2<u8, u64>> = launch::Product2::start(
                    state_start,
                    table_start,
                );
                // What the numbers of its variants do not tell apart runs as written.
                let start = start
                    .filter(|start| {
                        (0..6).contains(&start.0)
                            && launch::are_distinct!(
                                State::Code, State::Slash, State::Line, State::Block,
                                State::Star
                            )
                    });
                launch::Launch::new(&LOOP, range, start, Then)
                    .input::<u8>(source, &[launch::Affine::new(1, 0)])
                    .output::<bool>(is_comment, launch::Affine::new(1, 0))
                    .run(
                        |i, ()| launch::Product2(
                            0u8,
                            if source[i] == b'/' {
                                0x503221u64
                            } else {
                                if source[i] == b'*' {
                                    0x544230u64
                                } else {
                                    if source[i] == b'\n' { 0x533000u64 } else { 0x533200u64 }
                                }
                            },
                        ),
                        |_, _, launch::Product2(state_after, _), ()| (
                            (),
                            state_after == 2u8 || state_after == 3u8 || state_after == 4u8,
                        ),
                    )
            })
        };
        if let Some(launch::Product2(state_last, _)) = carry {
            launch::set_variant!(
                state, state_last; State::Code, State::Slash, State::Line, State::Block,
                State::Star
            );
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..source.len() {
                state = match (state, source[i]) {
                    (State::Code, b'/') => State::Slash,
                    (State::Slash, b'/') => State::Line,
                    (State::Slash, b'*') => State::Block,
                    (State::Slash, _) | (State::Line, b'\n') | (State::Star, b'/') => State::Code,
                    (State::Block | State::Star, b'*') => State::Star,
                    (State::Star, _) => State::Block,
                    (same, _) => same,
                };
                is_comment[i] = matches!(state, State::Line | State::Block | State::Star);
            }
        }
        if !is_short {
            let left = (
                &is_comment[..],
                launch::number_of!(
                    state; State::Code, State::Slash, State::Line, State::Block, State::Star
                ),
            );
            launch::verify(&LOOP, move |check| check.output(left.0).carried(0, &left.1));
        }
    }
    state
}

/// Two of them, one of which goes to what the function is given, and how they compare at the end.
#[inline]
pub fn pair(x: &[u8], to: State) -> (State, State) {
    let (mut one, mut two) = (State::Code, State::Line);
    {
        use ::scan_runtime::launch;
        #[derive(Clone, Copy)]
        struct Then;
        // SAFETY: there is no text: the kernels have their own.
        unsafe impl launch::Semigroup<Then> for launch::Product4<u8, u8, u64, u64> {
            const COMBINE: &'static str = "";
            const MAY_PANIC: bool = false;
            #[inline]
            fn combine(earlier: Self, later: Self) -> Self {
                launch::Product4(
                    launch::state_after(later.2, earlier.0),
                    launch::state_after(later.3, earlier.1),
                    launch::states_after::<3>(earlier.2, later.2),
                    launch::states_after::<3>(earlier.3, later.3),
                )
            }
        }
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "pair",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Reduce)
                        .gpu(::core::include_str!("variants.pair.0.gpu.cl"))
                        .cpu(::core::include_str!("variants.pair.0.cpu.cl"))
                        .may_panic(),
                )
                .stores_never_panic()
                .fields(&["one", "two", "table", "table_2"])
        };
        launch::confirm::binding!(other);
        launch::confirm::behind_reference!(is_multiple_of, u64 u8);
        let range = launch::Range::<usize>::lengths([x.len()]);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let one_start = Some(
                launch::number_of!(one; State::Code, State::Line, State::Block),
            );
            let two_start = Some(
                launch::number_of!(two; State::Code, State::Line, State::Block),
            );
            let table_start = Some(0xfedcba9876543210u64);
            let scan_table_start = Some(0xfedcba9876543210u64);
            let to = launch::number_of!(to; State::Code, State::Line, State::Block);
            let x = &x[..];
            launch::out_of_line(move || {
                let start: Option<launch::Product4<u8, u8, u64, u64>> = launch::Product4::start(
                    one_start,
                    two_start,
                    table_start,
                    scan_table_start,
                );
                // What the numbers of its variants do not tell apart runs as written.
                let start = start
                    .filter(|start| {
                        (0..3).contains(&start.0) && (0..3).contains(&start.1)
                            && launch::are_distinct!(State::Code, State::Line, State::Block)
                            && to < 3
                    });
                launch::Launch::new(&LOOP, range, start, Then)
                    .input::<u8>(x, &[launch::Affine::new(1, 0)])
                    .capture::<u8>(to)
                    .run(
                        |i, ()| launch::Product4(
                            0u8,
                            0u8,
                            (if x[i] < 100 { launch::within(to as u64, 2u64) } else { 0u64 })
                                | ((if x[i] & 1 == 0 { 0u64 } else { 1u64 }) << 4u64)
                                | ((if x[i] & 1 == 0 { 0u64 } else { 2u64 }) << 8u64),
                            if x[i].is_multiple_of(3) {
                                if x[i].is_multiple_of(5) { 0x120u64 } else { 0x220u64 }
                            } else {
                                if x[i].is_multiple_of(5) { 0x110u64 } else { 0x210u64 }
                            },
                        ),
                        |_, _, _, ()| (),
                    )
            })
        };
        if let Some(launch::Product4(one_last, two_last, _, _)) = carry {
            launch::set_variant!(one, one_last; State::Code, State::Line, State::Block);
            launch::set_variant!(two, two_last; State::Code, State::Line, State::Block);
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for &c in x {
                one = match one {
                    State::Code if c < 100 => to,
                    State::Code => State::Code,
                    _ if c & 1 == 0 => State::Code,
                    other => other,
                };
                two = match two {
                    State::Line if c.is_multiple_of(3) => State::Block,
                    State::Block if c.is_multiple_of(5) => State::Line,
                    other => other,
                };
            }
        }
        if !is_short {
            let left = (
                launch::number_of!(one; State::Code, State::Line, State::Block),
                launch::number_of!(two; State::Code, State::Line, State::Block),
            );
            launch::verify(
                &LOOP,
                move |check| check.carried(0, &left.0).carried(1, &left.1),
            );
        }
    }
    if one == to { (two, one) } else { (one, two) }
}
