//! `while` loops that count: `while i < n { …; i += 1; }`, `while i > 0 { i -= 1; … }`.
//!
//! Ascending loops count with the variable as it is at the start of an iteration. Descending ones with `>` count with it as it is
//! after the decrement, wherever that stands, so that their values are those of `(low..high).rev()`; those with `>=` as ascending ones.

use super::bounds;
use super::header::{Body, Header, Item};
use super::places::{Place, for_each_place, overlap};
use super::tables::Tables;
use super::{Affine, LiveOut, Range, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::ir::{self, Int, Scalar};
use crate::parse::Known;
use crate::syntax::{Expressions, bare, compound, plain_ident, text, variable};
use proc_macro2::Ident;
use syn::visit::Visit;
use syn::{BinOp, Expr, ExprWhile, Stmt};

/// `variable < bound`, whichever way round it was written.
struct Condition<'a> {
    variable: Ident,
    relation: Relation,
    bound: &'a Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The statement that changes the loop variable.
struct Step {
    at: usize,
    by: i64,
    span: Span,
}

/// Reads the header of a `while` loop.
pub(super) fn read<'a>(syntax: &'a ExprWhile, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Header<'a>> {
    let statements = &syntax.body.stmts;
    let (condition, step) = shape(&syntax.cond, statements).ok_or_else(|| diagnostics.stop(unknown_shape(&syntax.cond)))?;
    bounds::check_repeated(condition.bound, tables, diagnostics);
    check_bound_is_fixed(&condition, statements, diagnostics);
    let ty = variable_type(&condition, tables);
    let (range, offset) = condition.range(&step, ty, diagnostics)?;
    let name = condition.variable.clone();
    let live_out = match offset {
        0 => LiveOut::PastTheEnd,
        _ => LiveOut::AtLastIteration(variable(&name)),
    };
    let index = tables.names.own(&name);
    tables.set_index(index, ty.map(|int| ir::Type::Scalar(Scalar::Int(int))));
    let after = offset.checked_add(step.by).unwrap_or_default();
    Ok(Header {
        range,
        step: step.by,
        names: vec![(name.clone(), Item::Count(Affine::index(offset)))],
        body: Body::Counted { statements, at: step.at, after },
        live_out: Some((variable(&name), live_out)),
    })
}

fn unknown_shape(condition: &Expr) -> Diagnostic {
    let error = Diagnostic::error(refuse::WHILE_SHAPE, condition.span(), format!("`while {}` does not count", text(condition)));
    error.help("write `for i in 0..n`, or `while i < n { …; i += 1; }`, or `while i > 0 { i -= 1; … }`")
}

/// The condition, and the one statement of the body that changes its variable.
fn shape<'a>(condition: &'a Expr, statements: &[Stmt]) -> Option<(Condition<'a>, Step)> {
    let Expr::Binary(comparison) = bare(condition) else { return None };
    let (straight, mirrored) = match comparison.op {
        BinOp::Lt(_) => (Relation::Less, Relation::Greater),
        BinOp::Le(_) => (Relation::LessOrEqual, Relation::GreaterOrEqual),
        BinOp::Gt(_) => (Relation::Greater, Relation::Less),
        BinOp::Ge(_) => (Relation::GreaterOrEqual, Relation::LessOrEqual),
        _ => return None,
    };
    let (left, right) = (&*comparison.left, &*comparison.right);
    [(left, straight, right), (right, mirrored, left)].into_iter().find_map(|(variable, relation, bound)| {
        let variable = plain_ident(variable)?.clone();
        let step = step_of(&variable, statements)?;
        Some((Condition { variable, relation, bound }, step))
    })
}

fn step_of(variable: &Ident, statements: &[Stmt]) -> Option<Step> {
    statements.iter().enumerate().find_map(|(at, statement)| {
        let Stmt::Expr(expr, _) = statement else { return None };
        step_by(variable, expr).map(|by| Step { at, by, span: expr.span() })
    })
}

/// `i += 1`, `i = i - 1`.
fn step_by(variable: &Ident, expr: &Expr) -> Option<i64> {
    let (left, op, right) = match bare(expr) {
        Expr::Binary(binary) => (&binary.left, compound(&binary.op)?, &binary.right),
        Expr::Assign(assign) => match bare(&assign.right) {
            Expr::Binary(binary) if plain_ident(&binary.left)? == variable => (&assign.left, binary.op, &binary.right),
            _ => return None,
        },
        _ => return None,
    };
    let by = bounds::positive_literal(right).filter(|_| plain_ident(left) == Some(variable))?;
    match op {
        BinOp::Add(_) => Some(by),
        BinOp::Sub(_) => Some(-by),
        _ => None,
    }
}

impl Condition<'_> {
    /// The values of the canonical loop variable, and what the source's variable is more than it at the start of an iteration.
    fn range(&self, step: &Step, ty: Option<Int>, diagnostics: &mut Diagnostics) -> Result<(Range, i64)> {
        let (start, bound, by) = (variable(&self.variable), self.bound.clone(), step.by.saturating_abs());
        match (self.relation, step.by) {
            (Relation::Less, 1..) => Ok((Range::Ascending { from: start, to: bound, inclusive: false, step: by }, 0)),
            (Relation::LessOrEqual, 1..) => Ok((Range::Ascending { from: start, to: bound, inclusive: true, step: by }, 0)),
            (Relation::Greater, -1) => Ok((Range::Descending { high: start, low: bound, inclusive: false, step: 1 }, 1)),
            (Relation::GreaterOrEqual, ..0) if self.stays_in_type(by, ty) => {
                Ok((Range::Descending { high: start, low: bound, inclusive: true, step: by }, 0))
            }
            (Relation::GreaterOrEqual, ..0) => {
                let error =
                    Diagnostic::error(refuse::WHILE_SHAPE, self.bound.span(), "the variable may be decremented below zero");
                Err(diagnostics.stop(error.help("write `while i > low { i -= 1; … }`")))
            }
            (Relation::Greater, ..0) => {
                let error = Diagnostic::error(refuse::STEP, step.span, "a descending `while` loop with `>` must go down by 1");
                Err(diagnostics.stop(error.help("write `for i in (low..high).rev().step_by(2)`")))
            }
            _ => {
                let error = Diagnostic::error(refuse::WHILE_SHAPE, step.span, "the variable moves away from its bound");
                Err(diagnostics
                    .stop(error.help("ascend with `while i < n { …; i += 1; }`, descend with `while i > 0 { i -= 1; … }`")))
            }
        }
    }

    /// Whether the last decrement, to below the bound, does not wrap.
    fn stays_in_type(&self, by: i64, ty: Option<Int>) -> bool {
        ty.is_some_and(Int::signed) || bounds::literal(self.bound).is_some_and(|low| low >= by)
    }
}

/// The variable's type: as declared, or as the bound says.
fn variable_type(condition: &Condition, tables: &Tables) -> Option<Int> {
    let scalar = match tables.types.known(&condition.variable.to_string()) {
        Some(Known::Value(ty)) => ty.scalar(),
        _ => bounds::scalar_of(condition.bound, tables),
    };
    super::types::integer(scalar)
}

/// `while i < n { n = …; }`.
fn check_bound_is_fixed(condition: &Condition, statements: &[Stmt], diagnostics: &mut Diagnostics) {
    let mut assigned = Vec::new();
    assigned_places(statements, &mut assigned);
    for_each_place(condition.bound, &mut |place| {
        if let Some(change) = assigned.iter().find(|change| overlap(&change.key, &place.key)) {
            let message = format!("`{}`, which bounds the loop, changes in its body", place.text());
            let error = Diagnostic::error(refuse::BOUND_CHANGED, change.span(), message);
            diagnostics.push(error.help("give the bound a name before the loop: `let end = …;`"));
        }
    });
}

/// Every place that is assigned, however deep. One that a `let` of the body shadows counts too.
fn assigned_places(statements: &[Stmt], found: &mut Vec<Place>) {
    let mut look = |expr: &Expr| {
        let target = match expr {
            Expr::Assign(assign) => Some(&assign.left),
            Expr::Binary(binary) => compound(&binary.op).map(|_| &binary.left),
            Expr::MethodCall(call) => super::pushes::pushed(call).map(|_| &call.receiver),
            _ => None,
        };
        found.extend(target.and_then(|target| Place::of(target)));
        true
    };
    statements.iter().for_each(|statement| Expressions(&mut look).visit_stmt(statement));
}
