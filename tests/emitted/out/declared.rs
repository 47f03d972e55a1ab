pub mod shapes {
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Place {
        pub x: i16,
        pub y: i64,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Item {
        pub open: bool,
        pub weight: i32,
        pub at: Place,
        pub float: f32,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Pair(pub u32, pub u8);

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Sums {
        pub open: i64,
        pub entered: u32,
    }

    pub fn add(a: Sums, b: Sums) -> Sums {
        Sums { open: a.open.wrapping_add(b.open), entered: a.entered.wrapping_add(b.entered) }
    }

    pub fn of(item: Item) -> Sums {
        Sums { open: if item.open { weigh(item.weight) } else { 0 }, entered: 1 }
    }

    pub fn weigh(weight: i32) -> i64 {
        let weight = weight as i64;
        if weight < 0 { weight.wrapping_mul(3) } else { weight }
    }

    pub fn divided(a: i64, b: i64) -> i64 {
        a / b
    }

    pub fn is_between(item: &Item, low: i64, high: i64) -> bool {
        low <= item.at.y && item.at.y < high
    }

    pub fn moved(item: Item, by: i64) -> Item {
        Item { at: Place { y: item.at.y.wrapping_add(by), ..item.at }, ..item }
    }

    /// It is named as what kernels call their own.
    pub fn index(at: usize, length: usize) -> usize {
        if at < length { at } else { 0 }
    }

    // What the runtime needs to know of this, with the OpenCL C that kernels get.
    const _: fn() = || {
        ::scan_runtime::launch::confirm::behind_reference!(
            wrapping_add, bool f32 i16 i32 i64 u32 u8 usize
        );
        ::scan_runtime::launch::confirm::behind_reference!(
            wrapping_mul, bool f32 i16 i32 i64 u32 u8 usize
        );
    };

    ::scan_runtime::declared_struct! {
        Place = "Place" { x: i16 = "x", y: i64 = "y" }
        // SAFETY: scanc has made this text of the declaration above.
        unsafe { ::scan_runtime::declared::Vouched::new(&[
            "typedef struct {\n    short x;\n    long y;\n} Place;",
        ]) }
    }

    ::scan_runtime::declared_struct! {
        Item = "Item" {
            open: bool = "open",
            weight: i32 = "weight",
            at: Place = "at",
            float: f32 = "float_",
        }
        // SAFETY: scanc has made this text of the declaration above.
        unsafe { ::scan_runtime::declared::Vouched::new(&[
            "typedef struct {\n    short x;\n    long y;\n} Place;",
            "typedef struct {\n    uchar open;\n    int weight;\n    Place at;\n    float float_;\n} Item;",
        ]) }
    }

    ::scan_runtime::declared_struct! {
        Pair = "Pair" { 0: u32 = "_0", 1: u8 = "_1" }
        // SAFETY: scanc has made this text of the declaration above.
        unsafe { ::scan_runtime::declared::Vouched::new(&[
            "typedef struct {\n    uint _0;\n    uchar _1;\n} Pair;",
        ]) }
    }

    ::scan_runtime::declared_struct! {
        Sums = "Sums" { open: i64 = "open", entered: u32 = "entered" }
        // SAFETY: scanc has made this text of the declaration above.
        unsafe { ::scan_runtime::declared::Vouched::new(&[
            "typedef struct {\n    long open;\n    uint entered;\n} Sums;",
        ]) }
    }

    /// Names the function of this name as the operator of a scan: `#[scan(add : …)]`.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct add {}

    impl ::scan_runtime::Operator for add {
        type Operand = Sums;
        const OPERATOR: Self = Self {};
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &add)
        }
    }

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Semigroup<add> for Sums {
        const COMBINE: &'static str = "return add(left, right);";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef struct {\n    long open;\n    uint entered;\n} Sums;",
            "// a + b, wrapping.\nstatic inline long add_i64(const long a, const long b) { return as_long((ulong)a + (ulong)b); }",
            "static inline BY_REFERENCE Sums add(const Sums a, const Sums b)\n{\n    return (Sums){.open = add_i64(a.open, b.open), .entered = a.entered + b.entered};\n}",
        ];
        #[inline]
        fn combine(earlier: Self, later: Self) -> Self {
            add(earlier, later)
        }
    }

    impl ::scan_runtime::Monoid<add> for Sums {
        fn identity() -> Self {
            Sums { open: 0, entered: 0 }
        }
    }

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for add {
        type Arguments = (
            ::scan_runtime::launch::Type<Sums>,
            ::scan_runtime::launch::Type<Sums>,
        );
        type Result = ::scan_runtime::launch::Type<Sums>;
        const NAME: &'static str = "add";
        const PARAMETERS: &'static [&'static str] = &["Sums", "Sums"];
        const RETURNS: &'static str = "Sums";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef struct {\n    long open;\n    uint entered;\n} Sums;",
            "// a + b, wrapping.\nstatic inline long add_i64(const long a, const long b) { return as_long((ulong)a + (ulong)b); }",
            "static inline BY_REFERENCE Sums add(const Sums a, const Sums b)\n{\n    return (Sums){.open = add_i64(a.open, b.open), .entered = a.entered + b.entered};\n}",
        ];
        const MAY_PANIC: bool = false;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &add)
        }
    }

    /// Names the function of this name for kernels that call it: `of(…)` in an annotated loop.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct of {}

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for of {
        type Arguments = (::scan_runtime::launch::Type<Item>,);
        type Result = ::scan_runtime::launch::Type<Sums>;
        const NAME: &'static str = "of";
        const PARAMETERS: &'static [&'static str] = &["Item"];
        const RETURNS: &'static str = "Sums";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef struct {\n    short x;\n    long y;\n} Place;",
            "typedef struct {\n    uchar open;\n    int weight;\n    Place at;\n    float float_;\n} Item;",
            "typedef struct {\n    long open;\n    uint entered;\n} Sums;",
            "// a * b, wrapping.\nstatic inline long mul_i64(const long a, const long b) { return as_long((ulong)a * (ulong)b); }",
            "static inline long weigh(const int weight)\n{\n    const long weight_2 = (long)weight;\n    return weight_2 < 0L ? mul_i64(weight_2, 3L) : weight_2;\n}",
            "static inline BY_REFERENCE Sums of(const Item item)\n{\n    return (Sums){.open = item.open ? weigh(item.weight) : 0L, .entered = 1U};\n}",
        ];
        const MAY_PANIC: bool = false;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &of)
        }
    }

    /// Names the function of this name for kernels that call it: `weigh(…)` in an annotated loop.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct weigh {}

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for weigh {
        type Arguments = (::scan_runtime::launch::Type<i32>,);
        type Result = ::scan_runtime::launch::Type<i64>;
        const NAME: &'static str = "weigh";
        const PARAMETERS: &'static [&'static str] = &["int"];
        const RETURNS: &'static str = "long";
        const DEFINITIONS: &'static [&'static str] = &[
            "// a * b, wrapping.\nstatic inline long mul_i64(const long a, const long b) { return as_long((ulong)a * (ulong)b); }",
            "static inline long weigh(const int weight)\n{\n    const long weight_2 = (long)weight;\n    return weight_2 < 0L ? mul_i64(weight_2, 3L) : weight_2;\n}",
        ];
        const MAY_PANIC: bool = false;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &weigh)
        }
    }

    /// Names the function of this name for kernels that call it: `divided(…)` in an annotated loop.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct divided {}

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for divided {
        type Arguments = (
            ::scan_runtime::launch::Type<i64>,
            ::scan_runtime::launch::Type<i64>,
        );
        type Result = ::scan_runtime::launch::Type<i64>;
        const NAME: &'static str = "divided";
        const PARAMETERS: &'static [&'static str] = &["long", "long"];
        const RETURNS: &'static str = "long";
        const DEFINITIONS: &'static [&'static str] = &[
            "// a / b: panics on 0 and on MIN / -1.\nstatic inline long div_i64(const long a, const long b, __global int *panicked)\n{\n    if (b == 0 || (a == LONG_MIN && b == -1)) {\n        *panicked = 1;\n        return 0;\n    }\n    return a / b;\n}",
            "static inline long divided(const long a, const long b, __global int *panicked)\n{\n    return div_i64(a, b, panicked);\n}",
        ];
        const MAY_PANIC: bool = true;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &divided)
        }
    }

    /// Names the function of this name for kernels that call it: `is_between(…)` in an annotated loop.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct is_between {}

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for is_between {
        type Arguments = (
            ::scan_runtime::launch::Type<Item>,
            ::scan_runtime::launch::Type<i64>,
            ::scan_runtime::launch::Type<i64>,
        );
        type Result = ::scan_runtime::launch::Type<bool>;
        const NAME: &'static str = "is_between";
        const PARAMETERS: &'static [&'static str] = &["Item", "long", "long"];
        const RETURNS: &'static str = "uchar";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef struct {\n    short x;\n    long y;\n} Place;",
            "typedef struct {\n    uchar open;\n    int weight;\n    Place at;\n    float float_;\n} Item;",
            "static inline BY_REFERENCE uchar is_between(const Item item, const long low, const long high)\n{\n    return low <= item.at.y && item.at.y < high;\n}",
        ];
        const MAY_PANIC: bool = false;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &is_between)
        }
    }

    /// Names the function of this name for kernels that call it: `moved(…)` in an annotated loop.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct moved {}

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for moved {
        type Arguments = (
            ::scan_runtime::launch::Type<Item>,
            ::scan_runtime::launch::Type<i64>,
        );
        type Result = ::scan_runtime::launch::Type<Item>;
        const NAME: &'static str = "moved";
        const PARAMETERS: &'static [&'static str] = &["Item", "long"];
        const RETURNS: &'static str = "Item";
        const DEFINITIONS: &'static [&'static str] = &[
            "typedef struct {\n    short x;\n    long y;\n} Place;",
            "typedef struct {\n    uchar open;\n    int weight;\n    Place at;\n    float float_;\n} Item;",
            "// a + b, wrapping.\nstatic inline long add_i64(const long a, const long b) { return as_long((ulong)a + (ulong)b); }",
            "static inline BY_REFERENCE Item moved(const Item item, const long by)\n{\n    const Place base = item.at;\n    return (Item){\n        .open = item.open,\n        .weight = item.weight,\n        .at = (Place){.x = base.x, .y = add_i64(item.at.y, by)},\n        .float_ = item.float_\n    };\n}",
        ];
        const MAY_PANIC: bool = false;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &moved)
        }
    }

    /// Names the function of this name for kernels that call it: `index(…)` in an annotated loop.
    #[allow(non_camel_case_types, dead_code, reason = "named as the function, for loops")]
    #[derive(Clone, Copy, Debug)]
    pub struct index {}

    // SAFETY: scanc has made this text of the declaration above.
    unsafe impl ::scan_runtime::Function for index {
        type Arguments = (
            ::scan_runtime::launch::Type<usize>,
            ::scan_runtime::launch::Type<usize>,
        );
        type Result = ::scan_runtime::launch::Type<usize>;
        const NAME: &'static str = "index";
        const PARAMETERS: &'static [&'static str] = &["ulong", "ulong"];
        const RETURNS: &'static str = "ulong";
        const DEFINITIONS: &'static [&'static str] = &[
            "static inline ulong index(const ulong at, const ulong length_)\n{\n    return at < length_ ? at : 0UL;\n}",
        ];
        const MAY_PANIC: bool = false;
        fn is<F: 'static>(called: &F) -> bool {
            ::scan_runtime::declared::is_same(called, &index)
        }
    }
}

/// Fields of elements, and fields of these; a variable is called like one.
#[inline]
pub fn weights(items: &[shapes::Item], bound: i16, y: &mut [i64]) -> i64 {
    let mut weight = 0i64;
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "weights",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("declared.weights.0.gpu.cl"))
                        .cpu(::core::include_str!("declared.weights.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("declared.weights.0.reduce_then_scan.cl"),
                        )
                        .in_lanes(),
                )
                .stores_never_panic()
        };
        let range = launch::Range::<usize>::ascending(0, items.len());
        let is_short = launch::is_short(&LOOP, &range);
        #[allow(clippy::redundant_slicing, reason = "one form for all arrays")]
        let carry = if is_short {
            None
        } else {
            let start: Option<i64> = Some(weight);
            let items = &items[..];
            let y = &mut y[..];
            launch::out_of_line(move || {
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .open_type("items_t", items)
                    .field(items, "weight", |of| &raw const of.weight, launch::of::<i32>())
                    .field(items, "open", |of| &raw const of.open, launch::of::<bool>())
                    .field(items, "at.x", |of| &raw const of.at.x, launch::of::<i16>())
                    .field(items, "at.y", |of| &raw const of.at.y, launch::of::<i64>())
                    .input(items, &[launch::Affine::new(1, 0)])
                    .inclusive::<i64>(y, launch::Affine::new(1, 0))
                    .capture::<i16>(bound)
                    .run(
                        |i, ()| {
                            let w: i32 = items[i].weight;
                            if items[i].open && items[i].at.x < bound {
                                w as i64 + items[i].at.y
                            } else {
                                0i64
                            }
                        },
                        |_, _, after, ()| ((), after),
                    )
            })
        };
        if let Some(last) = carry {
            weight = last;
        } else {
            // The loop as written: it runs where no launch is possible or worth its cost.
            for i in 0..items.len() {
                let w: i32 = items[i].weight;
                if items[i].open && items[i].at.x < bound {
                    weight += w as i64 + items[i].at.y;
                }
                y[i] = weight;
            }
        }
        if !is_short {
            let left = (&y[..], weight);
            launch::verify(&LOOP, move |check| check.output(left.0).carry(&left.1));
        }
    }
    weight
}

/// It panics where `by` is 0.
#[inline]
pub fn quotients(x: &[i64], by: i64, y: &mut [i64]) {
    {
        use ::scan_runtime::launch;
        // SAFETY: scanc has made the kernels, and the launches below, of this loop.
        static LOOP: launch::Loop = unsafe {
            launch::Loop::new(
                    "quotients",
                    ::core::file!(),
                    ::core::line!(),
                    launch::Kernels::new(launch::Algorithm::Lookback)
                        .gpu(::core::include_str!("declared.quotients.0.gpu.cl"))
                        .cpu(::core::include_str!("declared.quotients.0.cpu.cl"))
                        .reduce_then_scan(
                            ::core::include_str!("declared.quotients.0.reduce_then_scan.cl"),
                        )
                        .in_lanes()
                        .may_panic(),
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
                let start: Option<i64> = launch::at(
                    y,
                    range.index(launch::Affine::new(1, -1)),
                );
                launch::Launch::new(&LOOP, range, start, launch::Add)
                    .function::<
                        shapes::divided,
                        _,
                    >(
                        "checked_divided",
                        &shapes::divided,
                        (launch::of::<i64>(), launch::of::<i64>()),
                        launch::of::<i64>(),
                    )
                    .inclusive::<i64>(y, launch::Affine::new(1, 0))
                    .input::<i64>(x, &[launch::Affine::new(1, 0)])
                    .capture::<i64>(by)
                    .run(|i, ()| shapes::divided(x[i], by), |_, _, after, ()| ((), after))
            })
        };
        if carry.is_none() {
            // The loop, with what it carries in a variable: it runs where no launch is possible or worth its cost.
            let mut carried = launch::Carried::nothing();
            for i in 1..y.len() {
                y[i] = launch::keep(carried.or(|| y[i - 1]) + shapes::divided(x[i], by), &mut carried);
            }
        }
        if !is_short {
            let left = &y[..];
            launch::verify(&LOOP, move |check| check.output(left));
        }
    }
}
