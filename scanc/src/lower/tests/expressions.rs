//! Expressions one by one.

use super::{Builtin, Loop, check, lowered};

#[test]
fn loads_and_arithmetic() {
    check("i32", "x: [i32], alpha: i32", "x[i - 1] * alpha", "x[i - 1usize] * alpha");
    check("i32", "x: [i32]", "x[2 * i + 1] % 7 - !3", "(x[(2usize * i) + 1usize] % 7i32) - (!3i32)");
    check("f64", "x: [f64]", "-x[i] / 3.5", "(-x[i]) / 3.5f64");
}

#[test]
fn literals() {
    check("i32", "", "0xff + 1_000 + 0b11", "(255i32 + 1000i32) + 3i32");
    check("i8", "", "-128i8", "-128i8");
    check("i8", "", "-(128)", "-128i8");
    check("u8", "", "b'a'", "97u8");
    check("f32", "", "1f32 + 2. + 1e3", "(1.0f32 + 2.0f32) + 1000.0f32");
    check("bool", "", "true", "true");
    check("u64", "", "18446744073709551615", "18446744073709551615u64");
}

/// Read as `f64` first, this one would round to the neighbour.
#[test]
fn f32_literals_are_rounded_once() {
    let text = "1.000000059604644775390625000001";
    assert_ne!(text.parse::<f64>().map(|v| v as f32).ok(), text.parse::<f32>().ok());
    check("f32", "", text, &format!("{:?}f32", text.parse::<f32>().unwrap_or_default()));
}

#[test]
fn constants() {
    check("i32", "", "i32::MAX", "2147483647i32");
    check("i64", "", "i64::MIN", "-9223372036854775808i64");
    check("u32", "", "u8::BITS", "8u32");
    check("u64", "", "usize::MAX as u64", "18446744073709551615usize as u64");
    check("f32", "", "f32::EPSILON", "1.1920929e-7f32");
    check("f32", "", "f32::INFINITY", "f32::INFINITY");
    check("f32", "", "-f32::NAN", "-f32::NAN");
    check("f32", "", "std::f32::consts::PI", "3.1415927f32");
    check("f64", "", "f64::consts::PI", "3.141592653589793f64");
    check("f64", "", "std::f64::MAX", "1.7976931348623157e308f64");
}

#[test]
fn comparisons_and_laziness() {
    check(
        "bool",
        "x: [f32], t: f32",
        "x[i] > t && x[i] != 0.0 || !(t <= 1.0)",
        "((x[i] > t) && (x[i] != 0.0f32)) || (!(t <= 1.0f32))",
    );
    check("bool", "b: [bool]", "b[i] == (b[i - 1] & true)", "b[i] == (b[i - 1usize] & true)");
}

#[test]
fn shifts_take_two_integer_types() {
    check("u32", "x: [u32], s: [u8]", "x[i] << s[i] >> 3", "(x[i] << s[i]) >> 3i32");
    check("i64", "s: u8", "1 << s", "1i64 << s");
}

#[test]
fn casts() {
    check("i32", "x: [f32]", "x[i] as i32", "x[i] as i32");
    check("u32", "b: [bool]", "b[i] as u32", "b[i] as u32");
    check("f32", "", "i as f32", "i as f32");
    check("u64", "", "i as usize as u64", "i as u64");
    check("i32", "x: [i32]", "x[i] as i32", "x[i]");
}

/// As rustc does: a literal has the type that it is cast to, but an operation on literals does not hand it down.
#[test]
fn a_cast_gives_its_type_to_a_literal() {
    check("u8", "", "200 as u8", "200u8");
    check("f32", "", "5 as f32", "5i32 as f32");
    check("u8", "", "!0 as u8", "!0u8");
    check("i64", "", "(1 << 31 >> 31) as i64", "((1i32 << 31i32) >> 31i32) as i64");
    check("u8", "", "({ 7 }) as u8", "7u8");
}

#[test]
fn lossless_conversions_are_casts() {
    check("f64", "x: [f32]", "f64::from(x[i])", "x[i] as f64");
    check("usize", "x: [u8]", "usize::from(x[i] == b',')", "(x[i] == 44u8) as usize");
    check("i64", "b: [bool]", "i64::from(b[i])", "b[i] as i64");
    check("f32", "b: [bool]", "f32::from(b[i])", "(b[i] as u8) as f32");
    check("u32", "x: [u32]", "u32::from(x[i])", "x[i]");
}

#[test]
fn methods() {
    check("i32", "x: [i32]", "x[i].max(0).min(9)", "x[i].max(0i32).min(9i32)");
    check("f32", "x: [f32]", "x[i].abs().sqrt()", "x[i].abs().sqrt()");
    check(
        "f32",
        "x: [f32]",
        "(-1.0f32).powi(2) + x[i].powf(0.5).mul_add(2.0, 1.0)",
        "(-1.0f32).powi(2i32) + x[i].powf(0.5f32).mul_add(2.0f32, 1.0f32)",
    );
    check("u32", "x: [i32]", "x[i].unsigned_abs() + x[i].abs_diff(3)", "x[i].unsigned_abs() + x[i].abs_diff(3i32)");
    check(
        "u32",
        "x: [u64]",
        "x[i].count_ones() + x[i].pow(2).leading_zeros()",
        "x[i].count_ones() + x[i].pow(2u32).leading_zeros()",
    );
    check("u32", "x: [f32]", "x[i].to_bits()", "x[i].to_bits()");
    check("f64", "x: [u64]", "f64::from_bits(x[i])", "f64::from_bits(x[i])");
    check("i32", "x: [i32]", "x[i].wrapping_pow(3).wrapping_abs().rotate_left(5)", "x[i].pow(3u32).abs().rotate_left(5u32)");
    check("bool", "b: [bool]", "b[i].max(false)", "b[i].max(false)");
}

#[test]
fn associated_functions_are_methods() {
    check("i32", "x: [i32]", "i32::max(x[i], 0)", "x[i].max(0i32)");
    check("f32", "x: [f32]", "f32::sqrt(x[i])", "x[i].sqrt()");
    check("i32", "x: [i32]", "std::cmp::max(x[i], 3)", "x[i].max(3i32)");
    check("i32", "x: [i32]", "max(x[i], min(5, x[i + 1]))", "x[i].max(5i32.min(x[i + 1usize]))");
}

#[test]
fn references_are_no_operation() {
    check(
        "i32",
        "x: [i32]",
        "{ let v = &x[i]; *v + (*v).max(*&x[i - 1]) }",
        "{\n    let v: i32 = x[i];\n    v + v.max(x[i - 1usize])\n}",
    );
    check("i32", "x: [i32]", "x[i].clone()", "x[i]");
}

#[test]
fn lets_shadow_and_infer() {
    check(
        "f32",
        "x: [f32]",
        "let v = x[i]; let v = v * v; let w: f32 = 2.0; v / w",
        "{\n    let v#0: f32 = x[i];\n    let v#1: f32 = v#0 * v#0;\n    let w: f32 = 2.0f32;\n    v#1 / w\n}",
    );
    check(
        "i32",
        "x: [i32]",
        "let (a, b) = (x[i], x[i - 1]); let (a, b): (i32, i32) = (b, a); a - b",
        "{\n    let a#0: i32 = x[i];\n    let b#1: i32 = x[i - 1usize];\n    let a#2: i32 = b#1;\n    let b#3: i32 = a#0;\n    a#2 - b#3\n}",
    );
    check(
        "u32",
        "b: [bool]",
        "let one = 1; if b[i] { one } else { 0 }",
        "{\n    let one: u32 = 1u32;\n    if b[i] { one } else { 0u32 }\n}",
    );
}

/// A local that shadows an array hides it, as in Rust.
#[test]
fn a_let_may_hide_an_array() {
    check("i32", "x: [i32]", "let x = x[i]; x + 1", "{\n    let x: i32 = x[i];\n    x + 1i32\n}");
}

#[test]
fn assignments() {
    check(
        "f32",
        "x: [f32]",
        "let mut v = x[i]; if v < 0.0 { v = -v; } else if v > 9.0 { v -= 9.0 } v",
        "{\n    let mut v: f32 = x[i];\n    if v < 0.0f32 {\n        v = -v;\n    } else {\n        if v > 9.0f32 {\n            v = v - 9.0f32;\n        }\n    }\n    v\n}",
    );
    check("i32", "", "let v; v = 3; v", "{\n    let mut v: i32;\n    v = 3i32;\n    v\n}");
}

#[test]
fn branches() {
    check(
        "i32",
        "x: [i32]",
        "if x[i] > 0 { x[i] } else if x[i] == 0 { 1 } else { -1 }",
        "if x[i] > 0i32 { x[i] } else { if x[i] == 0i32 { 1i32 } else { -1i32 } }",
    );
    check(
        "i32",
        "x: [u8]",
        "match x[i] { b'(' => 1, b')' | b']' => -1, 48..=57 => 2, 200.. => 3, _ => 0 }",
        "{\n    let matched: u8 = x[i];\n    if matched == 40u8 { 1i32 } else { if (matched == 41u8) || (matched == 93u8) { -1i32 } else { if (matched >= 48u8) && (matched <= 57u8) { 2i32 } else { if matched >= 200u8 { 3i32 } else { 0i32 } } } }\n}",
    );
    check(
        "i32",
        "b: bool, k: i32",
        "match b { true => 1, false => match k { -1 => 2, i32::MAX => 3, _ if k > 7 => 4, _ => 5 } }",
        "if b { 1i32 } else { if k == (-1i32) { 2i32 } else { if k == 2147483647i32 { 3i32 } else { if k > 7i32 { 4i32 } else { 5i32 } } } }",
    );
    check(
        "i32",
        "k: i32",
        "let mut v = 0; match k { 0 => v = 1, 1 => { v = 2; v += 1; } _ => {} } v",
        "{\n    let mut v: i32 = 0i32;\n    if k == 0i32 {\n        v = 1i32;\n    } else {\n        if k == 1i32 {\n            v = 2i32;\n            v = v + 1i32;\n        }\n    }\n    v\n}",
    );
}

#[test]
fn negated_terms_of_unsigned_scans() {
    let source = Loop { carried: "u32", subtraction: true, names: "x: [u32]", element: "-x[i]", ..Loop::default() };
    let kernel = lowered(&source);
    assert_eq!(kernel.carried[0].element.text(&kernel), "-x[i]");
    let kernel = lowered(&Loop { element: "-(1)", ..source });
    assert_eq!(kernel.carried[0].element.text(&kernel), "-1u32");
    assert!(matches!(
        kernel.carried[0].element.body.value.as_deref(),
        Some(crate::ir::Expr { kind: crate::ir::ExprKind::Unary(..), .. })
    ));
}

#[test]
fn operators_of_every_kind_are_printed() {
    let kernel = lowered(&Loop { operator: Builtin::Max, ..Loop::default() });
    assert!(kernel.to_string().contains("carries i32: max(before, element)"));
}
