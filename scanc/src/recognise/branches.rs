//! `if`, as a statement and as a value: what one of the branches changes becomes `if condition { … } else { … }` after it.

use super::body::{Cell, State, Store, Walker};
use super::refuse;
use super::syntax::{bare, block, choice, plain_ident, text};
use crate::diagnostic::{Span, Spanned};
use std::collections::BTreeSet;
use syn::{Expr, ExprIf, Stmt};

/// What one branch does.
struct Branch {
    lets: Vec<Stmt>,
    value: Option<Expr>,
    state: State,
}

impl Walker<'_, '_> {
    /// Reads an `if`; its value where one is wanted.
    pub(super) fn choice(&mut self, syntax: &ExprIf, wanted: bool) -> Option<Expr> {
        let condition = self.operand(&syntax.cond);
        // One that may panic is evaluated also where nothing depends on it.
        let uses = if self.tables.may_panic(&condition) { 2 } else { 1 };
        let condition = self.condition(&condition, uses, syntax.if_token.span.into());
        let (before, known) = (self.state.clone(), self.variables.len());
        let yes = self.branch(|walker| walker.branch_block(&syntax.then_branch, &syntax.cond, wanted));
        self.state = before.clone();
        let no = self.branch(|walker| walker.otherwise(syntax, wanted));
        let span = syntax.if_token.span;
        let kept = self.join(&condition, &before, known, [&yes, &no], span.into());
        if !wanted && !kept {
            self.keep_panics(&condition, [&yes, &no], span.into());
        }
        let (Some(yes_value), Some(no_value)) = (yes.value, no.value) else { return None };
        Some(choice(condition, block(yes.lets, yes_value), block(no.lets, no_value), span.into()))
    }

    fn branch(&mut self, read: impl FnOnce(&mut Self) -> Option<Expr>) -> Branch {
        let (lets, value) = self.framed(|walker| walker.scoped(read));
        Branch { lets, value, state: std::mem::take(&mut self.state) }
    }

    fn branch_block(&mut self, block: &syn::Block, place: &Expr, wanted: bool) -> Option<Expr> {
        match wanted {
            true => Some(self.block(block, place)),
            false => {
                self.statements(&block.stmts);
                None
            }
        }
    }

    fn otherwise(&mut self, syntax: &ExprIf, wanted: bool) -> Option<Expr> {
        match syntax.else_branch.as_ref().map(|(_, otherwise)| bare(otherwise)) {
            Some(Expr::If(another)) => self.choice(another, wanted),
            Some(Expr::Block(otherwise)) => self.branch_block(&otherwise.block, &syntax.cond, wanted),
            _ if wanted => {
                Some(self.told(refuse::unsupported(syntax.span(), "an `if` without `else` as a value", "add the `else`")))
            }
            _ => None,
        }
    }

    /// Runs `read`; the `let`s that it makes are not those of what is around.
    pub(super) fn framed<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (Vec<Stmt>, T) {
        self.frames.push(Vec::new());
        let value = read(self);
        (self.frames.pop().unwrap_or_default(), value)
    }

    /// Branches that change nothing may still panic: a division in a branch is done where its condition holds.
    fn keep_panics(&mut self, condition: &Expr, branches: [&Branch; 2], span: Span) {
        let never = || Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: syn::LitBool::new(false, span.first).into() });
        let whole = chosen(condition, branches, never(), never(), span);
        if self.tables.may_panic(&whole) {
            let name = self.tables.names.made_up("_unused", span);
            self.named(whole, name, None, true);
        }
    }

    /// After the branches: what they leave changed depends on the condition. Variables from `known` on are the branches' own. Whether
    /// the branches' `let`s are part of something now.
    fn join(&mut self, condition: &Expr, before: &State, known: usize, branches: [&Branch; 2], span: Span) -> bool {
        self.state = before.clone();
        let changed = self.changed(branches, known);
        let stored: BTreeSet<usize> = branches.iter().flat_map(|branch| branch.state.stores.keys().copied()).collect();
        let condition = self.condition(condition, changed.len() + stored.len(), span);
        let mut kept = !changed.is_empty();
        for cell in changed {
            let [yes, no] = branches.map(|branch| branch.state.values.get(&cell).cloned().unwrap_or_else(|| self.initial(cell)));
            let value = chosen(&condition, branches, yes, no, span);
            self.set(cell, value, span);
        }
        for array in stored {
            match branches.map(|branch| branch.state.stores.get(&array)) {
                [Some(yes), Some(no)] => {
                    kept |= yes.value != no.value;
                    self.join_stores(array, &condition, branches, [yes, no], span);
                }
                [Some(only), None] | [None, Some(only)] => self.refuse_conditional(array, only),
                [None, None] => {}
            }
        }
        kept
    }

    /// The cells that hold different values after the branches, or the same new one.
    fn changed(&mut self, branches: [&Branch; 2], known: usize) -> Vec<Cell> {
        let cells: BTreeSet<Cell> = branches.iter().flat_map(|branch| branch.state.values.keys().copied()).collect();
        let cells = cells.into_iter().filter(|cell| !matches!(cell, Cell::Variable(variable) if *variable >= known));
        let mut changed = Vec::new();
        for cell in cells {
            let [yes, no] = branches.map(|branch| branch.state.values.get(&cell).cloned().unwrap_or_else(|| self.initial(cell)));
            if yes == no {
                self.state.values.insert(cell, yes);
            } else {
                changed.push(cell);
            }
        }
        changed
    }

    fn join_stores(&mut self, array: usize, condition: &Expr, branches: [&Branch; 2], stores: [&Store; 2], span: Span) {
        let [yes, no] = stores;
        if yes.index.affine != no.index.affine {
            return self.refuse_two_stores(array, no.span);
        }
        let value = match yes.value == no.value {
            true => yes.value.clone(),
            false => chosen(condition, branches, yes.value.clone(), no.value.clone(), span),
        };
        self.state.stores.remove(&array);
        self.store_at(array, yes.index.clone(), value, yes.span);
    }

    /// A condition that is needed several times gets a name.
    fn condition(&mut self, condition: &Expr, uses: usize, span: Span) -> Expr {
        if uses < 2 || plain_ident(condition).is_some() {
            return condition.clone();
        }
        let name = self.tables.names.made_up("condition", span);
        self.named(condition.clone(), name, None, false)
    }

    fn refuse_conditional(&mut self, array: usize, store: &Store) {
        let array = &self.tables.arrays[array];
        let message = format!("`{}` is stored in some iterations only", array.place.text());
        let (place, index) = (array.place.text(), text(&store.index.affine.expression(&self.tables.index, store.span)));
        let help = format!("store in every iteration: `{place}[{index}] = if … {{ … }} else {{ … }};`");
        self.refuse(refuse::CONDITIONAL_STORE, store.span, message, help);
    }
}

/// `if condition { yes } else { no }`, with the `let`s of the branches.
fn chosen(condition: &Expr, branches: [&Branch; 2], yes: Expr, no: Expr, span: Span) -> Expr {
    let [yes_branch, no_branch] = branches;
    choice(condition.clone(), block(yes_branch.lets.clone(), yes), block(no_branch.lets.clone(), no), span)
}
