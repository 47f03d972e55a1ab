//! `if`, as a statement and as a value: what one of the branches changes becomes `if condition { … } else { … }` after it.

use super::body::{Cell, State, Store, Walker};
use super::refuse;
use super::syntax::{bare, block, block_value, choice, not, plain_ident, truth};
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

    /// Branches that change nothing may still panic: a division in a branch is done where its condition holds. Or a literal has its
    /// type from them.
    fn keep_panics(&mut self, condition: &Expr, branches: [&Branch; 2], span: Span) {
        let whole = chosen(condition, branches, truth(false, span), truth(false, span), span);
        if self.tables.may_panic(&whole) || self.tables.decides_a_type(&whole) {
            let name = self.tables.names.make_up("_unused", span);
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
            let stores = branches.map(|branch| branch.state.stores.get(&array).map_or(&[][..], Vec::as_slice));
            kept |= stores[0] != stores[1];
            self.join_stores(array, &condition, branches, stores, span);
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

    /// What is stored after the branches: where both store in one place one value of two, otherwise what either stores where the condition
    /// says so.
    fn join_stores(&mut self, array: usize, condition: &Expr, branches: [&Branch; 2], stores: [&[Store]; 2], span: Span) {
        match stores {
            [yes, no] if yes == no => drop(self.state.stores.insert(array, yes.to_vec())),
            [[yes], [no]] if yes.index.affine == no.index.affine => {
                let value = match yes.value == no.value {
                    true => yes.value.clone(),
                    false => chosen(condition, branches, yes.value.clone(), no.value.clone(), span),
                };
                let guard = match yes.guard == no.guard {
                    true => yes.guard.clone(),
                    false => {
                        let [yes, no] = [yes, no].map(|store| store.guard.clone().unwrap_or_else(|| truth(true, span)));
                        Some(chosen(condition, branches, yes, no, span))
                    }
                };
                self.state.stores.remove(&array);
                self.store_at(array, yes.index.clone(), value, yes.span);
                self.state.stores.entry(array).or_default().iter_mut().for_each(|store| store.guard.clone_from(&guard));
            }
            [yes, no] => {
                let [in_yes, in_no] = branches;
                let yes = yes.iter().map(|store| in_branch(store, in_yes, condition, true, span));
                let stores = yes.chain(no.iter().map(|store| in_branch(store, in_no, condition, false, span))).collect();
                self.state.stores.insert(array, stores);
            }
        }
    }

    /// A condition that is needed several times gets a name.
    fn condition(&mut self, condition: &Expr, uses: usize, span: Span) -> Expr {
        if uses < 2 || plain_ident(condition).is_some() {
            return condition.clone();
        }
        let name = self.tables.names.make_up("condition", span);
        self.named(condition.clone(), name, None, false)
    }
}

/// A branch's store, as one that is done where the condition `is` what the branch asks for.
fn in_branch(store: &Store, branch: &Branch, condition: &Expr, is: bool, span: Span) -> Store {
    let inside = |expr: Expr| if branch.lets.is_empty() { expr } else { block_value(block(branch.lets.clone(), expr)) };
    let guard = match (&store.guard, is) {
        (None, true) => condition.clone(),
        (None, false) => not(condition.clone(), span),
        (Some(guard), true) => {
            choice(condition.clone(), block(branch.lets.clone(), guard.clone()), block(vec![], truth(false, span)), span)
        }
        (Some(guard), false) => {
            choice(condition.clone(), block(vec![], truth(false, span)), block(branch.lets.clone(), guard.clone()), span)
        }
    };
    Store { index: store.index.clone(), value: inside(store.value.clone()), guard: Some(guard), span: store.span }
}

/// `if condition { yes } else { no }`, with the `let`s of the branches.
fn chosen(condition: &Expr, branches: [&Branch; 2], yes: Expr, no: Expr, span: Span) -> Expr {
    let [yes_branch, no_branch] = branches;
    choice(condition.clone(), block(yes_branch.lets.clone(), yes), block(no_branch.lets.clone(), no), span)
}
