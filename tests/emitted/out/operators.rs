// Made by scanc 0.1.0 from operators.rs: edit that file instead.
// Its `unsafe` is scanc's word for the kernels beside it: where `unsafe_code` is denied, allow it for this file.
//! Operators of a program's own, declared beside the loops that use them; `tests/emitted/out` holds what `scanc build` makes of it.

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

/// Listing 4.8 of the thesis.
pub mod fibonacci {
    use std::ops::Mul;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Matrix {
        pub x00: u64,
        pub x01: u64,
        pub x10: u64,
        pub x11: u64,
    }

    impl Matrix {
        pub const fn new(x00: u64, x01: u64, x10: u64, x11: u64) -> Self {
            Self { x00, x01, x10, x11 }
        }
    }

    impl Mul for Matrix {
        type Output = Matrix;

        fn mul(self, c: Matrix) -> Matrix {
            Matrix::new(
                self.x00 * c.x00 + self.x01 * c.x10,
                self.x00 * c.x01 + self.x01 * c.x11,
                self.x10 * c.x00 + self.x11 * c.x10,
                self.x10 * c.x01 + self.x11 * c.x11,
            )
        }
    }

    #[inline]
    pub fn powers(y: &mut [Matrix]) {
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "powers",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Blelloch)
                            .any(::core::include_str!("operators.powers.0.cl")),
                    )
                    .stores_never_panic()
            };
            launch::confirm::method_of_sequence!(y, len);
            let range = launch::Range::<usize>::ascending(1, y.len());
            let is_short = launch::is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let y = &mut y[..];
                launch::out_of_line(move || {
                    let start: Option<Matrix> = launch::at(
                        y,
                        range.index(launch::Affine::new(1, -1)),
                    );
                    launch::Launch::new(&LOOP, range, start, launch::Mul)
                        .in_place::<
                            Matrix,
                        >(y, launch::Affine::new(1, 0), &[launch::Affine::new(1, 0)])
                        .run(|i, ((), y)| y[i], |_, _, after, ((), _)| ((), after))
                })
            };
            if carry.is_none() {
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..y.len() {
                    y[i] = launch::keep(carried.or(|| y[i - 1]) * y[i], &mut carried);
                }
            }
            if !is_short {
                let left = &y[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
        }
    }

    // What the runtime needs to know of this, with the OpenCL C that kernels get.
    ::scan_runtime::declared_struct! {
        Matrix = "Matrix" { x00: u64 = "x00", x01: u64 = "x01", x10: u64 = "x10", x11: u64 = "x11" }
        // SAFETY: scanc has made this text of the declaration above.
        unsafe { ::scan_runtime::declared::Vouched::new(&[
            "typedef struct {\n    ulong x00;\n    ulong x01;\n    ulong x10;\n    ulong x11;\n} Matrix;",
        ]) }
    }

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Semigroup<::scan_runtime::Mul> for Matrix {
        const COMBINE: &'static str = "return Matrix_mul(left, right);";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef struct {\n    ulong x00;\n    ulong x01;\n    ulong x10;\n    ulong x11;\n} Matrix;",
            "static inline BY_REFERENCE Matrix Matrix_new(const ulong x00, const ulong x01, const ulong x10, const ulong x11)\n{\n    return (Matrix){.x00 = x00, .x01 = x01, .x10 = x10, .x11 = x11};\n}",
            "static inline BY_REFERENCE Matrix Matrix_mul(const Matrix self, const Matrix c)\n{\n    return Matrix_new(\n        self.x00 * c.x00 + self.x01 * c.x10, self.x00 * c.x01 + self.x01 * c.x11,\n        self.x10 * c.x00 + self.x11 * c.x10, self.x10 * c.x01 + self.x11 * c.x11\n    );\n}",
        ];
        #[inline]
        fn combine(earlier: Self, later: Self) -> Self {
            <Self as ::core::ops::Mul>::mul(earlier, later)
        }
    }

    impl ::scan_runtime::Monoid<::scan_runtime::Mul> for Matrix {
        fn identity() -> Self {
            Matrix::new(1, 0, 0, 1)
        }
    }
}

/// A type with padding, a flag and an enum, and an operator without an identity.
pub mod quality {
    #[repr(u8)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Source {
        Sensor,
        Estimate,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Reading {
        pub valid: bool,
        pub value: f64,
        pub source: Source,
    }

    /// The last reading that is valid.
    pub fn latest(earlier: Reading, later: Reading) -> Reading {
        if later.valid { later } else { Reading { source: Source::Estimate, ..earlier } }
    }

    // What the runtime needs to know of this, with the OpenCL C that kernels get.
    ::scan_runtime::declared_enum! {
        Source: u8 = "Source" { Sensor, Estimate }
        // SAFETY: scanc has made this text of the declaration above.
        unsafe { ::scan_runtime::declared::Vouched::new(&[
            "typedef uchar Source;\nenum { Source_Sensor = 0, Source_Estimate = 1 };",
        ]) }
    }

    ::scan_runtime::declared_struct! {
        Reading = "Reading" { valid: bool = "valid", value: f64 = "value", source: Source = "source" }
        // SAFETY: scanc has made this text of the declaration above.
        unsafe { ::scan_runtime::declared::Vouched::new(&[
            "typedef uchar Source;\nenum { Source_Sensor = 0, Source_Estimate = 1 };",
            "typedef struct {\n    uchar valid;\n    double value;\n    Source source;\n} Reading;",
        ]) }
    }

    /// Names the function of this name as the operator of a scan: `#[scan(latest : …)]`.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct latest {}

    impl ::scan_runtime::Operator for latest {
        type Operand = Reading;
        const OPERATOR: Self = Self {};
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &latest)
        }
    }

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Semigroup<latest> for Reading {
        const COMBINE: &'static str = "return latest(left, right);";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef uchar Source;\nenum { Source_Sensor = 0, Source_Estimate = 1 };",
            "typedef struct {\n    uchar valid;\n    double value;\n    Source source;\n} Reading;",
            "static inline BY_REFERENCE Reading latest(const Reading earlier, const Reading later)\n{\n    return later.valid ? later : (Reading){\n        .valid = earlier.valid,\n        .value = earlier.value,\n        .source = Source_Estimate\n    };\n}",
        ];
        const NEEDS_FP64: bool = true;
        #[inline]
        fn combine(earlier: Self, later: Self) -> Self {
            latest(earlier, later)
        }
    }

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for latest {
        type Arguments = (
            ::scan_runtime::launch::Type<Reading>,
            ::scan_runtime::launch::Type<Reading>,
        );
        type Result = ::scan_runtime::launch::Type<Reading>;
        const NAME: &'static str = "latest";
        const PARAMETERS: &'static [&'static str] = &["Reading", "Reading"];
        const RETURNS: &'static str = "Reading";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef uchar Source;\nenum { Source_Sensor = 0, Source_Estimate = 1 };",
            "typedef struct {\n    uchar valid;\n    double value;\n    Source source;\n} Reading;",
            "static inline BY_REFERENCE Reading latest(const Reading earlier, const Reading later)\n{\n    return later.valid ? later : (Reading){\n        .valid = earlier.valid,\n        .value = earlier.value,\n        .source = Source_Estimate\n    };\n}",
        ];
        const NEEDS_FP64: bool = true;
        const MAY_PANIC: bool = false;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &latest)
        }
    }
}

/// On a primitive type: words that are not 0 stay.
fn filled(earlier: u16, later: u16) -> u16 {
    if later == 0 { earlier } else { later }
}

// What the runtime needs to know of this, with the OpenCL C that kernels get.
/// Names the function of this name as the operator of a scan: `#[scan(filled : …)]`.
#[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
#[derive(Clone, Copy, Debug)]
struct filled {}

impl ::scan_runtime::Operator for filled {
    type Operand = u16;
    const OPERATOR: Self = Self {};
    fn is<F: 'static>(called: &F) -> bool {
        ::scan_runtime::declared::is_same(called, &filled)
    }
}

// SAFETY: scanc has made this text of the declaration above.
unsafe impl ::scan_runtime::Semigroup<filled> for u16 {
    const COMBINE: &'static str = "return filled(left, right);";
    const DEFINITIONS: &'static [&'static str] = &[
        "static inline ushort filled(const ushort earlier, const ushort later)\n{\n    return later == 0 ? earlier : later;\n}",
    ];
    #[inline]
    fn combine(earlier: Self, later: Self) -> Self {
        filled(earlier, later)
    }
}

impl ::scan_runtime::Monoid<filled> for u16 {
    fn identity() -> Self {
        0
    }
}

// SAFETY: scanc has made this text of the declaration above.
unsafe impl ::scan_runtime::Function for filled {
    type Arguments = (
        ::scan_runtime::launch::Type<u16>,
        ::scan_runtime::launch::Type<u16>,
    );
    type Result = ::scan_runtime::launch::Type<u16>;
    const NAME: &'static str = "filled";
    const PARAMETERS: &'static [&'static str] = &["ushort", "ushort"];
    const RETURNS: &'static str = "ushort";
    const DEFINITIONS: &'static [&'static str] = &[
        "static inline ushort filled(const ushort earlier, const ushort later)\n{\n    return later == 0 ? earlier : later;\n}",
    ];
    const MAY_PANIC: bool = false;
    fn is<F: 'static>(called: &F) -> bool {
        ::scan_runtime::declared::is_same(called, &filled)
    }
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

/// The maps are made in the loop, of coefficients for one point.
#[inline]
pub fn values_at(coefficients: &[i16], point: i32, y: &mut [poly::Pair]) -> poly::Pair {
    let mut value = poly::Pair { x: 0, y: 1 };
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "values_at",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("operators.values_at.0.gpu.cl"))
                        .cpu(::core::include_str!("operators.values_at.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("operators.values_at.0.reduce_then_scan.cl"),
                        ),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, coefficients.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<poly::Pair> = Some(value);
            let coefficients = &coefficients[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::operator::<poly::op>())
                    .input::<i16>(coefficients, &[launch::Affine::new(1, 0)])
                    .output::<poly::Pair>(y, launch::Affine::new(1, 0))
                    .capture::<i32>(point)
                    .operator_is::<poly::op, _>(&poly::op)
                    .run(
                        |i, ()| {
                            let y_of_odd = if coefficients[i] % 2 != 0 {
                                point
                            } else {
                                -point
                            };
                            poly::Pair {
                                y: y_of_odd,
                                x: coefficients[i] as i32,
                            }
                        },
                        |_, _, after, ()| ((), after),
                    )
            })
        };
        if let Some(last) = carry {
            value = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..coefficients.len() {
                let y_of_odd = if coefficients[i] % 2 != 0 { point } else { -point };
                value = poly::op(value, poly::Pair { y: y_of_odd, x: coefficients[i] as i32 });
                y[i] = value;
            }
        }
        if !is_short {
            let left = (&y[..], value);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    value
}

#[inline]
pub fn values_backwards(h: &[poly::Pair], t: &mut [poly::Pair]) -> poly::Pair {
    let mut carried = h[0];
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "values_backwards",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("operators.values_backwards.0.gpu.cl"))
                        .cpu(::core::include_str!("operators.values_backwards.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "operators.values_backwards.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::iterator!(rev);
        let range = launch::Range::<usize>::descending(h.len(), 0);
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<poly::Pair> = Some(carried);
            let t = &mut t[..];
            let h = &h[..];
            launch::out_of_line(move || {
                launch::Launch::new(
                        &LOOP,
                        range,
                        start,
                        launch::Flipped(launch::operator::<poly::op>()),
                    )
                    .output::<poly::Pair>(t, launch::Affine::new(1, 0))
                    .input::<poly::Pair>(h, &[launch::Affine::new(1, 0)])
                    .operator_is::<poly::op, _>(&poly::op)
                    .run(|i, ()| h[i], |_, before, _, ()| ((), before))
            })
        };
        if let Some(last) = carry {
            carried = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in (0..h.len()).rev() {
                t[i] = carried;
                carried = poly::op(h[i], carried);
            }
        }
        if !is_short {
            let left = (&t[..], carried);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    carried
}

pub mod uses {
    use super::fibonacci::Matrix;
    use super::quality::{Reading, latest as newest};

    #[inline]
    pub fn products(x: &[Matrix], y: &mut [Matrix]) {
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "products",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::Lookback)
                            .gpu(::core::include_str!("operators.products.0.gpu.cl"))
                            .cpu(::core::include_str!("operators.products.0.cpu.cl"))
                            .reduce_then_scan(
                                ::core::include_str!("operators.products.0.reduce_then_scan.cl"),
                            ),
                    )
                    .stores_never_panic()
            };
            launch::confirm::method_of_sequence!(y, len);
            let range = launch::Range::<usize>::ascending(1, y.len());
            let is_short = launch::is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let y = &mut y[..];
                let x = &x[..];
                launch::out_of_line(move || {
                    let start: Option<Matrix> = launch::at(
                        y,
                        range.index(launch::Affine::new(1, -1)),
                    );
                    launch::Launch::new(&LOOP, range, start, launch::Mul)
                        .output::<Matrix>(y, launch::Affine::new(1, 0))
                        .input::<Matrix>(x, &[launch::Affine::new(1, -1)])
                        .run(|i, ()| x[i - 1], |_, _, after, ()| ((), after))
                })
            };
            if carry.is_none() {
                // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
                let mut carried = launch::Carried::nothing();
                for i in 1..y.len() {
                    y[i] = launch::keep(carried.or(|| y[i - 1]) * x[i - 1], &mut carried);
                }
            }
            if !is_short {
                let left = &y[..];
                launch::verify(&LOOP, move |check| check.output(left));
            }
        }
    }

    #[inline]
    pub fn readings(x: &[Reading], shift: usize, y: &mut [Reading]) -> Reading {
        let mut last = x[0];
        {
            use ::scan_runtime::launch;
            // SAFETY: scanc has made the kernels, and the launches below, of this loop.
            static LOOP: launch::Loop = unsafe {
                launch::Loop::new(
                        "readings",
                        ::core::file!(),
                        ::core::line!(),
                        launch::Kernels::new(launch::Algorithm::HillisSteele)
                            .any(::core::include_str!("operators.readings.0.cl"))
                            .needs_fp64(),
                    )
                    .stores_never_panic()
            };
            launch::confirm::method_of_sequence!(y, len);
            let range = launch::Range::<usize>::ascending(0, y.len());
            let is_short = launch::is_short(&LOOP, &range);
            #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
            let carry = if is_short {
                None
            } else {
                let start: Option<Reading> = Some(last);
                let x = &x[..];
                let y = &mut y[..];
                launch::out_of_line(move || {
                    launch::Launch::new(&LOOP, range, start, launch::operator::<newest>())
                        .input::<Reading>(x, &[launch::Affine::new(1, launch::wide(shift))])
                        .output::<Reading>(y, launch::Affine::new(1, 0))
                        .capture::<usize>(shift)
                        .operator_is::<newest, _>(&newest)
                        .run(|i, ()| x[i + shift], |_, _, after, ()| ((), after))
                })
            };
            if let Some(scan_last) = carry {
                last = scan_last;
            } else {
                // The loop as written: it runs where no launch is possible or worth its cost.
                for i in 0..y.len() {
                    last = newest(last, x[i + shift]);
                    y[i] = last;
                }
            }
            if !is_short {
                let left = (&y[..], last);
                launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
            }
        }
        last
    }
}

#[inline]
pub fn words(x: &[u16], y: &mut [u16]) -> u16 {
    let mut word = 0;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                "words",
                ::core::file!(),
                ::core::line!(),
                launch::Kernels::new(launch::Algorithm::Lookback)
                    .gpu(::core::include_str!("operators.words.0.gpu.cl"))
                    .cpu(::core::include_str!("operators.words.0.cpu.cl"))
                    .reduce_then_scan(
                        ::core::include_str!("operators.words.0.reduce_then_scan.cl"),
                    ),
            )
        };
        let range = launch::Range::<usize>::ascending(0, x.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<u16> = Some(word);
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::operator::<filled>())
                    .input::<u16>(x, &[launch::Affine::new(1, 0)])
                    .output::<u16>(y, launch::Affine::new(1, 0))
                    .operator_is::<filled, _>(&filled)
                    .run(|i, ()| x[i], |_, _, after, ()| ((), after + 1))
            })
        };
        if let Some(last) = carry {
            word = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..x.len() {
                word = filled(word, x[i]);
                y[i] = word + 1;
            }
        }
        if !is_short {
            let left = (&y[..], word);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    word
}

/// What the operator is on is not in the file's text: the runtime puts it in front of the kernels.
#[inline]
pub fn products_of_any<T: scan_runtime::Monoid<scan_runtime::Mul> + std::ops::Mul<Output = T>>(x: &[T], y: &mut [T]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "products_of_any",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("operators.products_of_any.0.gpu.cl"))
                        .cpu(::core::include_str!("operators.products_of_any.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!(
                                "operators.products_of_any.0.reduce_then_scan.cl"
                            ),
                        ),
                )
                .stores_never_panic()
        };
        launch::confirm::method_of_sequence!(y, len);
        let range = launch::Range::<usize>::ascending(1, y.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let x = &x[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                let start = launch::at(y, range.index(launch::Affine::new(1, -1)));
                launch::Launch::new(&LOOP, range, start, launch::Flipped(launch::Mul))
                    .open_scan()
                    .input(x, &[launch::Affine::new(1, 0)])
                    .output(y, launch::Affine::new(1, 0))
                    .run(|i, ()| x[i], |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] = launch::keep(x[i] * carried.or(|| y[i - 1]), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}
