//! Declared modules as C: exact text.

use super::{Declarations, identity};
use crate::diagnostic::Diagnostics;
use crate::ir::Module;
use crate::lower::module;
use crate::parse::declare_target;

fn lowered(source: &str) -> Module {
    let mut diagnostics = Diagnostics::default();
    let tokens = format!("mod declared {{ {source} }}").parse().expect("tokens");
    let declared = declare_target(proc_macro2::TokenStream::new(), tokens, &mut diagnostics);
    module(&declared.items, &mut diagnostics).unwrap_or_else(|_| panic!("{diagnostics:?}"))
}

fn text(source: &str) -> String {
    Declarations::of(&lowered(source))
        .definitions()
        .iter()
        .map(|definition| definition.text.clone())
        .collect::<Vec<_>>()
        .join("\n\n")
}

#[track_caller]
fn check(source: &str, expected: &str) {
    let text = text(source);
    assert_eq!(text, expected, "\n{text}\n");
}

const POLYNOMIAL: &str = "
#[repr(C)] pub struct Pair { pub x: i32, pub y: i32 }
#[declare_scan(identity = Pair { x: 0, y: 1 })]
pub fn op(a: Pair, c: Pair) -> Pair { Pair { x: a.x * c.y + c.x, y: a.y * c.y } }";

#[test]
fn listing_4_7() {
    check(
        POLYNOMIAL,
        "\
typedef struct {
    int x;
    int y;
} Pair;

// a * b, wrapping.
static inline int mul_i32(const int a, const int b) { return as_int((uint)a * (uint)b); }

// a + b, wrapping.
static inline int add_i32(const int a, const int b) { return as_int((uint)a + (uint)b); }

static inline BY_REFERENCE Pair op(const Pair a, const Pair c)
{
    return (Pair){.x = add_i32(mul_i32(a.x, c.y), c.x), .y = mul_i32(a.y, c.y)};
}",
    );
    let module = lowered(POLYNOMIAL);
    assert_eq!(identity(&module, &module.operators[0]).as_deref(), Some("(Pair){.x = 0, .y = 1}"));
    assert_eq!(Declarations::of(&module).needed("op"), [0, 1, 2, 3]);
    assert_eq!(Declarations::of(&module).needed("Pair"), [0]);
}

#[test]
fn listing_4_9() {
    let source = "
#[repr(C)] pub struct Matrix { x00: u64, x01: u64, x10: u64, x11: u64 }
impl Matrix { const fn new(x00: u64, x01: u64, x10: u64, x11: u64) -> Self { Self { x00, x01, x10, x11 } } }
#[declare_scan(identity = Matrix::new(1, 0, 0, 1))]
impl Mul for Matrix {
    type Output = Matrix;
    fn mul(self, c: Matrix) -> Matrix {
        Matrix {
            x00: self.x00 * c.x00 + self.x01 * c.x10,
            x01: self.x00 * c.x01 + self.x01 * c.x11,
            x10: self.x10 * c.x00 + self.x11 * c.x10,
            x11: self.x10 * c.x01 + self.x11 * c.x11,
        }
    }
}";
    check(
        source,
        "\
typedef struct {
    ulong x00;
    ulong x01;
    ulong x10;
    ulong x11;
} Matrix;

static inline BY_REFERENCE Matrix Matrix_new(const ulong x00, const ulong x01, const ulong x10, const ulong x11)
{
    return (Matrix){.x00 = x00, .x01 = x01, .x10 = x10, .x11 = x11};
}

static inline BY_REFERENCE Matrix Matrix_mul(const Matrix self, const Matrix c)
{
    return (Matrix){
        .x00 = self.x00 * c.x00 + self.x01 * c.x10,
        .x01 = self.x00 * c.x01 + self.x01 * c.x11,
        .x10 = self.x10 * c.x00 + self.x11 * c.x10,
        .x11 = self.x10 * c.x01 + self.x11 * c.x11
    };
}",
    );
    let module = lowered(source);
    assert_eq!(
        identity(&module, &module.operators[0]).as_deref(),
        Some("(Matrix){.x00 = 1UL, .x01 = 0UL, .x10 = 0UL, .x11 = 1UL}")
    );
    assert_eq!(Declarations::of(&module).needed("Matrix_mul"), [0, 2]);
}

#[test]
fn loops_over_members() {
    check(
        "#[repr(C)] struct M { m: [[u64; N]; N] }
         const N: usize = 2;
         #[declare_scan]
         fn product(a: M, b: M) -> M {
             let mut c = M { m: [[0; N]; N] };
             for i in 0..N { for j in 0..N { for k in (0..N).rev() { c.m[i][j] += a.m[i][k] * b.m[k][j]; } } }
             for i in 0..N { c.m[i][0] ^= 1; }
             c
         }",
        "\
typedef struct {
    ulong m[2][2];
} M;

static inline BY_REFERENCE M product(const M a, const M b)
{
    M c = (M){.m = {{0UL, 0UL}, {0UL, 0UL}}};
    for (ulong i = 0; i < 2; i++) {
        for (ulong j = 0; j < 2; j++) {
            for (ulong k = 2; k-- > 0;) {
                c.m[i][j] += a.m[i][k] * b.m[k][j];
            }
        }
    }
    for (ulong i = 0; i < 2; i++) {
        c.m[i][0] ^= 1UL;
    }
    return c;
}",
    );
}

#[test]
fn arrays_as_values_and_as_members() {
    check(
        "#[repr(C)] struct V { v: [f32; 3], rows: [[u8; 2]; 2] }
         fn sum(v: &[f32; 3]) -> f32 { v[0] + v[1] + v[2] }
         fn f(a: V, b: V) -> V {
             let mut v = a.v;
             v[1] = sum(&b.v);
             let mut r = V { v, ..b };
             r.rows[0] = r.rows[1];
             r.rows = [a.rows[1], [1, 2]];
             V { v: [0.0; 3], ..r }
         }",
        "\
typedef struct {
    float v[3];
    uchar rows[2][2];
} V;

typedef struct { float at[3]; } float_3;

typedef struct { uchar at[2]; } uchar_2;

typedef struct { uchar_2 at[2]; } uchar_2_2;

static inline float sum(const float_3 v)
{
    return v.at[0] + v.at[1] + v.at[2];
}

static inline BY_REFERENCE V f(const V a, const V b)
{
    float_3 v = (float_3){{a.v[0], a.v[1], a.v[2]}};
    v.at[1] = sum((float_3){{b.v[0], b.v[1], b.v[2]}});
    V r = b;
    r.v[0] = v.at[0];
    r.v[1] = v.at[1];
    r.v[2] = v.at[2];
    r.rows[0][0] = r.rows[1][0];
    r.rows[0][1] = r.rows[1][1];
    const uchar_2_2 value = (uchar_2_2){{(uchar_2){{a.rows[1][0], a.rows[1][1]}}, (uchar_2){{1, 2}}}};
    r.rows[0][0] = value.at[0].at[0];
    r.rows[0][1] = value.at[0].at[1];
    r.rows[1][0] = value.at[1].at[0];
    r.rows[1][1] = value.at[1].at[1];
    return (V){.v = {0}, .rows = {{r.rows[0][0], r.rows[0][1]}, {r.rows[1][0], r.rows[1][1]}}};
}",
    );
}

#[test]
fn enums_are_numbers_with_names() {
    let source = "
#[repr(u8)] #[derive(PartialEq)] enum State { Open, Shut = 4 }
#[repr(C)] struct S { state: State, seen: bool }
#[declare_scan(identity = S { state: State::Shut, seen: false })]
fn last(a: S, b: S) -> S {
    if b.seen { return b; }
    match a.state { State::Open => a, State::Shut => S { state: State::Open, ..b } }
}
fn State_count(Shut: i32) -> i32 { let State = Shut; State }";
    check(
        source,
        "\
typedef uchar State;
enum { State_Open = 0, State_Shut = 4 };

typedef struct {
    State state;
    uchar seen;
} S;

static inline BY_REFERENCE S last_(const S a, const S b)
{
    if (b.seen) {
        return b;
    }
    const State matched = a.state;
    return matched == State_Open ? a : (S){.state = State_Open, .seen = b.seen};
}

static inline int State_count(const int Shut)
{
    const int State_2 = Shut;
    return State_2;
}",
    );
    let module = lowered(source);
    assert_eq!(identity(&module, &module.operators[0]).as_deref(), Some("(S){.state = State_Shut, .seen = false}"));
    assert_eq!(Declarations::of(&module).needed("last"), [0, 1, 2]);
}

#[test]
fn loops_that_c_has_not() {
    check(
        "fn f(n: u8, last: u8, low: i64) -> u8 {
             let mut s = 0u8;
             for i in n..=last { if i == 3 { continue; } s = s ^ i; }
             for i in (low..5).rev() { if i < 2 { break; } s ^= i as u8; }
             for _ in 0..=4 { s ^= 1; }
             loop { if s > 7 { return s; } s |= 8; }
         }",
        "\
// a + b, wrapping.
static inline uchar add_u8(const uchar a, const uchar b) { return (uchar)((uint)a + (uint)b); }

// a - b, wrapping.
static inline long sub_i64(const long a, const long b) { return as_long((ulong)a - (ulong)b); }

static inline uchar f(const uchar n, const uchar last, const long low)
{
    uchar s = 0;
    const uchar from = n;
    const uchar last_2 = last;
    uchar more = from <= last_2;
    uchar i = from;
    while (more) {
        const uchar i_2 = i;
        more = i < last_2;
        i = add_u8(i, 1);
        if (i_2 == 3) {
            continue;
        }
        s ^= i_2;
    }
    const long stop = low;
    long i_3 = 5L;
    while (i_3 > stop) {
        i_3 = sub_i64(i_3, 1L);
        const long i_4 = i_3;
        if (i_4 < 2L) {
            break;
        }
        s ^= (uchar)i_4;
    }
    for (int i_5 = 0; i_5 < 5; i_5++) {
        s ^= 1;
    }
    while (true) {
        if (s > 7) {
            return s;
        }
        s |= 8;
    }
}",
    );
}

#[test]
fn what_a_function_asks_of_the_device() {
    let source = "
#[repr(C)] struct D { value: f64 }
fn half(x: f32) -> f32 { x / 2.0 }
fn at(a: [u8; 4], i: usize) -> u8 { a[i] }
fn keep(d: D) -> D { d }
fn all(d: D) -> f32 { half(at([1, 2, 3, 4], 7) as f32) }";
    let module = lowered(source);
    let of = |name| {
        let needs = Declarations::of(&module).needs(name);
        (needs.panicked, needs.fp64, needs.rounded_division)
    };
    assert_eq!(of("half"), (false, false, true));
    assert_eq!(of("at"), (true, false, false));
    assert_eq!(of("keep"), (false, true, false));
    assert_eq!(of("all"), (true, true, true));
}

/// The C of `source` has these lines.
#[track_caller]
fn has(source: &str, lines: &[&str]) {
    let text = text(source);
    lines.iter().for_each(|line| assert!(text.contains(line), "{line}\nis not in\n{text}"));
}

const TABLE: &str = "#[repr(C)] struct T { m: [[i32; 2]; 2], v: [u8; 3] } ";

#[test]
fn an_assignment_whose_index_needs_statements_goes_to_the_place_itself() {
    let index = "({ let mut k = i; if k > 1 { k = 1; } k })";
    has(&format!("fn f(i: usize) -> u8 {{ let mut v = [1u8, 2, 3]; v[{index}.min(2)] = 7; v[0] }}"), &["v.at[min(k, 2UL)] = 7;"]);
    has(&format!("{TABLE} fn f(mut t: T, i: usize) -> T {{ t.m[{index}.min(1)][1] = 7; t }}"), &["t.m[min(k, 1UL)][1] = 7;"]);
}

#[test]
fn an_element_of_a_row_whose_index_needs_statements() {
    let index = "({ let mut k = i; if k > 1 { k = 1; } k })";
    has(&format!("{TABLE} fn f(t: T, i: usize) -> i32 {{ t.m[{index}.min(1)][1] }}"), &["return t.m[min(k, 1UL)][1];"]);
}

#[test]
fn a_constant_index_past_the_end_panics() {
    let source = "const AT: usize = 9; fn f(mut v: [u8; 3]) -> u8 { v[AT] ^= 1; v[0] }";
    has(source, &["v.at[checked_index(9UL, 3UL, panicked)] ^= 1;"]);
}

/// PoCL takes a difference in a signed type for one that does not overflow.
#[test]
fn magnitudes_are_unsigned() {
    has("fn f(a: i32) -> i32 { a.abs() }", &["{ return as_int(a < 0 ? -(uint)a : (uint)a); }"]);
    has("fn f(a: i8) -> i8 { a.abs() }", &["{ return as_char((uchar)(a < 0 ? -(uint)a : (uint)a)); }"]);
    has("fn f(a: i64) -> u64 { a.unsigned_abs() }", &["{ return a < 0 ? -(ulong)a : (ulong)a; }"]);
    has("fn f(a: i16, b: i16) -> u16 { a.abs_diff(b) }", &["(ushort)(a < b ? (uint)b - (uint)a : (uint)a - (uint)b)"]);
    has("fn f(a: u32, b: u32) -> u32 { a.abs_diff(b) }", &["return abs_diff(a, b);"]);
}

#[test]
fn nan_stays_where_a_compiler_knows_it() {
    has("fn f(a: f32) -> f32 { a.floor() }", &["{ return isnan(a) ? a : floor(a); }", "return floor_f32(a);"]);
    has("fn f(a: f64) -> f64 { a.fract() }", &["{ return isnan(a) ? a : a - trunc(a); }"]);
}

#[test]
fn what_may_panic_comes_before_a_later_operand_that_leaves() {
    let leave = "({ if a > 3 { return 7; } 1 })";
    has(
        &format!("fn f(a: u32, b: u32) -> u32 {{ a / b + {leave} }}"),
        &["const uint value = div_u32(a, b, panicked);\n    if (a > 3U) {"],
    );
}
