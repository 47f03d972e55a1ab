//! Operators on floats: what is associative but for rounding passes, on well and on ill-conditioned values.

use super::*;
use crate::ir::Unary;
use crate::ir::build::unary;

fn add(a: Expr, b: Expr) -> Expr {
    binary(Add, a, b)
}

fn sub(a: Expr, b: Expr) -> Expr {
    binary(Sub, a, b)
}

fn mul(a: Expr, b: Expr) -> Expr {
    binary(Mul, a, b)
}

fn div(a: Expr, b: Expr) -> Expr {
    binary(Div, a, b)
}

fn max(a: Expr, b: Expr) -> Expr {
    method(Method::Max, vec![a, b])
}

/// An operator on one float, of either type.
#[track_caller]
fn check_scalar(identity: Option<f64>, value: impl Fn(Expr, Expr, &dyn Fn(f64) -> Expr) -> Expr, expected: &[u16]) {
    for (ty, width) in [(F32, Float::F32), (F64, Float::F64)] {
        let literal = |value| float(width, value);
        let module = operator("op", &ty, identity.map(literal), |a, b| value(a, b, &literal));
        assert_eq!(codes(&module), expected, "{ty}");
    }
}

/// The fields of one operand, by number.
type Fields<'a> = &'a dyn Fn(usize) -> Expr;

/// An operator on a struct of floats, of either type.
#[track_caller]
fn check_struct(identity: &[f64], value: impl Fn(Fields, Fields) -> Vec<Expr>, expected: &[u16]) {
    let names = &["p", "q", "r", "s"][..identity.len()];
    for (ty, width) in [(F32, Float::F32), (F64, Float::F64)] {
        let made = |values: Vec<Expr>| structure("Floats", names.iter().copied().zip(values).collect());
        let identity = made(identity.iter().map(|value| float(width, *value)).collect());
        let module = operator("op", &named("Floats"), Some(identity), |a, b| {
            made(value(&|k| field(&a, names[k], &ty), &|k| field(&b, names[k], &ty)))
        });
        let fields: Vec<_> = names.iter().map(|name| (*name, &ty)).collect();
        assert_eq!(codes(&declare(module, "Floats", &fields)), expected, "{ty}");
    }
}

fn codes(module: &Module) -> Vec<u16> {
    let mut diagnostics = Diagnostics::default();
    super::super::check(module, &mut diagnostics);
    diagnostics.iter().map(|found| found.code.0).collect()
}

#[test]
fn sums_products_and_extremes_pass() {
    check_scalar(Some(0.0), |a, b, _| add(a, b), &[]);
    check_scalar(Some(1.0), |a, b, _| mul(a, b), &[]);
    check_scalar(Some(f64::NEG_INFINITY), |a, b, _| max(a, b), &[]);
    check_scalar(None, |a, b, _| method(Method::Hypot, vec![a, b]), &[]);
    check_scalar(Some(0.0), |a, b, _| sub(add(a.clone(), b.clone()), mul(a, b)), &[]);
}

#[test]
fn what_an_infinity_makes_a_nan_of_is_refused() {
    let log_sum = |a: Expr, b: Expr, _: &dyn Fn(f64) -> Expr| {
        let top = max(a.clone(), b.clone());
        let below = |value: Expr| method(Method::Exp, vec![sub(value, top.clone())]);
        add(top.clone(), method(Method::Ln, vec![add(below(a), below(b))]))
    };
    // Of two negative infinities, which are zeros.
    check_scalar(None, log_sum, &[602]);
}

#[test]
fn functions_that_are_ill_conditioned_pass() {
    check_scalar(None, |a, b, _| div(mul(a.clone(), b.clone()), add(a, b)), &[]);
    check_scalar(Some(0.0), |a, b, literal| div(add(a.clone(), b.clone()), add(literal(1.0), mul(a, b))), &[]);
    check_scalar(None, |a, b, literal| method(Method::RemEuclid, vec![add(a, b), literal(6.283_185_5)]), &[]);
}

#[test]
fn linear_maps_pass() {
    check_struct(&[1.0, 0.0], |a, b| vec![mul(a(0), b(0)), add(mul(a(1), b(0)), b(1))], &[]);
    let complex = |a: Fields, b: Fields| vec![sub(mul(a(0), b(0)), mul(a(1), b(1))), add(mul(a(0), b(1)), mul(a(1), b(0)))];
    check_struct(&[1.0, 0.0], complex, &[]);
    let matrix = |a: Fields, b: Fields| {
        let entry = |i: usize, j: usize| add(mul(a(2 * i), b(j)), mul(a(2 * i + 1), b(2 + j)));
        vec![entry(0, 0), entry(0, 1), entry(1, 0), entry(1, 1)]
    };
    check_struct(&[1.0, 0.0, 0.0, 1.0], matrix, &[]);
}

#[test]
fn the_greatest_sum_of_a_run_passes() {
    let none = f64::NEG_INFINITY;
    let join = |a: Fields, b: Fields| {
        let across = add(a(3), b(2));
        vec![add(a(0), b(0)), max(max(a(1), b(1)), across), max(a(2), add(a(0), b(2))), max(b(3), add(a(3), b(0)))]
    };
    check_struct(&[0.0, none, none, none], join, &[]);
}

#[test]
fn what_is_wrong_beyond_rounding_is_refused() {
    check_scalar(None, |a, b, literal| div(add(a, b), literal(2.0)), &[602]);
    check_scalar(None, |a, b, literal| add(mul(a, literal(0.9)), mul(b, literal(0.1))), &[602]);
    check_scalar(Some(0.0), |a, b, literal| add(add(a, b), literal(1e-3)), &[603]);
    check_scalar(None, |a, b, _| method(Method::Fract, vec![add(a, b)]), &[602]);
    check_scalar(None, |a, b, _| unary(Unary::Neg, add(a, b)), &[602]);
    // The same affine maps, composed in the other order on one side only.
    check_struct(&[1.0, 0.0], |a, b| vec![mul(a(0), b(0)), add(mul(a(1), b(0)), a(1))], &[602]);
}

#[test]
fn an_unguarded_division_by_the_count_is_found() {
    check(
        &chan(false),
        "SC0603 the identity of `merge` is not neutral on the left: \
         merge(identity, a) is Stats { count: 0.0, mean: NaN, m2: NaN }, a is Stats { count: 0.0, mean: 0.0, m2: 0.0 } \
         | where a = Stats { count: 0.0, mean: 0.0, m2: 0.0 }; an identity leaves every value as it is, on either side; \
         without an identity, `#[declare_scan]` would do",
    );
}
