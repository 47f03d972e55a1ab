//! The text of a loop in an iteration, and what it says before it is read: what it assigns, binds and mentions.

use crate::diagnostic::Span;
use crate::syntax::{
    Bound, Expressions, ExpressionsMut, bare, compound, for_each_variable, ident_at, plain_ident, span_of, variable,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;
use syn::{BinOp, Block, Expr, Lifetime, Macro, Stmt};

/// A loop's text.
pub(super) struct Text {
    pub head: Head,
    pub body: Block,
    pub label: Option<Lifetime>,
    pub span: Span,
}

/// What says how often a loop runs.
pub(super) enum Head {
    /// `for counter in range`, a range in canonical form and a name as the text has it. The first statements of each iteration are ours.
    For { counter: Ident, range: Expr, first: Vec<Stmt> },
    /// A condition, which is read over what the loop changes.
    While(Expr),
    /// Nothing but a `break`.
    Loop,
}

/// What is assigned, and the operator of a compound assignment.
pub(super) type Update = (Expr, Option<BinOp>);

impl Text {
    pub fn tokens(&self) -> TokenStream {
        let (condition, first, body) = (self.condition(), self.first(), &self.body);
        quote!(#condition #(#first)* #body)
    }

    pub fn condition(&self) -> Option<&Expr> {
        match &self.head {
            Head::While(condition) => Some(condition),
            Head::For { .. } | Head::Loop => None,
        }
    }

    pub fn first(&self) -> &[Stmt] {
        match &self.head {
            Head::For { first, .. } => first,
            Head::While(_) | Head::Loop => &[],
        }
    }

    /// The names that it binds.
    pub fn bound(&self) -> BTreeSet<String> {
        let mut bound = BTreeSet::new();
        if let Head::For { counter, .. } = &self.head {
            bound.insert(counter.to_string());
        }
        let mut bind = |name: &syn::PatIdent| _ = bound.insert(name.ident.to_string());
        let mut bind = Bound(&mut bind);
        bind.visit_block(&self.body);
        self.first().iter().for_each(|one| bind.visit_stmt(one));
        bound
    }

    /// What its iterations assign.
    pub fn updates(&self) -> Vec<Update> {
        let mut found = Vec::new();
        let mut look = |expr: &Expr| {
            match expr {
                Expr::Assign(assign) => targets(&assign.left, &mut found),
                Expr::Binary(update) if compound(&update.op).is_some() => {
                    found.push((bare(&update.left).clone(), Some(update.op)));
                }
                _ => {}
            }
            true
        };
        Expressions(&mut look).visit_block(&self.body);
        found
    }

    /// Puts a variable in the place of `target`.
    pub fn replace(&mut self, target: &Expr, name: &Ident) {
        let mut replace = |expr: &mut Expr| {
            let is_it = expr == target;
            if is_it {
                *expr = variable(&ident_at(name, span_of(expr)));
            }
            !is_it
        };
        let mut replace = ExpressionsMut(&mut replace);
        if let Head::While(condition) = &mut self.head {
            replace.visit_expr_mut(condition);
        }
        replace.visit_block_mut(&mut self.body);
    }

    /// Has what is subtracted from `name` added to it.
    pub fn add_instead(&mut self, name: &Ident) {
        let mut add = |expr: &mut Expr| {
            if let Expr::Binary(syn::ExprBinary { left, op, .. }) = expr
                && let BinOp::SubAssign(sign) = op
                && plain_ident(left) == Some(name)
            {
                *op = BinOp::AddAssign(syn::token::PlusEq(sign.spans));
            }
            true
        };
        ExpressionsMut(&mut add).visit_block_mut(&mut self.body);
    }

    /// Where it mentions what begins with the variable `root` and `is_it`, but for its length. Of a macro no more is looked at than names.
    pub fn mentions(&self, root: &Ident, is_it: &dyn Fn(&Expr) -> bool) -> Vec<Span> {
        let mut mentions = Mentions { root, is_it, found: Vec::new() };
        self.condition().into_iter().for_each(|condition| mentions.visit_expr(condition));
        self.first().iter().for_each(|one| mentions.visit_stmt(one));
        mentions.visit_block(&self.body);
        mentions.found
    }
}

struct Mentions<'m> {
    root: &'m Ident,
    is_it: &'m dyn Fn(&Expr) -> bool,
    found: Vec<Span>,
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::MethodCall(call) if call.method == "len" && (self.is_it)(bare(&call.receiver)) => {}
            Expr::Index(access) if (self.is_it)(bare(&access.expr)) => {
                self.found.push(span_of(expr));
                self.visit_expr(&access.index);
            }
            expr if (self.is_it)(expr) => self.found.push(span_of(expr)),
            expr => visit::visit_expr(self, expr),
        }
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        for_each_variable(call.tokens.clone(), &mut |name| {
            if name == self.root {
                self.found.push(name.span().into());
            }
        });
    }
}

/// What an assignment assigns to.
fn targets(target: &Expr, found: &mut Vec<Update>) {
    match bare(target) {
        Expr::Tuple(parts) => parts.elems.iter().for_each(|part| targets(part, found)),
        target => found.push((target.clone(), None)),
    }
}
