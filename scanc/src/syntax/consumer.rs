//! `x.iter().sum::<f32>()`, `x.iter().max().unwrap_or(&0)`: an iterator whose items become one value.

use super::bare;
use syn::{Expr, ExprMethodCall};

/// An iterator that is consumed.
pub(crate) struct Consumer<'e> {
    pub chain: &'e Expr,
    /// `.sum()`, `.max()`
    pub call: &'e ExprMethodCall,
    /// What becomes of an `Option`.
    pub otherwise: Otherwise<'e>,
}

/// The value where there is no item.
pub(crate) enum Otherwise<'e> {
    /// What the iterator says itself.
    Own,
    Panics,
    /// `.unwrap_or(value)`
    Value(&'e Expr),
}

impl<'e> Consumer<'e> {
    /// The iterator that `call` consumes, if it does.
    pub(crate) fn of(call: &'e ExprMethodCall) -> Option<Self> {
        let otherwise = match (call.method.to_string().as_str(), call.args.len()) {
            ("sum" | "product" | "count", 0) | ("any" | "all", 1) | ("fold", 2) => {
                return Some(Self { chain: &call.receiver, call, otherwise: Otherwise::Own });
            }
            ("unwrap", 0) | ("expect", 1) => Otherwise::Panics,
            ("unwrap_or", 1) => Otherwise::Value(&call.args[0]),
            _ => return None,
        };
        match without_copies(&call.receiver) {
            Expr::MethodCall(inner)
                if matches!((inner.method.to_string().as_str(), inner.args.len()), ("max" | "min", 0) | ("position", 1)) =>
            {
                Some(Self { chain: &inner.receiver, call: inner, otherwise })
            }
            _ => None,
        }
    }

    /// The closures and functions that its items are given to.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &'e Expr> {
        let last = self.call.args.iter().last();
        stages(self.chain).1.into_iter().filter_map(|stage| stage.args.first()).chain(last)
    }
}

/// `x.iter().max()` of `x.iter().max().copied()`.
fn without_copies(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::MethodCall(call) if call.args.is_empty() && (call.method == "copied" || call.method == "cloned") => {
            without_copies(&call.receiver)
        }
        expr => expr,
    }
}

/// What an iterator's items go through, one by one, and the iterator before that: `.map(…)`, `.filter(…)`.
pub(crate) fn stages(chain: &Expr) -> (&Expr, Vec<&ExprMethodCall>) {
    let Expr::MethodCall(call) = bare(chain) else { return (chain, Vec::new()) };
    let is_function = is_stage(call);
    if !is_function && !(call.args.is_empty() && (call.method == "copied" || call.method == "cloned")) {
        return (chain, Vec::new());
    }
    match stages(&call.receiver) {
        (_, before) if before.is_empty() && !is_function => (chain, Vec::new()),
        (source, mut before) => {
            before.push(call);
            (source, before)
        }
    }
}

/// `.map(…)` and the like.
pub(crate) fn is_stage(call: &ExprMethodCall) -> bool {
    matches!((call.method.to_string().as_str(), call.args.len()), ("map" | "filter" | "filter_map" | "take_while", 1))
}

/// The closure of `.for_each(…)`.
pub(crate) fn each(expr: &Expr) -> Option<(&ExprMethodCall, &syn::ExprClosure)> {
    match bare(expr) {
        Expr::MethodCall(call) if call.method == "for_each" && call.args.len() == 1 => match bare(&call.args[0]) {
            Expr::Closure(closure) if closure.inputs.len() == 1 => Some((call, closure)),
            _ => None,
        },
        _ => None,
    }
}
