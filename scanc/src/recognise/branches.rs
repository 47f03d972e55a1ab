//! `if`, as a statement and as a value: what one of the branches changes becomes `if condition { … } else { … }` after it.
//!
//! The `let`s of a branch go where they are needed. Those that several of the changed variables need are put in front of the `if`, where
//! repeating them would be long: as `let name = if condition { value } else { 0 };`, so that what may panic does so under the condition alone.

use super::body::{Cell, Store, Walker, is_unset};
use super::refuse;
use super::shared::{Lets, SHORT};
use super::state::Layer;
use super::tables::Tables;
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::limits;
use crate::syntax::{bare, block, block_value, choice, for_each_name, matches, plain_ident, truth};
use proc_macro2::Ident;
use std::collections::BTreeSet;
use syn::{Expr, ExprIf, Stmt};

/// What one branch does.
pub(super) struct Branch {
    pub lets: Lets,
    value: Option<Expr>,
    changes: Layer,
    /// Which of the `let`s are still to stand beside a result, whether that needs them or not: those that may panic, or decide a literal's
    /// type. One result of each kind has them.
    kept: Vec<usize>,
}

impl Branch {
    /// What none of these results needs is kept beside the first of them.
    fn keep_beside(&mut self, results: &[Expr], tables: &Tables) {
        let needed: Vec<usize> = results.iter().flat_map(|result| self.lets.needed(result, &[])).collect();
        self.kept = self.lets.kept(tables);
        self.kept.retain(|number| !needed.contains(number));
    }
}

impl Walker<'_, '_> {
    /// Reads an `if`; its value where one is wanted.
    pub(super) fn choice(&mut self, syntax: &ExprIf, wanted: bool) -> Option<Expr> {
        if let Some(branches) = matches::of_if_let(syntax) {
            return match self.as_choices(&branches) {
                Some(choices) if wanted => Some(self.value(&choices)),
                Some(choices) => {
                    self.effect(&choices);
                    None
                }
                None => Some(self.not_an_expression(&syntax.cond)),
            };
        }
        let condition = self.operand(&syntax.cond);
        let then = |walker: &mut Self| walker.branch_block(&syntax.then_branch, &syntax.cond, wanted);
        self.decided(condition, syntax.if_token.span.into(), then, |walker| walker.otherwise(syntax, wanted), wanted)
    }

    /// What a condition decides between.
    pub(super) fn decided(
        &mut self,
        condition: Expr,
        span: Span,
        then: impl FnOnce(&mut Self) -> Option<Expr>,
        otherwise: impl FnOnce(&mut Self) -> Option<Expr>,
        wanted: bool,
    ) -> Option<Expr> {
        // One that may panic is evaluated also where nothing depends on it.
        let uses = if self.tables.may_panic_in_vain(&condition) { 2 } else { 1 };
        let condition = self.condition(&condition, uses, span);
        let known = self.variables.len();
        let (mut yes, mut no) = self.guarded(&condition, |walker| (walker.branch(then), walker.branch(otherwise)));
        let kept = self.join(&condition, known, [&mut yes, &mut no], span);
        if !wanted && !kept {
            self.keep_panics(&condition, [&mut yes, &mut no], span);
        }
        let (Some(yes_value), Some(no_value)) = (yes.value.take(), no.value.take()) else { return None };
        [&mut yes, &mut no].into_iter().for_each(|branch| branch.keep_beside(&[], self.tables));
        Some(self.chosen(&condition, [&mut yes, &mut no], [yes_value, no_value], span))
    }

    /// A `match` as the `if`s that it is, if its patterns are plain.
    pub(super) fn as_choices(&mut self, branches: &syn::ExprMatch) -> Option<Expr> {
        let is_variable = |name: &Ident| {
            self.lookup(name).is_some() || self.tables.types.variables.contains(&name.to_string().replace("r#", ""))
        };
        (!matches::hides(branches, &is_variable)).then_some(())?;
        if let Some(choices) = self.options_as_choices(branches) {
            return Some(choices);
        }
        matches::value(branches, &mut |part| self.tables.names.make_up("matched", part.span()))
    }

    /// Reads what `condition` decides over.
    pub(super) fn guarded<T>(&mut self, condition: &Expr, read: impl FnOnce(&mut Self) -> T) -> T {
        let guards = usize::from(self.tables.sources(condition).index);
        self.tables.guards += guards;
        let value = read(self);
        self.tables.guards -= guards;
        value
    }

    fn branch(&mut self, read: impl FnOnce(&mut Self) -> Option<Expr>) -> Branch {
        self.state.enter();
        let (lets, value) = self.framed(|walker| walker.scoped(read));
        Branch { lets: Lets::new(lets), value, changes: self.state.leave(), kept: Vec::new() }
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
        let known = self.bins.len();
        let value = read(self);
        self.bins.truncate(known);
        (self.frames.pop().unwrap_or_default(), value)
    }

    /// What no result keeps may still panic: a division in a branch is done where its condition holds. Or a literal has its type from it.
    fn keep_panics(&mut self, condition: &Expr, branches: [&mut Branch; 2], span: Span) {
        let nothing = [truth(false, span), truth(false, span)];
        let whole = self.chosen(condition, branches, nothing, span);
        if self.tables.may_panic(&whole) || self.tables.decides_a_type(&whole) {
            let name = self.tables.names.make_up("_unused", span);
            self.named(whole, name, None, true);
        }
    }

    /// After the branches: what they leave changed depends on the condition. Variables from `known` on are the branches' own. Whether
    /// what may panic in the branches is part of something now.
    fn join(&mut self, condition: &Expr, known: usize, branches: [&mut Branch; 2], span: Span) -> bool {
        let [yes, no] = branches;
        let changed = self.changed([&*yes, &*no], known);
        let stored = [&*yes, &*no].into_iter().flat_map(|branch| branch.changes.stores.keys().copied());
        let stored: BTreeSet<usize> = stored.collect();
        let condition = self.condition(condition, changed.len() + stored.len(), span);
        for (branch, is) in [(&mut *yes, true), (&mut *no, false)] {
            let values: Vec<Expr> = changed.iter().map(|cell| self.after(branch, *cell)).collect();
            let stores = stored.iter().flat_map(|array| self.stored_after(branch, *array));
            let stores = stores.flat_map(|store| store.guard.into_iter().chain([store.value]));
            self.share(&condition, is, branch, &values, &stores.collect::<Vec<_>>());
            branch.keep_beside(&values, self.tables);
        }
        let (has_values, mut has_stores) = (!changed.is_empty(), false);
        for cell in changed {
            let values = [&*yes, &*no].map(|branch| self.after(branch, cell));
            let value = self.chosen_result(&condition, [yes, no], values, span);
            self.set(cell, value, span);
        }
        if has_values && [&*yes, &*no].iter().any(|branch| !branch.kept.is_empty()) {
            self.keep_panics(&condition, [yes, no], span);
        }
        for branch in [&mut *yes, &mut *no] {
            let stores = stored.iter().flat_map(|array| self.stored_after(branch, *array));
            let always: Vec<Expr> = stores.flat_map(|store| self.always_computed(&store)).collect();
            branch.keep_beside(&always, self.tables);
            // What may panic is part of a value then; where a literal has its type from is asked of each kind.
            let decides = |number: &usize| branch.lets.decides_a_type(*number, self.tables);
            branch.kept = std::mem::take(&mut branch.kept).into_iter().filter(|number| !has_values || decides(number)).collect();
        }
        for array in stored {
            let stores = [&*yes, &*no].map(|branch| self.stored_after(branch, array));
            has_stores |= stores[0] != stores[1];
            self.join_stores(array, &condition, [yes, no], stores, span);
        }
        has_values || has_stores && [yes, no].iter().all(|branch| branch.kept.is_empty())
    }

    /// What a cell holds at the end of a branch.
    fn after(&self, branch: &Branch, cell: Cell) -> Expr {
        branch.changes.values.get(&cell).cloned().unwrap_or_else(|| self.current(cell))
    }

    fn stored_after(&self, branch: &Branch, array: usize) -> Vec<Store> {
        branch.changes.stores.get(&array).cloned().unwrap_or_else(|| self.state.stores(array).to_vec())
    }

    /// The cells that hold different values after the branches, or the same new one.
    fn changed(&mut self, branches: [&Branch; 2], known: usize) -> Vec<Cell> {
        let cells: BTreeSet<Cell> = branches.iter().flat_map(|branch| branch.changes.values.keys().copied()).collect();
        let cells = cells.into_iter().filter(|cell| !matches!(cell, Cell::Variable(variable) if *variable >= known));
        let mut changed = Vec::new();
        for cell in cells {
            let [yes, no] = branches.map(|branch| self.after(branch, cell));
            if yes == no {
                self.state.assign(cell, yes);
            } else if is_unset(&yes) || is_unset(&no) {
                // Nobody reads it before it has another value.
                self.state.assign(cell, self.initial(cell));
            } else {
                changed.push(cell);
            }
        }
        changed
    }

    /// What is stored after the branches: where both store in one place one value of two, otherwise what either stores where the condition
    /// says so.
    fn join_stores(
        &mut self,
        array: usize,
        condition: &Expr,
        branches: [&mut Branch; 2],
        mut stores: [Vec<Store>; 2],
        span: Span,
    ) {
        // What was stored before the branches is so whatever they do.
        let before = stores[0].iter().zip(&stores[1]).take_while(|(yes, no)| yes == no).count();
        let before = match stores[0].len() == before && stores[1].len() == before {
            true => Vec::new(),
            false => {
                let shared = stores[0][..before].to_vec();
                stores.iter_mut().for_each(|stores| drop(stores.drain(..before)));
                shared
            }
        };
        self.join_different_stores(array, condition, branches, stores, span);
        if !before.is_empty() {
            let stores = before.iter().chain(self.state.stores(array)).cloned().collect();
            self.state.store(array, stores);
        }
    }

    fn join_different_stores(
        &mut self,
        array: usize,
        condition: &Expr,
        [in_yes, in_no]: [&mut Branch; 2],
        stores: [Vec<Store>; 2],
        span: Span,
    ) {
        match &stores {
            [yes, no] if yes == no => self.state.store(array, yes.clone()),
            [yes, no] => match (yes.as_slice(), no.as_slice()) {
                ([yes], [no]) if yes.index.affine == no.index.affine => {
                    let value = match yes.value == no.value {
                        true => yes.value.clone(),
                        false => self.chosen_result(condition, [in_yes, in_no], [yes.value.clone(), no.value.clone()], span),
                    };
                    let guard = match yes.guard == no.guard {
                        true => yes.guard.clone(),
                        false => {
                            let guards = [yes, no].map(|store| store.guard.clone().unwrap_or_else(|| truth(true, span)));
                            let guard = self.chosen(condition, [in_yes, in_no], guards, span);
                            Some(self.short(guard, span))
                        }
                    };
                    self.state.store(array, Vec::new());
                    self.store_at(array, yes.index.clone(), value, yes.span);
                    let stored = self.state.stores(array).iter().cloned();
                    let stored = stored.map(|store| Store { guard: guard.clone(), ..store }).collect();
                    self.state.store(array, stored);
                }
                (yes, no) => {
                    let mut stores = Vec::new();
                    stores.extend(yes.iter().map(|store| self.in_branch(store, in_yes, condition, true, span)));
                    stores.extend(no.iter().map(|store| self.in_branch(store, in_no, condition, false, span)));
                    self.state.store(array, stores);
                }
            },
        }
    }

    /// A branch's store, as one that is done where the condition `is` what the branch asks for.
    fn in_branch(&mut self, store: &Store, branch: &mut Branch, condition: &Expr, is: bool, span: Span) -> Store {
        let guard = store.guard.clone().unwrap_or_else(|| truth(true, span));
        let (guard, never) = (self.inside(branch, guard, span), block(Vec::new(), truth(false, span)));
        let (yes, no) = if is { (guard, never) } else { (never, guard) };
        let guard = matches::logical(choice(condition.clone(), yes, no, span));
        let value = block_value(self.inside(branch, store.value.clone(), span));
        let mut index = store.index.clone();
        if self.tables.is_computed(&index.affine) {
            let place = index.written.take().map(|place| block_value(self.inside(branch, *place, span)));
            index.written = place.map(Box::new);
        }
        Store { index, value, guard: Some(guard), span: store.span }
    }

    /// What a store computes wherever its branch is taken: what stands in it under a condition is computed under that.
    fn always_computed(&self, store: &Store) -> Vec<Expr> {
        let place = store.index.written.as_deref().filter(|_| self.tables.is_computed(&store.index.affine));
        match &store.guard {
            Some(guard) => vec![guard.clone()],
            None => [&store.value].into_iter().chain(place).cloned().collect(),
        }
    }

    /// `if condition { yes } else { no }`, with what they need of the `let`s of the branches.
    fn chosen(&mut self, condition: &Expr, branches: [&mut Branch; 2], values: [Expr; 2], span: Span) -> Expr {
        let ([yes_branch, no_branch], [yes, no]) = (branches, values);
        let (yes, no) = (self.inside(yes_branch, yes, span), self.inside(no_branch, no, span));
        let whole = choice(condition.clone(), yes, no, span);
        // `if e < m { e } else { m }` of `bool`s is a minimum as it stands.
        if self.may_carry(&whole) { matches::condition_of(&whole).clone() } else { matches::logical(whole) }
    }

    /// The same of what is left or stored. Beside a value that is there already nothing is kept: a step that changes nothing is not read.
    fn chosen_result(&mut self, condition: &Expr, [yes, no]: [&mut Branch; 2], values: [Expr; 2], span: Span) -> Expr {
        let spared = [(&mut *yes, &values[0]), (&mut *no, &values[1])].map(|(branch, value)| {
            let is_there = plain_ident(value).is_some() || matches!(value, Expr::Lit(_));
            if is_there && branch.lets.needed(value, &[]).is_empty() { std::mem::take(&mut branch.kept) } else { Vec::new() }
        });
        let value = self.chosen(condition, [yes, no], values, span);
        [yes, no].into_iter().zip(spared).for_each(|(branch, spared)| branch.kept.extend(spared));
        value
    }

    /// `{ lets; value }` with the `let`s of the branch that `value` needs, and those that are still to be kept.
    fn inside(&mut self, branch: &mut Branch, value: Expr, span: Span) -> syn::Block {
        let needed = branch.lets.needed(&value, &std::mem::take(&mut branch.kept));
        let (size, lets) = (branch.lets.size(&needed), needed.iter().map(|number| branch.lets.statements[*number].clone()));
        let was_short = self.copied <= limits::BRANCHES;
        self.copied = self.copied.saturating_add(size);
        if self.copied <= limits::BRANCHES {
            return block(lets.collect(), value);
        }
        if was_short {
            let message = "so much is computed in these branches, again for each variable that they change";
            let help =
                "let branches choose plain values, and compute with them after the `if`: `let step = if c { 1 } else { 2 };`";
            self.told(Diagnostic::error(refuse::BRANCHES, span, message).help(help));
        }
        block(Vec::new(), value)
    }

    /// What each of the next branches would repeat gets a name, if it is long.
    fn short(&mut self, guard: Expr, span: Span) -> Expr {
        let mut names = 0;
        for_each_name(&guard, &mut |_| names += 1);
        if names > SHORT { self.condition(&guard, 2, span) } else { guard }
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

/// The statements of an `else`.
pub(super) fn otherwise_of(syntax: &ExprIf) -> Vec<Stmt> {
    match syntax.else_branch.as_ref().map(|(_, otherwise)| bare(otherwise)) {
        Some(Expr::Block(otherwise)) => otherwise.block.stmts.clone(),
        Some(another) => vec![Stmt::Expr(another.clone(), None)],
        None => Vec::new(),
    }
}
