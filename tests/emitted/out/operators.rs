/// Listing 4.6 of the thesis.
pub mod poly {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair {
        pub x: i32,
        pub y: i32,
    }

    pub fn op(a: Pair, c: Pair) -> Pair {
        Pair { x: a.x * c.y + c.x, y: a.y * c.y }
    }

    // What the runtime needs to know of this, with the OpenCL C that kernels get.
    ::scan_runtime::declared_struct! {
        Pair = "Pair" { x: i32 = "x", y: i32 = "y" }
        // SAFETY: scanc has made this text of the declaration above.
        unsafe { ::scan_runtime::declared::Vouched::new(&[
            "typedef struct {\n    int x;\n    int y;\n} Pair;",
        ]) }
    }

    /// Names the function of this name as the operator of a scan: `#[scan(op : …)]`.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct op {}

    impl ::scan_runtime::Operator for op {
        type Operand = Pair;
        const OPERATOR: Self = Self {};
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &op)
        }
    }

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Semigroup<op> for Pair {
        const COMBINE: &'static str = "return op(left, right);";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef struct {\n    int x;\n    int y;\n} Pair;",
            "// a * b, wrapping.\nstatic inline int mul_i32(const int a, const int b) { return as_int((uint)a * (uint)b); }",
            "// a + b, wrapping.\nstatic inline int add_i32(const int a, const int b) { return as_int((uint)a + (uint)b); }",
            "static inline BY_REFERENCE Pair op(const Pair a, const Pair c)\n{\n    return (Pair){.x = add_i32(mul_i32(a.x, c.y), c.x), .y = mul_i32(a.y, c.y)};\n}",
        ];
        #[inline]
        fn combine(earlier: Self, later: Self) -> Self {
            op(earlier, later)
        }
    }

    impl ::scan_runtime::Monoid<op> for Pair {
        fn identity() -> Self {
            Pair { x: 0, y: 1 }
        }
    }

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for op {
        type Arguments = (
            ::scan_runtime::launch::Type<Pair>,
            ::scan_runtime::launch::Type<Pair>,
        );
        type Result = ::scan_runtime::launch::Type<Pair>;
        const NAME: &'static str = "op";
        const PARAMETERS: &'static [&'static str] = &["Pair", "Pair"];
        const RETURNS: &'static str = "Pair";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef struct {\n    int x;\n    int y;\n} Pair;",
            "// a * b, wrapping.\nstatic inline int mul_i32(const int a, const int b) { return as_int((uint)a * (uint)b); }",
            "// a + b, wrapping.\nstatic inline int add_i32(const int a, const int b) { return as_int((uint)a + (uint)b); }",
            "static inline BY_REFERENCE Pair op(const Pair a, const Pair c)\n{\n    return (Pair){.x = add_i32(mul_i32(a.x, c.y), c.x), .y = mul_i32(a.y, c.y)};\n}",
        ];
        const MAY_PANIC: bool = false;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &op)
        }
    }
}

/// Residues, of which the sum is one; of other numbers it is not.
pub mod residues {
    pub const P: u32 = 65521;

    pub fn add(a: u32, b: u32) -> u32 {
        let sum = a.wrapping_add(b);
        if sum >= P { sum - P } else { sum }
    }

    // What the runtime needs to know of this, with the OpenCL C that kernels get.
    /// Names the function of this name as the operator of a scan: `#[scan(add : …)]`.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct add {}

    impl ::scan_runtime::Operator for add {
        type Operand = u32;
        const OPERATOR: Self = Self {};
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &add)
        }
    }

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Semigroup<add> for u32 {
        const COMBINE: &'static str = "return add(left, right);";
        const DEFINITIONS: &'static [&'static str] = &[
            "static inline uint add(const uint a, const uint b)\n{\n    const uint sum = a + b;\n    return sum >= 65521U ? sum - 65521U : sum;\n}",
            "static inline uchar add_domain(const uint a)\n{\n    return a < 65521U;\n}",
        ];
        const DOMAIN: ::core::option::Option<&'static str> = ::core::option::Option::Some(
            "add_domain(value)",
        );
        #[inline]
        fn combine(earlier: Self, later: Self) -> Self {
            add(earlier, later)
        }
        #[inline]
        fn is_in_domain(value: &Self) -> bool {
            ::scan_runtime::declared::holds(*value, |a| a < P)
        }
    }

    impl ::scan_runtime::Monoid<add> for u32 {
        fn identity() -> Self {
            0
        }
    }

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for add {
        type Arguments = (
            ::scan_runtime::launch::Type<u32>,
            ::scan_runtime::launch::Type<u32>,
        );
        type Result = ::scan_runtime::launch::Type<u32>;
        const NAME: &'static str = "add";
        const PARAMETERS: &'static [&'static str] = &["uint", "uint"];
        const RETURNS: &'static str = "uint";
        const DEFINITIONS: &'static [&'static str] = &[
            "static inline uint add(const uint a, const uint b)\n{\n    const uint sum = a + b;\n    return sum >= 65521U ? sum - 65521U : sum;\n}",
        ];
        const MAY_PANIC: bool = false;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &add)
        }
    }
}

#[inline]
pub fn checksums(x: &[u32], start: u32, y: &mut [u32]) -> u32 {
    let mut sum = start;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "checksums",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Blelloch)
                        .any(::core::include_str!("operators.checksums.0.cl"))
                        .may_panic(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let scan_start: Option<u32> = Some(sum);
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(
                        &LOOP,
                        range,
                        scan_start,
                        launch::operator::<residues::add>(),
                    )
                    .elements::<u32>(x, &[launch::Affine::new(1, 0)])
                    .inclusive::<u32>(y, launch::Affine::new(1, 0))
                    .operator_is::<residues::add, _>(&residues::add)
                    .run(|i, ()| x[i], |_, _, after, ()| ((), after))
            })
        };
        if let Some(last) = carry {
            sum = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                sum = residues::add(sum, x[i]);
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

#[inline]
pub fn values(h: &[poly::Pair], t: &mut [poly::Pair]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "values",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("operators.values.0.gpu.cl"))
                        .cpu(::core::include_str!("operators.values.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("operators.values.0.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(t, len);
        let range = launch::Range::<usize>::ascending(1, t.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let t = &mut t[..];
            let h = &h[..];
            launch::out_of_line(move || {
                let start: Option<poly::Pair> = launch::at(
                    t,
                    range.index(launch::Affine::new(1, -1)),
                );
                launch::Launch::new(&LOOP, range, start, launch::operator::<poly::op>())
                    .output::<poly::Pair>(t, launch::Affine::new(1, 0))
                    .input::<poly::Pair>(h, &[launch::Affine::new(1, -1)])
                    .operator_is::<poly::op, _>(&poly::op)
                    .run(|i, ()| h[i - 1], |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..t.len() {
                t[i] = launch::keep(poly::op(carried.or(|| t[i - 1]), h[i - 1]), &mut carried);
            }
        }
        if !is_short {
            let left = &t[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}
