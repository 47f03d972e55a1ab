//! What can be shown, and what must not be.

use super::{Check, Proof, panics};
use crate::diagnostic::Diagnostics;
use crate::ir::build::*;
use crate::ir::interpret::Value;
use crate::ir::{Binary, CaptureId, Expr, ExprKind, Int, LocalId, Method, Scalar, Statement, walk};
use crate::lower::module;
use crate::parse::declare_target;

/// The texts of the operations in `fn f(PARAMETERS) -> u64 { BODY }` that may panic.
fn may_panic(parameters: &str, body: &str) -> Vec<String> {
    let source = format!("mod m {{ #[repr(C)] struct S {{ d: u64, a: [u64; 4] }} fn f({parameters}) -> u64 {{ {body} }} }}");
    let mut diagnostics = Diagnostics::default();
    let items = declare_target(proc_macro2::TokenStream::new(), source.parse().expect("tokens"), &mut diagnostics).items;
    let module = module(&items, &mut diagnostics).unwrap_or_else(|_| panic!("{diagnostics:?}"));
    panics(&module.functions[0], &module.functions).iter().filter_map(|expr| expr.span.source_text()).collect()
}

#[track_caller]
fn safe(parameters: &str, body: &str) {
    assert!(may_panic(parameters, body).is_empty(), "{body}: {:?}", may_panic(parameters, body));
}

#[track_caller]
fn unsafe_at(parameters: &str, body: &str, operation: &str) {
    assert_eq!(may_panic(parameters, body), [operation], "{body}");
}

#[test]
fn code_that_no_value_reaches() {
    safe("a: u64", "let d = 0u64; if d > 0 { (a / d) | (5 % d) | (d | a) } else { a }");
    safe("a: u64", "if a > 3 && a < 3 { 7 / a + (1 << a).min(a) } else { 0 }");
    safe("s: S", "let mut t = 0; let n = 0; for i in 1..n { t += s.a[i.min(3)]; } t");
}

#[test]
fn divisors() {
    safe("a: u64, d: u64", "if d != 0 { a / d } else { 0 }");
    safe("a: u64, d: u64", "if d == 0 { return 1; } a % d");
    safe("a: u64, d: u64", "a / d.max(1) + a % (d | 1) + a / (d % 7 + 1)");
    safe("a: u64, s: S", "if s.d > 3 && a % s.d == 0 { a / s.d } else { 0 }");
    safe("a: u64, d: u64", "if d == 0 || a % d == 1 { 1 } else { a / d }");
    safe("a: i64, d: i64", "(if d > 0 { a / d } else { 0 }) as u64");
    safe("a: u64, d: u8", "a / (d as u64 + 1)");
    unsafe_at("a: u64, d: u64", "a / (d + 1)", "a / (d + 1)");
    unsafe_at("a: i64, d: i64", "(if d != 0 { a / d } else { 0 }) as u64", "a / d");
    unsafe_at("a: u64, d: u64", "if d != 0 || a > 1 { a / d } else { 0 }", "a / d");
    unsafe_at("a: u64, mut d: u64", "if d != 0 { d = a; a / d } else { 0 }", "a / d");
    unsafe_at("a: u64, mut d: u64", "let mut s = 0; if d != 0 { while s < 9 { s += a / d; d -= 1; } } s", "a / d");
    unsafe_at("a: u64, mut s: S", "if s.d != 0 { s.d = a; return a % s.d; } 0", "a % s.d");
    unsafe_at("a: u64, mut d: u64", "if a > 1 { d = d.max(1); } a / d", "a / d");
}

#[test]
fn indices() {
    safe("s: S", "let mut t = 0; for i in 0..4 { t ^= s.a[i]; } for i in (1..=3).rev() { t ^= s.a[i - 1]; } t");
    safe("s: S, i: usize", "s.a[i & 3] + s.a[i % 4] + s.a[i.min(3)] + s.a[(i >> 62) as usize]");
    safe("s: S, i: usize", "if i < 4 { s.a[i] } else { s.a[0] }");
    safe("s: S, i: usize", "if i >= 4 { return 0; } let j = 3 - i; s.a[j]");
    safe("s: S", "let mut i = 0; let mut t = 0; while i < 4 { t += s.a[i]; i += 1; } t");
    safe("s: S", "let mut t = 0; for i in 0..8 { if i > 3 { break; } t += s.a[i]; } t");
    safe("s: S, k: bool", "s.a[k as usize] + s.a[if k { 1 } else { 3 }]");
    unsafe_at("s: S", "let mut t = 0; for i in 0..=4 { t ^= s.a[i]; } t", "s.a[i]");
    unsafe_at("s: S, i: i64", "if i < 4 { s.a[i as usize] } else { 0 }", "s.a[i as usize]");
    unsafe_at("s: S", "let mut i = 0; let mut t = 0; while i < 4 { i += 1; t += s.a[i]; } t", "s.a[i]");
    unsafe_at("s: S, n: usize", "let mut t = 0; for i in 0..n { t ^= s.a[i]; } t", "s.a[i]");
    unsafe_at("s: S, i: usize", "if i < 4 { s.a[i - 1] } else { 0 }", "s.a[i - 1]");
}

#[test]
fn long_chains_are_looked_at_once() {
    let body = (0..60).fold("a".to_owned(), |chain, _| format!("({chain} * 31 + d) % 1000003"));
    safe("a: u64, d: u64", &body);
    let index = (0..30).fold("0".to_owned(), |index, _| format!("s.a[({index} & 3) as usize]"));
    safe("s: S", &index);
}

/// What must hold of the captured values `0` and `1`, of this type, for `body` of them; and whether it may panic all the same.
fn checks(name: &str, body: impl Fn(Expr, Expr) -> Expr) -> (Vec<Check>, bool) {
    let captured = |at| expr(ExprKind::Captured(CaptureId(at)), ty(name));
    let value = body(captured(0), captured(1));
    let returns = value.ty.clone();
    let function = function("f", 0, &[], block(vec![], Some(value)), &returns);
    let proof = Proof::of(&function);
    let mut may_panic = false;
    walk::block(&function.body, &mut |expr| may_panic |= proof.may_panic(expr));
    (proof.checks().to_vec(), may_panic)
}

#[test]
fn a_captured_divisor_is_checked_before() {
    let divisor = (vec![Check::Divisor(CaptureId(1))], false);
    for name in ["i8", "u16", "i32", "u64"] {
        for operator in [Binary::Div, Binary::Rem] {
            assert_eq!(checks(name, |a, b| binary(operator, a, b)), divisor);
        }
        assert_eq!(checks(name, |a, b| method(Method::RemEuclid, vec![a, b])), divisor);
    }
    assert_eq!(checks("u32", |a, b| binary(Binary::Rem, cast(a, &ty("u64")), cast(b, &ty("u64")))), divisor);
    assert_eq!(checks("u32", |a, b| binary(Binary::Rem, cast(a, &ty("i64")), cast(b, &ty("i64")))), divisor);
    // What a cast may turn into 0, and what is computed.
    let flagged = (vec![], true);
    assert_eq!(checks("u32", |a, b| binary(Binary::Rem, cast(a, &ty("u16")), cast(b, &ty("u16")))), flagged);
    assert_eq!(checks("i32", |a, b| binary(Binary::Rem, cast(a, &ty("u64")), cast(b, &ty("u64")))), flagged);
    assert_eq!(checks("f32", |a, b| binary(Binary::Rem, cast(a, &ty("i32")), cast(b, &ty("i32")))), flagged);
    assert_eq!(checks("u32", |a, b| binary(Binary::Rem, a, binary(Binary::Add, b.clone(), b))), flagged);
    assert_eq!(checks("f32", |a, b| binary(Binary::Div, a, b)), (vec![], false));
}

#[test]
fn a_divisor_that_is_compared_before_is_not_checked() {
    let guarded = |int_ty: Int, operator: Binary| {
        checks(Scalar::Int(int_ty).rust(), |a, b| {
            let condition = binary(operator, b.clone(), int(int_ty, 0));
            if_else(condition, block(vec![], Some(binary(Binary::Div, a.clone(), b))), block(vec![], Some(a)))
        })
    };
    assert_eq!(guarded(Int::U32, Binary::Ne), (vec![], false));
    assert_eq!(guarded(Int::I32, Binary::Gt), (vec![], false));
    assert_eq!(guarded(Int::I32, Binary::Ne), (vec![Check::Divisor(CaptureId(1))], false));
}

#[test]
fn a_captured_divisor_goes_by_another_name() {
    let (u32, u64) = (ty("u32"), ty("u64"));
    let wide = cast(expr(ExprKind::Captured(CaptureId(2)), u32), &u64);
    let body =
        |local_0| block(vec![Statement::Let(LocalId(0), wide.clone())], Some(binary(Binary::Rem, int(Int::U64, 9), local_0)));
    let mut function = function("f", 0, &[("d", &u64)], body(local(0, &u64)), &u64);
    assert_eq!(Proof::of(&function).checks(), [Check::Divisor(CaptureId(2))]);
    function.locals[0].mutable = true;
    assert_eq!(Proof::of(&function).checks(), []);
}

#[test]
fn captured_bounds_are_checked_before() {
    let (found, may_panic) = checks("f32", |low, high| method(Method::Clamp, vec![low.clone(), low, high]));
    let [check] = found.as_slice() else { panic!("{found:?}") };
    assert!(!may_panic);
    let holds = |low, high| check.holds(&[Value::F32(low), Value::F32(high)]);
    assert!(holds(1.0, 1.0) && holds(-0.0, 0.0) && !holds(1.0, 0.5) && !holds(f32::NAN, 1.0) && !holds(0.0, f32::NAN));
    let (found, _) = checks("i32", |low, _| method(Method::Clamp, vec![low.clone(), int(Int::I32, -3), low]));
    assert!(found[0].holds(&[Value::int(Int::I32, -3)]) && !found[0].holds(&[Value::int(Int::I32, -4)]));
    assert!(checks("i32", |low, _| method(Method::Clamp, vec![low.clone(), low.clone(), cast(low, &ty("i32"))])).1);
}

#[test]
fn what_divides() {
    let holds = |ty, value| Check::Divisor(CaptureId(0)).holds(&[Value::int(ty, value)]);
    assert!(holds(Int::I32, 1) && holds(Int::I32, -2) && holds(Int::U8, 255) && holds(Int::U64, Int::U64.max()));
    assert!(!holds(Int::I32, 0) && !holds(Int::I8, -1) && !holds(Int::U64, 0));
}
