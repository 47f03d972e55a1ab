//! What a user is told of a `#[declare_target]` module, and where: after the code stands what is underlined.

use crate::diagnostic::Diagnostics;
use crate::parse::{declare_target, fixture::findings};
use proc_macro2::TokenStream;

const PAIR: &str = "#[repr(C)] #[derive(Clone, Copy)] struct Pair { x: i32, y: i32 } ";
const GROUPS: &str = "a scan may group its operands in any way: carry what can be grouped";
const NEUTRAL: &str = "an identity leaves every value as it is, on either side";
const VOUCH: &str = "if such values never occur, add `assume_associative`";

/// All that is said of a module of these items.
pub(super) fn said(source: &str) -> String {
    let mut diagnostics = Diagnostics::default();
    let tokens = format!("mod declared {{ {source} }}").parse().expect("tokens");
    let declared = declare_target(TokenStream::new(), tokens, &mut diagnostics);
    if let Ok(module) = crate::compile_declared(&declared.items, &mut diagnostics) {
        super::super::check(&module, &mut diagnostics);
    }
    findings(&diagnostics)
}

#[track_caller]
fn check(source: &str, expected: &str) {
    assert_eq!(said(source), expected);
}

#[test]
fn a_wrong_identity() {
    let pair = |y: u8| {
        let then = "fn then(a: Pair, b: Pair) -> Pair { Pair { x: a.x * b.y + b.x, y: a.y * b.y } }";
        format!("{PAIR} #[declare_scan(identity = Pair {{ x: 0, y: {y} }})] {then}")
    };
    check(&pair(1), "");
    check(
        &pair(0),
        &format!(
            "SC0603 `then` the identity of `then` is not neutral on the left: then(identity, a) is Pair {{ x: 0, y: 0 }}, \
             a is Pair {{ x: 0, y: 1 }} | where a = Pair {{ x: 0, y: 1 }}; {NEUTRAL}; `identity = Pair {{ x: 0, y: 1 }}` would do"
        ),
    );
    check(
        "const ONE: u64 = 1; #[declare_scan(identity = ONE + 1)] fn times(a: u64, b: u64) -> u64 { a * b }",
        &format!(
            "SC0603 `times` the identity of `times` is not neutral on the left: times(identity, a) is 2, a is 1 \
             | where a = 1; {NEUTRAL}; `identity = 1` would do"
        ),
    );
    check(
        "#[declare_scan(identity = u8::MAX)] fn largest(a: u8, b: u8) -> u8 { a.max(b) }",
        &format!(
            "SC0603 `largest` the identity of `largest` is not neutral on the left: largest(identity, a) is 255, a is 0 \
             | where a = 0; {NEUTRAL}; `identity = 0` would do"
        ),
    );
}

#[test]
fn a_difference() {
    check(
        "#[declare_scan(identity = 0)] fn less(a: i64, b: i64) -> i64 { a - b }",
        &format!(
            "SC0602 `less` `less` is not associative: less(less(a, b), c) is -1, less(a, less(b, c)) is 1 \
             | where a = 0, b = 0, c = 1; {GROUPS}"
        ),
    );
    check(
        "#[declare_scan] fn less(a: u8, b: u8) -> u8 { a.wrapping_sub(b) }",
        &format!(
            "SC0602 `less` `less` is not associative: less(less(a, b), c) is 255, less(a, less(b, c)) is 1 \
             | where a = 0, b = 0, c = 1; {GROUPS}"
        ),
    );
    check(
        &format!(
            "{PAIR} #[declare_scan(identity = Pair {{ x: 0, y: 0 }})] impl core::ops::Add for Pair {{
                 type Output = Pair;
                 fn add(self, other: Pair) -> Pair {{ Pair {{ x: self.x + other.x, y: self.y - other.y }} }}
             }}"
        ),
        &format!(
            "SC0602 `core::ops::Add` `+` on `Pair` is not associative: (a + b) + c is Pair {{ x: 0, y: -1 }}, \
             a + (b + c) is Pair {{ x: 0, y: 1 }} | where a = Pair {{ x: 0, y: 0 }}, b = Pair {{ x: 0, y: 0 }}, \
             c = Pair {{ x: 0, y: 1 }}; {GROUPS}; {VOUCH}"
        ),
    );
}

#[test]
fn an_average() {
    let integers = format!(
        "SC0602 `mean` `mean` is not associative: mean(mean(a, b), c) is 1, mean(a, mean(b, c)) is 0 \
         | where a = 0, b = 0, c = 2; {GROUPS}"
    );
    check("#[declare_scan] fn mean(a: i32, b: i32) -> i32 { (a + b) / 2 }", &integers);
    check("#[declare_scan] fn mean(a: u8, b: u8) -> u8 { ((a as u16 + b as u16) / 2) as u8 }", &integers);
    check(
        "#[declare_scan] fn mean(a: f32, b: f32) -> f32 { 0.5 * (a + b) }",
        &format!(
            "SC0602 `mean` `mean` is not associative: mean(mean(a, b), c) is 0.5, mean(a, mean(b, c)) is 0.25 \
             | where a = 0.0, b = 0.0, c = 1.0; {GROUPS}"
        ),
    );
}

#[test]
fn an_identity_on_one_side_only() {
    let leave_out = "without an identity, `#[declare_scan]` would do";
    check(
        "#[declare_scan(identity = 0)] fn second(_a: i32, b: i32) -> i32 { b }",
        &format!(
            "SC0604 `second` the identity of `second` is not neutral on the right: second(a, identity) is 0, a is 1 \
             | where a = 1; {NEUTRAL}; {leave_out}"
        ),
    );
    check(
        "#[declare_scan(identity = 0)] fn first(a: i32, _b: i32) -> i32 { a }",
        &format!(
            "SC0603 `first` the identity of `first` is not neutral on the left: first(identity, a) is 0, a is 1 \
             | where a = 1; {NEUTRAL}; {leave_out}"
        ),
    );
    check("#[declare_scan] fn second(_a: i32, b: i32) -> i32 { b }", "");
    check("#[declare_scan(identity = 0)] fn either(a: i32, b: i32) -> i32 { if a == 0 { b } else { a } }", "");
    // All that is negative stands for nothing, -1 is one way to write it.
    check("#[declare_scan(identity = -1)] fn last(a: i32, b: i32) -> i32 { if b < 0 { a } else { b } }", "");
}

#[test]
fn floats_within_rounding() {
    for ty in ["f32", "f64"] {
        let declare = |identity: &str, value: &str| {
            format!("#[declare_scan(identity = {identity})] fn op(a: {ty}, b: {ty}) -> {ty} {{ {value} }}")
        };
        let least = format!("{ty}::NEG_INFINITY");
        check(&declare("0.0", "a + b"), "");
        check(&declare("1.0", "a * b"), "");
        check(&declare(&least, "a.max(b)"), "");
        let log_sum = "let most = a.max(b); most + ((a - most).exp() + (b - most).exp()).ln()";
        check(&declare(&least, &format!("if a == {least} {{ b }} else if b == {least} {{ a }} else {{ {log_sum} }}")), "");
        check(&declare("0.0", "a + b - a * b"), "");
        check(&declare("0.0", "(a + b) / (1.0 + a * b)"), "");
        check(
            &declare("0.0", "(a * a + b * b).sqrt()"),
            &format!(
                "SC0603 `op` the identity of `op` is not neutral on the left: op(identity, a) is 1.0, a is -1.0 \
                 | where a = -1.0; {NEUTRAL}; {VOUCH}"
            ),
        );
        check(
            &declare("0.0", "a + b + 0.001"),
            &format!(
                "SC0603 `op` the identity of `op` is not neutral on the left: op(identity, a) is 0.001, a is 0.0 \
                 | where a = 0.0; {NEUTRAL}; without an identity, `#[declare_scan]` would do"
            ),
        );
        check(
            &declare("0.0", "a - b"),
            &format!(
                "SC0602 `op` `op` is not associative: op(op(a, b), c) is -1.0, op(a, op(b, c)) is 1.0 \
                 | where a = 0.0, b = 0.0, c = 1.0; {GROUPS}"
            ),
        );
    }
}

#[test]
fn the_user_may_vouch() {
    check("#[declare_scan(identity = 0, assume_associative)] fn less(a: i64, b: i64) -> i64 { a - b }", "");
    check("#[declare_scan(assume_associative)] fn mean(a: i64, b: i64) -> i64 { (a + b) / 2 }", "");
}

/// An operator that can panic is refused before any law is: kernels cannot panic.
#[test]
fn panics() {
    let divides = "and an operator cannot panic on a device | \
                   test the divisor around it: `if d > 0 { a / d } else { 0 }`, or bound it: `a / d.max(1)`";
    check(
        "#[declare_scan] fn op(a: i32, b: i32) -> i32 { a + b + 0 / (b - 3) }",
        &format!("SC0621 `0 / (b - 3)` this may divide by 0, or overflow, {divides}"),
    );
    check(
        "#[declare_scan] fn op(a: i32, b: i32) -> i32 { a + b + (a / (b | 1)) * 0 }",
        &format!("SC0621 `a / (b | 1)` this may divide by 0, or overflow, {divides}"),
    );
    check(
        "const T: [u32; 4] = [0; 4]; #[declare_scan(identity = 0)] fn op(a: u32, b: u32) -> u32 { a ^ b ^ T[a as usize] }",
        "SC0621 `T[a as usize]` this index may be out of bounds, and an operator cannot panic on a device \
         | bound the index where it is used: `.min(3)`, or a loop over `0..4`, or declare a domain in which it is: \
         `domain = |a| … < 4`",
    );
    check(
        "#[declare_scan(identity = 1 / (2 - 2))] fn op(a: u32, b: u32) -> u32 { a + b }",
        "SC0605 `op` the identity of `op` panics: division by zero | -",
    );
}

#[test]
fn what_does_not_end() {
    check(
        "#[declare_scan] fn op(a: u32, b: u32) -> u32 { while a == b {} a | b }",
        &format!(
            "SC0605 `op` `op` does not end: op(a, b) takes more than 1048576 steps \
             | where a = 0, b = 0; a scan may combine any partial results; {VOUCH}"
        ),
    );
}

/// Integers wrap, as they do on the device, and wrapping sums and products are associative.
#[test]
fn overflow() {
    check("#[declare_scan(identity = 0)] fn add(a: i8, b: i8) -> i8 { a + b }", "");
    check("#[declare_scan(identity = 1)] fn times(a: u16, b: u16) -> u16 { a * b }", "");
}

#[test]
fn several_operators_are_each_told() {
    check(
        "#[declare_scan] fn less(a: i8, b: i8) -> i8 { a - b }
         #[declare_scan(identity = 0)] fn add(a: i8, b: i8) -> i8 { a + b }
         #[declare_scan(identity = 1)] fn or(a: i8, b: i8) -> i8 { a | b }",
        &format!(
            "SC0602 `less` `less` is not associative: less(less(a, b), c) is -1, less(a, less(b, c)) is 1 \
             | where a = 0, b = 0, c = 1; {GROUPS}\n\
             SC0603 `or` the identity of `or` is not neutral on the left: or(identity, a) is 1, a is 0 \
             | where a = 0; {NEUTRAL}; `identity = 0` would do"
        ),
    );
}
