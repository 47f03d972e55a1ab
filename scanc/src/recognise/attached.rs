//! `if e > m { m = e; at = i; }`: what a comparison chooses, and what it takes along.

use super::operator::{Selection, Update, branches};
use super::tables::Tables;
use crate::diagnostic::Span;
use crate::ir::{Best, OperatorKind, Scalar};
use crate::syntax::{bare, plain_ident, reads};
use syn::Expr;

/// How a carried value that becomes `value` is chosen, and the element that it is compared with.
pub(super) fn best(value: &Expr, before: &str, tables: &Tables) -> Option<(Best, Expr)> {
    let selection = selection(value, before, tables)?;
    // Where the condition keeps the earlier value, it would not keep it from a NaN.
    let is_exact =
        selection.takes_new || tables.scalar_of(&selection.element).is_some_and(|scalar| !matches!(scalar, Scalar::Float(_)));
    let best = Best { greatest: selection.greatest, later_wins: selection.takes_new != selection.strict };
    is_exact.then_some((best, selection.element))
}

/// What a carried value that becomes `value` takes over where `key`, another one, takes its element; `None` where that is not what it
/// does.
pub(super) fn along(value: &Expr, before: &str, key: &Expr, before_key: &str, tables: &Tables) -> Option<Expr> {
    best(key, before_key, tables)?;
    let selection = selection(key, before_key, tables)?;
    let (Expr::If(decides), Expr::If(choice)) = (bare(key), bare(value)) else { return None };
    let (yes, no) = branches(choice)?;
    let (taken, kept) = if selection.takes_new { (yes, no) } else { (no, yes) };
    let keeps = plain_ident(&kept).is_some_and(|name| name == before);
    (keeps && bare(&decides.cond) == bare(&choice.cond) && !reads(&taken, before)).then_some(taken)
}

/// The update by a choice.
pub(super) fn update(kind: OperatorKind, element: Expr, span: Span) -> Update {
    let compared = matches!(kind, OperatorKind::Best(_));
    Update { compared, ..Update::new(kind, span, element) }
}

fn selection(value: &Expr, before: &str, tables: &Tables) -> Option<Selection> {
    match bare(value) {
        Expr::If(choice) => Selection::of(choice, before, tables),
        _ => None,
    }
}
