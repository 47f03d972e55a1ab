//! What is derived wrongly is found, whatever it is that is wrong.

use super::*;
use crate::diagnostic::Span;
use crate::ir::{LoopKernel, Scalar, Unary, build};
use crate::laws::derived;
use crate::parse::{self, Word};
use crate::{lower, recognise};

/// The loop that is tried for the first one of a function.
fn trial(clause: &str, function: &str) -> LoopKernel {
    let mut diagnostics = Diagnostics::default();
    let (clause, item) = (clause.parse().expect("tokens"), function.parse().expect("tokens"));
    let found = parse::function_sites(Word::Scan, clause, item, &mut diagnostics);
    let recurrence = recognise::recognise(&found.sites[0], &mut diagnostics);
    let errors: Vec<_> = diagnostics.iter().map(|error| error.message.clone()).collect();
    let trial = recurrence.unwrap_or_else(|_| panic!("{errors:?}")).trial.expect("a derived operator");
    lower::lower(&trial, &found.sites[0].types, Vec::new(), &mut diagnostics).expect("a loop that is lowered")
}

fn is_found(kernel: &LoopKernel) -> bool {
    let mut diagnostics = Diagnostics::default();
    derived::check(kernel, Span::call_site(), &mut diagnostics);
    diagnostics.iter().any(|error| error.code.to_string() == "SC0337")
}

/// What a wrong derivation could have in the place of `value`.
fn mistakes(value: &Expr) -> Vec<Expr> {
    let scalar = value.ty.scalar().expect("a number");
    match scalar {
        Scalar::Bool => vec![build::unary(Unary::Not, value.clone()), bool(true), bool(false)],
        Scalar::Int(ty) => vec![
            binary(Add, value.clone(), int(ty, 1)),
            binary(Binary::BitXor, value.clone(), int(ty, 2)),
            binary(Sub, int(ty, 1), value.clone()),
            int(ty, 5),
        ],
        Scalar::Float(ty) => vec![binary(Add, value.clone(), float(ty, 0.125)), float(ty, 0.3)],
    }
}

/// The operator that is derived is right, and with anything else in the place of one of its parts it is not.
fn check_parts(clause: &str, function: &str) {
    let right = trial(clause, function);
    assert!(!is_found(&right), "{function}");
    for part in 0..right.carried.len() {
        let value = right.carried[part].element.body.value.as_deref().expect("a value");
        for mistake in mistakes(value) {
            let mut wrong = right.clone();
            wrong.carried[part].element.body.value = Some(Box::new(mistake.clone()));
            assert!(is_found(&wrong), "{function}: {mistake:?} in the place of {}", right.carried[part].name);
        }
    }
}

fn is_right(clause: &str, parameters: &str, update: &str) {
    let function = format!("fn f({parameters}) {{ for i in 0..x.len() {{ {update} y[i] = s; }} }}");
    assert!(!is_found(&trial(clause, &function)), "{function}");
}

fn check_loop(clause: &str, parameters: &str, update: &str) {
    check_parts(clause, &format!("fn f({parameters}) {{ for i in 0..x.len() {{ {update} y[i] = s; }} }}"));
}

#[test]
fn of_last_values() {
    check_loop("auto : s", "x: &[i32], on: &[bool], mut s: i32, y: &mut [i32]", "if on[i] { s = x[i]; }");
    check_loop("auto : s", "x: &[f64], on: &[bool], mut s: f64, y: &mut [f64]", "if on[i] { s = x[i]; }");
}

#[test]
fn of_operators_with_resets() {
    let update = "s = if x[i] % 3 == 0 { 0 } else { s.wrapping_add(x[i]) };";
    check_loop("auto : s", "x: &[i32], mut s: i32, y: &mut [i32]", update);
    check_loop("auto : s", "x: &[u8], mut s: u8, y: &mut [u8]", "if x[i] > 2 { s = s.max(x[i]); } else { s = 9; }");
}

#[test]
fn of_linear_recurrences() {
    check_loop("auto : s", "x: &[u32], mut s: u32, y: &mut [u32]", "s = s.wrapping_mul(x[i]).wrapping_add(7 * x[i]);");
    check_loop("auto : s", "x: &[i16], k: i16, mut s: i16, y: &mut [i16]", "s = x[i].wrapping_sub(s.wrapping_mul(k));");
    check_loop("auto : s, reassociate", "x: &[f64], a: f64, mut s: f64, y: &mut [f64]", "s += a * (x[i] - s);");
}

#[test]
fn of_bits() {
    check_loop("auto : s", "x: &[u64], mut s: u64, y: &mut [u64]", "s = (s & !x[i]) ^ (x[i] >> 1);");
}

#[test]
fn of_sums_with_limits() {
    check_loop("auto : s", "x: &[i64], mut s: i64, y: &mut [i64]", "s = (s + x[i]).max(0);");
    check_loop("auto : s", "x: &[i64], cap: &[i64], mut s: i64, y: &mut [i64]", "s = (s - x[i]).min(cap[i]);");
    check_loop("auto : s", "x: &[i32], mut s: i32, y: &mut [i32]", "s = s.saturating_add(x[i]).clamp(-3, 40);");
}

#[test]
fn of_states() {
    let parameters = "x: &[u8], mut s: u8, y: &mut [u8]";
    let right = [
        "s = match (s, x[i]) { (0, 1) => 1, (1, 2) => 2, (2, _) => 0, (s, _) => s };",
        "s = if x[i] > 2 { (s + 1).min(3) } else { 0 };",
        "let next = s + 1; if x[i] == 1 { s = if next > 4 { 0 } else { next }; }",
        "s = (s + x[i] % 5) % 9;",
        "s = if s == 1 { x[i] & 3 } else if s > 1 { s - 1 } else { 1 };",
        // What is nothing says that 7 has 8 bits.
        "s = if 0 == (8u8.saturating_sub(9) | (7 >> (i as i8))) { 3 } else if s == 1 { 2 } else { s & 3 };",
    ];
    for update in right {
        let function = format!("fn f({parameters}) {{ for i in 0..x.len() {{ {update} y[i] = s; }} }}");
        let kernel = trial("auto : s", &function);
        assert!(!is_found(&kernel), "{function}");
        // Of the amounts nothing depends: all is in the table.
        let mut wrong = kernel.clone();
        let table = wrong.carried[1].element.body.value.as_deref().expect("a value").clone();
        for mistake in [
            binary(Add, table.clone(), int(Int::U64, 1)),
            binary(Binary::BitXor, table, int(Int::U64, 0x11)),
            int(Int::U64, 0x100),
        ] {
            wrong.carried[1].element.body.value = Some(Box::new(mistake));
            assert!(is_found(&wrong), "{function}");
        }
    }
    check_loop("auto : s", "x: &[u8], mut s: bool, y: &mut [bool]", "s = if s { x[i] != 1 } else { x[i] > 2 };");
}

#[test]
fn of_several_values() {
    let parameters = "x: &[i64], mut s: i64, mut t: i64, y: &mut [i64]";
    check_loop("auto : s, t", parameters, "let u = s; s = s * x[i] - t; t = u + 3 * t + 1;");
    check_loop(
        "auto : y",
        "x: &[u16], y: &mut [u16], mut s: u16, mut t: u16",
        "(s, t) = (t, s.wrapping_mul(x[i]).wrapping_add(t));",
    );
    // Where nothing is compared a number that is a little greater than none is none, too.
    is_right("auto : s", parameters, "let u = s; s = s.max(t + x[i]); t = t.max(u - x[i]).max(-9);");
}

#[test]
fn of_copies() {
    let s = "let u = s; s = match x[i] & 3 { 0 => t, 1 => s, _ => x[i] };";
    let t = "t = if x[i] < 0 { u } else if x[i] > 2 { x[i].wrapping_mul(3) } else { t };";
    check_loop("auto : s, t", "x: &[i32], mut s: i32, mut t: i32, y: &mut [i32]", &format!("{s} {t}"));
    let s = "let u = s; s = if on[i] { t } else if x[i] > 0.75 { x[i] } else { s };";
    let t = "t = if x[i] < 0.25 { u } else if on[i] { t } else { x[i] };";
    check_loop("auto : s, t", "x: &[f64], on: &[bool], mut s: f64, mut t: f64, y: &mut [f64]", &format!("{s} {t}"));
}

#[test]
fn of_what_other_values_give() {
    let parameters = "x: &[i64], mut a: i64, mut s: i64, y: &mut [i64], z: &mut [i64]";
    check_loop("+ : a, s", parameters, "a += x[i]; z[i] = a; s += 3 * a;");
    check_loop("+ : a, max : s", parameters, "a += x[i]; z[i] = a; s = s.max(a);");
    check_loop("max : a, s", parameters, "a = a.max(x[i]); z[i] = a; s = s.max(a - x[i]);");
}

#[test]
fn of_floats_that_are_rounded_in_another_order() {
    let parameters = "x: &[f64], z: &[f64], mut s: f64, y: &mut [f64]";
    check_loop("auto : s", parameters, "s = if x[i] > 0.9 { 0.0 } else { s + x[i] / 3.0 + z[i] / 7.0 };");
    check_loop("auto : s", parameters, "if x[i] > 0.9 { s = 1.0; } else { s *= x[i] / 0.3; s *= z[i] / 0.7; }");
    let parameters = "x: &[f32], z: &[f32], mut s: f32, y: &mut [f32]";
    check_loop("auto : s", parameters, "if x[i] > 0.9 { s = 0.0; } else { s += 1.0 / (x[i] - 0.3); s -= 1.0 / (z[i] - 0.3); }");
    is_right("auto : s", parameters, "if x[i] > 0.9 { s = 0.0; } else { s += 1.0e9 * x[i]; s -= 1.0e9 * z[i]; }");
    let parameters = "x: &[i64], z: &[i64], mut s: f64, y: &mut [f64]";
    check_loop("auto : s", parameters, "if x[i] > 30 { s = 0.0; } else { s += x[i] as f64; s -= z[i] as f64; }");
    let parameters = "x: &[f64], z: &[f64], mut s: f64, mut t: f64, y: &mut [f64], w: &mut [f64]";
    check_loop("auto : s, + : t", parameters, "if x[i] > 0.9 { s = z[i]; } t += x[i] / 3.0; t += z[i] / 7.0; w[i] = t;");
}
