//! What holds numbers so small that a derived operator computes with them as the loop does: the limits in its coefficients and amounts, and
//! what the host knows of these before the loop.

use super::arithmetic::constant;
use super::derive::literal_value;
use super::refuse;
use super::tables::{Meaning, OuterKind, Tables};
use super::types::{float, of_literal};
use super::{CaptureUse, Carried, Carry, LAUNCH, RANGE};
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir::{Family, Float, Int, Map, OperatorKind, Scalar, Type};
use crate::syntax::{ExpressionsMut, call, for_each_name_in, plain_ident, variable};
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Stmt};

/// A factor of floats, which may not be greater than 1: what it multiplies is not to grow, as products of many factors are made before that
/// is known.
pub(super) fn contraction(factor: Expr, scalar: Scalar, span: Span) -> Result<Expr, Diagnostic> {
    match literal_value(&factor) {
        Some(value) if value.abs() > 1.0 => {
            let message = format!("each iteration multiplies by {value}: rounding errors would grow with it");
            Err(Diagnostic::error(refuse::GROWS, factor.span(), message).help("leave such a loop as it is, or scan integers"))
        }
        Some(_) => Ok(factor),
        None => Ok(limited(factor, constant(&format!("1.0{}", scalar.rust()), span), span)),
    }
}

/// An amount of floats, which is so small that no sum of such overflows: with infinities and NaNs another order gives something else.
pub(super) fn bounded(amount: Expr, scalar: Scalar, span: Span) -> Expr {
    let reach = if scalar == Scalar::Float(Float::F32) { "1e27f32" } else { "1e288f64" };
    // A literal, too, may be so great that sums of it overflow.
    let is_small = literal_value(&amount).is_some_and(|value| value.abs() <= 1.0);
    if is_small { amount } else { limited(amount, constant(reach, span), span) }
}

/// A limit on each of the values between which conditions choose, but for those that stand for nothing.
pub(super) fn each_choice(value: Expr, limit: &dyn Fn(Expr) -> Expr) -> Expr {
    match value {
        Expr::If(mut branch) if branch.else_branch.is_some() => {
            last_limited(&mut branch.then_branch, limit);
            if let Some((_, otherwise)) = &mut branch.else_branch {
                **otherwise = each_choice((**otherwise).clone(), limit);
            }
            Expr::If(branch)
        }
        Expr::Block(mut inner) if matches!(inner.block.stmts.last(), Some(Stmt::Expr(_, None))) => {
            last_limited(&mut inner.block, limit);
            Expr::Block(inner)
        }
        Expr::Paren(inner) => each_choice(*inner.expr, limit),
        value => limit(value),
    }
}

fn last_limited(block: &mut Block, limit: &dyn Fn(Expr) -> Expr) {
    if let Some(Stmt::Expr(last, None)) = block.stmts.last_mut() {
        *last = each_choice(last.clone(), limit);
    }
}

/// `value`, and a panic unless its magnitude is at most `reach`.
pub(super) fn limited(value: Expr, reach: Expr, span: Span) -> Expr {
    match value {
        Expr::Block(mut inner) if matches!(inner.block.stmts.last(), Some(Stmt::Expr(_, None))) => {
            if let Some(Stmt::Expr(last, None)) = inner.block.stmts.last_mut() {
                *last = limited(last.clone(), reach, span);
            }
            Expr::Block(inner)
        }
        value => call(&format!("{LAUNCH}::within"), vec![value, reach], span),
    }
}

/// Takes factors of floats that are the same in all iterations out of the loop: the host computes each once, and looks whether it lets
/// anything grow.
pub(super) fn fixed_factors(carried: &mut [Carried], tables: &Tables) -> Vec<CaptureUse> {
    let mut names = tables.factors.iter();
    let factors = carried.iter_mut().filter_map(|carried| {
        let Carry::Coefficient(start) = &carried.carry else { return None };
        float(of_literal(start))?;
        let of_matrix = matches!(carried.operator.kind, OperatorKind::Map(Map { family: Family::Row(_), .. }));
        let [Stmt::Expr(element, None)] = carried.element.stmts.as_mut_slice() else { return None };
        let factor = match element {
            Expr::Call(call) if !of_matrix && is_limiting(&call.func) => call.args.first_mut()?,
            cell if of_matrix && !is_constant(cell) => cell,
            _ => return None,
        };
        let value = evaluated(factor, tables)?;
        let name = names.next()?;
        *factor = variable(name);
        Some(CaptureUse { name: name.clone(), value, ty: of_literal(start).map(Type::Scalar) })
    });
    factors.collect()
}

/// Whether a value is the same in all iterations, and the host can compute it.
pub(super) fn is_fixed(value: &Expr, tables: &Tables) -> bool {
    evaluated(value, tables).is_some()
}

/// What the host evaluates before the loop, if a value is the same in all iterations.
fn evaluated(value: &Expr, tables: &Tables) -> Option<Expr> {
    let (mut value, mut evaluation) = (value.clone(), Evaluation { tables, is_fixed: true });
    ExpressionsMut(&mut |expr| evaluation.expression(expr)).visit_expr_mut(&mut value);
    evaluation.is_fixed.then_some(value)
}

/// `0.5`, `f64::NEG_INFINITY`
fn is_constant(value: &Expr) -> bool {
    literal_value(value).is_some() || matches!(value, Expr::Path(path) if path.path.get_ident().is_none())
}

/// Whether a value panics where it is too great.
pub(super) fn is_limited(value: &Expr) -> bool {
    matches!(value, Expr::Call(call) if is_limiting(&call.func))
}

fn is_limiting(function: &Expr) -> bool {
    matches!(function, Expr::Path(function) if function.path.segments.first().is_some_and(|first| first.ident == LAUNCH))
}

/// The greatest term of sums that may not overflow, if what is carried is made of such: the host knows it by the number of iterations.
pub(super) fn term_limit(carried: &[Carried], tables: &Tables) -> Option<CaptureUse> {
    let name = tables.term_limit.as_ref()?;
    let mut is_used = false;
    carried.iter().for_each(|carried| for_each_name_in(&carried.element, &mut |used| is_used |= used == name));
    let value = constant(&format!("{LAUNCH}::term_limit(&{RANGE})"), name.span().into());
    is_used.then(|| CaptureUse { name: name.clone(), value, ty: Some(Type::Scalar(Scalar::Int(Int::I64))) })
}

/// What the host evaluates before the loop, in the place of canonical names; not fixed, if there is anything else in it.
struct Evaluation<'a> {
    tables: &'a Tables<'a>,
    is_fixed: bool,
}

impl Evaluation<'_> {
    fn expression(&mut self, expr: &mut Expr) -> bool {
        match expr {
            Expr::Path(_) => {
                let outer = plain_ident(expr).and_then(|name| match self.tables.meaning(name) {
                    Some(Meaning::Outer(outer)) => Some(&self.tables.outers[outer]),
                    _ => None,
                });
                match outer
                    .filter(|outer| outer.assigned.is_none() && !matches!(outer.kind, OuterKind::State | OuterKind::Pushes(_)))
                {
                    Some(outer) => *expr = outer.value.clone(),
                    None => self.is_fixed = false,
                }
                false
            }
            Expr::Lit(_) | Expr::Paren(_) | Expr::Group(_) | Expr::Unary(_) | Expr::Binary(_) | Expr::Cast(_) => true,
            _ => {
                self.is_fixed = false;
                false
            }
        }
    }
}
