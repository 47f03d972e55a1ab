//! What one loop leaves in several variables, each of which has had the whole loop so far: it runs once for all of them.
//!
//! ```text
//! let (best_3, at_3) = { let mut best_2 = best; let mut at_2 = at; for k in 0..n { … } (best_2, at_2) };
//! let (s_4, t_4) = if condition { let mut s_2 = s; let mut t_2 = t; for k in 0..n { … } (s_2, t_2) } else { (0, 0) };
//! ```

use crate::recognise::Recurrence;
use crate::syntax::{Bound, bare, block, block_value, choice, holds_loop, let_parts, plain_ident, span_of, variable};
use proc_macro2::Ident;
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprIf, Stmt, parse_quote};

/// Joins the `let`s of a recurrence that have one loop.
pub(in crate::recognise) fn join(recurrence: &mut Recurrence) {
    recurrence.visit_results_mut(&mut Join);
    if let Some(trial) = &mut recurrence.trial {
        join(trial);
    }
}

struct Join;

impl VisitMut for Join {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for number in 0..block.stmts.len() {
            let Some(left) = block.stmts.get(number).and_then(Left::of) else { continue };
            let others: Vec<(usize, Left)> = (number + 1..block.stmts.len())
                .filter_map(|other| Some((other, Left::of(&block.stmts[other]).filter(|one| one.is_of(&left))?)))
                .collect();
            let joined = Left::joined(&left, &others.iter().map(|(_, other)| other).collect::<Vec<_>>());
            let others: Vec<usize> = others.iter().map(|(other, _)| *other).collect();
            if let Some(joined) = joined {
                block.stmts[number] = joined;
                others.iter().rev().for_each(|other| _ = block.stmts.remove(*other));
            }
        }
    }
}

/// What a loop leaves in a variable: `let name = { statements; value };`, or that under conditions, `if … { … } else { 0 }`.
pub(super) struct Left<'s> {
    name: &'s Ident,
    /// `mut`, where a later loop goes on with it.
    exclusive: Option<syn::token::Mut>,
    conditions: Vec<Condition<'s>>,
    statements: &'s [Stmt],
    value: &'s Ident,
}

struct Condition<'s> {
    condition: &'s Expr,
    /// Whether the loop runs where it holds; otherwise, where it does not.
    is: bool,
    /// What the variable is elsewhere: a literal that nobody looks at.
    nothing: &'s Expr,
}

impl<'s> Left<'s> {
    pub(super) fn of(statement: &'s Stmt) -> Option<Self> {
        let (name, mut value) = let_parts(statement).filter(|_| holds_loop(statement))?;
        let mut conditions = Vec::new();
        loop {
            let block = match bare(value) {
                Expr::Block(block) => &block.block,
                Expr::If(syntax) => {
                    let (condition, block) = Condition::of(syntax)?;
                    conditions.push(condition);
                    block
                }
                _ => return None,
            };
            match (only_value(block), block.stmts.split_last()?) {
                (Some(inner), _) => value = inner,
                (None, (Stmt::Expr(value, None), statements)) if statements.iter().any(holds_loop) => {
                    return Some(Self {
                        name,
                        exclusive: exclusive(statement),
                        conditions,
                        statements,
                        value: plain_ident(value)?,
                    });
                }
                _ => return None,
            }
        }
    }

    /// Whether both are of one loop.
    pub(super) fn is_of(&self, other: &Self) -> bool {
        let conditions = |left: &Self| left.conditions.iter().map(|one| (one.condition.clone(), one.is)).collect::<Vec<_>>();
        self.statements == other.statements && conditions(self) == conditions(other)
    }

    /// The `let` of all of them, if there are others.
    fn joined(&self, others: &[&Self]) -> Option<Stmt> {
        (!others.is_empty()).then_some(())?;
        let all = || [self].into_iter().chain(others.iter().copied());
        let names = all().map(|Left { name, exclusive, .. }| quote!(#exclusive #name));
        let values = all().map(|left| variable(left.value));
        let mut value = block_value(block(self.statements.to_vec(), parse_quote!((#(#values),*))));
        for (number, Condition { condition, is, .. }) in self.conditions.iter().enumerate().rev() {
            let nothing = all().map(|left| left.conditions[number].nothing);
            let [value_block, nothing] = [value, parse_quote!((#(#nothing),*))].map(|value| block(Vec::new(), value));
            let (yes, no) = if *is { (value_block, nothing) } else { (nothing, value_block) };
            value = choice((*condition).clone(), yes, no, span_of(condition));
        }
        let mut joined: Stmt = parse_quote!(let (#(#names),*) = 0;);
        if let Stmt::Local(syn::Local { init: Some(init), .. }) = &mut joined {
            *init.expr = value;
        }
        Some(joined)
    }
}

impl<'s> Condition<'s> {
    /// The condition of an `if` one branch of which is a literal, and the other branch.
    fn of(syntax: &'s ExprIf) -> Option<(Self, &'s Block)> {
        let Expr::Block(otherwise) = bare(&syntax.else_branch.as_ref()?.1) else { return None };
        let nothing = |block: &'s Block| only_value(block).filter(|value| matches!(value, Expr::Lit(_)));
        let condition = |is, nothing| Self { condition: &syntax.cond, is, nothing };
        match (nothing(&syntax.then_branch), nothing(&otherwise.block)) {
            (None, Some(nothing)) => Some((condition(true, nothing), &syntax.then_branch)),
            (Some(nothing), None) => Some((condition(false, nothing), &otherwise.block)),
            _ => None,
        }
    }
}

fn exclusive(statement: &Stmt) -> Option<syn::token::Mut> {
    let mut found = None;
    let mut look = |name: &syn::PatIdent| found = name.mutability;
    if let Stmt::Local(local) = statement {
        syn::visit::Visit::visit_pat(&mut Bound(&mut look), &local.pat);
    }
    found
}

/// The value of a block that is nothing else.
fn only_value(block: &Block) -> Option<&Expr> {
    if let [Stmt::Expr(value, None)] = block.stmts.as_slice() { Some(value) } else { None }
}
