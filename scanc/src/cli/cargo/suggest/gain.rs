//! Loops that the compiler takes and nobody would annotate.

use super::loops::Loop;
use crate::compiled::Compiled;
use crate::ir::OperatorKind;
use crate::syntax::{Expressions, bare, mentions_word};
use quote::ToTokens;
use syn::Expr;
use syn::visit::Visit;

/// Whether there may be something to gain.
///
/// There is not where nothing is computed: memory is filled and copied best by what is made for it. Nor where a loop in another one carries
/// nothing, and not all of its runs are one launch: each of them would have to be long.
pub(super) fn is_possible(compiled: &Compiled, looped: &Loop) -> bool {
    let recurrence = &compiled.recurrence;
    let index = recurrence.index.name.to_string();
    let is_known = |value: &Expr| {
        let tokens = value.to_token_stream();
        let loads = recurrence.arrays.iter().any(|array| mentions_word(&tokens, &array.name.to_string()));
        !loads && !mentions_word(&tokens, &index)
    };
    if recurrence.carried.is_empty() {
        let moves =
            recurrence.outputs.iter().all(|output| output.guard.is_none() && (is_known(&output.value) || is_load(&output.value)));
        let is_in_a_loop = looped.is_nested && compiled.batched.is_none();
        return !moves && !is_in_a_loop;
    }
    // What is derived takes more arithmetic than the loop, and pays with much data.
    let is_derived = recurrence.carried.iter().any(|carried| matches!(carried.operator.kind, OperatorKind::Map(_)));
    if is_derived && recurrence.arrays.is_empty() {
        return false;
    }
    // A power by multiplying, a product by adding.
    let same = |carried: &crate::recognise::Carried| {
        let tokens = carried.element.to_token_stream();
        !recurrence.arrays.iter().any(|array| mentions_word(&tokens, &array.name.to_string())) && !mentions_word(&tokens, &index)
    };
    !(recurrence.outputs.is_empty() && recurrence.carried.iter().all(same))
}

/// `x[2 * i]`
fn is_load(value: &Expr) -> bool {
    match bare(value) {
        Expr::Index(element) => matches!(bare(&element.expr), Expr::Path(_)) && !has_load(&element.index),
        _ => false,
    }
}

fn has_load(index: &Expr) -> bool {
    let mut has_load = false;
    let mut look = |expression: &Expr| {
        has_load |= matches!(expression, Expr::Index(_));
        true
    };
    Expressions(&mut look).visit_expr(index);
    has_load
}
