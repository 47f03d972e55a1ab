//! `y[i].sum = value;`: kernels store whole elements.
//!
//! Where a loop looks at parts of an array's elements only, each part is an array of its own until all is known, and then they are joined
//! ([`joined`](super::joined)). Where it looks at whole elements as well, what it stores is one of them:
//! `y[i] = { let mut y_copy = y[i]; y_copy.sum = value; y_copy };`.

use super::body::{Cell, Local, Store, Walked, Walker, error_at, is_error};
use super::places::{Place, Step};
use super::refuse;
use super::tables::{Array, Index, Meaning, Tables};
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::syntax::{bare, element, for_each_name, ident_at, integer, moved_to, plain_ident, span_of};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::{Expr, ExprField, ExprIndex, ExprLit, Lit, UnOp};

/// A value that is another one but for some of its parts.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    /// The variable that is changed, where it is written.
    pub name: Ident,
    pub base: Expr,
    /// Of two that one is within the other, the later holds.
    pub parts: Vec<Part>,
}

/// The way to a part, what it is now, and where that is said.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub way: Vec<Step>,
    pub value: Expr,
    pub span: Span,
}

/// What a part is assigned of.
#[derive(Clone)]
pub(super) enum Whole {
    /// `y[i]`, of this array.
    Access(Place, ExprIndex),
    /// What a name refers to.
    Element(Place, Index),
    /// A variable of the body.
    Variable(usize),
}

impl Walker<'_, '_> {
    /// What `part` is a part of, and by which way, if that is an element or a variable of the body.
    pub(super) fn part_of_element(&self, part: &Expr) -> Option<(Whole, Vec<Step>)> {
        self.whole_of(part).filter(|(_, way)| !way.is_empty())
    }

    pub(super) fn whole_of(&self, part: &Expr) -> Option<(Whole, Vec<Step>)> {
        let is_element = |whole: &Expr| matches!(whole, Expr::Index(access) if self.outer_place(&access.expr).is_some());
        let (whole, way) = taken_apart(part, &is_element);
        let (whole, mut within) = match whole {
            Expr::Index(access) => (Whole::Access(self.outer_place(&access.expr)?, access.clone()), Vec::new()),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.of_local(self.local_of(&unary.expr)?)?,
            name => self.of_local(self.local_of(name)?)?,
        };
        within.extend(way);
        Some((whole, within))
    }

    fn of_local(&self, local: &Local) -> Option<(Whole, Vec<Step>)> {
        match local {
            Local::Element(place, index) => Some((Whole::Element(place.clone(), index.clone()), Vec::new())),
            // What else there is may be another name for an element.
            Local::Variable(variable) => self.variables[*variable].is_copy.then_some((Whole::Variable(*variable), Vec::new())),
            Local::Part(whole, step) => {
                let (whole, mut way) = self.of_local(whole)?;
                way.push(step.clone());
                Some((whole, way))
            }
            Local::Window(..) | Local::Row(..) | Local::Slice(_) | Local::Count(_) | Local::Outer(_) => None,
        }
    }

    /// What `part` is now, if it is one of an element of an array of which parts are looked at for themselves.
    pub(super) fn part_loaded(&mut self, part: &Expr) -> Option<Expr> {
        let (whole, way) = self.part_of_element(part)?;
        match whole {
            Whole::Access(place, access) if self.tables.is_split(&place) => {
                Some(self.loaded(&access, &way, part.span()).unwrap_or_else(|| error_at(part.span())))
            }
            Whole::Element(place, index) if self.tables.is_split(&place) => {
                Some(self.load(&place.within(&way), index, part.span()))
            }
            _ => None,
        }
    }

    /// What a part of any value is now: `q.at.x`, `w[2].0`.
    pub(super) fn part(&mut self, part: &Expr) -> Expr {
        let is_whole = |whole: &Expr| match whole {
            whole if std::ptr::eq(whole, bare(part)) => false,
            Expr::Index(access) => !self.is_fixed_array(&access.expr),
            whole => self.outer_place(whole).is_some(),
        };
        let (whole, way) = taken_apart(part, &is_whole);
        let whole = self.operand(whole);
        self.tables.part_now(along(&whole, &way, span_of(part)))
    }

    /// Gives a part of `whole` another value.
    pub(super) fn assign_part(&mut self, whole: Whole, way: Vec<Step>, value: Expr, span: Span) {
        let (place, index) = match whole {
            Whole::Variable(variable) => {
                let (cell, name) = (Cell::Variable(variable), self.variables[variable].name.to_string());
                let before = self.used(cell, span);
                let value = self.with_part(&name, before, way, value, span);
                return self.set(cell, value, span);
            }
            Whole::Element(place, index) => (place, index),
            Whole::Access(place, access) => {
                if self.counted_access(&access).is_some() {
                    return self.refuses_part_at(&place, span);
                }
                let Some((_, index)) = self.array_access(&access) else { return };
                (place, index)
            }
        };
        if self.tables.is_computed(&index.affine) {
            return self.refuses_part_at(&place, span);
        }
        self.tables.partial.insert(place.key.clone());
        if self.tables.is_split(&place) {
            return self.store_in(&place.within(&way), index, None, value, span);
        }
        let before = self.load(&place, index.clone(), span);
        let value = self.with_part(&place.name(), before, way, value, span);
        self.store_in(&place, index, None, value, span);
    }

    fn refuses_part_at(&mut self, place: &Place, span: Span) {
        let message = format!("a part of an element of `{}` is stored where the loop computes or counts", place.text());
        let help = "give that part an array of its own, or store whole elements there";
        self.told(Diagnostic::error(refuse::PARTIAL_STORE, span, message).help(help));
    }

    /// The parts of an element that have been stored.
    fn stored_parts(&self, place: &Place, index: &Index) -> Vec<Place> {
        let arrays = self.tables.arrays.iter().enumerate();
        let parts = arrays.filter(|(_, part)| part.place.array_key() == place.key && !part.place.way.is_empty());
        let is_here = |store: &Store| store.index.affine.distance(&index.affine) == Some(0);
        parts.filter(|(number, _)| self.state.stores(*number).iter().any(is_here)).map(|(_, part)| part.place.clone()).collect()
    }

    /// An element as it is before the iteration, with the parts that have been stored.
    pub(super) fn with_stored_parts(&mut self, place: &Place, index: &Index, before: Expr, span: Span) -> Expr {
        self.stored_parts(place, index).into_iter().fold(before, |whole, part| {
            let value = self.load(&part, index.clone(), span);
            self.with_part(&place.name(), whole, part.way, value, span)
        })
    }

    /// Stores an element that is itself but for some parts as those parts; whether that is what `value` is.
    pub(super) fn stores_parts(&mut self, place: &Place, index: &Index, value: &Expr, span: Span) -> bool {
        let known = plain_ident(value).and_then(|name| self.tables.changed.get(&name.to_string()));
        let Some(Changed { base, parts, .. }) = known.filter(|_| place.way.is_empty()).cloned() else { return false };
        let load = plain_ident(&base).and_then(|name| self.tables.load_of(name)).map(|load| &self.tables.loads[load]);
        let is_itself = load.is_some_and(|load| {
            self.tables.arrays[load.array].place.key == place.key && load.index.affine.distance(&index.affine) == Some(0)
        });
        if is_itself {
            self.tables.partial.insert(place.key.clone());
        }
        if !is_itself || !self.tables.is_split(place) {
            return false;
        }
        // What has been stored since it was copied is undone.
        for part in self.stored_parts(place, index) {
            let old = self.tables.part_now(along(&base, &part.way, span));
            self.store_in(&part, index.clone(), None, old, span);
        }
        for Part { way, value, span } in parts {
            self.store_in(&place.within(&way), index.clone(), None, value, span);
        }
        true
    }

    /// `before` with another value of a part.
    pub(super) fn with_part(&mut self, base: &str, before: Expr, way: Vec<Step>, value: Expr, span: Span) -> Expr {
        if is_error(&before) || is_error(&value) {
            return error_at(span);
        }
        let mut name = |kind: &str| self.tables.names.make_up(&format!("{base}_{kind}"), span);
        let (old, part, new) = (name("old"), name("part"), name("with"));
        let known = plain_ident(&before).and_then(|name| self.tables.changed.get(&name.to_string())).cloned();
        let mut changed = known.unwrap_or_else(|| {
            let name = self.tables.names.make_up(&format!("{base}_copy"), span);
            Changed { name, base: self.named(before, old, None, false), parts: Vec::new() }
        });
        changed.parts.retain(|part| !part.way.starts_with(&way));
        changed.parts.push(Part { way, value: self.named(value, part, None, false), span });
        let value = self.named(changed.written(), new.clone(), None, false);
        self.tables.changed.insert(new.to_string(), changed);
        value
    }
}

impl Changed {
    /// `[a, b, c]`, `(a, b)`: where all parts that there are, at these ways, are stored, whatever there was before.
    pub(super) fn whole(&self, shape: &[Vec<Step>]) -> Option<Expr> {
        let stored = |way: &Vec<Step>| self.parts.iter().rfind(|part| part.way == *way).map(|part| part.value.clone());
        let values: Option<Vec<(&[Step], Expr)>> = shape.iter().map(|way| Some((way.as_slice(), stored(way)?))).collect();
        let values = values.filter(|values| values.len() == self.parts.len() && !values.is_empty())?;
        Some(composed(&values, self.name.span()))
    }

    /// `{ let mut y_copy = y[i]; y_copy.sum = value; y_copy }`
    pub(super) fn written(&self) -> Expr {
        let Self { name, base, parts } = self;
        let parts = parts.iter().map(|Part { way, value, span }| {
            let name = ident_at(name, *span);
            quote::quote_spanned!(name.span()=> #name #(#way)* = #value;)
        });
        syn::parse_quote_spanned!(name.span()=> { let mut #name = #base; #(#parts)* #name })
    }
}

/// A value of these parts, in their order.
fn composed(parts: &[(&[Step], Expr)], span: proc_macro2::Span) -> Expr {
    if let [([], value)] = parts {
        return value.clone();
    }
    let alike = parts.chunk_by(|(one, _), (other, _)| one.first() == other.first());
    let within = alike.map(|parts| {
        let parts: Vec<_> = parts.iter().map(|(way, value)| (way.get(1..).unwrap_or_default(), value.clone())).collect();
        composed(&parts, span)
    });
    let values: Vec<Expr> = within.collect();
    match parts.first().and_then(|(way, _)| way.first()) {
        Some(Step::At(_)) => syn::parse_quote_spanned!(span=> [#(#values),*]),
        _ => syn::parse_quote_spanned!(span=> (#(#values,)*)),
    }
}

impl Tables<'_> {
    /// Whether parts of the elements of `place` are looked at for themselves.
    pub(super) fn is_split(&self, place: &Place) -> bool {
        self.split.contains(place.array_key())
    }

    /// Of which of these arrays each part can be one of its own: none is within another, and whole elements are read where parts are stored.
    pub(super) fn apart(&self, walked: &Walked) -> HashSet<String> {
        self.split.iter().filter(|key| self.is_apart(key, walked)).cloned().collect()
    }

    fn is_apart(&self, key: &str, walked: &Walked) -> bool {
        let of_array = || self.arrays.iter().enumerate().filter(|(_, array)| array.place.array_key() == key);
        let used = self.used_wholes(walked);
        let wholes = |number: usize| {
            let loads = self.loads.iter().enumerate();
            loads
                .filter(|(load, _)| used.contains(load))
                .filter(move |(_, load)| load.array == number)
                .map(|(_, load)| &load.index.affine)
        };
        let stores = |number: usize| {
            walked.stores.iter().filter(move |(stored, _)| *stored == number).map(|(_, store)| &store.index.affine)
        };
        let of_parts = of_array().flat_map(|(number, _)| stores(number)).collect::<Vec<_>>();
        let is_apart = |(number, array): (usize, &Array)| match array.place.way.as_slice() {
            _ if array.gathered.is_some() => false,
            [] => {
                stores(number).next().is_none()
                    && wholes(number).all(|load| of_parts.iter().all(|store| store.distance(load) == Some(0)))
            }
            way => !of_array().any(|(other, longer)| other != number && longer.place.way.starts_with(way)),
        };
        of_array().all(is_apart)
    }

    /// What a part of a value is, where some of its parts have been changed, or each is one of an array's of its own.
    pub(super) fn part_now(&mut self, part: Expr) -> Expr {
        let span = span_of(&part);
        let (whole, way) = taken_apart(&part, &|_| false);
        let Some(name) = plain_ident(whole).filter(|_| !way.is_empty()) else { return part };
        let Some(changed) = self.changed.get(&name.to_string()) else {
            return match self.whole_load(name) {
                Some(load) => {
                    let (place, index) = (self.arrays[self.loads[load].array].place.within(&way), self.loads[load].index.clone());
                    let array = self.array(&place);
                    self.load(array, index, span)
                }
                None => part,
            };
        };
        let overlapping = |part: &&Part| part.way.starts_with(&way) || way.starts_with(&part.way);
        match changed.parts.iter().rev().find(overlapping) {
            None => self.part_now(along(&changed.base.clone(), &way, span)),
            Some(Part { way: known, value, .. }) if way.starts_with(known) => {
                self.part_now(along(&value.clone(), &way[known.len()..], span))
            }
            Some(_) => part,
        }
    }

    /// The load of a whole element, of an array whose parts are arrays of their own, that a name stands for.
    fn whole_load(&self, name: &Ident) -> Option<usize> {
        let of_whole = |place: &Place| place.way.is_empty() && self.is_split(place);
        self.load_of(name).filter(|load| of_whole(&self.arrays[self.loads[*load].array].place))
    }

    /// The load that a name stands for.
    pub(super) fn load_of(&self, name: &Ident) -> Option<usize> {
        match self.meaning(name)? {
            Meaning::Load(load) => Some(load),
            Meaning::Binding(binding) => self.load_of(plain_ident(&self.bindings[binding].value)?),
            Meaning::Index | Meaning::Outer(_) | Meaning::Looped(_) => None,
        }
    }

    /// The loads of which more than parts are used.
    fn used_wholes(&self, walked: &Walked) -> HashSet<usize> {
        let mut used = HashSet::new();
        let mut look = |expr: &Expr| for_each_name(expr, &mut |name| used.extend(self.whole_load(name)));
        // Another name for it is no use.
        self.bindings.iter().map(|binding| &binding.value).filter(|value| plain_ident(value).is_none()).for_each(&mut look);
        walked.scalars.iter().for_each(|(_, value)| look(value));
        for (_, store) in &walked.stores {
            [Some(&store.value), store.guard.as_ref(), store.index.written.as_deref()].into_iter().flatten().for_each(&mut look);
        }
        used
    }
}

/// What `part` is a part of, and the way to it: up to what `is_whole`, or is no part of anything.
fn taken_apart<'e>(part: &'e Expr, is_whole: &dyn Fn(&Expr) -> bool) -> (&'e Expr, Vec<Step>) {
    let (mut whole, mut way) = (bare(part), Vec::new());
    while !is_whole(whole) {
        let (base, step) = match whole {
            Expr::Field(field) => (&field.base, Some(Step::Field(field.member.clone()))),
            Expr::Index(access) => (&access.expr, number(&access.index).map(Step::At)),
            _ => break,
        };
        let Some(step) = step else { break };
        way.push(step);
        whole = bare(base);
    }
    way.reverse();
    (whole, way)
}

/// The part of `whole` at the end of `way`.
pub(super) fn along(whole: &Expr, way: &[Step], span: Span) -> Expr {
    way.iter().fold(moved_to(whole, span), |base, step| match step {
        Step::Field(member) => {
            let dot_token = syn::token::Dot(span.first);
            Expr::Field(ExprField { attrs: Vec::new(), base: Box::new(base), dot_token, member: member.clone() })
        }
        Step::At(number) => element(base, integer(number.index.into(), number.span.into()), span),
    })
}

/// A number that indexes.
pub(crate) fn number(index: &Expr) -> Option<syn::Index> {
    match bare(index) {
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => {
            Some(syn::Index { index: number.base10_parse().ok()?, span: number.span() })
        }
        _ => None,
    }
}
