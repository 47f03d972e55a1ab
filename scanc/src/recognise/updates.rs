//! What carried values become in an iteration → operators, elements, and what they start from: by one operator in any spelling, by one that
//! the first iteration does not apply, by a derived one, along with another's choice, or as what is made of another.

use super::arithmetic::Arithmetic;
use super::assemble::{Assembly, split};
use super::attached;
use super::body::Store;
use super::dependent;
use super::derive::{self, Derived, NotDerived};
use super::limits;
use super::occurrences;
use super::operator::{Matcher, Update};
use super::refuse;
use super::resolve::{Carrier, tidied};
use super::tables::OuterKind;
use super::{Affine, Carried, Carry, FoundOperator, before_name, carried_values};
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::ir;
use crate::syntax::{block, place_text, span_of, text};
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::{Block, Expr, Stmt};

/// A carried value after an iteration: its name, and `let`s with its value.
#[derive(Clone)]
pub(super) struct Updated {
    pub root: Expr,
    pub lets: Vec<Stmt>,
    pub value: Expr,
}

impl Updated {
    /// The same, with a condition that reads `before` where it decides.
    fn with_condition(&self, before: &str) -> Updated {
        let mut updated = self.clone();
        attached::write_out_condition(&mut updated.lets, &mut updated.value, before);
        updated
    }
}

impl Assembly<'_> {
    /// What carried value `number` becomes in an iteration.
    pub(super) fn updated(&self, number: usize) -> Updated {
        let root = self.tables.root(&self.solution.carried[number].update);
        let whole = self.resolved(self.resolver(), &root, true);
        let (lets, value) = split(&whole);
        Updated { root, lets: lets.to_vec(), value }
    }

    /// Carried value `number`. The coefficient of its map, if it goes through one, is added to `coefficients`, which stand behind all others.
    pub(super) fn carried(
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

    /// The update of carried value `number` where it is the extreme, or the sum, of what `other` gives; an error, if it could be that.
    fn dependent(&self, number: usize, other: usize, updates: &[Updated]) -> Result<Update, Option<Diagnostic>> {
        let mut ignored = Diagnostics::default();
        let roots: Vec<Expr> = updates.iter().map(|updated| updated.root.clone()).collect();
        let roots = roots.iter().enumerate().map(|(at, root)| if at == number { &updates[number].value } else { root });
        let whole = self.resolved(self.resolver().with_after(roots), &updates[number].root, true);
        let (lets, value) = split(&whole);
        let (update, lets) = self
            .matched(number, &Updated { root: updates[number].root.clone(), lets: lets.to_vec(), value }, updates, &mut ignored)
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
        let message = format!("`{}` depends on `{}`, which the loop carries too", carried.key, other.key);
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
    pub(super) fn update(
        &self,
        number: usize,
        updates: &[Updated],
        diagnostics: &mut Diagnostics,
    ) -> Option<(Update, Vec<Stmt>)> {
        let carried = &self.solution.carried;
        if let Some(key) = carried[number].attached {
            let (before, before_key) = (before_name(number), before_name(key));
            let [this, decides] = [number, key].map(|number| updates[number].with_condition(&before_key));
            let along = attached::along(&this.value, &before, &decides.value, &before_key, self.tables);
            return along
                .map(|element| attached::update(ir::OperatorKind::Along(ir::CarriedId(key)), element, carried[number].span))
                .map(|update| (update, this.lets))
                .or_else(|| {
                    let (targets, other) = (&self.site.attribute.targets, &carried[number].key);
                    let named = || {
                        let clause = &targets[carried[number].clause];
                        let beside = targets.iter().filter(|target| target.reduction == clause.reduction);
                        let named = beside.map(|target| format!("{} : {}", target.operator, place_text(&target.place)));
                        format!("name it, too: `#[{}({}, {other})]`", clause.word(), named.collect::<Vec<_>>().join(", "))
                    };
                    let along = || format!(
                        "only `if e > {0} {{ {0} = e; {1} = f; }}`, or with `<`, takes a value along, and `f` must not panic; put other conditions into `e`, or split the loop",
                        carried[key].key, carried[number].key
                    );
                    let help = if self.derives() { named() } else { along() };
                    diagnostics.push(refuse::second(carried[number].span, &carried[key].key, other, help));
                    None
                });
        }
        if carried.iter().any(|other| other.attached == Some(number)) {
            let this = updates[number].with_condition(&before_name(number));
            if let Some((best, element)) = attached::best(&this.value, &before_name(number), self.tables) {
                let update = attached::update(ir::OperatorKind::Best(best), element, carried[number].span);
                return Some((update, this.lets));
            }
        }
        self.matched(number, &updates[number], updates, diagnostics)
    }

    /// Whether a compound assignment may have changed what carries, of a type that is not visible.
    fn is_compounded(&self, carrier: Carrier) -> bool {
        let key = match carrier {
            Carrier::Outer(outer) => &self.tables.outers[outer].key,
            Carrier::Load(array, _) => &self.tables.arrays[array].place.key,
        };
        self.tables.compounds_a_local || self.tables.compounded.contains(key)
    }

    /// The update of carried value `number` by one operator. `updated` is what it becomes, of all the `updates`.
    fn matched(
        &self,
        number: usize,
        updated: &Updated,
        updates: &[Updated],
        diagnostics: &mut Diagnostics,
    ) -> Option<(Update, Vec<Stmt>)> {
        let carrier = self.solution.carriers[number];
        let [name, carried, becomes] = self.words(carrier);
        let scalar = self.scalar(carrier).or_else(|| self.scalar_of_store(updated));
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
        match self.set_first(number, updated, updates, matcher) {
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
                return Some((Update { start: self.any_start(number, updated, updates, scalar), ..update }, Vec::new()));
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

    /// The update of carried value `number` as a map, and whether floats go through another order of products and sums.
    pub(super) fn derived(
        &self,
        number: usize,
        updated: &Updated,
        scalar: Option<ir::Scalar>,
    ) -> Result<(Update, bool), Diagnostic> {
        let (key, span) = (&self.solution.carried[number].key, span_of(&updated.value));
        let scalar = scalar.or_else(|| self.tables.scalar_of(&updated.value));
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
        Ok((Update { coefficient, upper, ..Update::new(kind, span, amount) }, reassociates))
    }

    /// The type of the elements of an array that a carried value is stored to, or of a `let` that is stored.
    pub(super) fn scalar_of_store(&self, updated: &Updated) -> Option<ir::Scalar> {
        let stored = |store: &Store| self.tables.root(&store.value) == updated.root;
        let mut stores = self.walked.stores.iter().filter(|(_, store)| stored(store));
        let of_array = stores.find_map(|(array, _)| self.tables.arrays[*array].element.as_ref()?.scalar());
        of_array.or_else(|| self.tables.scalar_of(&updated.root))
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
                let place = &self.tables.arrays[array].place;
                let name = if place.way.is_empty() { place.text() } else { place.carried_text() };
                let element = |index: &Affine| place.element_text(&text(&index.expression(&self.tables.index, self.span)));
                let stored = self.walked.stores.iter().find(|(stored, _)| *stored == array);
                let updated = stored.map_or_else(|| name.clone(), |(_, store)| element(&store.index.affine));
                [name.clone(), element(&self.tables.loads[load].index.affine), updated]
            }
        }
    }
}

pub(super) fn operator(update: &Update) -> FoundOperator {
    let Update { kind, flipped, subtraction, compared, named, span, .. } = update.clone();
    FoundOperator { kind, flipped, subtraction, compared, named, span }
}
