//! Puts the [`Recurrence`] together, in canonical form.

use super::arithmetic::Arithmetic;
use super::attached;
use super::body::{Store, Walked};
use super::carried_values;
use super::counters::{self, Progress};
use super::dependent;
use super::derive::{self, Derived, NotDerived};
use super::first::{First, Given};
use super::header::Header;
use super::inline::{Lets, Plan};
use super::limits;
use super::occurrences;
use super::operator::{Matcher, Update};
use super::refuse;
use super::resolve::{Carrier, Resolver, name_repetitions, tidied};
use super::solve::{MOST, Solution};
use super::tables::{Outer, OuterKind, Tables};
use super::{
    Affine, ArrayUse, CaptureUse, Carried, Carry, Counter, FoundOperator, IndexVariable, LiveOut, OutputUse, Range, Recurrence,
    after_name, before_name,
};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Stopped};
use crate::ir;
use crate::parse::ScanSite;
use crate::syntax::place_text;
use crate::syntax::{block, block_value, choice, for_each_name, for_each_name_in, reads, span_of, text};
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
    range: &'a Range,
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
        let mut assembly =
            Self { site, span, walked, tables, solution, delays: HashMap::new(), lets, range: &header.range, step: header.step };
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
            arrays: self.arrays(&header.range),
            captures: self.captures(&carried, &outputs, &live_out).into_iter().chain(fixed).collect(),
            carried,
            outputs,
            live_out,
            lag: self.solution.lag.clone(),
            trial: None,
            outer: None,
            versions: self.tables.versions.clone(),
            made_up: self.tables.names.made_up.clone(),
        };
        let trial = steps.map(|steps| Box::new(self.trial(&recurrence, steps)));
        Ok(Recurrence { trial, ..recurrence })
    }

    /// What carried value `number` becomes in an iteration.
    fn updated(&self, number: usize) -> Updated {
        let root = self.tables.root(&self.solution.carried[number].update);
        let whole = self.resolved(self.resolver(), &root, true);
        let (lets, value) = split(&whole);
        Updated { root, lets: lets.to_vec(), value }
    }

    /// Carried value `number`. The coefficient of its map, if it goes through one, is added to `coefficients`, which stand behind all others.
    fn carried(
        &self,
        number: usize,
        updates: &[Updated],
        coefficients: &mut Vec<Carried>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Carried> {
        let (update, lets) = self.update(number, updates, diagnostics)?;
        let element = tidied(block(lets, update.element.clone()), self.tables, true);
        let others = |value: &Expr| carried_values(value).first().copied();
        let of_map =
            update.coefficient.as_ref().map(|(value, _)| value).into_iter().chain(update.upper.as_ref().map(|(value, _)| value));
        let (mut update, element) = match carried_values(&element).first() {
            None => match of_map.clone().find_map(others) {
                Some((_, other)) => {
                    diagnostics.push(self.refuse_dependent(number, other));
                    return None;
                }
                None => (update, element),
            },
            Some((_, other)) => match self.dependent(number, *other, updates) {
                Ok(update) => {
                    let element = tidied(block(Vec::new(), update.element.clone()), self.tables, true);
                    (update, element)
                }
                Err(error) => {
                    diagnostics.push(error.unwrap_or_else(|| self.refuse_dependent(number, *other)));
                    return None;
                }
            },
        };
        let (carrier, clause) = (self.solution.carriers[number], self.solution.carried[number].clause);
        if let (Some((value, start)), ir::OperatorKind::Map(map)) = (&update.coefficient, &mut update.kind) {
            map.coefficient = Some(ir::CarriedId(updates.len() + coefficients.len()));
            let element = |value: &Expr| tidied(block(Vec::new(), value.clone()), self.tables, true);
            let kind = map.family.coefficients();
            let beside = |kind, name: &str, value: &Expr, start: &Expr| {
                self.beside(kind, name, (clause, update.span), element(value), start)
            };
            coefficients.push(beside(kind, map.family.coefficient(), value, start));
            if let Some((limit, start)) = &update.upper {
                map.source = Some(ir::CarriedId(updates.len() + coefficients.len()));
                let upper = ir::Map { family: ir::Family::Upper, source: Some(ir::CarriedId(number)), ..*map };
                coefficients.push(beside(ir::OperatorKind::Map(upper), "upper", limit, start));
            }
        }
        Some(Carried {
            name: self.name(carrier),
            carry: self.carry(carrier),
            clause,
            operator: FoundOperator { named: update.named || self.is_compounded(carrier), ..operator(&update) },
            element,
            start: update.start,
            occurrences: match carrier {
                Carrier::Load(array, load) if self.solution.lag.is_none() => {
                    occurrences::of_carried(&self.site.syntax, self.step, self.tables, array, load)
                }
                _ => None,
            },
        })
    }

    /// What is carried beside a value that goes through maps.
    fn beside(&self, kind: ir::OperatorKind, name: &str, (clause, span): (usize, Span), element: Block, start: &Expr) -> Carried {
        Carried {
            name: Ident::new(name, span.first),
            carry: Carry::Coefficient(start.clone()),
            clause,
            operator: FoundOperator { kind, flipped: false, subtraction: false, compared: false, named: false, span },
            element,
            start: None,
            occurrences: None,
        }
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

    /// The update of carried value `number` where it is the extreme, or the sum, of what `other` gives; an error, if it could be that.
    fn dependent(&self, number: usize, other: usize, updates: &[Updated]) -> std::result::Result<Update, Option<Diagnostic>> {
        let mut ignored = Diagnostics::default();
        let roots: Vec<Expr> = updates.iter().map(|updated| updated.root.clone()).collect();
        let roots = roots.iter().enumerate().map(|(at, root)| if at == number { &updates[number].value } else { root });
        let whole = self.resolved(self.resolver().with_after(roots), &updates[number].root, true);
        let (lets, value) = split(&whole);
        let (update, lets) = self
            .matched(number, &Updated { root: updates[number].root.clone(), lets: lets.to_vec(), value }, &mut ignored)
            .ok_or(None)?;
        let (source, source_lets) = self.update(other, updates, &mut ignored).ok_or(None)?;
        let source_element = tidied(block(source_lets, source.element.clone()), self.tables, true);
        let ir::OperatorKind::Builtin(operator) = update.kind else { return Err(None) };
        if self.solution.lag.is_some() || !carried_values(&source_element).is_empty() {
            return Err(None);
        }
        let [scalar, of_source] = [number, other].map(|number| self.scalar(self.solution.carriers[number]));
        let of_start = source.coefficient.as_ref().and_then(|(_, start)| self.tables.scalar_of(start));
        let scalar = scalar.or(of_source).or(of_start).or_else(|| self.tables.scalar_of(&source.element));
        let scalar = scalar.ok_or_else(|| {
            Some(refuse::type_needed(update.span, "whether this may overflow", &self.solution.carried[number].key))
        })?;
        let arithmetic =
            Arithmetic { tables: self.tables, scalar: Some(scalar), name: self.solution.carried[number].key.clone() };
        let span = Span::from(update.span.first.resolved_at(proc_macro2::Span::mixed_site()));
        let source = dependent::Source {
            number: other,
            operator: &source.kind,
            element: &source_element,
            coefficient: source.coefficient.as_ref().map(|(coefficient, _)| coefficient),
        };
        let reader = dependent::Reader { arithmetic: &arithmetic, scalar, source, span };
        let found = match operator {
            ir::Builtin::Add => reader.read_sum(&lets, &update.element),
            extreme => reader.read(extreme, &lets, &update.element),
        };
        let found = found.filter(|_| of_source.is_none_or(|source| source == scalar));
        let found = found.ok_or(None)?;
        let kind = ir::OperatorKind::Map(ir::Map { family: found.family, coefficient: None, source: Some(ir::CarriedId(other)) });
        // A NaN at the start stays one only beside NaNs, and which of these there are depends on the order.
        let compared = update.compared || matches!(scalar, ir::Scalar::Float(_));
        Ok(Update { kind, flipped: false, compared, element: found.element, coefficient: found.coefficient, ..update })
    }

    /// The type of what carries, where it is visible.
    pub(super) fn scalar(&self, carrier: Carrier) -> Option<ir::Scalar> {
        let ty = match carrier {
            Carrier::Outer(outer) => &self.tables.outers[outer].ty,
            Carrier::Load(array, _) => &self.tables.arrays[array].element,
        };
        ty.as_ref().and_then(ir::Type::scalar)
    }

    /// `a += x[i]; b += a;`
    fn refuse_dependent(&self, number: usize, other: usize) -> Diagnostic {
        let is_stored = matches!(self.solution.carriers[other], Carrier::Load(..));
        let (carried, other) = (&self.solution.carried[number], &self.solution.carried[other]);
        let message = format!("`{}` is combined with `{}`, which the loop carries too", carried.key, other.key);
        let help = match is_stored {
            true => format!("split the loop: scan `{}` in the first, and read it in the second", other.key),
            false => {
                format!("split the loop: store `{}` in an array in the first, and read it from there in the second", other.key)
            }
        };
        Diagnostic::error(refuse::DEPENDENT, carried.span, message).help(help)
    }

    /// The operator of carried value `number`, and what it combines with, after some `let`s. What goes along with another one's choice is
    /// found beside it.
    fn update(&self, number: usize, updates: &[Updated], diagnostics: &mut Diagnostics) -> Option<(Update, Vec<Stmt>)> {
        let carried = &self.solution.carried;
        if let Some(key) = carried[number].attached {
            let along = attached::along(
                &updates[number].value,
                &before_name(number),
                &updates[key].value,
                &before_name(key),
                self.tables,
            );
            return along
                .map(|element| attached::update(ir::OperatorKind::Along(ir::CarriedId(key)), element, carried[number].span))
                .map(|update| (update, updates[number].lets.clone()))
                .or_else(|| {
                    let (target, other) = (&self.site.attribute.targets[carried[number].clause], &carried[number].key);
                    let place = place_text(&target.place);
                    let named = || format!("name it, too: `#[{}(auto : {place}, {other})]`", target.word());
                    let along = || format!(
                        "only `if e > {0} {{ {0} = e; {1} = f; }}`, or with `<`, takes a value along, and `f` must not panic; split the loop",
                        carried[key].key, carried[number].key
                    );
                    let help = if self.derives() { named() } else { along() };
                    diagnostics.push(refuse::second(carried[number].span, &carried[key].key, other, help));
                    None
                });
        }
        let decides = carried.iter().any(|other| other.attached == Some(number));
        let best = || attached::best(&updates[number].value, &before_name(number), self.tables);
        match best().filter(|_| decides) {
            Some((best, element)) => {
                let update = attached::update(ir::OperatorKind::Best(best), element, carried[number].span);
                Some((update, updates[number].lets.clone()))
            }
            None => self.matched(number, &updates[number], diagnostics),
        }
    }

    /// Whether a compound assignment may have changed what carries, of a type that is not visible.
    fn is_compounded(&self, carrier: Carrier) -> bool {
        let key = match carrier {
            Carrier::Outer(outer) => &self.tables.outers[outer].key,
            Carrier::Load(array, _) => &self.tables.arrays[array].place.key,
        };
        self.tables.compounds_a_local || self.tables.compounded.contains(key)
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

    fn matched(&self, number: usize, updated: &Updated, diagnostics: &mut Diagnostics) -> Option<(Update, Vec<Stmt>)> {
        let carrier = self.solution.carriers[number];
        let [name, carried, becomes] = self.words(carrier);
        let scalar = self.scalar(carrier);
        let arithmetic = Arithmetic { tables: self.tables, scalar, name };
        let operator = &self.site.attribute.targets[self.solution.carried[number].clause].operator;
        let (before, steps) = (before_name(number), HashMap::new());
        let mut refused = Diagnostics::default();
        let diagnostics_of_matcher = &mut refused;
        let mut matcher = Matcher {
            tables: self.tables,
            diagnostics: diagnostics_of_matcher,
            operator,
            before,
            carried,
            updated: becomes,
            arithmetic,
            steps,
        };
        if let Some(found) = matcher.update(&updated.lets, &updated.value) {
            diagnostics.extend(refused);
            return Some(found);
        }
        match self.set_first(updated, matcher) {
            Some(Ok(found)) => return Some((found, Vec::new())),
            Some(Err(error)) => {
                diagnostics.push(error);
                return None;
            }
            None => {}
        }
        let derived = self.derived(number, updated, scalar);
        match (operator.is_derived(), derived) {
            (true, Ok((update, reassociates))) if !reassociates || self.site.attribute.reassociate => {
                return Some((update, Vec::new()));
            }
            (true, Ok((update, _))) => {
                let carried = &self.solution.carried[number];
                let target = &self.site.attribute.targets[carried.clause];
                diagnostics.push(refuse::needs_reassociate(update.span, &carried.key, "multiplied and added to", target))
            }
            (true, Err(error)) => diagnostics.push(error),
            (false, Ok(derived)) => diagnostics.extend(self.proposed(refused, number, &derived)),
            (false, Err(_)) => diagnostics.extend(refused),
        }
        None
    }

    /// The update of a carried value that the first iteration sets, and later ones combine with.
    fn set_first(&self, updated: &Updated, mut matcher: Matcher) -> Option<std::result::Result<Update, Diagnostic>> {
        let is_one_scan = self.solution.lag.is_none() && self.site.attribute.ranks.is_none();
        let first = Some(First { range: self.range, tables: self.tables }).filter(|_| is_one_scan)?;
        let whole = block(updated.lets.clone(), updated.value.clone());
        let (Given { block: set, is_first }, later) = (first.given(true, &whole)?, first.given(false, &whole)?.block);
        let (mut ignored, (lets, value)) = (Diagnostics::default(), split(&later));
        matcher.steps.clear();
        let mut matcher = Matcher { diagnostics: &mut ignored, ..matcher };
        let (update, lets) = matcher.update(lets, &value)?;
        let ir::OperatorKind::Builtin(builtin) = update.kind else { return None };
        let arithmetic = &matcher.arithmetic;
        let start = arithmetic.identity(builtin, &update.element, update.span).ok()?;
        let is_exact = !update.compared || arithmetic.requires_integer(&update.element, true, update.span).is_ok();
        if !is_exact {
            let message = format!("`{}` keeps a NaN that the first iteration sets", matcher.carried);
            let help = "give it its first value before the loop, and let that begin with the second element";
            return Some(Err(Diagnostic::error(refuse::CARRIED_CONDITION, update.span, message).help(help)));
        }
        let later = block(lets, update.element.clone());
        let element = match set == later {
            true => block_value(later),
            false => choice(is_first, set, later, update.span),
        };
        carried_values(&element).is_empty().then(|| Ok(Update { element, start: Some(start), ..update }))
    }

    /// The update of carried value `number` as a map, and whether floats go through another order of products and sums.
    fn derived(
        &self,
        number: usize,
        updated: &Updated,
        scalar: Option<ir::Scalar>,
    ) -> std::result::Result<(Update, bool), Diagnostic> {
        let (key, span) = (&self.solution.carried[number].key, span_of(&updated.value));
        let scalar = scalar.or_else(|| self.tables.scalar_of(&updated.value)).or_else(|| self.scalar_of_store(updated));
        let scalar = scalar.ok_or_else(|| refuse::type_needed(span, "how an operator is derived", key))?;
        let arithmetic = Arithmetic { tables: self.tables, scalar: Some(scalar), name: key.clone() };
        let derived = derive::derive(&updated.lets, &updated.value, &before_name(number), scalar, &arithmetic);
        let derived = derived.map_err(|why| match why {
            NotDerived::NoMap(span) => refuse::not_derived(span, key),
            NotDerived::Overflows(span) => refuse::not_saturating(span, key, scalar),
        })?;
        let Derived { family, coefficient, amount, upper, start, span } = derived;
        let reassociates = matches!((family, scalar), (ir::Family::Affine, ir::Scalar::Float(_)));
        let (coefficient, amount) = match reassociates {
            true => (limits::contraction(coefficient, scalar, span)?, limits::bounded(amount, scalar, span)),
            false => (coefficient, amount),
        };
        let kind = ir::OperatorKind::Map(ir::Map { family, coefficient: None, source: None });
        let (coefficient, upper) = (Some((coefficient, start.0)), upper.zip(start.1));
        let update = Update {
            kind,
            flipped: false,
            subtraction: false,
            compared: false,
            named: false,
            span,
            element: amount,
            coefficient,
            upper,
            start: None,
        };
        Ok((update, reassociates))
    }

    /// The type of the elements of an array that a carried value is stored to.
    pub(super) fn scalar_of_store(&self, updated: &Updated) -> Option<ir::Scalar> {
        let stored = |store: &Store| self.tables.root(&store.value) == updated.root;
        let mut stores = self.walked.stores.iter().filter(|(_, store)| stored(store));
        stores.find_map(|(array, _)| self.tables.arrays[*array].element.as_ref()?.scalar())
    }

    /// Why the loop is no scan with an operator, with the clause that takes it.
    fn proposed(&self, refused: Diagnostics, number: usize, (update, reassociates): &(Update, bool)) -> Diagnostics {
        let ir::OperatorKind::Map(map) = &update.kind else { return refused };
        let is_of_type = refused.iter().any(|error| error.code == refuse::TYPE_NEEDED);
        if is_of_type || !carried_values(&update.element).is_empty() {
            return refused;
        }
        let target = &self.site.attribute.targets[self.solution.carried[number].clause];
        let (word, place) = (target.word(), place_text(&target.place));
        let reassociate = if *reassociates { ", reassociate" } else { "" };
        refused.with_help(format!("this is {}: write `#[{word}(auto : {place}{reassociate})]`", map.family.name()))
    }

    /// What the user calls the variable or array that carries, and the carried value before and after an iteration.
    fn words(&self, carrier: Carrier) -> [String; 3] {
        match carrier {
            Carrier::Outer(outer) => {
                let outer = &self.tables.outers[outer];
                let name = match outer.kind {
                    OuterKind::State => outer.name.to_string(),
                    OuterKind::Pushes(_) => outer.key.clone(),
                    _ => text(&outer.value),
                };
                [name.clone(), name.clone(), name]
            }
            Carrier::Load(array, load) => {
                let name = self.tables.arrays[array].place.text();
                let element = |index: &Affine| format!("{name}[{}]", text(&index.expression(&self.tables.index, self.span)));
                let stored = self.walked.stores.iter().find(|(stored, _)| *stored == array);
                let updated = stored.map_or_else(|| name.clone(), |(_, store)| element(&store.index.affine));
                [name.clone(), element(&self.tables.loads[load].index.affine), updated]
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
                    let error = Diagnostic::error(refuse::NOTHING_STORED, carried.span, "no iteration stores the running value");
                    let help = format!("this is a reduction, not a scan: write `#[reduce({} : {name})]`", target.operator);
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

    fn arrays(&self, range: &Range) -> Vec<ArrayUse> {
        let arrays = self.tables.arrays.iter().enumerate().map(|(number, array)| {
            let written = self.walked.stores.iter().any(|(stored, _)| *stored == number);
            let mut reads = self.reads(number);
            // What is stored as well has to be there whenever it may be.
            reads.iter_mut().for_each(|read| read.guarded &= !(written || read.is_variable() && range.is_of(&array.place.expr)));
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
        let Some((_, store)) = self.walked.stores.iter().find(|(stored, _)| *stored == array) else { return false };
        self.delays.values().any(|value| reads(value, &self.tables.arrays[array].name.to_string()))
            || self.reads(array).iter().any(|read| store.index.affine.distance(read) != Some(0))
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

/// Whether a matrix makes it of all that is carried.
fn is_row(carried: &Carried) -> bool {
    matches!(carried.operator.kind, ir::OperatorKind::Map(ir::Map { family: ir::Family::Row(_), .. }))
}

/// A carried value after an iteration: its name, and `let`s with its value.
pub(super) struct Updated {
    root: Expr,
    pub lets: Vec<Stmt>,
    pub value: Expr,
}

pub(super) fn operator(update: &Update) -> FoundOperator {
    let Update { kind, flipped, subtraction, compared, named, span, .. } = update.clone();
    FoundOperator { kind, flipped, subtraction, compared, named, span }
}

/// The `let`s of a block and its value.
pub(super) fn split(block: &Block) -> (&[Stmt], Expr) {
    match block.stmts.split_last() {
        Some((Stmt::Expr(value, None), lets)) => (lets, value.clone()),
        _ => (&[], super::body::error_at(Span::call_site())),
    }
}
