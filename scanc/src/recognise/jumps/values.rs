//! Values some of whose branches end the iteration: what ends it comes first, as a statement, and the value after that.

use super::Walker;
use crate::diagnostic::{Span, Spanned};
use crate::syntax::{bare, block, choice, compound, matches, ours, variable};
use proc_macro2::Ident;
use syn::{Expr, ExprIf, Stmt, parse_quote_spanned};

impl Walker<'_, '_> {
    /// `let v = if c { 1 } else { continue };` as `if c {} else { continue }` and `let v = 1;`.
    pub(super) fn until_value(&mut self, local: &syn::Local) -> Option<Vec<Stmt>> {
        if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) {
            return self.option_until(local);
        }
        let init = local.init.as_ref()?;
        if let Expr::Block(inner) = bare(&init.expr) {
            return self.assigned(local, init, &Expr::Block(inner.clone()));
        }
        let value = self.chosen_by(bare(&init.expr)).unwrap_or_else(|| (*init.expr).clone());
        let (mut statements, value) = match value {
            // What is matched has a name.
            Expr::Block(named) => match named.block.stmts.as_slice() {
                [lets @ .., Stmt::Expr(value, None)] => (lets.to_vec(), value.clone()),
                _ => return None,
            },
            value => (Vec::new(), value),
        };
        let Some(parted) = self.parted(&value) else {
            statements.extend(self.assigned(local, init, &value)?);
            return Some(statements);
        };
        statements.extend(parted.ends);
        statements.extend(parted.value.map(|value| {
            let init = syn::LocalInit { expr: Box::new(value), ..init.clone() };
            Stmt::Local(syn::Local { init: Some(init), ..local.clone() })
        }));
        Some(statements)
    }

    /// `let value; { …; value = e; }` and `let v = value;` for `let v = { …; e };`
    fn assigned(&mut self, local: &syn::Local, init: &syn::LocalInit, value: &Expr) -> Option<Vec<Stmt>> {
        let (span, at) = (Span::from(local.let_token.span), ours(local.let_token.span.into()));
        let name = self.tables.names.for_text("value", span);
        let assigned = self.assigned_to(&name, value)?;
        let init = syn::LocalInit { expr: Box::new(variable(&name)), ..init.clone() };
        let bound = Stmt::Local(syn::Local { init: Some(init), ..local.clone() });
        Some(vec![parse_quote_spanned!(at=> let #name;), Stmt::Expr(assigned, None), bound])
    }

    /// `if c { name = a; } else { continue; }` for `if c { a } else { continue }`
    fn assigned_to(&self, name: &Ident, value: &Expr) -> Option<Expr> {
        let at = ours(value.span());
        let in_block = |inner: &syn::Block| -> Option<syn::Block> {
            let [before @ .., Stmt::Expr(value, None)] = inner.stmts.as_slice() else {
                return self.always_jumps(&inner.stmts).then(|| inner.clone());
            };
            let last = Stmt::Expr(self.assigned_to(name, value)?, None);
            Some(syn::Block { stmts: before.iter().cloned().chain([last]).collect(), ..inner.clone() })
        };
        match bare(value) {
            Expr::If(syntax) if matches::of_if_let(syntax).is_none() => {
                let (word, otherwise) = syntax.else_branch.as_ref()?;
                let otherwise = Box::new(match bare(otherwise) {
                    Expr::If(_) => self.assigned_to(name, otherwise)?,
                    Expr::Block(inner) => Expr::Block(syn::ExprBlock { block: in_block(&inner.block)?, ..inner.clone() }),
                    _ => return None,
                });
                let then_branch = in_block(&syntax.then_branch)?;
                Some(Expr::If(ExprIf { then_branch, else_branch: Some((*word, otherwise)), ..syntax.clone() }))
            }
            Expr::Block(inner) => Some(Expr::Block(syn::ExprBlock { block: in_block(&inner.block)?, ..inner.clone() })),
            jump if self.jump(jump).is_some() => Some(jump.clone()),
            value if self.may_jump(&Stmt::Expr(value.clone(), None)) => None,
            value => Some(parse_quote_spanned!(at=> #name = #value)),
        }
    }

    /// `let value = if c { e } else { continue };` and `y[i] += value;` for `y[i] += if c { e } else { continue };`
    pub(super) fn until_assigned(&mut self, assignment: &Expr) -> Option<Vec<Stmt>> {
        let (left, right) = match assignment {
            Expr::Assign(assign) => (&assign.left, &assign.right),
            Expr::Binary(update) if compound(&update.op).is_some() => (&update.left, &update.right),
            _ => return None,
        };
        if self.may_jump(&Stmt::Expr((**left).clone(), None)) {
            return None;
        }
        let at = ours(right.span());
        let name = self.tables.names.for_text("value", right.span());
        let value = Box::new(variable(&name));
        let assigned = match assignment {
            Expr::Assign(assign) => Expr::Assign(syn::ExprAssign { right: value, ..assign.clone() }),
            Expr::Binary(update) => Expr::Binary(syn::ExprBinary { right: value, ..update.clone() }),
            _ => return None,
        };
        Some(vec![parse_quote_spanned!(at=> let #name = #right;), Stmt::Expr(assigned, Some(syn::Token![;](at)))])
    }

    /// Takes a value some of whose branches end the iteration apart.
    fn parted(&self, value: &Expr) -> Option<Parted> {
        match bare(value) {
            Expr::If(syntax) if !matches!(*syntax.cond, Expr::Let(_)) => {
                let (_, otherwise) = syntax.else_branch.as_ref()?;
                let [yes, no] = [self.parted_block(&syntax.then_branch)?, self.parted(otherwise)?];
                let span = syntax.if_token.span.into();
                let decided = |yes, no| choice((*syntax.cond).clone(), yes, no, span);
                let ends = match (yes.ends.as_slice(), no.ends.as_slice()) {
                    ([], []) => Vec::new(),
                    _ => vec![Stmt::Expr(decided(block_of(yes.ends), block_of(no.ends)), None)],
                };
                let value = match (yes.value, no.value) {
                    (Some(yes), Some(no)) => Some(decided(block(Vec::new(), yes), block(Vec::new(), no))),
                    (yes, no) => yes.or(no),
                };
                Some(Parted { ends, value })
            }
            Expr::Block(inner) if inner.label.is_none() => self.parted_block(&inner.block),
            value if self.jump(value).is_some() => Some(Parted { ends: vec![Stmt::Expr(value.clone(), None)], value: None }),
            value => (!self.may_jump(&Stmt::Expr(value.clone(), None))).then(|| Parted::value(value.clone())),
        }
    }

    fn parted_block(&self, inner: &syn::Block) -> Option<Parted> {
        match inner.stmts.as_slice() {
            [Stmt::Expr(value, None)] => self.parted(value),
            statements if self.always_jumps(statements) => Some(Parted { ends: statements.to_vec(), value: None }),
            statements if statements.iter().any(|statement| self.may_jump(statement)) => None,
            _ => Some(Parted::value(Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: inner.clone() }))),
        }
    }
}

/// A value some of whose branches end the iteration.
struct Parted {
    /// What ends it, where it does.
    ends: Vec<Stmt>,
    /// The value where it goes on, if it may.
    value: Option<Expr>,
}

impl Parted {
    fn value(value: Expr) -> Self {
        Self { ends: Vec::new(), value: Some(value) }
    }
}

fn block_of(stmts: Vec<Stmt>) -> syn::Block {
    syn::Block { brace_token: syn::token::Brace::default(), stmts }
}
