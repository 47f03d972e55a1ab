//! Loops and jumps.
//!
//! A `for` becomes a `while` over a counter that is changed before the body runs, so that `continue` is what it is in Rust:
//! `let counter = from; while counter < to { let i = counter; counter = counter + 1; … }`. [`crate::ir::counted`] knows the shape.

use crate::diagnostic::{Span, Spanned};
use crate::ir::{Binary, Block, Expr, ExprKind, Int, Literal, LocalId, Set, Statement, Type, walk};
use crate::lower::codes;
use crate::lower::lowerer::{Binding, Lowerer};

/// `for i in from..to`, or the same backwards.
struct Range<'s> {
    from: &'s syn::Expr,
    to: &'s syn::Expr,
    inclusive: bool,
    backwards: bool,
}

impl Lowerer<'_> {
    /// A loop or a jump, if it is one and may stand here.
    pub(in crate::lower) fn jump(&mut self, expr: &syn::Expr, lowered: &mut Vec<Statement>) -> bool {
        // A loop's body has been read: what is left of its jumps are the `break`s of loops inside.
        if self.world.is_none() && matches!(expr, syn::Expr::Return(_)) {
            return false;
        }
        match expr {
            syn::Expr::Return(exit) => self.return_statement(exit, lowered),
            syn::Expr::ForLoop(repeat) if repeat.label.is_none() => self.for_loop(repeat, lowered),
            syn::Expr::While(repeat) if repeat.label.is_none() => {
                let condition = self.condition(&repeat.cond);
                lowered.push(Statement::While(condition, self.loop_body(&repeat.body)));
            }
            syn::Expr::Loop(repeat) if repeat.label.is_none() => {
                let condition = Expr { kind: ExprKind::Literal(Literal::Bool(true)), ty: Type::BOOL, span: expr.span() };
                lowered.push(Statement::While(condition, self.loop_body(&repeat.body)));
            }
            syn::Expr::Break(_) | syn::Expr::Continue(_) if self.loops == 0 => {
                self.report(codes::NOT_SUPPORTED, expr.span(), "there is no loop around this", "remove it, or `return` a value");
            }
            syn::Expr::Break(exit) if exit.label.is_none() && exit.expr.is_none() => lowered.push(Statement::Break),
            syn::Expr::Continue(exit) if exit.label.is_none() => lowered.push(Statement::Continue),
            syn::Expr::ForLoop(_) | syn::Expr::While(_) | syn::Expr::Loop(_) => {
                self.report(
                    codes::NOT_SUPPORTED,
                    expr.span(),
                    "a labelled loop cannot be used here",
                    "leave by a `bool`, or by `return`",
                );
            }
            syn::Expr::Break(_) | syn::Expr::Continue(_) => {
                let help = "assign the value to a variable before the loop, or leave by a `bool`";
                self.report(codes::NOT_SUPPORTED, expr.span(), "a `break` with a label or a value cannot be used here", help);
            }
            _ => return false,
        }
        true
    }

    fn return_statement(&mut self, exit: &syn::ExprReturn, lowered: &mut Vec<Statement>) {
        let (Some(value), Some(returns)) = (&exit.expr, self.returns.clone()) else {
            return self.report(codes::NOT_SUPPORTED, exit.span(), "this `return` has no value", "return a value");
        };
        let value = self.expression(value);
        self.expect(&value, &returns, "the function returns");
        lowered.push(Statement::Return(value));
    }

    fn loop_body(&mut self, body: &syn::Block) -> Block {
        self.loops += 1;
        let body = self.unit_block(body);
        self.loops -= 1;
        body
    }

    fn for_loop(&mut self, repeat: &syn::ExprForLoop, lowered: &mut Vec<Statement>) {
        let Some(range) = range(&repeat.expr) else {
            let help = "write `for i in 0..N`, `for i in 0..=N`, or `for i in (0..N).rev()`";
            return self.report(codes::NOT_SUPPORTED, repeat.expr.span(), "this cannot be iterated over here", help);
        };
        let name = match &*repeat.pat {
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => name.ident.to_string(),
            syn::Pat::Wild(_) => "i".to_owned(),
            other => {
                return self.report(codes::BAD_PATTERN, other.span(), "a loop variable is a plain name", "write `for i in …`");
            }
        };
        let from = self.operand(range.from);
        let to = self.operand(range.to);
        self.expect(&to, &from.ty, "the range starts with");
        self.require(&from, Set::Integers, "a range");
        let visible = matches!(&*repeat.pat, syn::Pat::Ident(_));
        let counted = Counted { name, visible, ty: from.ty.clone(), span: repeat.expr.span(), backwards: range.backwards };
        if !range.inclusive {
            return self.half_open(&counted, from, to, &repeat.body, lowered);
        }
        match one_more(&to) {
            Some(to) => self.half_open(&counted, from, to, &repeat.body, lowered),
            None => self.closed(&counted, from, to, &repeat.body, lowered),
        }
    }

    /// `from..to`
    fn half_open(&mut self, of: &Counted, from: Expr, to: Expr, body: &syn::Block, lowered: &mut Vec<Statement>) {
        let (start, end) = if of.backwards { (to, from) } else { (from, to) };
        let end = self.bound(end, "stop", lowered);
        let (counter, variable) = self.counter(of, start, lowered);
        let comparison = if of.backwards { Binary::Gt } else { Binary::Lt };
        let condition = condition(comparison, of.value(counter), end);
        let mut steps = vec![Statement::Let(variable, of.value(counter)), of.step(counter)];
        if of.backwards {
            steps.reverse();
        }
        let body = self.counted_body(of, variable, steps, body);
        lowered.push(Statement::While(condition, body));
    }

    /// `from..=to`, where `to` may be the type's greatest value: a flag says whether there is more.
    fn closed(&mut self, of: &Counted, from: Expr, to: Expr, body: &syn::Block, lowered: &mut Vec<Statement>) {
        let from = self.bound(from, "from", lowered);
        let to = self.bound(to, "last", lowered);
        // In canonical expressions a name means one thing.
        let more = if self.world.is_some() { "more".to_owned() } else { format!("{}_is_left", of.name) };
        let more = self.local(&more, Type::BOOL);
        self.locals[more.0].mutable = true;
        let flag = Expr { kind: ExprKind::Local(more), ty: Type::BOOL, span: of.span };
        lowered.push(Statement::Let(more, condition(Binary::Le, from.clone(), to.clone())));
        let (start, end) = if of.backwards { (to, from) } else { (from, to) };
        let (counter, variable) = self.counter(of, start, lowered);
        let comparison = if of.backwards { Binary::Gt } else { Binary::Lt };
        let steps = vec![
            Statement::Let(variable, of.value(counter)),
            Statement::Assign(flag.clone(), condition(comparison, of.value(counter), end)),
            of.step(counter),
        ];
        let body = self.counted_body(of, variable, steps, body);
        lowered.push(Statement::While(flag, body));
    }

    /// The end of a range is evaluated once. In an iteration of a loop what is not the same throughout has a name already.
    fn bound(&mut self, bound: Expr, name: &str, lowered: &mut Vec<Statement>) -> Expr {
        let is_fixed = match &bound.kind {
            ExprKind::Literal(_) => true,
            ExprKind::Captured(_) | ExprKind::Local(_) => self.world.is_none(),
            _ => false,
        };
        if is_fixed {
            return bound;
        }
        let id = self.local(name, bound.ty.clone());
        let named = Expr { kind: ExprKind::Local(id), ty: bound.ty.clone(), span: bound.span };
        lowered.push(Statement::Let(id, bound));
        named
    }

    fn counter(&mut self, of: &Counted, start: Expr, lowered: &mut Vec<Statement>) -> (LocalId, LocalId) {
        let counter = self.local(&of.name, of.ty.clone());
        self.locals[counter.0].mutable = true;
        lowered.push(Statement::Let(counter, start));
        (counter, self.local(&of.name, of.ty.clone()))
    }

    fn counted_body(&mut self, of: &Counted, variable: LocalId, mut steps: Vec<Statement>, body: &syn::Block) -> Block {
        self.scoped(|this| {
            if of.visible {
                this.declare(of.name.clone(), Binding::Local(variable));
            }
            steps.extend(this.loop_body(body).statements);
        });
        Block { statements: steps, value: None }
    }
}

/// The loop variable of a `for`.
struct Counted {
    name: String,
    visible: bool,
    ty: Type,
    span: Span,
    backwards: bool,
}

impl Counted {
    fn value(&self, counter: LocalId) -> Expr {
        Expr { kind: ExprKind::Local(counter), ty: self.ty.clone(), span: self.span }
    }

    /// `counter = counter + 1`
    fn step(&self, counter: LocalId) -> Statement {
        let one = Expr { kind: ExprKind::Literal(Literal::Int(1)), ty: self.ty.clone(), span: self.span };
        let operator = if self.backwards { Binary::Sub } else { Binary::Add };
        let kind = ExprKind::Binary(operator, Box::new(self.value(counter)), Box::new(one));
        Statement::Assign(self.value(counter), Expr { kind, ty: self.ty.clone(), span: self.span })
    }
}

fn condition(operator: Binary, left: Expr, right: Expr) -> Expr {
    let span = right.span;
    Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty: Type::BOOL, span }
}

/// The literal after `to`, unless `to` is the greatest value of some type.
fn one_more(to: &Expr) -> Option<Expr> {
    match to.kind {
        ExprKind::Literal(Literal::Int(value)) if Int::ALL.iter().all(|ty| ty.max() != value) => {
            Some(Expr { kind: ExprKind::Literal(Literal::Int(value + 1)), ..to.clone() })
        }
        _ => None,
    }
}

fn range(expr: &syn::Expr) -> Option<Range<'_>> {
    match expr {
        syn::Expr::Paren(inner) => range(&inner.expr),
        syn::Expr::Group(inner) => range(&inner.expr),
        syn::Expr::Range(syn::ExprRange { start: Some(from), end: Some(to), limits, .. }) => {
            Some(Range { from, to, inclusive: matches!(limits, syn::RangeLimits::Closed(_)), backwards: false })
        }
        syn::Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => {
            let forwards = range(&call.receiver)?;
            Some(Range { backwards: !forwards.backwards, ..forwards })
        }
        _ => None,
    }
}

/// Whether what follows the statements is never reached.
pub(in crate::lower) fn diverges(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Return(_) | Statement::Break | Statement::Continue => true,
        Statement::If(_, then, otherwise) => diverges(&then.statements) && diverges(&otherwise.statements),
        Statement::While(Expr { kind: ExprKind::Literal(Literal::Bool(true)), .. }, body) => !breaks(&body.statements),
        _ => false,
    })
}

/// Whether a `break` leaves the loop with this body.
fn breaks(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Break => true,
        Statement::If(condition, then, otherwise) => {
            breaks(&then.statements) || breaks(&otherwise.statements) || breaks_in(condition)
        }
        Statement::Let(_, value) | Statement::Assign(_, value) | Statement::Return(value) => breaks_in(value),
        Statement::While(condition, _) => breaks_in(condition),
        Statement::Declare(_) | Statement::Continue => false,
    })
}

fn breaks_in(expr: &Expr) -> bool {
    let mut found = false;
    walk::expression(expr, &mut |expr| {
        found |= match &expr.kind {
            ExprKind::If(_, then, otherwise) => breaks(&then.statements) || breaks(&otherwise.statements),
            ExprKind::Block(block) => breaks(&block.statements),
            _ => false,
        };
    });
    found
}
