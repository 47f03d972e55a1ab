//! Walks that look at one kind of syntax. syn's are generic: every type that visits has a hundred and thirty functions of its own in the
//! compiler, so what has no state of a walk's own is a closure here.

use super::each;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Item, PatIdent, Stmt};

/// Looks at each name that a pattern binds, however deep. (What is written as a name may be a constant.)
pub(crate) struct Bound<'v, 'n>(pub(crate) &'v mut dyn FnMut(&'n PatIdent));

impl<'n> Visit<'n> for Bound<'_, 'n> {
    fn visit_pat_ident(&mut self, name: &'n PatIdent) {
        (self.0)(name);
        visit::visit_pat_ident(self, name);
    }
}

/// Looks at each expression before those in it, which are left out where the closure says `false`. What is in an item is that item's.
pub(crate) struct Expressions<'v, 'n>(pub(crate) &'v mut dyn FnMut(&'n Expr) -> bool);

impl<'n> Visit<'n> for Expressions<'_, 'n> {
    fn visit_expr(&mut self, expression: &'n Expr) {
        if (self.0)(expression) {
            visit::visit_expr(self, expression);
        }
    }

    fn visit_item(&mut self, _: &'n Item) {}
}

/// Changes each expression before those that are in it then, which stay as they are where the closure says `false`.
pub(crate) struct ExpressionsMut<'v>(pub(crate) &'v mut dyn FnMut(&mut Expr) -> bool);

impl VisitMut for ExpressionsMut<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if (self.0)(expression) {
            visit_mut::visit_expr_mut(self, expression);
        }
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// Whether there is a loop in a statement.
pub(crate) fn holds_loop(statement: &Stmt) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        found |= matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)) || each(expr).is_some();
        !found
    };
    Expressions(&mut look).visit_stmt(statement);
    found
}
