//! Extremes of what another carried value gives: which are taken, as which element and coefficient, and which are not.

use crate::diagnostic::Diagnostics;
use crate::ir::OperatorKind;
use crate::parse::{Word, function_sites};
use crate::recognise::{Carried, recognise};
use crate::syntax::text;

/// Of two carried values, with these operators, the second one's element, and its coefficient if it has one; or the codes of why not.
fn second(ty: &str, operators: [&str; 2], body: &str) -> String {
    let [first, second] = operators;
    let function = format!(
        "fn f(p: &[{ty}], q: &[{ty}], mut a: {ty}, mut b: {ty}) -> {ty} {{
            #[reduce({first} : a, {second} : b)]
            for i in 0..p.len() {{ {body} }}
            b
        }}"
    );
    let mut diagnostics = Diagnostics::default();
    let found = function_sites(Word::Scan, Default::default(), function.parse().expect("Rust"), &mut diagnostics);
    let found = found.sites.first().and_then(|site| recognise(site, &mut diagnostics).ok());
    let Some(found) = found else {
        return diagnostics.iter().map(|error| error.code.0.to_string()).collect::<Vec<_>>().join(" ");
    };
    let element = |carried: &Carried| carried.element.stmts.iter().map(text).collect::<Vec<_>>().join(" ");
    let OperatorKind::Map(map) = &found.carried[1].operator.kind else { panic!("{body}: {found:?}") };
    assert_eq!(map.source.map(|source| source.0), Some(0), "{body}");
    let coefficient = map.coefficient.map(|id| format!("; {}", element(&found.carried[id.0]))).unwrap_or_default();
    format!("{}{coefficient}", element(&found.carried[1]))
}

const FALL: &str = "a = a.max(p[i]); b = b.max(a - p[i]);";

#[test]
fn falls_from_a_maximum() {
    assert_eq!(second("f64", ["max", "max"], FALL), "f64::abs(p[i]) * 0.0f64; p[i]");
    assert_eq!(second("u32", ["max", "max"], FALL), "0u32; p[i]");
    let limited = "0i32; __scanc_launch::within(p[i], 268435456i32)";
    assert_eq!(second("i32", ["max", "max"], FALL), limited);
    assert_eq!(second("i32", ["max", "max"], "if p[i] > a { a = p[i]; } let d = a - p[i]; if d > b { b = d; }"), limited);
    let apart = "i32::wrapping_sub(__scanc_launch::within(q[i], 268435456i32), __scanc_launch::within(p[i], 268435456i32)); q[i]";
    assert_eq!(second("i32", ["max", "min"], "a = a.max(p[i]); b = b.min(q[i] - a);"), apart);
    assert_eq!(second("f32", ["min", "min"], "a = a.min(p[i]); b = b.min(q[i] + a);"), "p[i] + q[i]; q[i]");
}

#[test]
fn gains_since_a_minimum() {
    assert_eq!(second("u64", ["min", "max"], "a = a.min(p[i]); b = b.max(p[i] - a);"), "0u64; p[i]");
    let before = "i64::MIN; __scanc_launch::within(p[i], 1152921504606846976i64)";
    assert_eq!(second("i64", ["min", "max"], "b = b.max(p[i] - a); a = a.min(p[i]);"), before);
}

#[test]
fn extremes_of_sums() {
    let sum = "a += p[i]; b = b.min(a);";
    assert_eq!(second("f64", ["+", "min"], sum), "p[i]");
    assert_eq!(second("i64", ["+", "min"], sum), "__scanc_launch::within(p[i], term_limit)");
    assert_eq!(second("i32", ["+", "min"], sum), "__scanc_launch::within(p[i], (term_limit >> 29) as i32)");
    assert_eq!(second("f64", ["+", "max"], "a += p[i]; b = b.max(q[i] - a);"), "q[i] - p[i]");
    let limited = "__scanc_launch::within(p[i], term_limit)";
    assert_eq!(second("i64", ["auto", "max"], "a = (a + p[i]).max(0); b = b.max(a);"), format!("0; {limited}"));
}

#[test]
fn sums_of_sums() {
    assert_eq!(second("i64", ["+", "+"], "a += p[i]; b += a;"), "p[i]; 1i64");
    assert_eq!(second("u8", ["+", "+"], "b += a * q[i] - 3; a += p[i];"), "u8::wrapping_neg(3); q[i]");
    let weighted = "u32::wrapping_add(p[i], u32::wrapping_mul(q[i], p[i])); q[i]";
    assert_eq!(second("u32", ["+", "+"], "a += p[i]; b += q[i] * a + p[i];"), weighted);
    // Both as they were before the iteration and after it.
    assert_eq!(second("i64", ["+", "+"], "let before = a; a += p[i]; b += a * 2 + before;"), "329");
}

#[test]
fn what_is_not_taken() {
    let refused = "329";
    // What falls as the maximum grows.
    assert_eq!(second("f64", ["max", "max"], "a = a.max(p[i]); b = b.max(p[i] - a);"), refused);
    assert_eq!(second("f64", ["max", "min"], FALL.replace("b.max", "b.min").as_str()), refused);
    // Where an unsigned difference may be less than nothing.
    assert_eq!(second("u32", ["max", "max"], "a = a.max(p[i]); b = b.max(a - q[i]);"), refused);
    assert_eq!(second("u32", ["min", "max"], "b = b.max(p[i] - a); a = a.min(p[i]);"), refused);
    assert_eq!(second("u32", ["+", "max"], "a += p[i]; b = b.max(a);"), refused);
    assert_eq!(second("i16", ["max", "max"], FALL), refused);
    // Of numbers before the iteration's own that nothing limits.
    assert_eq!(second("i32", ["max", "max"], "b = b.max(a - q[i]); a = a.max(p[i]);"), refused);
    // More than one sum or difference; another operator; the other limit.
    assert_eq!(second("f64", ["max", "max"], "a = a.max(p[i]); b = b.max((a - p[i]) * 2.0);"), refused);
    assert_eq!(second("f64", ["max", "max"], "a = a.max(p[i]); b = b.max(a - p[i] - q[i]);"), refused);
    assert_eq!(second("i64", ["+", "+"], "a += p[i]; b += a * a;"), refused);
    assert_eq!(second("f64", ["+", "+"], "a += p[i]; b += a;"), refused);
    assert_eq!(second("i64", ["*", "max"], "a *= p[i]; b = b.max(a);"), refused);
    assert_eq!(second("i64", ["auto", "min"], "a = (a + p[i]).max(0); b = b.min(a);"), refused);
}
