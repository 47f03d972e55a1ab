//! What an iteration does → what is carried, what is delayed, and the refusal of everything else.

use super::body::{Store, Walked};
use super::header::Header;
use super::places::{Place, overlap};
use super::refuse;
use super::resolve::Carried;
use super::syntax::{bare, for_each_ident, plain_ident, span_of, text};
use super::tables::{Meaning, OuterKind, Tables};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::parse::ScanAttribute;
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::{BTreeSet, HashSet};
use syn::{Expr, ExprBinary};

/// What depends on what in an iteration.
pub(super) struct Solver<'a> {
    pub header: &'a Header<'a>,
    pub walked: &'a Walked,
    pub tables: &'a Tables<'a>,
    pub attribute: &'a ScanAttribute,
    pub span: Span,
    pub diagnostics: &'a mut Diagnostics,
}

/// What the loop carries.
pub(super) struct Solution {
    pub carried: Carried,
    /// The carried value after the iteration.
    pub update: Expr,
    /// Where the update stands.
    pub span: Span,
    /// Variables whose value after an iteration depends on nothing that is carried, as indices into [`Tables::outers`], each with it.
    pub registers: Vec<(usize, Expr)>,
}

/// A value that depends on itself, an iteration before.
struct Candidate {
    carried: Carried,
    key: String,
    span: Span,
    /// It counts iterations.
    counts: bool,
}

impl Solver<'_> {
    /// Finds what is carried.
    pub(super) fn solve(mut self) -> Result<Solution> {
        self.check_overlaps();
        self.check_indices();
        self.check_stores();
        self.diagnostics.stop_if_errors()?;
        let carried_loads = self.carried_loads();
        let mut candidates = self.candidates(&carried_loads);
        self.diagnostics.stop_if_errors()?;
        let main = self.main_candidate(&candidates);
        let Some(main) = main.map(|main| candidates.swap_remove(main)) else {
            let derived = self.derived(&carried_loads, None);
            return Err(self.no_candidate(&derived));
        };
        candidates.iter().for_each(|other| self.refuse_second(&main, other));
        for (_, span, name) in self.derived(&carried_loads, Some(main.carried)) {
            self.refuse_derived(span, &name, &main.key);
        }
        self.check_unused_panics(main.carried);
        self.diagnostics.stop_if_errors()?;
        Ok(self.solution(&main))
    }

    fn solution(&self, main: &Candidate) -> Solution {
        let update = match main.carried {
            Carried::Outer(outer) => self.walked.scalars.iter().find(|(scalar, _)| *scalar == outer).map(|(_, value)| value),
            Carried::Load(array, _) => self.store(array).map(|store| &store.value),
        };
        let update = update.cloned().unwrap_or_else(|| super::body::error_at(main.span));
        let registers =
            self.walked.scalars.iter().filter(|(scalar, _)| main.carried != Carried::Outer(*scalar)).cloned().collect();
        Solution { carried: main.carried, update, span: main.span, registers }
    }

    fn store(&self, array: usize) -> Option<&Store> {
        self.walked.stores.iter().find(|(stored, _)| *stored == array).map(|(_, store)| store)
    }

    /// Loads of what the previous iteration stored in the same array.
    fn carried_loads(&mut self) -> Vec<usize> {
        let mut found = Vec::new();
        for number in 0..self.tables.loads.len() {
            match self.iterations_back(number) {
                Ok(Some(1)) => found.push(number),
                Ok(_) => {}
                Err(error) => self.diagnostics.push(error),
            }
        }
        found
    }

    /// How many iterations before the cell that is loaded is stored; `None` for arrays that are not stored.
    fn iterations_back(&self, number: usize) -> std::result::Result<Option<i64>, Diagnostic> {
        let load = &self.tables.loads[number];
        let Some(store) = self.store(load.array) else { return Ok(None) };
        let what = self.element_text(load.array, &load.index.affine);
        let Some(distance) = store.index.affine.distance(&load.index.affine) else {
            let error =
                Diagnostic::error(refuse::MAY_OVERLAP, load.span, format!("`{what}` may be what another iteration stores"));
            return Err(
                error.help("read it before the loop, into a `let`, or read from another array than the one that is stored")
            );
        };
        let stride = store.index.affine.coefficient.saturating_mul(self.header.step);
        match (distance % stride, distance / stride) {
            (0, 0) => Ok(Some(0)),
            (0, 1) => Ok(Some(1)),
            (0, ..0) => {
                let error = Diagnostic::error(
                    refuse::READS_AHEAD,
                    load.span,
                    format!("`{what}` is read before a later iteration stores it"),
                );
                Err(error.help("run the loop the other way (`.rev()`), or read from another array than the one that is stored"))
            }
            (0, back) => {
                let message = format!("`{what}` was stored {back} iterations before");
                let error = Diagnostic::error(refuse::READS_FURTHER_BACK, load.span, message);
                Err(error.help("a scan continues what the previous iteration stored, and nothing else of that array"))
            }
            _ => {
                let previous = store.index.affine.minus(&super::Affine::constant(stride));
                let previous = previous.map(|index| self.element_text(load.array, &index)).unwrap_or_default();
                let message = format!("`{what}` is not what the previous iteration stored, which is `{previous}`");
                Err(Diagnostic::error(refuse::OFF_STEP, load.span, message).help(format!("continue `{previous}`, or step by 1")))
            }
        }
    }

    fn element_text(&self, array: usize, index: &super::Affine) -> String {
        format!("{}[{}]", self.tables.arrays[array].place.text(), text(&index.expression(&self.tables.index, self.span)))
    }

    /// Everything that depends on itself, an iteration before.
    fn candidates(&self, carried_loads: &[usize]) -> Vec<Candidate> {
        let arrays = carried_loads.iter().map(|load| {
            let array = self.tables.loads[*load].array;
            let (key, span) = (self.tables.arrays[array].place.key.clone(), self.tables.loads[*load].span);
            Candidate { carried: Carried::Load(array, *load), key, span, counts: false }
        });
        let scalars = self.walked.scalars.iter().filter(|(outer, value)| self.leaves(value).contains(&Meaning::Outer(*outer)));
        let scalars = scalars.map(|(outer, value)| {
            let (key, span) = (self.tables.outers[*outer].key.clone(), self.assigned(*outer));
            Candidate { carried: Carried::Outer(*outer), key, span, counts: self.counts(*outer, value) }
        });
        arrays.chain(scalars).collect()
    }

    /// The one that the clause names, or else the first that does more than count.
    fn main_candidate(&self, candidates: &[Candidate]) -> Option<usize> {
        let targets: Vec<String> = self.attribute.targets.iter().filter_map(Place::of).map(|place| place.key).collect();
        let named = |candidate: &Candidate| targets.contains(&candidate.key);
        let position = |wanted: &dyn Fn(&Candidate) -> bool| candidates.iter().position(wanted);
        position(&named).or_else(|| position(&|candidate| !candidate.counts)).or_else(|| position(&|_| true))
    }

    /// Whether the variable counts iterations: `k += 1`.
    fn counts(&self, outer: usize, value: &Expr) -> bool {
        let value = self.tables.expanded(value);
        let Expr::Binary(ExprBinary { left, op: syn::BinOp::Add(_) | syn::BinOp::Sub(_), right, .. }) = bare(&value) else {
            return false;
        };
        plain_ident(left) == Some(&self.tables.outers[outer].name) && matches!(bare(right), Expr::Lit(_))
    }

    /// Variables that are set to something carried, but do not carry it themselves: each with its place and name.
    fn derived(&self, carried_loads: &[usize], main: Option<Carried>) -> Vec<(usize, Span, String)> {
        let assigned: HashSet<Meaning> = self.walked.scalars.iter().map(|(outer, _)| Meaning::Outer(*outer)).collect();
        let carried: HashSet<Meaning> = carried_loads.iter().map(|load| Meaning::Load(*load)).chain(assigned).collect();
        let scalars = self.walked.scalars.iter().filter(|(outer, value)| {
            let leaves = self.leaves(value);
            main != Some(Carried::Outer(*outer))
                && !leaves.contains(&Meaning::Outer(*outer))
                && !leaves.is_disjoint(&carried.iter().copied().collect())
        });
        scalars.map(|(outer, _)| (*outer, self.assigned(*outer), text(&self.tables.outers[*outer].value))).collect()
    }

    /// What an expression is computed from, `let`s seen through.
    fn leaves(&self, expr: &Expr) -> BTreeSet<Meaning> {
        let (mut leaves, mut open) = (BTreeSet::new(), vec![expr.to_token_stream()]);
        let mut seen = HashSet::new();
        while let Some(tokens) = open.pop() {
            for_each_ident(tokens, &mut |name| match self.tables.meaning(name) {
                Some(Meaning::Binding(binding)) if seen.insert(binding) => {
                    open.push(self.tables.bindings[binding].value.to_token_stream())
                }
                Some(Meaning::Binding(_)) | None => {}
                Some(meaning) => drop(leaves.insert(meaning)),
            });
        }
        leaves
    }

    /// A division by what is carried is not done where nothing is computed from it: the loop would panic, the scan would not.
    fn check_unused_panics(&mut self, carried: Carried) {
        let carried = match carried {
            Carried::Outer(outer) => Meaning::Outer(outer),
            Carried::Load(_, load) => Meaning::Load(load),
        };
        let stored = self.walked.stores.iter().map(|(_, store)| store.value.clone());
        let used = stored.chain(self.walked.scalars.iter().map(|(_, value)| value.clone()));
        let used: HashSet<usize> = used.flat_map(|value| self.tables.bindings_of(&value, None)).collect();
        let unused = self.tables.bindings.iter().enumerate().filter(|(number, _)| !used.contains(number));
        for (_, binding) in unused {
            if self.tables.may_panic(&binding.value) && self.leaves(&binding.value).contains(&carried) {
                let error =
                    Diagnostic::error(refuse::UNUSED_PANIC, span_of(&binding.value), "this may panic, and nothing uses it");
                self.diagnostics.push(error.help("leave it out, or store it"));
            }
        }
    }

    fn assigned(&self, outer: usize) -> Span {
        self.tables.outers[outer].assigned.unwrap_or(self.span)
    }

    /// Values that index must stay fixed.
    fn check_indices(&mut self) {
        let loads = self.tables.loads.iter().map(|load| (&load.index.affine, load.span));
        let stores = self.walked.stores.iter().map(|(_, store)| (&store.index.affine, store.span));
        for (affine, span) in loads.chain(stores) {
            let changed = self
                .walked
                .scalars
                .iter()
                .find(|(outer, _)| affine.captures().any(|name| *name == self.tables.outers[*outer].name));
            if let Some((outer, _)) = changed {
                let name = text(&self.tables.outers[*outer].value);
                let error = Diagnostic::error(refuse::NOT_AFFINE, span, format!("`{name}`, which indexes, changes in the loop"));
                self.diagnostics
                    .push(error.help(format!(
                        "index with the loop variable instead of `{name}`: `for (i, x) in xs.iter().enumerate()`"
                    )));
            }
        }
    }

    /// Each iteration has cells of its own.
    fn check_stores(&mut self) {
        for (array, store) in self.walked.stores.iter().filter(|(_, store)| store.index.affine.coefficient == 0) {
            if !store.index.affine.captures().any(|name| self.is_changed(name)) {
                let message = format!("every iteration stores the same element of `{}`", self.tables.arrays[*array].place.text());
                let error = Diagnostic::error(refuse::STORES, store.span, message);
                self.diagnostics
                    .push(error.help("store an element of its own in each iteration, or keep the value in a variable"));
            }
        }
    }

    fn is_changed(&self, name: &Ident) -> bool {
        self.walked.scalars.iter().any(|(outer, _)| *name == self.tables.outers[*outer].name)
    }

    /// What is changed must not be part of something else that is used, or the whole of it.
    fn check_overlaps(&mut self) {
        let outers = self.tables.outers.iter().enumerate().filter(|(_, outer)| outer.kind == OuterKind::Variable);
        let outers = outers.map(|(number, outer)| {
            let changed = self.walked.scalars.iter().any(|(scalar, _)| *scalar == number);
            (&outer.key, changed, outer.value.span(), text(&outer.value))
        });
        let arrays = self.tables.arrays.iter().enumerate().filter(|(_, array)| !array.collected);
        let arrays = arrays
            .map(|(number, array)| (&array.place.key, self.store(number).is_some(), array.place.span(), array.place.text()));
        let places: Vec<_> = outers.chain(arrays).collect();
        for (at, (key, changed, span, name)) in places.iter().enumerate() {
            if let Some(other) = places[..at].iter().find(|other| overlap(key, other.0) && (*changed || other.1)) {
                let message = format!("`{name}` overlaps with `{}`, and the loop changes one of them", other.3);
                let error = Diagnostic::error(refuse::OVERLAPPING_PLACES, *span, message);
                self.diagnostics.push(error.help("borrow the parts before the loop, each under a name of its own"));
            }
        }
    }

    fn no_candidate(&mut self, derived: &[(usize, Span, String)]) -> crate::diagnostic::Stopped {
        match derived {
            [] => {
                let help = "a scan continues its last value: `y[i] = y[i - 1] + x[i];`, or `sum += x[i]; y[i] = sum;`";
                let error =
                    Diagnostic::error(refuse::NO_RECURRENCE, self.span, "nothing is carried from one iteration to the next");
                self.diagnostics.stop(error.help(help))
            }
            _ => {
                derived.iter().for_each(|(_, span, name)| self.refuse_circle(*span, name));
                crate::diagnostic::Stopped
            }
        }
    }

    fn refuse_second(&mut self, main: &Candidate, other: &Candidate) {
        let (code, help): (Code, _) = match other.counts {
            true => {
                (refuse::SECOND_RECURRENCE, format!("count with the loop variable instead of `{}`: `.enumerate()`", other.key))
            }
            false => (refuse::SECOND_RECURRENCE, "split the loop: one recurrence each".into()),
        };
        let message = format!("`{}` is carried besides `{}`", other.key, main.key);
        self.diagnostics.push(Diagnostic::error(code, other.span, message).help(help));
    }

    fn refuse_derived(&mut self, span: Span, name: &str, main: &str) {
        let message =
            format!("`{name}` lives outside the loop and is set to what depends on `{main}` or on another changed variable");
        let help = format!("declare it in the body with `let`, or set it after the loop from `{main}`");
        self.diagnostics.push(Diagnostic::error(refuse::DERIVED_SCALAR, span, message).help(help));
    }

    fn refuse_circle(&mut self, span: Span, name: &str) {
        let message = format!("`{name}` is set to a variable that the loop changes too");
        let help = "a scan carries one value: combine it with a new element in each iteration";
        self.diagnostics.push(Diagnostic::error(refuse::DERIVED_SCALAR, span, message).help(help));
    }
}
