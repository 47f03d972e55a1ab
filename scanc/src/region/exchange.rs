//! Calls that exchange names.

use crate::syntax::Expressions;
use syn::visit::Visit;
use syn::{Expr, ExprCall, ItemFn};

/// `std::mem::swap(…)`, as far as the text shows: rustc is asked whether it is.
pub(super) fn is_swap(call: &ExprCall) -> bool {
    let Expr::Path(path) = &*call.func else { return false };
    let words: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let has_arguments = path.path.segments.iter().any(|segment| !segment.arguments.is_none());
    path.qself.is_none() && !has_arguments && (words == ["std", "mem", "swap"] || words == ["core", "mem", "swap"])
}

/// All of a function.
pub(super) fn calls(function: &ItemFn) -> Vec<ExprCall> {
    let mut swaps = Vec::new();
    let mut look = |expression: &Expr| {
        if let Expr::Call(call) = expression
            && is_swap(call)
        {
            swaps.push(call.clone());
        }
        true
    };
    Expressions(&mut look).visit_block(&function.block);
    swaps
}
