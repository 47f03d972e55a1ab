//! Bounds and steps of ranges: expressions that the host evaluates before the loop, perhaps more than once.

use super::places::Place;
use super::reduced::suffixed;
use super::tables::Tables;
use super::types::{of_literal, of_type};
use super::{Affine, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::ir::{Int, Scalar};
use crate::parse::Known;
use crate::syntax::{bare, integer, method, text};
use syn::{BinOp, Expr, Lit, UnOp};

/// Methods of integers, slices and `Vec`s that bounds are made of.
const METHODS: &[&str] =
    &["len", "min", "max", "saturating_sub", "saturating_add", "wrapping_sub", "wrapping_add", "div_ceil", "abs", "pow", "isqrt"];
/// Those of numbers alone, where the text shows that they are called on one.
const METHODS_OF_NUMBERS: &[&str] = &[
    "abs_diff",
    "ceil",
    "clamp",
    "count_ones",
    "floor",
    "ilog2",
    "is_power_of_two",
    "leading_zeros",
    "next_power_of_two",
    "powf",
    "powi",
    "rem_euclid",
    "round",
    "saturating_mul",
    "sqrt",
    "trailing_zeros",
    "trunc",
    "unsigned_abs",
    "wrapping_mul",
];

/// Refuses a bound that may have side effects.
pub(super) fn check(bound: &Expr, tables: &Tables, diagnostics: &mut Diagnostics) {
    refuse_part(impure_part(bound, true, tables), diagnostics);
}

/// The same of one that the loop evaluates in every iteration: it may have changed an element by then.
pub(super) fn check_repeated(bound: &Expr, tables: &Tables, diagnostics: &mut Diagnostics) {
    refuse_part(impure_part(bound, false, tables), diagnostics);
}

fn refuse_part(part: Option<&Expr>, diagnostics: &mut Diagnostics) {
    if let Some(part) = part {
        let error = Diagnostic::error(refuse::BOUND, part.span(), format!("`{}` may have side effects", text(part)));
        diagnostics.push(error.help("give it a name before the loop: `let n = …;`"));
    }
}

/// The first part of an expression that is more than arithmetic on variables and, with `elements`, those of arrays.
fn impure_part<'e>(expr: &'e Expr, elements: bool, tables: &Tables) -> Option<&'e Expr> {
    let impure_part = |expr| impure_part(expr, elements, tables);
    let is_known = |call: &syn::ExprMethodCall| {
        let name = call.method.to_string();
        METHODS.contains(&name.as_str())
            || METHODS_OF_NUMBERS.contains(&name.as_str()) && scalar_of(&call.receiver, tables).is_some()
    };
    if Place::of(expr).is_some() {
        return None;
    }
    match bare(expr) {
        Expr::Lit(_) | Expr::Path(_) => None,
        Expr::Unary(unary) => impure_part(&unary.expr),
        Expr::Cast(cast) => impure_part(&cast.expr),
        Expr::Binary(binary) if crate::syntax::compound(&binary.op).is_none() => {
            impure_part(&binary.left).or_else(|| impure_part(&binary.right))
        }
        Expr::MethodCall(call) if is_known(call) => {
            impure_part(&call.receiver).or_else(|| call.args.iter().find_map(impure_part))
        }
        Expr::Call(call) if is_known_function(&call.func) => call.args.iter().find_map(impure_part),
        Expr::Index(access) if elements && Place::of(&access.expr).is_some() => impure_part(&access.index),
        other => Some(other),
    }
}

fn is_known_function(function: &Expr) -> bool {
    matches!(function, Expr::Path(function) if super::pure::known_function(&function.path).is_some())
}

/// A step: a positive literal.
pub(super) fn literal_step(expr: &Expr, diagnostics: &mut Diagnostics) -> Result<i64> {
    positive_literal(expr).ok_or_else(|| {
        let error = Diagnostic::error(refuse::STEP, expr.span(), "the step is no positive number");
        diagnostics.stop(error.help("write the step as a literal: `.step_by(2)`"))
    })
}

/// A step: a positive literal, or what is the same in all iterations.
pub(super) fn step(expr: &Expr, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Affine> {
    if literal(expr).is_some() {
        return literal_step(expr, diagnostics).map(Affine::constant);
    }
    check(expr, tables, diagnostics);
    Ok(fixed(expr, "step", tables))
}

/// How many of `length` items `step_by(step)` leaves; where a step from outside the loop is 0, that panics as the loop does.
pub(super) fn rounds(length: Expr, step: &Expr, span: Span) -> Expr {
    match positive_literal(step) {
        Some(step) => {
            method(suffixed(&length, Scalar::Int(Int::Usize)), "div_ceil", vec![integer(step.unsigned_abs(), span)], span)
        }
        None => syn::parse_quote_spanned!(span.first=> ::core::iter::ExactSizeIterator::len(&(0..#length).step_by(#step))),
    }
}

/// What is the same in all iterations, called something like `base` where it is no literal.
pub(super) fn fixed(value: &Expr, base: &str, tables: &mut Tables) -> Affine {
    if let Some(value) = literal(value) {
        return Affine::constant(value);
    }
    let outer = tables.fixed(value, base);
    Affine::captured(&tables.outers[outer].name)
}

/// The value of a positive integer literal.
pub(super) fn positive_literal(expr: &Expr) -> Option<i64> {
    literal(expr).filter(|value| *value > 0)
}

/// The value of an integer literal.
pub(super) fn literal(expr: &Expr) -> Option<i64> {
    match bare(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(value) => value.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => literal(&unary.expr)?.checked_neg(),
        _ => None,
    }
}

/// Whether it is a comparison of literals, and true.
pub(super) fn holds(condition: &Expr) -> bool {
    let Expr::Binary(comparison) = bare(condition) else { return false };
    match (literal(&comparison.left), comparison.op, literal(&comparison.right)) {
        (Some(left), BinOp::Lt(_), Some(right)) => left < right,
        (Some(left), BinOp::Le(_), Some(right)) => left <= right,
        (Some(left), BinOp::Ne(_), Some(right)) => left != right,
        _ => false,
    }
}

/// The type of a bound, where the function's text shows it.
pub(super) fn scalar_of(bound: &Expr, tables: &Tables) -> Option<Scalar> {
    if let Some(place) = Place::of(bound) {
        return match tables.types.known(&place.key) {
            Some(Known::Value(ty)) => ty.scalar(),
            Some(Known::Reference(ty)) if place.dereferenced => ty.scalar(),
            _ => None,
        };
    }
    match bare(bound) {
        Expr::Lit(_) => of_literal(bound),
        Expr::Cast(cast) => of_type(&cast.ty),
        Expr::Unary(unary) => scalar_of(&unary.expr, tables),
        Expr::Binary(binary) => scalar_of(&binary.left, tables).or_else(|| scalar_of(&binary.right, tables)),
        Expr::MethodCall(call) if call.method == "len" => Some(Scalar::Int(Int::Usize)),
        Expr::MethodCall(call) => {
            scalar_of(&call.receiver, tables).or_else(|| call.args.iter().find_map(|argument| scalar_of(argument, tables)))
        }
        Expr::Call(call) => call.args.iter().find_map(|argument| scalar_of(argument, tables)),
        Expr::Index(access) => match tables.types.known(&Place::of(&access.expr)?.key)? {
            Known::Sequence(element) => element.as_ref()?.scalar(),
            Known::Value(_) | Known::Reference(_) | Known::Other(_) => None,
        },
        _ => None,
    }
}
