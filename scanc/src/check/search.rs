//! What a search asks of its loop: iterations after the one that leaves it, which the loop never gets to, may be looked at, too.

use super::error;
use crate::diagnostic::{Diagnostics, Result, Spanned};
use crate::ir::{Builtin, OperatorKind};
use crate::parse::LoopSyntax;
use crate::recognise::Recurrence;
use crate::syntax::Expressions;
use quote::ToTokens;
use syn::Expr;
use syn::visit::Visit;

/// A search changes nothing before it is left, and its iterations have an end. `written` is its text, `recurrence` its probe.
///
/// # Errors
/// `Stopped` where that is not so.
pub fn check_search(written: &LoopSyntax, recurrence: &Recurrence, diagnostics: &mut Diagnostics) -> Result<()> {
    let is_probe =
        matches!(recurrence.carried.as_slice(), [first] if matches!(first.operator.kind, OperatorKind::Builtin(Builtin::Min)));
    if !is_probe || !recurrence.outputs.is_empty() || !recurrence.live_out.is_empty() {
        let message = "an iteration may leave this loop, and others change something before it does";
        let help = "look for that iteration in a loop of its own, and let this one run up to there";
        diagnostics.push(error(415, recurrence.span, message).help(help));
    } else if let Some(ranks) = &recurrence.attribute.ranks {
        let message = "a search does not go on from one rank to the next";
        diagnostics.push(error(415, ranks.span(), message).help("leave out `ranks(…)`, and let every rank search its own part"));
    } else if let Some(endless) = endless(written) {
        let message = "this may go on for ever in an iteration that the loop as written does not get to";
        diagnostics.push(error(416, endless.span(), message).help("give it a bound: `for _ in 0..limit { … }`"));
    }
    diagnostics.stop_if_errors()
}

/// A loop within an iteration that no range bounds.
fn endless(written: &LoopSyntax) -> Option<Expr> {
    let mut found = None;
    let mut look = |expression: &Expr| {
        if matches!(expression, Expr::While(_) | Expr::Loop(_)) {
            found.get_or_insert_with(|| expression.clone());
        }
        true
    };
    let whole: Expr = syn::parse2(written.to_token_stream()).ok()?;
    Expressions(&mut look).visit_expr(&whole);
    found
}
