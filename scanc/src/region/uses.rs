//! What the compiled loops of a function do to its arrays.

use super::{LoopUse, NoRegion, Region, region};
use crate::compiled::Compiled;
use crate::diagnostic::Spanned;
use crate::parse::{LoopSyntax, consumed};
use crate::recognise::{ArrayUse, LiveOut, Range, Recurrence};
use crate::syntax::{Expressions, is_place, mentions_variable, text};
use quote::ToTokens;
use syn::visit::Visit;
use syn::{Expr, ExprForLoop, ItemFn, Stmt};

/// The data region of a function with these annotated loops.
///
/// # Errors
/// What stands in the way of one.
pub fn of_loops(function: &ItemFn, loops: &[Compiled]) -> Result<Option<Region>, NoRegion> {
    let uses: Vec<LoopUse> = loops.iter().map(of_loop).collect();
    let found = region(function, &uses)?;
    let found_item =
        loops.iter().find(|compiled| matches!(&compiled.site.syntax, LoopSyntax::Reduce(reduced) if reduced.borrows()));
    if let Some(compiled) = found_item.filter(|_| found.is_some()) {
        let message = "an item that is found here may refer to what is in an array, and be used as long as that is";
        return Err(NoRegion::new(compiled.recurrence.span, message));
    }
    let mut arrays = loops.iter().flat_map(|compiled| &compiled.recurrence.arrays);
    match arrays.find(|array| array.pushed || array.is_cut()).filter(|_| found.is_some()) {
        Some(array) if array.pushed => {
            let message = format!("a loop pushes to `{}`, which may move as it grows", text(&array.place));
            Err(NoRegion::new(array.place.span(), message))
        }
        Some(array) => {
            let message = "a loop stores to the arrays into which this one is cut";
            Err(NoRegion::new(array.place.span(), message))
        }
        None => Ok(found),
    }
}

fn of_loop(compiled: &Compiled) -> LoopUse {
    let Compiled { recurrence, site, .. } = compiled.batched.as_deref().unwrap_or(compiled);
    let around = compiled.batched.as_ref().and(site.outer.as_ref());
    let arrays = || recurrence.arrays.iter().filter(|array| !array.collected);
    let captured = recurrence.captures.iter().map(|capture| capture.value.clone());
    let last: Vec<_> = recurrence.live_out.iter().filter_map(at_last).collect();
    let is_read =
        |array: &&ArrayUse| last.iter().any(|value| mentions_variable(&value.to_token_stream(), &array.name.to_string()));
    LoopUse {
        arrays: arrays().map(|array| (array.place.clone(), array.written)).collect(),
        evaluated: bounds(recurrence).into_iter().chain(captured).collect(),
        read: arrays().filter(is_read).map(|array| array.place.clone()).chain(of_item(&site.syntax)).collect(),
        consumed: consumed::variables(&site.syntax).into_iter().cloned().collect(),
        carried: recurrence.carried.iter().map(|carried| carried.name.clone()).collect(),
        around: around.map(without_hole),
    }
}

/// What an iteration of a loop around an annotated one does itself. That one is its body's last statement.
fn without_hole(outer: &ExprForLoop) -> Stmt {
    let mut outer = outer.clone();
    outer.body.stmts.pop();
    Stmt::Expr(Expr::ForLoop(outer), None)
}

/// What the host looks at to take an item from its iterator.
fn of_item(syntax: &LoopSyntax) -> Vec<Expr> {
    let mut places = Vec::new();
    if let LoopSyntax::Reduce(reduced) = syntax
        && reduced.is_item()
    {
        let mut look = |expression: &Expr| {
            places.extend(is_place(expression).then(|| expression.clone()));
            true
        };
        Expressions(&mut look).visit_expr_method_call(&reduced.chain);
    }
    places
}

fn at_last((_, value): &(Expr, LiveOut)) -> Option<&Expr> {
    match value {
        LiveOut::AtLastIteration(value) => Some(value),
        LiveOut::PastTheEnd => None,
    }
}

fn bounds(recurrence: &Recurrence) -> Vec<Expr> {
    match &recurrence.range {
        Range::Ascending { from, to, .. } => vec![from.clone(), to.clone()],
        Range::Descending { high, low, .. } => vec![high.clone(), low.clone()],
        Range::Lengths(lengths) => lengths.clone(),
    }
}
