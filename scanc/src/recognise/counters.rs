//! Stores at places that the loop counts: `if keep { out[k] = x[i]; k += 1; }`.
//!
//! No two iterations may store in one place. They do not, where a counter never goes back and goes on whenever something is stored at
//! it. Both is read off the counter's update and the stores' guards, condition by condition.

use super::body::Store;
use super::places::Place;
use super::refuse;
use super::resolve::Carrier;
use super::solve::Solver;
use super::tables::{Meaning, OuterKind, Tables};
use crate::diagnostic::Diagnostic;
use crate::syntax::{bare, plain_ident, text};
use syn::{BinOp, Expr, Lit, Stmt, UnOp};

/// So many combinations of conditions are looked at.
const MOST_PATHS: usize = 256;
/// So far a counter may go at once.
const MOST_STEP: i64 = 1 << 16;
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
    /// How the variable `outer`, whose value after an iteration is `update`, goes on for `stores`, of which an iteration does one at most.
    pub(super) fn progress(&self, outer: usize, update: &Expr, stores: &[&Store]) -> Option<Progress> {
        let mut progress = Progress::Dense;
        for (path, amount) in self.amounts(update, outer, &Path::default())? {
            if amount.counters != 1 || !(0..=MOST_STEP).contains(&amount.number) {
                return None;
            }
            for is_stored in self.any_stored(stores, &path)? {
                match (is_stored, amount.number) {
                    (true, 1) | (false, 0) => {}
                    (true, 0) => return None,
                    _ => progress = Progress::Sparse,
                }
            }
        }
        Some(progress)
    }

    /// Whether one of the stores is done, on each path that `path` may become.
    fn any_stored(&self, stores: &[&Store], path: &Path) -> Option<Vec<bool>> {
        let mut open = vec![(path.clone(), false)];
        for store in stores {
            let Some(guard) = &store.guard else { return Some(vec![true]) };
            let mut next = Vec::new();
            for (path, is_stored) in open {
                next.extend(self.outcomes(guard, &path)?.into_iter().map(|(path, holds)| (path, is_stored || holds)));
            }
            open = within(next)?;
        }
        Some(open.into_iter().map(|(_, is_stored)| is_stored).collect())
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
    fn seen_through(&self, expr: &Expr) -> Expr {
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

    fn refuse_read(&self, place: &Place, store: &Store, load: crate::diagnostic::Span) -> Diagnostic {
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
        let offset = &stores[0].index.affine;
        if stores.iter().any(|store| store.index.affine != *offset) || shared > 1 && offset.constant != 0 {
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
