//! What an iteration does → what is carried, what is delayed, and the refusal of everything else.

use super::Affine;
use super::body::{Store, Walked};
use super::counters::counter;
use super::header::Header;
use super::places::{Place, overlap};
use super::refuse;
use super::registers::Register;
use super::resolve::Carrier;
use super::tables::{Meaning, OuterKind, Tables};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::ir;
use crate::limits;
use crate::parse::ScanAttribute;
use crate::syntax::{bare, for_each_name, let_parts, plain_ident, span_of, text};
use proc_macro2::Ident;
use std::collections::{BTreeSet, HashMap, HashSet};
use syn::{Expr, ExprBinary};

/// So many values the runtime carries together.
pub(super) const MOST: usize = 6;

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
    /// What carries, in the order of the carried values.
    pub carriers: Vec<Carrier>,
    /// How each is updated.
    pub carried: Vec<Carried>,
    /// Variables whose value after an iteration depends on nothing that is carried.
    pub registers: Vec<Register>,
    /// How many iterations back what is carried was stored; `None` for one.
    pub lag: Option<Affine>,
    /// Loads of what an iteration before the last has stored, each with the load of what it will be.
    pub older: HashMap<usize, usize>,
}

/// A carried value.
pub(super) struct Carried {
    /// As the user calls it.
    pub key: String,
    /// What it is after the iteration.
    pub update: Expr,
    /// Where the update stands.
    pub span: Span,
    /// Which of the attribute's targets names it.
    pub clause: usize,
    /// It may go along with the choice of this carried value, which stands before it.
    pub attached: Option<usize>,
}

/// A value that depends on itself, an iteration before.
pub(super) struct Candidate {
    pub carrier: Carrier,
    pub key: String,
    pub span: Span,
    /// It counts iterations.
    counts: bool,
    pub clause: Option<usize>,
    attached: Option<usize>,
}

/// What a load of an array has that the loop stores.
enum Continues {
    /// What the previous iteration has stored, or one before that.
    Previous,
    /// What only its own iteration stores, or none.
    Nothing,
    /// What was there before the loop: a later iteration stores there, or none does. With what to say where nothing is carried.
    BeforeTheLoop(Diagnostic),
}

impl Solver<'_> {
    /// Finds what is carried.
    pub(super) fn solve(mut self) -> Result<Solution> {
        self.check_results()?;
        self.check_overlaps();
        self.check_indices();
        self.check_gathers();
        self.check_stores();
        self.check_conditional();
        self.diagnostics.stop_if_errors()?;
        let (carried_loads, lag, old) = self.carried_loads();
        let candidates = self.candidates(&carried_loads);
        self.diagnostics.stop_if_errors()?;
        if self.attribute.independent {
            return self.solve_independent(&carried_loads, &candidates);
        }
        if self.combines() {
            return self.solve_bins(&carried_loads, &candidates);
        }
        let mains = self.mains(candidates, &carried_loads);
        self.diagnostics.stop_if_errors()?;
        if mains.is_empty() {
            old.into_iter().for_each(|error| self.diagnostics.push(error));
            self.diagnostics.stop_if_errors()?;
            let derived = self.derived(&carried_loads, &[]);
            return Err(self.no_candidate(&derived));
        }
        if let Some(more) = mains.get(MOST) {
            let help = format!("split the loop: no more than {MOST} values are carried together");
            self.diagnostics.push(refuse::second(more.span, &mains[0].key, &more.key, help));
        }
        let carriers: Vec<Carrier> = mains.iter().map(|main| main.carrier).collect();
        for (outer, span, name) in self.derived(&carried_loads, &carriers) {
            let clause = self.derived_clause().filter(|_| self.is_on_a_circle(outer, &carried_loads));
            self.refuse_derived(span, &name, &mains[0].key, clause);
        }
        self.check_unused_panics(&carriers);
        self.check_registers(&carriers);
        self.check_counters(&carriers);
        self.diagnostics.stop_if_errors()?;
        Ok(self.solution(&mains, carriers, lag))
    }

    /// Every result is computed by itself, with all that it needs.
    fn check_results(&mut self) -> Result<()> {
        let stores = self.walked.stores.get(limits::RESULTS).map(|(_, store)| (store.span, "stores"));
        let scalars = self.walked.scalars.get(limits::RESULTS).map(|(outer, _)| (self.assigned(*outer), "changes"));
        let Some((span, does)) = stores.or(scalars) else { return Ok(()) };
        let what = if does == "stores" { "elements" } else { "variables from outside" };
        let message = format!("an iteration {does} more than {} {what}", limits::RESULTS);
        Err(self.diagnostics.stop(Diagnostic::error(refuse::TOO_MUCH, span, message).help("split the loop")))
    }

    /// Of a loop that says that its iterations are independent: nothing may be carried.
    fn solve_independent(mut self, carried_loads: &[usize], candidates: &[Candidate]) -> Result<Solution> {
        for candidate in candidates {
            if let Carrier::Outer(outer) = candidate.carrier
                && matches!(self.tables.outers[outer].kind, OuterKind::Pushes(_))
            {
                let message = format!("where an iteration pushes in `{}` depends on those before it", candidate.key);
                let help =
                    format!("instead of `#[parallel_for]` write `#[scan(+ : {})]`: its length is what is summed", candidate.key);
                self.diagnostics.push(Diagnostic::error(refuse::NOT_INDEPENDENT, candidate.span, message).help(help));
                continue;
            }
            let message =
                format!("`{}` is carried from one iteration to the next, so the iterations are not independent", candidate.key);
            let scan = format!(
                "instead of `#[parallel_for]` write `#[scan(⊕ : {})]` with its operator or `auto`",
                self.named(candidate)
            );
            let help = match candidate.carrier {
                Carrier::Load(..) => scan,
                Carrier::Outer(_) => format!("{scan}, or `#[reduce(⊕ : {})]` where only the last value counts", candidate.key),
            };
            self.diagnostics.push(Diagnostic::error(refuse::NOT_INDEPENDENT, candidate.span, message).help(help));
        }
        if candidates.is_empty() {
            self.derived(carried_loads, &[]).iter().for_each(|(_, span, name)| self.refuse_circle(*span, name));
            if self.walked.stores.is_empty() {
                let error = Diagnostic::error(refuse::NOTHING_STORED, self.span, "no iteration stores anything");
                self.diagnostics.push(error.help("store what an iteration computes: `y[i] = f(x[i]);`"));
            }
            self.check_alone("scatters");
            self.check_registers(&[]);
            self.check_counters(&[]);
        }
        self.diagnostics.stop_if_errors()?;
        Ok(self.solution(&[], Vec::new(), None))
    }

    pub(super) fn solution(&self, mains: &[Candidate], carriers: Vec<Carrier>, lag: Option<Affine>) -> Solution {
        let older = self.older();
        let carried = mains.iter().map(|main| Carried {
            key: main.key.clone(),
            update: self.update(main, &older),
            span: main.span,
            clause: main.clause.unwrap_or_default(),
            attached: main.attached,
        });
        let carried = carried.collect();
        Solution { registers: self.registers(&carriers), carriers, carried, lag, older }
    }

    fn update(&self, main: &Candidate, older: &HashMap<usize, usize>) -> Expr {
        let update = match main.carrier {
            Carrier::Load(_, load) if older.contains_key(&load) => return Tables::load_name(older[&load], main.span),
            Carrier::Outer(outer) => self.walked.scalars.iter().find(|(scalar, _)| *scalar == outer).map(|(_, value)| value),
            Carrier::Load(array, _) => self.store(array).map(|store| &store.value),
        };
        update.cloned().unwrap_or_else(|| super::body::error_at(main.span))
    }

    pub(super) fn store(&self, array: usize) -> Option<&Store> {
        self.walked.stores.iter().find(|(stored, _)| *stored == array).map(|(_, store)| store)
    }

    /// Loads of what the previous iteration stored in the same array, or of what one further back did, and how far back that is. Other loads
    /// of arrays that are stored have what was there before the loop: each with what to say of it where nothing is carried.
    fn carried_loads(&mut self) -> (Vec<usize>, Option<Affine>, Vec<Diagnostic>) {
        let lags = (0..self.tables.loads.len()).map(|number| self.lag(number)).collect::<Vec<_>>();
        let common = lags.iter().flatten().next().filter(|lag| self.has_lag(lag, &lags)).cloned();
        let (mut found, mut old) = (Vec::new(), Vec::new());
        for (number, lag) in lags.iter().enumerate() {
            if common.is_some() && lag.is_some() {
                found.push(number);
                continue;
            }
            match self.continues(number) {
                Ok(Continues::Previous) if self.is_mixed(number) => {
                    let place = &self.tables.arrays[self.tables.loads[number].array].place;
                    let message = format!(
                        "elements of `{}` are used as a whole, and stored in parts: this one is what the previous iteration stored",
                        place.text()
                    );
                    let help =
                        "use whole elements only where the iteration stores parts, as in `q[i] = p[i];`, or after the loop";
                    self.diagnostics
                        .push(Diagnostic::error(refuse::PARTIAL_STORE, self.tables.loads[number].span, message).help(help));
                }
                Ok(Continues::Previous) => found.push(number),
                Ok(Continues::Nothing) => {}
                Ok(Continues::BeforeTheLoop(says)) => old.push(says),
                Err(error) if lag.is_some() && !self.stores_and_reads_plainly() => {
                    let help = "with a lag nothing is read at computed places, or stored under a condition: \
                                have a loop before read it, into an array";
                    self.diagnostics.push(error.help(help));
                }
                Err(error) => self.diagnostics.push(error),
            }
        }
        (found, common, old)
    }

    /// Whether it is a load of a whole element, of an array of whose elements the loop stores parts.
    fn is_mixed(&self, number: usize) -> bool {
        let place = &self.tables.arrays[self.tables.loads[number].array].place;
        self.tables.partial.contains(&place.key) && !self.tables.is_split(place)
    }

    /// How many iterations before the cell that is loaded is stored, where that is more than one, or fixed and not known.
    pub(super) fn lag(&self, number: usize) -> Option<Affine> {
        let load = &self.tables.loads[number];
        let store = &self.store(load.array)?.index.affine;
        let distance = store.minus(&load.index.affine).filter(Affine::is_fixed)?;
        let stride = store.slope().as_constant()?.checked_mul(self.header.step)?;
        match (stride, distance.as_constant()) {
            (0, _) => None,
            (stride, Some(distance)) => {
                (distance % stride == 0 && distance / stride > 1).then(|| Affine::constant(distance / stride))
            }
            (1 | -1, None) => distance.times(stride),
            _ => None,
        }
    }

    /// Whether all that the loop carries is in arrays, and `lag` iterations back.
    fn has_lag(&self, lag: &Affine, lags: &[Option<Affine>]) -> bool {
        let loads = self.tables.loads.iter().zip(lags);
        let mut stored = loads.filter_map(|(load, lag)| Some((load, self.store(load.array)?, lag)));
        let fixed = lag.captures().all(|name| !self.is_changed(name) && self.is_usize(name));
        fixed
            && self.stores_and_reads_plainly()
            && self.walked.scalars.is_empty()
            && stored.all(|(load, store, other)| other.as_ref().map_or(load.index.affine == store.index.affine, |o| o == lag))
    }

    /// Whether nothing is read at computed places, and all is stored in each iteration.
    fn stores_and_reads_plainly(&self) -> bool {
        self.tables.arrays.iter().all(|array| !array.collected && array.gathered.is_none())
            && self.walked.stores.iter().all(|(_, store)| store.guard.is_none())
    }

    /// Which iteration has stored the cell that is loaded.
    fn continues(&self, number: usize) -> std::result::Result<Continues, Diagnostic> {
        let load = &self.tables.loads[number];
        let Some(store) = self.store(load.array).filter(|_| !self.tables.is_computed(&load.index.affine)) else {
            return Ok(Continues::Nothing);
        };
        let what = self.element_text(load.array, &load.index.affine);
        if store.index.affine.earlier(self.header.step, None).as_ref() == Some(&load.index.affine) {
            return Ok(Continues::Previous);
        }
        let Some(distance) = store.index.affine.distance(&load.index.affine) else {
            let error =
                Diagnostic::error(refuse::MAY_OVERLAP, load.span, format!("`{what}` may be what another iteration stores"));
            return Err(
                error.help("read it before the loop, into a `let`, or read from another array than the one that is stored")
            );
        };
        if distance == 0 {
            return Ok(Continues::Nothing);
        }
        let stride = match store.index.affine.slope().as_constant() {
            Some(slope) => slope.saturating_mul(self.header.step),
            None => {
                let error =
                    Diagnostic::error(refuse::MAY_OVERLAP, load.span, format!("`{what}` may be what another iteration stores"));
                return Err(error.help("a scan continues what the previous iteration stored, and nothing else of that array"));
            }
        };
        match (distance % stride, distance / stride) {
            (0, ..0) => {
                let error = Diagnostic::error(
                    refuse::READS_AHEAD,
                    load.span,
                    format!("`{what}` is read before a later iteration stores it"),
                );
                Ok(Continues::BeforeTheLoop(error.help(format!("to continue `{what}`, run the loop the other way"))))
            }
            (0, _) if self.older().contains_key(&number) => Ok(Continues::Previous),
            (0, back) => {
                let message = format!("`{what}` was stored {back} iterations before");
                let error = Diagnostic::error(refuse::READS_FURTHER_BACK, load.span, message);
                let help = self.derived_clause().filter(|_| self.would_be_older(number));
                let only = match self.derives() {
                    true => "an operator is derived where an iteration reads what was stored up to four iterations before",
                    false => "a scan continues what the previous iteration stored, and nothing else of that array",
                };
                Err(error.help(help.unwrap_or_else(|| only.to_owned())))
            }
            _ => {
                let previous = store.index.affine.minus(&Affine::constant(stride));
                let previous = previous.map(|index| self.element_text(load.array, &index)).unwrap_or_default();
                let message = format!("`{what}` is not what the previous iteration stored, which is `{previous}`");
                let error = Diagnostic::error(refuse::OFF_STEP, load.span, message);
                Ok(Continues::BeforeTheLoop(error.help(format!("continue `{previous}`, or step by 1"))))
            }
        }
    }

    fn element_text(&self, array: usize, index: &Affine) -> String {
        self.tables.arrays[array].place.element_text(&text(&index.expression(&self.tables.index, self.span)))
    }

    /// Everything that depends on itself, an iteration before.
    fn candidates(&self, carried_loads: &[usize]) -> Vec<Candidate> {
        let arrays = carried_loads.iter().map(|load| {
            let array = self.tables.loads[*load].array;
            let (key, span) = (self.tables.arrays[array].place.carried_text(), self.tables.loads[*load].span);
            Candidate { carrier: Carrier::Load(array, *load), key, span, counts: false, clause: None, attached: None }
        });
        let depends_on_itself = |outer: usize, value: &Expr| {
            self.leaves(value).contains(&Meaning::Outer(outer)) || self.depends_on_itself(outer, carried_loads)
        };
        let scalars = self.walked.scalars.iter().filter(|(outer, value)| depends_on_itself(*outer, value));
        let scalars = scalars.map(|(outer, value)| {
            let (key, span) = (self.tables.outers[*outer].key.clone(), self.assigned(*outer));
            Candidate {
                carrier: Carrier::Outer(*outer),
                key,
                span,
                counts: self.counts(*outer, value),
                clause: None,
                attached: None,
            }
        });
        arrays.chain(scalars).collect()
    }

    /// The carried values: those that the clause names, or else the first that does more than count; after each those that may go
    /// along with its choice. Others are refused.
    fn mains(&mut self, mut candidates: Vec<Candidate>, carried_loads: &[usize]) -> Vec<Candidate> {
        let clauses: Vec<Option<usize>> = candidates.iter().map(|candidate| self.clause(candidate, &candidates)).collect();
        candidates.iter_mut().zip(&clauses).for_each(|(candidate, clause)| candidate.clause = *clause);
        if clauses.iter().all(Option::is_none) {
            let position = |wanted: &dyn Fn(&Candidate) -> bool| candidates.iter().position(wanted);
            let main = position(&|candidate| !candidate.counts).or_else(|| position(&|_| true));
            main.into_iter().for_each(|main| candidates[main].clause = Some(0));
        }
        self.name_dependencies(&mut candidates, carried_loads);
        let (mut named, others): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|candidate| candidate.clause.is_some());
        named.sort_by_key(|candidate| candidate.clause);
        let mut mains = Vec::new();
        let mut others: Vec<_> = others.into_iter().map(|other| (self.choice_of(&other, &named), other)).collect();
        others.extract_if(.., |(key, _)| key.is_none()).for_each(|(_, other)| self.refuse_second(&named[0], &other));
        for (number, main) in named.into_iter().enumerate() {
            let (key, clause) = (mains.len(), main.clause);
            mains.push(main);
            for (_, along) in others.extract_if(.., |(of, _)| *of == Some(number)) {
                mains.push(Candidate { clause, attached: Some(key), ..along });
            }
        }
        mains
    }

    /// What clauses call it.
    fn named<'s>(&'s self, candidate: &'s Candidate) -> &'s str {
        match candidate.carrier {
            Carrier::Load(array, _) => self.tables.arrays[array].place.array_key(),
            Carrier::Outer(_) => &candidate.key,
        }
    }

    /// The target that names the candidate itself, or an array that is stored with what depends on it.
    fn clause(&self, candidate: &Candidate, all: &[Candidate]) -> Option<usize> {
        let keys: Vec<Option<String>> =
            self.attribute.targets.iter().map(|target| Place::of(&target.place).map(|place| place.key)).collect();
        let itself = keys.iter().position(|key| key.as_ref() == Some(&candidate.key));
        let depends = |store: &Store| {
            let counts = self.counter(store).is_some_and(|counter| candidate.carrier == Carrier::Outer(counter));
            counts || self.leaves(&store.value).contains(&candidate.carrier.meaning())
        };
        let stores = |key: &String| {
            let mut stores = self.walked.stores.iter();
            stores.any(|(array, store)| self.tables.arrays[*array].place.array_key() == key && depends(store))
        };
        let is_output = |key: &String| !all.iter().any(|other| other.key == *key) && stores(key);
        itself.or_else(|| keys.iter().position(|key| key.as_ref().is_some_and(is_output)))
    }

    /// Which of `mains` decides whether the candidate changes.
    fn choice_of(&self, candidate: &Candidate, mains: &[Candidate]) -> Option<usize> {
        let Carrier::Outer(outer) = candidate.carrier else { return None };
        if self.walked.stores.iter().any(|(_, store)| self.counter(store) == Some(outer)) {
            return None;
        }
        let (_, value) = self.walked.scalars.iter().find(|(scalar, _)| *scalar == outer)?;
        let leaves = self.leaves(value);
        // What decides does not depend on what is taken along.
        mains.iter().position(|main| leaves.contains(&main.carrier.meaning()) && !self.depends_on(main, outer))
    }

    /// Whether the variable counts iterations: `k += 1`.
    fn counts(&self, outer: usize, value: &Expr) -> bool {
        let value = self.tables.expanded(value);
        let Some(Expr::Binary(ExprBinary { left, op: syn::BinOp::Add(_) | syn::BinOp::Sub(_), right, .. })) =
            value.as_ref().map(bare)
        else {
            return false;
        };
        plain_ident(left) == Some(&self.tables.outers[outer].name) && matches!(bare(right), Expr::Lit(_))
    }

    /// What an expression is computed from, `let`s seen through.
    pub(super) fn leaves(&self, expr: &Expr) -> BTreeSet<Meaning> {
        let (mut leaves, mut open) = (BTreeSet::new(), vec![expr]);
        let mut seen = HashSet::new();
        while let Some(expr) = open.pop() {
            for_each_name(expr, &mut |name| match self.tables.meaning(name) {
                Some(Meaning::Binding(binding)) if seen.insert(binding) => open.push(&self.tables.bindings[binding].value),
                Some(Meaning::Binding(_) | Meaning::Looped(_)) | None => {}
                Some(meaning) => drop(leaves.insert(meaning)),
            });
        }
        leaves
    }

    /// A division by what is carried is not done where nothing is computed from it: the loop would panic, the scan would not.
    fn check_unused_panics(&mut self, carriers: &[Carrier]) {
        let carried: BTreeSet<Meaning> = carriers.iter().map(|carrier| carrier.meaning()).collect();
        let used_by = |values: Vec<&Expr>| -> HashSet<usize> {
            values.into_iter().flat_map(|value| self.tables.bindings_of(value, &[])).collect()
        };
        let stores = || self.walked.stores.iter().map(|(_, store)| store);
        let sometimes = used_by(stores().filter(|store| store.guard.is_some()).map(|store| &store.value).collect());
        let always = stores().filter(|store| store.guard.is_none()).map(|store| &store.value);
        let always = always.chain(stores().filter_map(|store| store.guard.as_ref()));
        let always = used_by(always.chain(self.walked.scalars.iter().map(|(_, value)| value)).collect());
        let outermost: HashSet<Meaning> =
            self.walked.lets.iter().filter_map(|one| self.tables.meaning(let_parts(one)?.0)).collect();
        for (number, binding) in self.tables.bindings.iter().enumerate().filter(|(number, _)| !always.contains(number)) {
            let (message, help) = match sometimes.contains(&number) {
                false => ("this may panic, and nothing uses it", "leave it out, or store it"),
                true if outermost.contains(&Meaning::Binding(number)) => {
                    ("this may panic, and only what is stored under a condition uses it", "write it behind the condition")
                }
                true => continue,
            };
            if self.tables.may_panic(&binding.value) && !self.leaves(&binding.value).is_disjoint(&carried) {
                let error = Diagnostic::error(refuse::UNUSED_PANIC, span_of(&binding.value), message);
                self.diagnostics.push(error.help(help));
            }
        }
    }

    pub(super) fn assigned(&self, outer: usize) -> Span {
        self.tables.outers[outer].assigned.unwrap_or(self.span)
    }

    /// Values that index must stay fixed.
    fn check_indices(&mut self) {
        let loads = self.tables.loads.iter().map(|load| (&load.index.affine, load.span));
        let walked = self.walked;
        let stores = walked.stores.iter().filter(|(_, store)| counter(self.tables, &walked.scalars, store).is_none());
        let stores = stores.map(|(_, store)| (&store.index.affine, store.span));
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
        let fixed = |store: &Store| store.index.affine.is_fixed() && !self.tables.is_computed(&store.index.affine);
        for (array, store) in self.walked.stores.iter().filter(|(_, store)| fixed(store)) {
            if !store.index.affine.captures().any(|name| self.is_changed(name)) {
                let message = format!("every iteration stores the same element of `{}`", self.tables.arrays[*array].place.text());
                let error = Diagnostic::error(refuse::STORES, store.span, message);
                self.diagnostics
                    .push(error.help("store an element of its own in each iteration, or keep the value in a variable"));
            }
        }
    }

    /// What is gathered must not be stored: who knows by which iteration.
    fn check_gathers(&mut self) {
        for (number, array) in self.tables.arrays.iter().enumerate() {
            let Some(span) = array.gathered.filter(|_| self.store(number).is_some()) else { continue };
            let name = array.place.text();
            let message = format!("this may be an element of `{name}` that another iteration stores");
            let error = Diagnostic::error(refuse::MAY_OVERLAP, span, message);
            let is_scattered = self.store(number).is_some_and(|store| self.tables.is_computed(&store.index.affine));
            let instead = match is_scattered {
                true => format!("combine with what is there under `#[reduce(⊕ : {name})]`"),
                false => format!("index `{name}` with the loop variable plus or minus something fixed"),
            };
            self.diagnostics.push(error.help(format!("{instead}, or read from another array than the one that is stored")));
        }
    }

    fn is_usize(&self, name: &Ident) -> bool {
        self.tables.outers.iter().any(|outer| *name == outer.name && outer.ty == Some(ir::Type::USIZE))
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
        // Where parts of elements are looked at for themselves, nobody looks at the whole.
        let arrays = arrays.filter(|(_, array)| !self.tables.is_split(&array.place) || !array.place.way.is_empty());
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
                let help = match self.walked.stores.is_empty() {
                    true => "a scan continues its last value: `y[i] = y[i - 1] + x[i];`, or `sum += x[i]; y[i] = sum;`",
                    false => {
                        "a scan continues its last value: `y[i] = y[i - 1] + x[i];`; where iterations are independent, \
                         write `#[parallel_for]` instead of `#[scan(…)]`"
                    }
                };
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
        let counts_stores =
            |(_, store): &(usize, Store)| self.counter(store).is_some_and(|of| other.carrier == Carrier::Outer(of));
        let is_needed = matches!(other.carrier, Carrier::Outer(outer) if self.depends_on(main, outer));
        let help = match other.counts {
            _ if is_needed && self.derived_clause().is_some() => self.derived_clause().unwrap_or_default(),
            _ if self.walked.stores.iter().any(counts_stores) => {
                format!("name it in the clause too, as in `#[scan(+ : {}, {})]`", self.named(main), self.named(other))
            }
            true => format!("count with the loop variable instead of `{}`: `.enumerate()`", other.key),
            false => {
                let mut stores = self.walked.stores.iter();
                let is_stored = stores.any(|(_, store)| self.leaves(&store.value).contains(&other.carrier.meaning()));
                let word = if is_stored { "scan" } else { "reduce" };
                format!("name it in an attribute too, with its operator: `#[{word}(⊕ : {})]`", self.named(other))
            }
        };
        self.diagnostics.push(refuse::second(other.span, &main.key, &other.key, help));
    }
}
