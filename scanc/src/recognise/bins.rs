//! What is done with elements of an array at computed places: combined, `h[x[i]] += 1`, as in a histogram, or stored, `y[p[i]] = x[i]`, as by a
//! permutation.
//!
//! Any iterations may combine into one element, in any order, as nothing reads what is there but the step itself; of those that store no
//! two may have one place, which is seen when the loop runs. In the body a computed place is a `let` of its own, whose name is the index:
//! two accesses with one name are of one element.
//!
//! A histogram is a loop of independent iterations whose stores combine (`OutputUse::computed`): the step that reads and stores at a
//! computed place is matched as a carried value's, and all else of the array is refused to the loop. A place past the end is looked for
//! wherever the loop looks (`check_touches`). The array changes last: threads combine copies of their own, the kernel `bins` a copy on the
//! device (`OutputWindow::needs_old`). A scatter stores there: a bit for each element says that an iteration has it, and whoever finds it
//! set, or a place past the end, stops the launch, in which nothing has been stored but aside.

use super::arithmetic::Arithmetic;
use super::assemble::{Assembly, split};
use super::body::{Store, Walker};
use super::inline::Lets;
use super::operator::Matcher;
use super::places::Place;
use super::refuse;
use super::resolve::{Carrier, Resolver, tidied};
use super::solve::{Candidate, Solution, Solver};
use super::tables::{Index, Meaning};
use super::updates::operator;
use super::{Affine, Computed, OutputUse, before_name};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span};
use crate::ir;
use crate::parse::Target;
use crate::syntax::{block, block_value, plain_ident, variable};
use std::collections::{BTreeSet, HashMap};
use syn::Expr;

/// An element at a computed place is looked at, or stored.
pub(super) struct Touch {
    array: usize,
    /// Of the index.
    key: String,
    /// The branches around it.
    path: Vec<usize>,
    stores: bool,
    span: Span,
}

impl Walker<'_, '_> {
    /// Whether a clause says that the array is what elements are combined into, if it is stored at places that are computed as this one is.
    pub(super) fn is_combined(&self, place: &Place, index: &Expr) -> bool {
        let names = |target: &Target| target.reduction && Place::of(&target.place).is_some_and(|named| named.key == place.key);
        let is_stored = self.tables.stored.contains(&place.key);
        !self.goes_along(index) && is_stored && self.attribute.targets.iter().any(names)
    }

    /// Whether an iteration may store at this place, as a clause says that the iterations are independent.
    pub(super) fn is_scattered(&self, index: &Expr) -> bool {
        !self.goes_along(index) && self.attribute.independent
    }

    /// Whether an index is the loop variable, or a variable that the loop changes.
    fn goes_along(&self, index: &Expr) -> bool {
        match plain_ident(index).and_then(|name| self.tables.meaning(name)) {
            Some(Meaning::Outer(outer)) => self.tables.changes(outer),
            meaning => meaning == Some(Meaning::Index),
        }
    }

    /// The index of an element of `place` that is computed as `value`.
    pub(super) fn bin(&mut self, place: &Place, value: Expr, span: Span) -> Index {
        let array = self.tables.array(place);
        let whole = self.tables.expanded(&value).unwrap_or_else(|| value.clone());
        let known = self.bins.iter().find(|(known, _)| *known == whole).map(|(_, name)| name.clone());
        let name = known.unwrap_or_else(|| {
            let name = match plain_ident(&value).and_then(|name| self.tables.meaning(name)) {
                Some(Meaning::Binding(_) | Meaning::Load(_)) => value,
                _ => {
                    let name = self.tables.names.make_up(&format!("{}_place", self.tables.arrays[array].name), span);
                    self.push_let(value, &name, None, false, false);
                    variable(&name)
                }
            };
            self.bins.push((whole, name.clone()));
            name
        });
        let affine = plain_ident(&name).map_or_else(|| Affine::constant(0), Affine::captured);
        self.touch(array, &affine, false, span);
        Index { affine, written: Some(Box::new(name)) }
    }

    /// Notes a store of the text's, if its place is computed.
    pub(super) fn note_combined(&mut self, array: usize, index: &Index, span: Span) {
        if self.tables.is_computed(&index.affine) {
            self.touch(array, &index.affine, true, span);
        }
    }

    fn touch(&mut self, array: usize, index: &Affine, stores: bool, span: Span) {
        let path = self.state.path().to_vec();
        self.touches.push(Touch { array, key: index.key(), path, stores, span });
    }

    /// Where an element is looked at, which may be past the end, it is stored.
    pub(super) fn check_touches(&mut self) {
        let touches = std::mem::take(&mut self.touches);
        if self.diagnostics.stop_if_errors().is_err() {
            return;
        }
        let is_stored = |touch: &Touch| {
            let mut stores =
                touches.iter().filter(|store| store.stores && (store.array, &store.key) == (touch.array, &touch.key));
            let always = |store: &Store| store.guard.is_none() && store.index.affine.key() == touch.key;
            self.state.stores(touch.array).iter().any(always) || stores.any(|store| touch.path.starts_with(&store.path))
        };
        if let Some(touch) = touches.iter().find(|touch| !touch.stores && !is_stored(touch)) {
            let name = self.tables.arrays[touch.array].place.text();
            self.told(refuse::read_elsewhere(touch.span, &name));
        }
    }
}

impl Solver<'_> {
    /// Whether the loop combines into elements at computed places.
    pub(super) fn combines(&self) -> bool {
        self.walked.stores.iter().any(|(_, store)| self.is_bin(store))
    }

    fn is_bin(&self, store: &Store) -> bool {
        self.tables.is_computed(&store.index.affine)
    }

    /// Of a loop that does so: it carries nothing, and stores nothing else.
    pub(super) fn solve_bins(mut self, carried_loads: &[usize], candidates: &[Candidate]) -> Result<Solution> {
        let walked = self.walked;
        let Some((combined, _)) = walked.stores.iter().find(|(_, store)| self.is_bin(store)) else {
            return Ok(self.solution(&[], Vec::new(), None));
        };
        let main = self.tables.arrays[*combined].place.text();
        self.check_alone("combines into");
        for candidate in candidates {
            let help = format!("split the loop: what combines into elements of `{main}` carries nothing else");
            self.diagnostics.push(refuse::second(candidate.span, &main, &candidate.key, help));
        }
        self.check_reads();
        self.derived(carried_loads, &[]).iter().for_each(|(_, span, name)| self.refuse_circle(*span, name));
        self.check_registers(&[]);
        self.diagnostics.stop_if_errors()?;
        Ok(self.solution(&[], Vec::new(), None))
    }

    /// Where elements are stored at computed places nothing else is. `does` is what the loop does with them.
    pub(super) fn check_alone(&mut self, does: &str) {
        let walked = self.walked;
        let Some((computed, _)) = walked.stores.iter().find(|(_, store)| self.is_bin(store)) else { return };
        let main = self.tables.arrays[*computed].place.text();
        let others: Vec<&(usize, Store)> = walked.stores.iter().filter(|(_, store)| !self.is_bin(store)).collect();
        for (array, store) in others {
            let name = self.tables.arrays[*array].place.text();
            let message = format!("`{name}` is stored besides elements of `{main}` at computed places");
            let help = format!("split the loop: what {does} elements of `{main}` stores nothing else");
            self.diagnostics.push(Diagnostic::error(refuse::STORES, store.span, message).help(help));
        }
    }

    /// What is combined into is read by the step alone that combines.
    fn check_reads(&mut self) {
        let walked = self.walked;
        let arrays: BTreeSet<usize> = walked.stores.iter().map(|(array, _)| *array).collect();
        let read = |expr: &Expr, own: Option<(usize, &Affine)>| {
            self.leaves(expr).into_iter().find_map(|leaf| {
                let Meaning::Load(load) = leaf else { return None };
                let load = &self.tables.loads[load];
                let is_own = own.is_some_and(|(array, index)| load.array == array && load.index.affine == *index);
                (arrays.contains(&load.array) && !is_own).then_some((load.span, load.array))
            })
        };
        let mut found = Vec::new();
        for (array, store) in &walked.stores {
            let others = store.guard.iter().chain(store.index.written.as_deref());
            found.extend(others.filter_map(|other| read(other, None)));
            found.extend(read(&store.value, Some((*array, &store.index.affine))));
        }
        found.extend(walked.scalars.iter().filter_map(|(_, value)| read(value, None)));
        if let Some((span, array)) = found.first() {
            self.diagnostics.push(refuse::read_elsewhere(*span, &self.tables.arrays[*array].place.text()));
        }
    }
}

impl Assembly<'_> {
    /// What is combined at a computed place, with the operator by which it is.
    pub(super) fn combined(
        &self,
        array: usize,
        store: &Store,
        is_first: bool,
        diagnostics: &mut Diagnostics,
    ) -> Option<OutputUse> {
        let (tables, place) = (self.tables, &self.tables.arrays[array].place);
        let target = self
            .site
            .attribute
            .targets
            .iter()
            .find(|target| Place::of(&target.place).is_some_and(|named| named.key == place.key))?;
        let is_own = |load: &super::tables::Load| load.array == array && load.index.affine == store.index.affine;
        let Some(load) = tables.loads.iter().position(is_own) else {
            diagnostics.push(refuse::not_combined(store.span, &place.text(), target));
            return None;
        };
        let keeps_panics = is_first && store.guard.is_none();
        let (carriers, root) = ([Carrier::Load(array, load)], tables.root(&store.value));
        let lets = Lets::new(&self.walked.lets, tables, &carriers);
        let resolver = Resolver::new(tables, &carriers, &self.delays);
        let plan = lets.plan(&root, &|_| false, keeps_panics);
        // What may panic, and is all that a branch stores, stands in the place of its name.
        let whole = tidied(resolver.resolved(&self.walked.lets, &root, &plan), tables, true);
        let (lets, value) = split(&whole);
        let element = format!("{}[…]", place.text());
        let mut refused = Diagnostics::default();
        let scalar = tables.arrays[array].element.as_ref().and_then(ir::Type::scalar);
        let mut matcher = Matcher {
            tables,
            diagnostics: &mut refused,
            operator: &target.operator,
            before: before_name(0),
            carried: element.clone(),
            updated: element,
            arithmetic: Arithmetic { tables, scalar, name: place.key.clone() },
            steps: HashMap::new(),
        };
        let found = matcher.update(lets, &value);
        let is_told = refused.iter().next().is_some();
        diagnostics.extend(refused);
        let Some((update, lets)) = found.filter(|(update, _)| matches!(update.kind, ir::OperatorKind::Builtin(_))) else {
            if !is_told {
                diagnostics.push(refuse::not_combined(store.span, &place.text(), target));
            }
            return None;
        };
        let value = block_value(tidied(block(lets, update.element.clone()), tables, keeps_panics));
        let index_expr = self.computed_place(store)?;
        let guard = store.guard.as_ref().map(|guard| self.guard(guard, is_first, &[]));
        let (computed, index) = (Some(Computed::Combined(operator(&update))), Affine::constant(0));
        Some(OutputUse { array, index, index_expr, counter: None, computed, guard, value, span: store.span })
    }

    /// What is stored at a computed place.
    pub(super) fn scattered(&self, array: usize, store: &Store, is_first: bool) -> Option<OutputUse> {
        let (computed, index_expr) = (Some(Computed::Scattered), self.computed_place(store)?);
        Some(OutputUse { computed, index_expr, index: Affine::constant(0), ..self.output(array, store, is_first, &[]) })
    }

    fn computed_place(&self, store: &Store) -> Option<Expr> {
        let at = store.index.written.as_deref()?;
        // The `let`s that it needs may be those of a branch.
        Some(match block_value(tidied(self.resolved(self.resolver(), at, false), self.tables, false)) {
            Expr::Block(inner) if inner.label.is_none() => block_value(inner.block),
            place => place,
        })
    }
}
