//! Stores at places that the loop counts: `if keep { out[k] = x[i]; k += 1; }`.
//!
//! No two iterations may store in one place, nor one iteration twice. They do not, where a counter never goes back and goes on beyond whatever
//! is stored at it, and that is at places of its own. All is read off the counter's update and the stores' guards, condition by condition.

use super::body::{Store, Walker};
use super::places::Place;
use super::resolve::Carrier;
use super::solve::Solver;
use super::tables::{Index, Meaning, OuterKind, Tables};
use super::{Affine, bounds, refuse};
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::{bare, binary, block, block_value, for_each_name, let_parts, let_statement, not, plain_ident, span_of, text};
use proc_macro2::Ident;
use std::collections::BTreeMap;
use syn::{BinOp, Expr, Lit, Stmt, UnOp};

/// So many combinations of conditions are looked at.
const MOST_PATHS: usize = 256;
/// So far a counter may go at once.
const MOST_STEP: i64 = 1 << 16;
/// To so many places a counter may have come.
const MOST_WAYS: usize = 8;
/// So many counters may share an array.
const MOST_COUNTERS: usize = 4;

/// How a counter goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// By one where something is stored at it, and not at all elsewhere.
    Dense,
    /// By one or more where something is stored at it, and perhaps elsewhere.
    Sparse,
}

/// Conditions, by their text, and whether each holds.
#[derive(Clone, Default)]
struct Path(Vec<(String, bool)>);

impl Path {
    /// The paths on which the condition is what it may be, each with that.
    fn split(&self, condition: String) -> Vec<(Path, bool)> {
        match self.0.iter().find(|(known, _)| *known == condition) {
            Some((_, holds)) => vec![(self.clone(), *holds)],
            None => [true, false].map(|holds| (self.with(condition.clone(), holds), holds)).into(),
        }
    }

    fn with(&self, condition: String, holds: bool) -> Path {
        let mut path = self.clone();
        path.0.push((condition, holds));
        path
    }
}

/// What an expression is on each path; `None` where that is not found.
type Outcomes<T> = Option<Vec<(Path, T)>>;

/// A number, perhaps on top of what the counter was.
#[derive(Clone, Copy, Default)]
struct Amount {
    counters: u8,
    number: i64,
}

impl Tables<'_> {
    /// How the variable `outer`, whose value after an iteration is `update`, goes on for `stores`. They are at places of their own, from
    /// the counter on, and it goes on beyond them.
    pub(super) fn progress(&self, outer: usize, update: &Expr, stores: &[&Store]) -> Option<Progress> {
        let first = base(stores);
        let mut progress =
            if stores.iter().all(|store| store.index.affine.constant == first) { Progress::Dense } else { Progress::Sparse };
        for (path, amount) in self.amounts(update, outer, &Path::default())? {
            if amount.counters != 1 || !(0..=MOST_STEP).contains(&amount.number) {
                return None;
            }
            for places in self.all_stored(stores, &path)? {
                let fits = |place: &i64| place.checked_sub(first).is_some_and(|place| (0..amount.number).contains(&place));
                let is_apart = (1..places.len()).all(|at| !places[..at].contains(&places[at]));
                if !is_apart || !places.iter().all(fits) {
                    return None;
                }
                if places.len() as i64 != amount.number {
                    progress = Progress::Sparse;
                }
            }
        }
        Some(progress)
    }

    /// Where something is stored, less the counter, on each path that `path` may become.
    fn all_stored(&self, stores: &[&Store], path: &Path) -> Option<Vec<Vec<i64>>> {
        let mut open = vec![(path.clone(), Vec::new())];
        for store in stores {
            let mut next = Vec::new();
            for (path, places) in open {
                let outcomes = match &store.guard {
                    Some(guard) => self.outcomes(guard, &path)?,
                    None => vec![(path, true)],
                };
                next.extend(outcomes.into_iter().map(|(path, holds)| {
                    let here = holds.then_some(store.index.affine.constant);
                    (path, places.iter().copied().chain(here).collect())
                }));
            }
            open = within(next)?;
        }
        Some(open.into_iter().map(|(_, places)| places).collect())
    }

    /// Whether a condition holds.
    fn outcomes(&self, condition: &Expr, path: &Path) -> Outcomes<bool> {
        match self.seen_through(condition) {
            Expr::Lit(syn::ExprLit { lit: Lit::Bool(value), .. }) => Some(vec![(path.clone(), value.value)]),
            Expr::Unary(syn::ExprUnary { op: UnOp::Not(_), expr, .. }) => {
                Some(self.outcomes(&expr, path)?.into_iter().map(|(path, holds)| (path, !holds)).collect())
            }
            Expr::Binary(syn::ExprBinary { left, op: BinOp::And(_), right, .. }) => self.both(&left, &right, path, false),
            Expr::Binary(syn::ExprBinary { left, op: BinOp::Or(_), right, .. }) => self.both(&left, &right, path, true),
            Expr::If(choice) => self.chosen(&choice, path, |branch, path| self.outcomes(branch, path)),
            other => Some(path.split(self.expanded(&other).map_or_else(|| text(&other), |written_out| text(&written_out)))),
        }
    }

    /// `left && right`, which is `false` where `left` is, or `left || right`.
    fn both(&self, left: &Expr, right: &Expr, path: &Path, decided: bool) -> Outcomes<bool> {
        let mut all = Vec::new();
        for (path, holds) in self.outcomes(left, path)? {
            match holds == decided {
                true => all.push((path, decided)),
                false => all.extend(self.outcomes(right, &path)?),
            }
        }
        within(all)
    }

    /// What a number is that is computed from literals, conditions and the variable `outer`.
    fn amounts(&self, expr: &Expr, outer: usize, path: &Path) -> Outcomes<Amount> {
        match self.seen_through(expr) {
            Expr::Lit(syn::ExprLit { lit: Lit::Int(value), .. }) => {
                Some(vec![(path.clone(), Amount { counters: 0, number: value.base10_parse().ok()? })])
            }
            Expr::Binary(syn::ExprBinary { left, op: BinOp::Add(_), right, .. }) => self.sums(&left, &right, outer, path),
            Expr::MethodCall(call) if call.method == "wrapping_add" && call.args.len() == 1 => {
                self.sums(&call.receiver, &call.args[0], outer, path)
            }
            Expr::If(choice) => self.chosen(&choice, path, |branch, path| self.amounts(branch, outer, path)),
            Expr::Cast(cast) if self.is_condition(&cast.expr) => self.counted(&cast.expr, path),
            Expr::Call(call) if text(&call.func) == "usize::from" && call.args.len() == 1 && self.is_condition(&call.args[0]) => {
                self.counted(&call.args[0], path)
            }
            name if plain_ident(&name).and_then(|name| self.meaning(name)) == Some(Meaning::Outer(outer)) => {
                Some(vec![(path.clone(), Amount { counters: 1, number: 0 })])
            }
            _ => None,
        }
    }

    fn sums(&self, left: &Expr, right: &Expr, outer: usize, path: &Path) -> Outcomes<Amount> {
        let mut all = Vec::new();
        for (path, left) in self.amounts(left, outer, path)? {
            for (path, right) in self.amounts(right, outer, &path)? {
                let number = left.number.checked_add(right.number)?;
                all.push((path, Amount { counters: left.counters.saturating_add(right.counters), number }));
            }
        }
        within(all)
    }

    /// 1 where the condition holds, and 0 elsewhere.
    fn counted(&self, condition: &Expr, path: &Path) -> Outcomes<Amount> {
        let outcomes = self.outcomes(condition, path)?.into_iter();
        Some(outcomes.map(|(path, holds)| (path, Amount { counters: 0, number: i64::from(holds) })).collect())
    }

    fn is_condition(&self, expr: &Expr) -> bool {
        let seen = self.seen_through(expr);
        let compares = |op: &BinOp| {
            matches!(op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
                || matches!(op, BinOp::And(_) | BinOp::Or(_))
        };
        matches!(&seen, Expr::Binary(binary) if compares(&binary.op)) || self.scalar_of(&seen) == Some(crate::ir::Scalar::Bool)
    }

    /// `if condition { … } else { … }`, of whose branches `read` tells.
    fn chosen<T>(&self, choice: &syn::ExprIf, path: &Path, read: impl Fn(&Expr, &Path) -> Outcomes<T>) -> Outcomes<T> {
        let otherwise = &choice.else_branch.as_ref()?.1;
        let then = last_of(&choice.then_branch)?;
        let mut all = Vec::new();
        for (path, holds) in self.outcomes(&choice.cond, path)? {
            all.extend(if holds { read(then, &path)? } else { read(otherwise, &path)? });
        }
        within(all)
    }

    /// The expression, seen through names, parentheses and blocks.
    pub(super) fn seen_through(&self, expr: &Expr) -> Expr {
        match bare(expr) {
            Expr::Block(block) if block.label.is_none() => match last_of(&block.block) {
                Some(value) => self.seen_through(value),
                None => expr.clone(),
            },
            other => match plain_ident(other).and_then(|name| self.meaning(name)) {
                Some(Meaning::Binding(binding)) => self.seen_through(&self.bindings[binding].value),
                _ => other.clone(),
            },
        }
    }
}

/// The value of a block whose statements are `let`s.
fn last_of(block: &syn::Block) -> Option<&Expr> {
    match block.stmts.last() {
        Some(Stmt::Expr(value, None)) => Some(value),
        _ => None,
    }
}

fn within<T>(paths: Vec<(Path, T)>) -> Outcomes<T> {
    (paths.len() <= MOST_PATHS).then_some(paths)
}

/// The first place of what is stored at a counter, less the counter.
pub(super) fn base(stores: &[&Store]) -> i64 {
    stores.iter().map(|store| store.index.affine.constant).min().unwrap_or_default()
}

/// Where a counter may have come to, and under which condition.
#[derive(Clone)]
pub(super) struct Way {
    condition: Option<Expr>,
    at: Affine,
}

impl Walker<'_, '_> {
    /// Whether two places are at one counter, apart by a number.
    pub(super) fn counts_on(&self, one: &Affine, other: &Affine) -> bool {
        let is_changed = |name: &Expr| match plain_ident(name).and_then(|name| self.tables.meaning(name)) {
            Some(Meaning::Outer(outer)) => self.tables.changes(outer),
            _ => false,
        };
        one.is_fixed() && matches!(one.terms.as_slice(), [(1, name)] if is_changed(name)) && one.distance(other).is_some()
    }

    /// Where a counter of this value may be; `None` where that is not found, or there are too many ways.
    pub(super) fn ways(&mut self, value: &Expr) -> Option<Vec<Way>> {
        let mut ways = Vec::new();
        self.add_ways(value, 0, None, &mut ways)?;
        Some(ways)
    }

    /// The same of `more` than the value, where the condition holds.
    fn add_ways(&mut self, value: &Expr, more: i64, condition: Option<Expr>, ways: &mut Vec<Way>) -> Option<()> {
        let span = span_of(value);
        let both = |one: Option<Expr>, other: Expr| match one {
            Some(one) => binary(one, BinOp::And(syn::token::AndAnd(span.first)), other),
            None => other,
        };
        match self.tables.seen_through(value) {
            Expr::If(choice) => {
                let (then, otherwise) = (last_of(&choice.then_branch)?, &choice.else_branch.as_ref()?.1);
                let is = self.with_lets(&choice.cond);
                self.add_ways(then, more, Some(both(condition.clone(), grouped(is.clone()))), ways)?;
                self.add_ways(otherwise, more, Some(both(condition, not(is, span))), ways)
            }
            Expr::Binary(syn::ExprBinary { left, op: BinOp::Add(_), right, .. }) => {
                self.add_ways(&left, more.checked_add(bounds::literal(&right)?)?, condition, ways)
            }
            name => {
                let Some(Meaning::Outer(outer)) = plain_ident(&name).and_then(|name| self.tables.meaning(name)) else {
                    return None;
                };
                self.tables.outer_is_usize(outer);
                let at = Affine::captured(&self.tables.outers[outer].name).plus(&Affine::constant(more))?;
                ways.push(Way { condition, at });
                (ways.len() <= MOST_WAYS).then_some(())
            }
        }
    }

    /// The condition, with the `let`s that it needs of branches that have ended.
    fn with_lets(&self, condition: &Expr) -> Expr {
        let is_here = |name: &Ident| self.frames.iter().flatten().filter_map(let_parts).any(|(known, _)| known == name);
        let hidden =
            |expr: &Expr| match plain_ident(expr).filter(|name| !is_here(name)).and_then(|name| self.tables.meaning(name)) {
                Some(Meaning::Binding(number)) => Some(&self.tables.bindings[number].value),
                _ => None,
            };
        let condition = std::iter::successors(Some(condition), |condition| hidden(condition)).last().unwrap_or(condition);
        let (mut lets, mut open) = (BTreeMap::new(), vec![condition]);
        while let Some(expr) = open.pop() {
            for_each_name(expr, &mut |name| {
                if let Some(Meaning::Binding(number)) = self.tables.meaning(name)
                    && !is_here(name)
                    && lets.insert(number, name).is_none()
                {
                    open.push(&self.tables.bindings[number].value);
                }
            });
        }
        let statement = |(number, name): (usize, &Ident)| {
            let binding = &self.tables.bindings[number];
            let_statement(name, binding.ty.as_ref(), binding.value.clone())
        };
        block_value(block(lets.into_iter().map(statement).collect(), condition.clone()))
    }

    /// Stores at one of several places, wherever the counter has come to.
    pub(super) fn store_ways(&mut self, array: usize, ways: Vec<Way>, value: Expr, span: Span) {
        if let [Way { condition: None, at }] = ways.as_slice() {
            return self.store_at(array, Index { affine: at.clone(), written: None }, value, span);
        }
        let mut stores = self.state.stores(array).to_vec();
        let is_alike = |store: &Store| ways.iter().all(|way| self.counts_on(&store.index.affine, &way.at));
        if !stores.iter().all(is_alike) {
            return self.refuse_two_stores(&self.tables.arrays[array].place.clone(), span);
        }
        let value = self.stored_value(array, value, span);
        stores.extend(ways.into_iter().map(|Way { condition, at }| Store {
            index: Index { affine: at, written: None },
            value: value.clone(),
            guard: condition,
            span,
        }));
        self.state.store(array, stores);
    }
}

/// An operand.
fn grouped(condition: Expr) -> Expr {
    match condition {
        Expr::Path(_) | Expr::Paren(_) => condition,
        other => {
            Expr::Paren(syn::ExprParen { attrs: Vec::new(), paren_token: syn::token::Paren::default(), expr: Box::new(other) })
        }
    }
}

impl Solver<'_> {
    /// The variable that counts where the store goes: an index into [`Tables::outers`].
    pub(super) fn counter(&self, store: &Store) -> Option<usize> {
        counter(self.tables, &self.walked.scalars, store)
    }

    /// What is stored in some iterations only, or at a counter, is not read, and not stored otherwise. Where it is read at its own place
    /// alone, every iteration stores it by now.
    pub(super) fn check_conditional(&mut self) {
        for array in 0..self.tables.arrays.len() {
            let stores: Vec<&Store> = self.walked.stores.iter().filter(|(stored, _)| *stored == array).map(|(_, s)| s).collect();
            if stores.iter().all(|store| self.tables.is_computed(&store.index.affine)) {
                continue;
            }
            let Some(conditional) = stores.iter().find(|store| store.guard.is_some() || self.counter(store).is_some()) else {
                continue;
            };
            let place = &self.tables.arrays[array].place;
            if let Some(load) = self.tables.loads.iter().find(|load| load.array == array) {
                self.diagnostics.push(self.refuse_read(place, conditional, load.span));
            }
            let uncounted = stores.iter().rev().find(|store| self.counter(store).is_none());
            if let Some(store) = uncounted.filter(|_| stores.len() > 1) {
                let message = format!("an iteration stores one of several elements of `{}`", place.text());
                let help = "store at one index in all branches, or at a counter in each: `out[k] = x[i]; k += 1;`";
                self.diagnostics.push(Diagnostic::error(refuse::STORES, store.span, message).help(help));
            }
        }
    }

    fn refuse_read(&self, place: &Place, store: &Store, load: Span) -> Diagnostic {
        let place = place.text();
        if self.counter(store).is_some() {
            let message = format!("`{place}` is stored where the loop counts, and is read as well");
            return Diagnostic::error(refuse::MAY_OVERLAP, load, message)
                .help("store into another array than the one that is read");
        }
        let message = format!("`{place}` is stored in some iterations only, and read at a place of its own");
        let help = "read it before the loop, into a `let`, or read from another array than the one that is stored";
        Diagnostic::error(refuse::CONDITIONAL_STORE, store.span, message).help(help)
    }

    /// Every counter goes on whenever something is stored at it.
    pub(super) fn check_counters(&mut self, carriers: &[Carrier]) {
        for array in 0..self.tables.arrays.len() {
            let stores = self.walked.stores.iter().filter(|(stored, _)| *stored == array).map(|(_, store)| store);
            let counted: Vec<(usize, &Store)> = stores.filter_map(|store| Some((self.counter(store)?, store))).collect();
            let mut counters: Vec<usize> = counted.iter().map(|(counter, _)| *counter).collect();
            counters.sort_unstable();
            counters.dedup();
            for &counter in &counters {
                let stores: Vec<&Store> = counted.iter().filter(|(of, _)| *of == counter).map(|(_, store)| *store).collect();
                if let Some(error) = self.counter_error(counter, &stores, counters.len(), carriers) {
                    self.diagnostics.push(error);
                }
            }
        }
    }

    fn counter_error(&self, counter: usize, stores: &[&Store], shared: usize, carriers: &[Carrier]) -> Option<Diagnostic> {
        let outer = &self.tables.outers[counter];
        let (name, store) = (text(&outer.value), stores[0]);
        let error = |code, message: String, help: String| Some(Diagnostic::error(code, store.span, message).help(help));
        let usize_only = || format!("count with a `usize`: `let mut {name} = 0usize;`");
        if stores.iter().any(|store| store.index.written.is_some())
            || outer.ty.as_ref().is_some_and(|ty| *ty != crate::ir::Type::USIZE)
        {
            return error(refuse::INDEX_CAST, format!("`{name}`, which counts, is no `usize`"), usize_only());
        }
        if shared > MOST_COUNTERS {
            let help = format!("no more than {MOST_COUNTERS} counters share an array: use several arrays");
            return error(refuse::STORES, "too many counters say where this is stored".to_owned(), help);
        }
        if shared > 1 && base(stores) != 0 {
            let help = format!("store at `{name}` itself, and then count");
            return error(refuse::STORES, format!("stores at `{name}` plus something may meet others"), help);
        }
        let update = self.walked.scalars.iter().find(|(scalar, _)| *scalar == counter).map(|(_, value)| value);
        let is_variable = matches!(outer.kind, OuterKind::Variable | OuterKind::Pushes(_));
        let is_carried = carriers.contains(&Carrier::Outer(counter)) && is_variable;
        if !is_carried && update.is_some_and(|update| self.leaves(update).contains(&Meaning::Outer(counter))) {
            // That the clause does not name it has been said.
            return None;
        }
        if !is_carried || update.and_then(|update| self.tables.progress(counter, update, stores)).is_none() {
            if let OuterKind::Pushes(_) = outer.kind {
                let help = "say once under which condition it is kept: `let keep = …; if keep { …; }`";
                return error(
                    refuse::STORES,
                    format!("where this iteration pushes to `{}` depends on too much", outer.key),
                    help.to_owned(),
                );
            }
            let help = format!("count where you store, and never back: `if keep {{ out[{name}] = x[i]; {name} += 1; }}`");
            return error(refuse::STORES, format!("two iterations may store where `{name}` says"), help);
        }
        None
    }
}

/// The variable, changed by the loop, that alone says where the store goes.
pub(super) fn counter(tables: &Tables, changed: &[(usize, Expr)], store: &Store) -> Option<usize> {
    let affine = &store.index.affine;
    let [(1, term)] = affine.terms.as_slice() else { return None };
    let Some(Meaning::Outer(outer)) = plain_ident(term).and_then(|name| tables.meaning(name)) else { return None };
    (affine.is_fixed() && changed.iter().any(|(scalar, _)| *scalar == outer)).then_some(outer)
}
