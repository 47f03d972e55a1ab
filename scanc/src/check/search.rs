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
        diagnostics.push(error(414, ranks.span(), message).help("leave out `ranks(…)`, and let every rank search its own part"));
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

#[cfg(test)]
mod tests {
    use crate::Word;
    use proc_macro2::TokenStream;

    /// Whether the loops within an iteration of a search with this body are such as have an end.
    fn has_end(body: &str) -> bool {
        let text = format!(
            "fn f(x: &[i32], len: &[u64], bytes: &[u8], signed: &[i64], small: &[i8], t: &[u32], start: &[usize], most: u64) -> Option<usize> {{ \
             for i in 0..x.len() {{ let mut s = 0u32; {body} if s == 77 {{ return Some(i); }} }} None }}"
        );
        let function = text.parse().expect("tokens");
        let expanded = crate::expand(Word::ParallelFor, TokenStream::new(), function, None).to_string();
        let is_refused = expanded.contains("SC0416");
        assert!(is_refused || expanded.contains("searching"), "{body}: {expanded}");
        !is_refused
    }

    #[test]
    fn what_data_ends_has_none() {
        for body in [
            "for k in 0..len[i] { s ^= k as u32; }",
            "let n = len[i] + 1; for k in 0..n { s ^= k as u32; }",
            "for k in 0..len[i] { let j = (k % 4) as usize; s ^= t[j]; }",
            "for k in 0..len[i] { if k > 7 { s ^= t[k as usize]; } }",
            "for k in 0..(bytes[i] as u32).wrapping_sub(1) { s ^= k; }",
            "for k in 0..small[i] as u64 { s ^= k as u32; }",
            "for k in 0..signed[i] & -4 { s ^= k as u32; }",
            "for k in signed[i].min(5)..9 { s ^= k as u32; }",
            "for k in (signed[i].min(5)..9).rev() { s ^= k as u32; }",
            "for k in 0..len[i] * 2 { s ^= k as u32; }",
            "while s < 9 { s += 1; }",
        ] {
            assert!(!has_end(body), "{body}");
        }
    }

    #[test]
    fn what_else_ends_has_one() {
        for body in [
            "for k in 0..most { s ^= k as u32; }",
            "for k in 0..i { s ^= t[k]; }",
            "for k in 0..len[i].min(most) { s ^= k as u32; }",
            "for k in 0..signed[i].min(40) { s ^= k as u32; }",
            "for k in 0..len[i] & 255 { s ^= k as u32; }",
            "for k in 0..len[i] % 9 { s ^= k as u32; }",
            "for k in 0..bytes[i] as u32 + 1 { s ^= k; }",
            "for k in 0..small[i] { s ^= k as u32; }",
            "for k in start[i]..start[i + 1] { s ^= t[k]; }",
            "for k in 0..start[i] { s ^= t[k + 3]; }",
            "for v in &t[start[i]..start[i + 1]] { s ^= v; }",
        ] {
            assert!(has_end(body), "{body}");
        }
    }
}
