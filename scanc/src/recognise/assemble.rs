//! Puts the [`Recurrence`] together, in canonical form.

use super::body::{Store, Walked};
use super::counters::{self, Progress};
use super::dependent;
use super::header::Header;
use super::inline::{Lets, Plan};
use super::inner;
use super::limits;
use super::refuse;
use super::resolve::{Carrier, Resolver, name_repetitions, tidied};
use super::solve::{MOST, Solution};
use super::tables::{Outer, OuterKind, Tables};
use super::updates::Updated;
use super::{Affine, ArrayUse, CaptureUse, Carried, Carry, Counter, IndexVariable, LiveOut, OutputUse, Recurrence, after_name};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Stopped};
use crate::ir;
use crate::parse::ScanSite;
use crate::syntax::place_text;
use crate::syntax::{block_value, for_each_name, for_each_name_in, reads, span_of};
use proc_macro2::Ident;
use quote::format_ident;
use std::collections::{HashMap, HashSet};
use syn::{Block, Expr, Stmt};

/// A loop of which everything is known.
pub(super) struct Assembly<'a> {
    pub site: &'a ScanSite,
    pub span: Span,
    pub walked: &'a Walked,
    pub tables: &'a Tables<'a>,
    pub solution: &'a Solution,
    /// What delay registers hold at the start of an iteration.
    pub(super) delays: HashMap<usize, Expr>,
    lets: Lets<'a>,
    /// What an iteration adds to the loop variable.
    pub(super) step: i64,
}

impl<'a> Assembly<'a> {
    pub(super) fn new(
        site: &'a ScanSite,
        span: Span,
        header: &'a Header<'a>,
        walked: &'a Walked,
        tables: &'a Tables<'a>,
        solution: &'a Solution,
    ) -> Self {
        let lets = Lets::new(&walked.lets, tables, &solution.carriers);
        let mut assembly = Self { site, span, walked, tables, solution, delays: HashMap::new(), lets, step: header.step };
        assembly.bring_delays();
        assembly
    }

    pub(super) fn resolver(&self) -> Resolver<'_> {
        Resolver::new(self.tables, &self.solution.carriers, &self.delays)
    }

    /// `{ lets; value }` with the `let`s that `value` needs; with `all`, those that nothing needs as well.
    pub(super) fn resolved(&self, resolver: Resolver, value: &Expr, all: bool) -> Block {
        let plan = self.lets.plan(value, &|name| resolver.is_after(name), all);
        resolver.resolved(&self.walked.lets, value, &plan)
    }

    /// The whole.
    pub(super) fn recurrence(&self, header: &Header, diagnostics: &mut Diagnostics) -> Result<Recurrence> {
        let updates: Vec<Updated> = (0..self.solution.carriers.len()).map(|number| self.updated(number)).collect();
        // What does not go along with a choice is no reason to look further.
        for number in (0..updates.len()).filter(|number| self.solution.carried[*number].attached.is_some()) {
            self.update(number, &updates, diagnostics).ok_or(Stopped)?;
        }
        let each = 0..updates.len();
        let mut coefficients = Vec::new();
        let mut refused = Diagnostics::default();
        let carried: Vec<Option<Carried>> =
            each.map(|number| self.carried(number, &updates, &mut coefficients, &mut refused)).collect();
        let carried: Option<Vec<Carried>> = carried.into_iter().chain(coefficients.into_iter().map(Some)).collect();
        // What is found for each by itself is cheaper.
        let matrix = if carried.is_none() { self.of_matrix(&updates) } else { None };
        let mut carried = match (carried, matrix) {
            (None, Some(Ok(rows))) => rows,
            (None, Some(Err(error))) => return Err(diagnostics.stop(error)),
            // Of what depends on each other no loop is the first.
            (None, None) if self.derives() && refused.iter().filter(|error| error.code == refuse::DEPENDENT).count() > 1 => {
                let (first, key) = (&updates[0], &self.solution.carried[0].key);
                return Err(diagnostics.stop(refuse::not_derived(span_of(&first.value), key)));
            }
            (carried, _) => {
                diagnostics.extend(refused);
                carried.ok_or(Stopped)?
            }
        };
        dependent::link(&mut carried);
        let steps = self.steps(&carried, &updates);
        let mut fixed = limits::fixed_factors(&mut carried, self.tables);
        fixed.extend(limits::term_limit(&carried, self.tables));
        self.check_count(&carried, diagnostics)?;
        let stores = self.walked.stores.iter().enumerate();
        let outputs: Option<Vec<OutputUse>> = stores
            .map(|(number, (array, store))| match self.tables.is_computed(&store.index.affine) {
                true if self.site.attribute.independent => self.scattered(*array, store, number == 0),
                true => self.combined(*array, store, number == 0, diagnostics),
                false => Some(self.output(*array, store, number == 0, &updates)),
            })
            .collect();
        let outputs = outputs.ok_or(Stopped)?;
        self.check_outputs(&carried, &outputs, diagnostics)?;
        let live_out = self.live_out(header);
        let recurrence = Recurrence {
            attribute: self.site.attribute.clone(),
            function: self.site.function.clone(),
            span: self.span,
            range: header.range.clone(),
            index: IndexVariable { name: self.tables.index.clone(), ty: self.tables.index_type.clone(), step: header.step },
            arrays: self.arrays(),
            captures: self.captures(&carried, &outputs, &live_out).into_iter().chain(fixed).collect(),
            common: inner::of_results(carried.iter().map(|carried| &carried.element), &outputs, self.tables),
            carried,
            outputs,
            live_out,
            lag: self.solution.lag.clone(),
            trial: None,
            outer: None,
            versions: self.tables.versions.clone(),
            made_up: self.tables.names.made_up.clone(),
            fixed: None,
        };
        let trial = steps.map(|steps| Box::new(self.trial(&recurrence, steps)));
        Ok(Recurrence { trial, ..recurrence })
    }

    /// Coefficients count, too.
    fn check_count(&self, carried: &[Carried], diagnostics: &mut Diagnostics) -> Result<()> {
        if carried.len() > MOST && !carried.iter().any(is_row) {
            let [main, .., last] = self.solution.carried.as_slice() else { return Ok(()) };
            let help = format!(
                "split the loop: no more than {MOST} values are carried together, and a derived operator is two, or three with two limits"
            );
            diagnostics.push(refuse::second(last.span, &main.key, &last.key, help));
        }
        diagnostics.stop_if_errors()
    }

    pub(super) fn name(&self, carrier: Carrier) -> Ident {
        match carrier {
            Carrier::Outer(outer) => self.tables.outers[outer].name.clone(),
            Carrier::Load(array, load) => {
                let array = &self.tables.arrays[array].name;
                // Of several each has its own.
                let back = std::iter::successors(self.solution.older.get(&load), |load| self.solution.older.get(load)).count();
                if back == 0 { array.clone() } else { format_ident!("{array}_{}_before", back + 1) }
            }
        }
    }

    pub(super) fn output(&self, array: usize, store: &Store, is_first: bool, updates: &[Updated]) -> OutputUse {
        // Elements keep what nothing uses but may panic. Where there are none, the first store does, in what every iteration evaluates.
        let keeps_panics = is_first && updates.is_empty();
        let roots = updates.iter().map(|updated| &updated.root);
        let mut value = self.resolved(self.resolver().with_after(roots), &store.value, keeps_panics && store.guard.is_none());
        for (number, updated) in updates.iter().enumerate() {
            name_repetitions(&mut value, &updated.value, &after_name(number));
        }
        let value = block_value(tidied(value, self.tables, keeps_panics && store.guard.is_none()));
        let guard = store.guard.as_ref().map(|guard| self.guard(guard, keeps_panics, updates));
        let counter = self.counter(array, store);
        let index_expr = self.index_expr(store, counter.is_some());
        let index = match counter {
            Some(_) => Affine::constant(store.index.affine.constant),
            None => store.index.affine.clone(),
        };
        OutputUse { array, index, index_expr, counter, computed: None, guard, value, span: store.span }
    }

    pub(super) fn guard(&self, guard: &Expr, keeps_panics: bool, updates: &[Updated]) -> Expr {
        let roots = updates.iter().map(|updated| &updated.root);
        let guard = self.resolved(self.resolver().with_after(roots), guard, keeps_panics);
        block_value(tidied(guard, self.tables, keeps_panics))
    }

    /// What counts where the store goes, which the solver has made sure of.
    fn counter(&self, array: usize, store: &Store) -> Option<Counter> {
        let of = |store: &Store| counters::counter(self.tables, &self.walked.scalars, store);
        let outer = of(store)?;
        let carried = self.solution.carriers.iter().position(|carrier| *carrier == Carrier::Outer(outer))?;
        let same = self.walked.stores.iter().filter(|(stored, other)| *stored == array && of(other) == Some(outer));
        let same: Vec<&Store> = same.map(|(_, store)| store).collect();
        let progress = self.tables.progress(outer, &self.solution.carried[carried].update, &same);
        Some(Counter { carried, offset: counters::base(&same), dense: progress == Some(Progress::Dense) })
    }

    fn index_expr(&self, store: &Store, is_counted: bool) -> Expr {
        let written = store.index.written.as_deref().cloned();
        let index = written.unwrap_or_else(|| store.index.affine.expression(&self.tables.index, store.span));
        if is_counted { block_value(self.resolver().resolved(&[], &index, &Plan::none())) } else { index }
    }

    /// A scan stores its running value, a reduction does not. What goes along with a choice is of the same kind, and so is what a matrix
    /// makes of it.
    fn check_outputs(&self, found: &[Carried], outputs: &[OutputUse], diagnostics: &mut Diagnostics) -> Result<()> {
        let used: Vec<usize> = outputs.iter().flat_map(OutputUse::carried_values).map(|(_, number)| number).collect();
        let targets = &self.site.attribute.targets;
        let stores_nothing = used.is_empty() && targets.iter().all(|target| !target.reduction);
        let first = self.solution.carried.iter().find(|carried| carried.attached.is_none());
        if let Some(first) = first.filter(|_| stores_nothing) {
            let is_carried = |at: usize| self.solution.carried.iter().any(|carried| carried.clause == at);
            let carried = targets.iter().enumerate().filter(|(at, _)| is_carried(*at));
            let clauses = carried.map(|(_, target)| format!("{} : {}", target.operator, place_text(&target.place)));
            let reduce = clauses.collect::<Vec<_>>().join(", ");
            let help = format!("this is a reduction, not a scan: write `#[reduce({reduce})]`");
            return Err(diagnostics.stop(nothing_stored(first.span).help(help)));
        }
        for (number, carried) in self.solution.carried.iter().enumerate().filter(|(_, carried)| carried.attached.is_none()) {
            let belongs =
                |other: usize| other == number || self.solution.carried[other].attached == Some(number) || is_row(&found[number]);
            let target = &self.site.attribute.targets[carried.clause];
            let name = match self.solution.carriers[number] {
                Carrier::Outer(outer) if matches!(self.tables.outers[outer].kind, OuterKind::State | OuterKind::Pushes(_)) => {
                    place_text(&target.place)
                }
                _ => carried.key.clone(),
            };
            match (used.iter().any(|other| belongs(*other)), target.reduction) {
                (false, false) => {
                    let error = nothing_stored(carried.span);
                    let reduce = format!("`#[reduce({} : {name})]`", target.operator);
                    let help = format!("this is a reduction: take it out of `#[scan(…)]`, and write {reduce} below that");
                    diagnostics.push(error.help(help));
                }
                (true, true) => {
                    let message = format!("`{name}` is more than reduced: what an iteration stores depends on it");
                    let help = format!("this is a scan: write `#[scan({} : {name})]`", target.operator);
                    diagnostics.push(Diagnostic::error(refuse::STORED, carried.span, message).help(help));
                }
                _ => {}
            }
        }
        diagnostics.stop_if_errors()
    }

    pub(super) fn carry(&self, carrier: Carrier) -> Carry {
        match carrier {
            Carrier::Outer(outer) => match &self.tables.outers[outer] {
                Outer { kind: OuterKind::State, value, .. } => Carry::State(value.clone()),
                Outer { kind: OuterKind::Pushes(array), value, .. } => Carry::Pushes { array: *array, start: value.clone() },
                outer => Carry::Scalar(outer.value.clone()),
            },
            Carrier::Load(array, load) => {
                let is_older = self.solution.older.contains_key(&load);
                Carry::Array { array, read: self.tables.loads[load].index.affine.clone(), is_older }
            }
        }
    }

    fn arrays(&self) -> Vec<ArrayUse> {
        let arrays = self.tables.arrays.iter().enumerate().map(|(number, array)| {
            let written = self.walked.stores.iter().any(|(stored, _)| *stored == number);
            let mut reads = self.reads(number);
            // What is stored as well has to be there whenever it may be.
            reads.iter_mut().for_each(|read| read.guarded &= !written);
            ArrayUse {
                name: array.name.clone(),
                place: (*array.place.expr).clone(),
                reads,
                gathered: array.gathered.is_some(),
                written,
                delayed: self.is_delayed(number),
                collected: array.collected,
                pushed: array.pushed,
            }
        });
        arrays.collect()
    }

    fn reads(&self, array: usize) -> Vec<Affine> {
        let loads = self
            .tables
            .loads
            .iter()
            .enumerate()
            .filter(|(number, load)| load.array == array && !self.solution.carriers.contains(&Carrier::Load(array, *number)))
            // What is there is combined with, and not read otherwise.
            .filter(|(_, load)| !self.tables.is_computed(&load.index.affine));
        loads.map(|(_, load)| Affine { guarded: load.guarded, ..load.index.affine.clone() }).collect()
    }

    /// Whether an iteration reads a cell of a stored array that another one stores, as it was before the loop: a delay register brings it
    /// from an earlier iteration, or the index leads to a later one's.
    fn is_delayed(&self, array: usize) -> bool {
        let used = &self.tables.arrays[array];
        let is_held = self.delays.values().any(|value| reads(value, &used.name.to_string()));
        let Some((_, store)) = self.walked.stores.iter().find(|(stored, _)| *stored == array) else {
            // Of other parts of such elements some are stored.
            return is_held && self.tables.is_split(&used.place);
        };
        is_held || self.reads(array).iter().any(|read| store.index.affine.distance(read) != Some(0))
    }

    fn live_out(&self, header: &Header) -> Vec<(Expr, LiveOut)> {
        let registers = self.solution.registers.iter().map(|register| {
            let value = tidied(self.resolved(self.resolver(), &register.value, false), self.tables, false);
            (self.tables.outers[register.outer].value.clone(), LiveOut::AtLastIteration(block_value(value)))
        });
        header.live_out.iter().cloned().chain(registers).collect()
    }

    /// The values from outside that the canonical expressions mention.
    pub(super) fn captures(&self, carried: &[Carried], outputs: &[OutputUse], live_out: &[(Expr, LiveOut)]) -> Vec<CaptureUse> {
        let live_out = live_out.iter().filter_map(|(_, value)| match value {
            LiveOut::AtLastIteration(value) => Some(value),
            LiveOut::PastTheEnd => None,
        });
        let mut used: HashSet<String> = HashSet::new();
        let mut uses = |name: &Ident| used.extend([name.to_string()]);
        carried.iter().for_each(|carried| for_each_name_in(&carried.element, &mut uses));
        let stored = outputs.iter().flat_map(|output| [Some(&output.value), Some(&output.index_expr), output.guard.as_ref()]);
        stored.flatten().chain(live_out).for_each(|value| for_each_name(value, &mut uses));
        let indices = self.tables.loads.iter().map(|load| &load.index.affine).chain(outputs.iter().map(|output| &output.index));
        indices.chain(&self.solution.lag).flat_map(Affine::captures).for_each(uses);
        let outers = self.tables.outers.iter().enumerate();
        let outers = outers.filter(|(number, _)| !self.solution.carriers.contains(&Carrier::Outer(*number)));
        let outers = outers.map(|(_, outer)| outer).filter(|outer| used.contains(&outer.name.to_string()));
        outers.map(|outer| CaptureUse { name: outer.name.clone(), value: outer.value.clone(), ty: outer.ty.clone() }).collect()
    }
}

fn nothing_stored(span: Span) -> Diagnostic {
    Diagnostic::error(refuse::NOTHING_STORED, span, "no iteration stores the running value")
}

/// Whether a matrix makes it of all that is carried.
fn is_row(carried: &Carried) -> bool {
    matches!(carried.operator.kind, ir::OperatorKind::Map(ir::Map { family: ir::Family::Row(_), .. }))
}

/// The `let`s of a block and its value.
pub(super) fn split(block: &Block) -> (&[Stmt], Expr) {
    match block.stmts.split_last() {
        Some((Stmt::Expr(value, None), lets)) => (lets, value.clone()),
        _ => (&[], super::body::error_at(Span::call_site())),
    }
}
