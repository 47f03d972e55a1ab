//! What the body assigns and stores, before it is read in order: none of it is the same in all iterations.

use super::header::Body;
use super::places::Place;
use crate::syntax::compound;
use std::collections::HashSet;
use syn::Expr;
use syn::visit::{self, Visit};

/// The keys of the places outside the loop that the body assigns, and of those of which it stores elements. A name that the body also
/// binds may be either: among what is assigned it is left out.
pub(super) fn places(body: &Body) -> (HashSet<String>, HashSet<String>) {
    let mut found = Found::default();
    match body {
        Body::Statements(statements) | Body::Counted { statements, .. } => {
            statements.iter().for_each(|statement| found.visit_stmt(statement));
        }
        Body::Collected(value, _) => found.visit_expr(value),
    }
    let Found { assigned, stored, bound } = found;
    let assigned = assigned.into_iter().filter(|place| !bound.contains(&place.root.to_string()));
    (assigned.map(|place| place.key).collect(), stored.into_iter().map(|place| place.key).collect())
}

#[derive(Default)]
struct Found {
    assigned: Vec<Place>,
    stored: Vec<Place>,
    bound: HashSet<String>,
}

impl Found {
    fn target(&mut self, target: &Expr) {
        match target {
            Expr::Tuple(targets) => targets.elems.iter().for_each(|target| self.target(target)),
            Expr::Paren(inner) => self.target(&inner.expr),
            Expr::Index(element) => self.stored.extend(Place::of(&element.expr)),
            target => self.assigned.extend(Place::of(target)),
        }
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(assign) => self.target(&assign.left),
            Expr::Binary(update) if compound(&update.op).is_some() => self.target(&update.left),
            // `let y = &mut ys[i];`
            Expr::Reference(lent) if lent.mutability.is_some() && matches!(*lent.expr, Expr::Index(_)) => self.target(&lent.expr),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.bound.insert(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }
}
