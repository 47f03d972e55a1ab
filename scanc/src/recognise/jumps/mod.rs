//! `continue` and `break`: what comes after a statement in which an iteration may end is run where it does not.
//!
//! Of `if c { continue; }` the rest of the body is the other branch. Where both branches may go on, as in `if c { if d { continue; } s = 1; }`,
//! a variable holds whether the iteration has ended, so that the rest is read, and stands in what is emitted, once.

mod values;

use super::body::{Cell, Local, Variable, Walker, is_unset};
use super::branches::otherwise_of;
use super::refuse;
use crate::diagnostic::{Span, Spanned};
use crate::ir::Scalar;
use crate::syntax::{Expressions, bare, for_each_variable, holds_loop, matches, truth};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Expr, ExprIf, Lifetime, Stmt, UnOp};

/// So many such statements a body may have: each is a branch in the one before.
const MOST_JUMPS: usize = 64;

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

    fn is_empty(&self) -> bool {
        self.statements.is_empty() && self.after.is_none_or(Rest::is_empty)
    }
}

impl Walker<'_, '_> {
    /// The statements of a loop's body.
    pub(super) fn body_statements(&mut self, statements: &[Stmt]) {
        let outer = self.ended.take();
        self.run(Rest { statements, scopes: self.scopes.len(), after: None });
        self.ended = outer;
    }

    fn run(&mut self, rest: Rest) {
        for (at, statement) in rest.statements.iter().enumerate() {
            if let Some(jump) = self.jump_of(statement) {
                return self.leave(jump, statement.span());
            }
            let after = Rest { statements: &rest.statements[at + 1..], ..rest };
            if self.may_jump(statement) && self.run_until_jump(statement, &after) {
                return;
            }
            match holds_loop(statement) {
                true => self.before(rest.text_from(at + 1), |walker| walker.statement(statement)),
                false => self.statement(statement),
            }
        }
        if let Some(after) = rest.after {
            self.go_on(after);
        }
    }

    /// What comes after a branch: that sees nothing of what this has declared, nor does the other branch of what it declares itself.
    fn go_on(&mut self, after: &Rest) {
        let seen = self.scopes[..after.scopes].to_vec();
        let here = std::mem::replace(&mut self.scopes, seen);
        self.run(*after);
        self.scopes = here;
    }

    /// A statement in which the iteration may end, and what comes after it. Whether it is one that is understood.
    fn run_until_jump(&mut self, statement: &Stmt, after: &Rest) -> bool {
        let scopes = self.scopes.len();
        let plainer = match statement {
            Stmt::Expr(expr, _) => match bare(expr) {
                Expr::Block(inner) if inner.label.is_none() => {
                    let statements = &inner.block.stmts;
                    self.scoped(|walker| walker.run(Rest { statements, scopes: scopes + 1, after: Some(after) }));
                    return true;
                }
                Expr::If(syntax) if matches::of_if_let(syntax).is_none() => {
                    self.decide(syntax, after);
                    return true;
                }
                assignment @ (Expr::Assign(_) | Expr::Binary(_)) => self.until_assigned(assignment),
                branches => self.chosen_by(branches).map(|choices| vec![Stmt::Expr(choices, None)]),
            },
            Stmt::Local(local) => self.until_value(local),
            _ => None,
        };
        plainer.map(|statements| self.run(Rest { statements: &statements, scopes, after: Some(after) })).is_some()
    }

    /// An `if` in which the iteration may end, and what comes after it.
    fn decide(&mut self, syntax: &ExprIf, after: &Rest) {
        self.jumps += 1;
        if self.jumps > MOST_JUMPS {
            if self.jumps == MOST_JUMPS + 1 {
                let message = format!("more than {MOST_JUMPS} statements in which the iteration may end");
                let help = "join conditions, `if a || b { continue; }`, or move part of the body into a function";
                self.refuse(refuse::CONTROL_FLOW, syntax.if_token.span, message, help);
            }
            return;
        }
        let (then, otherwise) = (&syntax.then_branch.stmts, otherwise_of(syntax));
        // Of `if !c { continue; }` the rest is what is run where `c` holds.
        let (condition, then, otherwise) = match bare(&syntax.cond) {
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => (&*not.expr, &otherwise, then),
            condition => (condition, then, &otherwise),
        };
        let (condition, span) = (self.operand(condition), syntax.if_token.span.into());
        let is_joined = [then, otherwise].iter().all(|statements| !self.always_jumps(statements));
        if !is_joined || after.is_empty() || self.may_leave_unset(syntax) {
            return self.decide_between(condition, span, [then, otherwise], Some(after));
        }
        let ended = self.ended_variable(span);
        let outer = self.ended.replace(ended);
        self.before(after.text_from(0), |walker| walker.decide_between(condition, span, [then, otherwise], None));
        self.ended = outer;
        let condition = self.current(Cell::Variable(ended));
        let end = |walker: &mut Self| {
            walker.end_iteration(span);
            None
        };
        let go_on = |walker: &mut Self| {
            walker.go_on(after);
            None
        };
        self.decided(condition, span, end, go_on, false);
    }

    /// Reads both branches, each with what comes after it.
    fn decide_between(&mut self, condition: Expr, span: Span, [then, otherwise]: [&Vec<Stmt>; 2], after: Option<&Rest>) {
        let arm = |walker: &mut Self, statements: &[Stmt]| {
            walker.run(Rest { statements, scopes: walker.scopes.len(), after });
            None
        };
        self.decided(condition, span, |walker| arm(walker, then), |walker| arm(walker, otherwise), false);
    }

    /// A variable that holds whether the iteration has ended.
    fn ended_variable(&mut self, span: Span) -> usize {
        let (name, number) = (self.tables.names.make_up("ended", span), self.variables.len());
        self.variables.push(Variable { name, ty: None, first: Some(Scalar::Bool), is_copy: false });
        self.state.assign(Cell::Variable(number), truth(false, span));
        number
    }

    /// Whether the branches may end the iteration before a variable that they mention has its first value.
    fn may_leave_unset(&self, syntax: &ExprIf) -> bool {
        let mut may = false;
        for_each_variable(syntax.to_token_stream(), &mut |name| {
            let Some(Local::Variable(number)) = self.lookup(name) else { return };
            may |= is_unset(&self.current(Cell::Variable(*number)));
        });
        may
    }

    fn leave(&mut self, jump: Jump, span: Span) {
        if let (Jump::Break, Some(done)) = (jump, self.done) {
            let span = self.variables[done].name.span().into();
            self.set(Cell::Variable(done), truth(true, span), span);
        }
        self.end_iteration(span);
    }

    fn end_iteration(&mut self, span: Span) {
        if let Some(ended) = self.ended {
            self.set(Cell::Variable(ended), truth(true, span), span);
        }
    }

    /// The jump that a statement is, if nothing but the loop around it has to know.
    fn jump_of(&self, statement: &Stmt) -> Option<Jump> {
        let Stmt::Expr(expr, _) = statement else { return None };
        self.jump(expr)
    }

    fn jump(&self, expr: &Expr) -> Option<Jump> {
        let is_own = |label: Option<&Lifetime>| label.is_none() || label == self.label.as_ref();
        match expr {
            Expr::Continue(next) if is_own(next.label.as_ref()) => Some(Jump::Continue),
            Expr::Break(end) if self.done.is_some() && end.expr.is_none() && is_own(end.label.as_ref()) => Some(Jump::Break),
            _ => None,
        }
    }

    /// Whether a statement may end the iteration.
    fn may_jump(&self, statement: &Stmt) -> bool {
        let mut found = false;
        let mut look = |expr: &Expr| {
            found |= self.jump(expr).is_some();
            !matches!(expr, Expr::Closure(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_))
        };
        Expressions(&mut look).visit_stmt(statement);
        found
    }

    /// Whether nothing comes after these statements in an iteration.
    fn always_jumps(&self, statements: &[Stmt]) -> bool {
        statements.iter().any(|statement| match statement {
            Stmt::Expr(Expr::If(syntax), _) => {
                self.always_jumps(&syntax.then_branch.stmts) && self.always_jumps(&otherwise_of(syntax))
            }
            Stmt::Expr(Expr::Block(inner), _) if inner.label.is_none() => self.always_jumps(&inner.block.stmts),
            statement => self.jump_of(statement).is_some(),
        })
    }

    /// A `match`, or an `if let`, as the `if`s that it is.
    pub(super) fn chosen_by(&mut self, branches: &Expr) -> Option<Expr> {
        match branches {
            Expr::Match(branches) => self.as_choices(branches),
            Expr::If(syntax) => self.as_choices(&matches::of_if_let(syntax)?),
            _ => None,
        }
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
