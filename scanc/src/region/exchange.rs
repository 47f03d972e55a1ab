//! Calls that exchange names.

use syn::visit::{self, Visit};
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
    let mut swaps = Swaps::default();
    swaps.visit_block(&function.block);
    swaps.0
}

#[derive(Default)]
struct Swaps(Vec<ExprCall>);

impl<'ast> Visit<'ast> for Swaps {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if is_swap(call) {
            self.0.push(call.clone());
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
