//! Operators as users write them.

use super::check;
use crate::diagnostic::Diagnostics;
use crate::laws::fixture::lowered;

/// Declares a struct of these fields, and what follows.
fn with(name: &str, fields: &str, rest: &str) -> crate::ir::Module {
    lowered(&format!("#[repr(C)] #[derive(Clone, Copy)] struct {name} {{ {fields} }} {rest}"))
}

#[track_caller]
fn passes(name: &str, fields: &str, rest: &str) {
    check(&with(name, fields, rest), "");
}

#[test]
fn matrices_by_mul() {
    passes(
        "Matrix",
        "m: [[u64; 2]; 2]",
        "impl Matrix { const ONE: Self = Self { m: [[1, 0], [0, 1]] }; }
         #[declare_scan(identity = Matrix::ONE)]
         impl core::ops::Mul for Matrix {
             type Output = Self;
             fn mul(self, other: Self) -> Self {
                 let mut c = Matrix { m: [[0; 2]; 2] };
                 for i in 0..2 { for j in 0..2 { for k in 0..2 { c.m[i][j] += self.m[i][k] * other.m[k][j]; } } }
                 c
             }
         }",
    );
}

#[test]
fn sums_that_start_anew_pass() {
    passes(
        "Segment",
        "starts: bool, sum: i64",
        "#[declare_scan(identity = Segment { starts: false, sum: 0 })]
         fn add(a: Segment, b: Segment) -> Segment {
             Segment { starts: a.starts || b.starts, sum: if b.starts { b.sum } else { a.sum + b.sum } }
         }",
    );
}

#[test]
fn the_place_of_the_greatest_passes_where_all_are_numbers() {
    let operator = |domain: &str| {
        format!(
            "#[repr(C)] #[derive(Clone, Copy)] struct Best {{ value: f32, at: u32 }}
             #[declare_scan(identity = Best {{ value: f32::NEG_INFINITY, at: 0 }}{domain})]
             fn best(a: Best, b: Best) -> Best {{ if b.value > a.value {{ b }} else {{ a }} }}"
        )
    };
    check(&lowered(&operator(", domain = |a| !a.value.is_nan()")), "");
    check(
        &lowered(&operator("")),
        "SC0602 `best` is not associative: best(best(a, b), c) is Best { value: 1.0, at: 0 }, \
         best(a, best(b, c)) is Best { value: 0.0, at: 0 } \
         | where a = Best { value: 0.0, at: 0 }, b = Best { value: NaN, at: 0 }, c = Best { value: 1.0, at: 0 }; \
         a scan may group its operands in any way: carry what can be grouped; \
         if such values never occur, `domain = |a| !a.value.is_nan()` would do",
    );
}

#[test]
fn each_of_many_floats_is_tried_as_no_number() {
    let module = lowered(
        "#[repr(C)] #[derive(Clone, Copy)] struct Row { others: [f64; 11], key: f64 }
         #[declare_scan(identity = Row { others: [0.0; 11], key: f64::NEG_INFINITY })]
         fn greater(a: Row, b: Row) -> Row { if b.key > a.key { b } else { a } }",
    );
    let mut diagnostics = Diagnostics::default();
    super::super::check(&module, &mut diagnostics);
    assert_eq!(diagnostics.iter().map(|found| found.code.0).collect::<Vec<_>>(), [602]);
}

const LEXER: &str = "#[repr(u8)] #[derive(Clone, Copy, PartialEq)] enum State { Code, Text, Escape }
    #[repr(C)] #[derive(Clone, Copy)] struct Map { to: [State; 3] }
    #[declare_scan(identity = Map { to: [State::Code, State::Text, State::Code] })]
    fn then(a: Map, b: Map) -> Map {
        let mut c = a;
        for i in 0..3 {
            c.to[i] = match a.to[i] { State::Code => b.to[0], State::Text => b.to[1], State::Escape => b.to[2] };
        }
        c
    }";

#[test]
fn state_machines_pass_with_the_right_identity_only() {
    check(&lowered(&LEXER.replace("State::Text, State::Code]", "State::Text, State::Escape]")), "");
    check(
        &lowered(LEXER),
        "SC0603 the identity of `then` is not neutral on the left: \
         then(identity, a) is Map { to: [State::Code, State::Code, State::Code] }, \
         a is Map { to: [State::Code, State::Code, State::Text] } \
         | where a = Map { to: [State::Code, State::Code, State::Text] }; \
         an identity leaves every value as it is, on either side; \
         `identity = Map { to: [State::Code, State::Text, State::Escape] }` would do",
    );
}

#[test]
fn running_statistics_pass_with_a_float_count() {
    let merge = "#[declare_scan(identity = Stats { count: 0.0, mean: 0.0, m2: 0.0 })]
        fn merge(a: Stats, b: Stats) -> Stats {
            if a.count == 0.0 { return b; }
            if b.count == 0.0 { return a; }
            let count = a.count + b.count;
            let delta = b.mean - a.mean;
            let share = b.count / count;
            Stats { count, mean: a.mean + delta * share, m2: a.m2 + b.m2 + delta * delta * a.count * share }
        }";
    passes("Stats", "count: f64, mean: f64, m2: f64", merge);
    passes("Stats", "count: f32, mean: f32, m2: f32", merge);
}

#[test]
fn a_composition_in_the_wrong_order_is_refused() {
    let module = with(
        "Affine",
        "m: i64, c: i64",
        "#[declare_scan(identity = Affine { m: 1, c: 0 })]
         fn then(a: Affine, b: Affine) -> Affine { Affine { m: a.m * b.m, c: a.c * a.m + b.c } }",
    );
    check(
        &module,
        "SC0602 `then` is not associative: then(then(a, b), c) is Affine { m: 0, c: 0 }, \
         then(a, then(b, c)) is Affine { m: 0, c: 1 } \
         | where a = Affine { m: 0, c: 0 }, b = Affine { m: 1, c: 1 }, c = Affine { m: 0, c: 0 }; \
         a scan may group its operands in any way: carry what can be grouped; if such values never occur, add `assume_associative`",
    );
}

#[test]
fn brackets_need_that_nothing_overflows() {
    let module = with(
        "Depth",
        "close: u32, open: u32",
        "#[declare_scan(identity = Depth { close: 0, open: 0 })]
         fn join(a: Depth, b: Depth) -> Depth {
             let matched = a.open.min(b.close);
             Depth { close: a.close + b.close - matched, open: a.open + b.open - matched }
         }",
    );
    check(
        &module,
        "SC0602 `join` is not associative: join(join(a, b), c) is Depth { close: 1, open: 0 }, \
         join(a, join(b, c)) is Depth { close: 0, open: 4294967295 } \
         | where a = Depth { close: 0, open: 1 }, b = Depth { close: 0, open: 4294967295 }, c = Depth { close: 1, open: 0 }; \
         a scan may group its operands in any way: carry what can be grouped; \
         no failure without overflow was found: if nothing overflows, add `no_overflow`",
    );
}

#[test]
fn a_modulus_is_neutral_below_itself_only() {
    let module = lowered(
        "#[repr(transparent)] #[derive(Clone, Copy)] pub struct ModP(u64);
         impl ModP {
             pub const P: u64 = (1 << 31) - 1;
             pub const fn new(value: u64) -> Self { Self(value % Self::P) }
         }
         #[declare_scan(identity = ModP::new(1))]
         impl core::ops::Mul for ModP {
             type Output = Self;
             fn mul(self, other: Self) -> Self { Self::new(self.0 * other.0) }
         }",
    );
    check(
        &module,
        "SC0603 the identity of `*` on `ModP` is not neutral on the left: identity * a is ModP(0), a is ModP(2147483647) \
         | where a = ModP(2147483647); an identity leaves every value as it is, on either side; \
         if such values never occur, `domain = |a| a.0 < 2147483647` would do",
    );
}

#[test]
fn literals_are_tried_on_the_operator_that_has_them() {
    // Others have more than are tried.
    let others = (0..8).map(|number| format!("pub fn other{number}(a: u64) -> u64 {{ a ^ {} }}", 1000 + 7 * number));
    let others = others.collect::<Vec<_>>().join("\n");
    let module = lowered(&format!(
        "fn mark() -> u64 {{ 81985529216486895 }}
         #[declare_scan] fn add(a: u64, b: u64) -> u64 {{ if a == mark() {{ 5 }} else {{ a.wrapping_add(b) }} }}
         {others}"
    ));
    let mut diagnostics = Diagnostics::default();
    super::super::check(&module, &mut diagnostics);
    assert!(diagnostics.iter().any(|found| found.message.starts_with("`add` is not associative")));
}
