//! What a search asks of its loop: iterations after the one that leaves it, which the loop never gets to, may be looked at, too.

use super::error;
use crate::diagnostic::{Diagnostics, Result, Spanned};
use crate::ir::bounded::unbounded;
use crate::ir::{Builtin, LoopKernel, OperatorKind};
use crate::parse::{LoopSyntax, without_ways_out};
use crate::recognise::Recurrence;
use crate::syntax::Expressions;
use quote::ToTokens;
use syn::Expr;
use syn::visit::Visit;

const MESSAGE: &str = "an iteration may leave this loop, and others change something before it does";
const HELP: &str = "look for that iteration in a loop of its own, and let this one run up to there";

/// What was found wrong with a probe, which carries `first`, said of the search.
pub fn of_search(written: &LoopSyntax, found: Diagnostics, first: &str) -> Diagnostics {
    if written.is_value() {
        return found;
    }
    let mut said = Diagnostics::default();
    for one in found.iter() {
        // What else is carried.
        let mentions = |text: &str| text.contains(&format!("`{first}`")) || text.contains(&format!(": {first}"));
        if mentions(&one.message) || one.help.as_deref().is_some_and(mentions) {
            said.push_once(error(415, one.span, MESSAGE).help(HELP));
        } else {
            said.push(one.clone());
        }
    }
    said
}

/// A search changes nothing before it is left, and its iterations have an end. `written` is its text, `recurrence` its probe.
///
/// # Errors
/// `Stopped` where that is not so.
pub fn check_search(written: &LoopSyntax, recurrence: &Recurrence, diagnostics: &mut Diagnostics) -> Result<()> {
    let is_probe =
        matches!(recurrence.carried.as_slice(), [first] if matches!(first.operator.kind, OperatorKind::Builtin(Builtin::Min)));
    if !is_probe || !recurrence.outputs.is_empty() || !recurrence.live_out.is_empty() {
        diagnostics.push(error(415, recurrence.span, MESSAGE).help(HELP));
    } else if let Some(ranks) = &recurrence.attribute.ranks {
        let message = "a search does not go on from one rank to the next";
        diagnostics.push(error(415, ranks.span(), message).help("leave out `ranks(…)`, and let every rank search its own part"));
    } else if let Some(endless) = endless(written) {
        let message = "this may go on for ever in an iteration that the loop as written does not get to";
        diagnostics.push(error(416, endless.span(), message).help("give it a bound: `for _ in 0..limit { … }`"));
    }
    diagnostics.stop_if_errors()
}

/// And that end is not told by data that only iterations have which the loop does not get to.
///
/// # Errors
/// `Stopped` where it is.
pub fn check_searched(kernel: &LoopKernel, diagnostics: &mut Diagnostics) -> Result<()> {
    if let Some(at) = kernel.carried.iter().find_map(|carried| unbounded(&carried.element)) {
        let message = "an element says how long this goes on, also in an iteration that the loop as written does not get to";
        diagnostics.push(error(416, at, message).help("give it a bound: `for j in 0..length[i].min(most) { … }`"));
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
    let whole: Expr = syn::parse2(without_ways_out(written).to_token_stream()).ok()?;
    Expressions(&mut look).visit_expr(&whole);
    found
}
