//! `continue` and `break`: what comes after a statement in which an iteration may end is run where it does not.

use super::body::{Cell, Walker};
use super::branches::otherwise_of;
use crate::syntax::{Expressions, bare, holds_loop, truth};
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::Visit;
use syn::{Expr, ExprIf, Lifetime, Stmt, UnOp};

/// So many such statements a body may have: each is a branch in the one before.
const MOST_JUMPS: usize = 16;

/// What ends an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Jump {
    Continue,
    Break,
}

/// What is still to run: statements, and how many scopes there are around them.
#[derive(Clone, Copy)]
struct Rest<'s> {
    statements: &'s [Stmt],
    scopes: usize,
    /// What comes after them.
    after: Option<&'s Rest<'s>>,
}

impl Rest<'_> {
    /// What is still to run from the statement `at` on.
    fn text_from(&self, at: usize) -> TokenStream {
        let statements = &self.statements[at..];
        let after = self.after.map(|after| after.text_from(0));
        quote!(#(#statements)* #after)
    }
}

impl Walker<'_, '_> {
    /// The statements of a loop's body.
    pub(super) fn body_statements(&mut self, statements: &[Stmt]) {
        self.run(Rest { statements, scopes: self.scopes.len(), after: None });
    }

    fn run(&mut self, rest: Rest) {
        for (at, statement) in rest.statements.iter().enumerate() {
            if let Some(jump) = self.jump_of(statement) {
                return self.leave(jump);
            }
            match decision(statement).filter(|syntax| self.may_jump(syntax) && self.jumps < MOST_JUMPS) {
                Some(syntax) => {
                    self.jumps += 1;
                    return self.decide(syntax, Rest { statements: &rest.statements[at + 1..], ..rest });
                }
                None if holds_loop(statement) => self.before(rest.text_from(at + 1), |walker| walker.statement(statement)),
                None => self.statement(statement),
            }
        }
        if let Some(after) = rest.after {
            let hidden = self.scopes.split_off(after.scopes);
            self.run(*after);
            self.scopes.extend(hidden);
        }
    }

    /// An `if` in which the iteration may end, and what comes after it.
    fn decide(&mut self, syntax: &ExprIf, after: Rest) {
        let (then, otherwise) = (&syntax.then_branch.stmts, otherwise_of(syntax));
        // Of `if !c { continue; }` the rest is what is run where `c` holds.
        let (condition, then, otherwise) = match bare(&syntax.cond) {
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => (&*not.expr, &otherwise, then),
            condition => (condition, then, &otherwise),
        };
        let condition = self.operand(condition);
        let arm = |walker: &mut Self, statements: &[Stmt]| {
            walker.run(Rest { statements, scopes: walker.scopes.len(), after: Some(&after) });
            None
        };
        let then = |walker: &mut Self| arm(walker, then);
        self.decided(condition, syntax.if_token.span.into(), then, |walker| arm(walker, otherwise), false);
    }

    fn leave(&mut self, jump: Jump) {
        if let (Jump::Break, Some(done)) = (jump, self.done) {
            let span = self.variables[done].name.span().into();
            self.set(Cell::Variable(done), truth(true, span), span);
        }
    }

    /// The jump that a statement is, if nothing but the loop around it has to know.
    fn jump_of(&self, statement: &Stmt) -> Option<Jump> {
        let Stmt::Expr(expr, _) = statement else { return None };
        let is_own = |label: Option<&Lifetime>| label.is_none() || label == self.label.as_ref();
        match expr {
            Expr::Continue(next) if is_own(next.label.as_ref()) => Some(Jump::Continue),
            Expr::Break(end) if self.done.is_some() && end.expr.is_none() && is_own(end.label.as_ref()) => Some(Jump::Break),
            _ => None,
        }
    }

    /// Whether one of the arms may end the iteration.
    fn may_jump(&self, syntax: &ExprIf) -> bool {
        let ends = |statements: &[Stmt]| {
            statements.iter().any(|one| self.jump_of(one).is_some() || decision(one).is_some_and(|inner| self.may_jump(inner)))
        };
        ends(&syntax.then_branch.stmts) || ends(&otherwise_of(syntax))
    }
}

/// A statement that decides what comes next.
fn decision(statement: &Stmt) -> Option<&ExprIf> {
    match statement {
        Stmt::Expr(Expr::If(syntax), _) if !matches!(*syntax.cond, Expr::Let(_)) => Some(syntax),
        _ => None,
    }
}

/// Whether statements leave the loop around them by `break`.
pub(super) fn breaks(statements: &[Stmt]) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        found |= matches!(expr, Expr::Break(_));
        !matches!(expr, Expr::Closure(_))
    };
    let mut walk = Expressions(&mut look);
    statements.iter().for_each(|statement| walk.visit_stmt(statement));
    found
}
