//! What the loop's body mentions: arrays, values from outside, loads, and the body's own `let`s, each under one name.

use super::facts::{Facts, Sources};
use super::names::Names;
use super::occurrences::Access;
use super::partial::Changed;
use super::places::{Place, Step};
use super::registers::Register;
use super::rows::Rows;
use super::{Affine, Range};
use crate::diagnostic::Span;
use crate::ir;
use crate::limits;
use crate::parse::{Known, TypeEnvironment};
use crate::syntax::{for_each_name, ident_at, plain_ident, special, variable};
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use syn::Expr;

/// An array, in order of first use.
#[derive(Debug)]
pub(super) struct Array {
    pub place: Place,
    pub name: Ident,
    pub element: Option<ir::Type>,
    pub collected: bool,
    /// It is a `Vec` that the body pushes to.
    pub pushed: bool,
    /// Where it is read first at an index that is not affine.
    pub gathered: Option<Span>,
    /// Where the text stores to it; `None` for a store through a reference, and for one that it does not do in every iteration.
    pub stored_at: Vec<Option<Access>>,
}

/// A value from outside the loop.
#[derive(Debug)]
pub(super) struct Outer {
    pub kind: OuterKind,
    /// What it is, as [`Place::key`].
    pub key: String,
    /// Its name in canonical expressions; there it is the value at the start of an iteration.
    pub name: Ident,
    /// What the host evaluates.
    pub value: Expr,
    pub ty: Option<ir::Type>,
    /// Where the body assigns it first.
    pub assigned: Option<Span>,
}

/// The kinds of values from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OuterKind {
    /// A variable or a field.
    Variable,
    /// `x.len()`; the loop cannot change it.
    Length,
    /// `K`, `Self::SCALE`; also what is computed of these for an iterator's length.
    Constant,
    /// The state of `Iterator::scan`.
    State,
    /// How many elements have been pushed to an array, an index into [`Tables::arrays`].
    Pushes(usize),
}

/// A load: in expressions of the body it is an identifier, until it is known what the load means.
#[derive(Debug)]
pub(super) struct Load {
    pub array: usize,
    pub index: Index,
    pub span: Span,
    /// Every one is under a condition on the loop variable.
    pub guarded: bool,
    /// Where the text does it, before this iteration stores to the array.
    pub read_at: Vec<Access>,
}

/// An index as it was analysed.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub affine: Affine,
    /// With casts in it: as written, over canonical names. Of a computed one, whose term has a name of its own: that name, with the `let`s
    /// that it needs.
    pub written: Option<Box<Expr>>,
}

/// What an identifier means in the body's canonical expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Meaning {
    /// The loop variable.
    Index,
    /// An index into [`Tables::outers`].
    Outer(usize),
    /// An index into [`Tables::loads`].
    Load(usize),
    /// A `let` of the body, or a new value of one of its variables: an index into [`Tables::bindings`].
    Binding(usize),
    /// A variable that a loop in the body changes, in that loop: an index into [`Tables::looped`].
    Looped(usize),
}

/// A `let` of the body, or a new value of a variable.
#[derive(Debug)]
pub(super) struct Binding {
    pub value: Expr,
    /// Its type, where it is written.
    pub ty: Option<syn::Type>,
    /// It is not read in the place of its name: the user wrote the `let`, or several values need it.
    pub kept: bool,
    /// Read in the place of its name, a literal could get another type.
    pub open: bool,
    /// All results that need any of these begin with all of them, so that they are evaluated once.
    pub common: bool,
}

/// A variable that a loop in the body changes, in that loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looped {
    /// Its type, where the text shows it.
    pub scalar: Option<ir::Scalar>,
    /// What it is computed from before the loop. The rest, the value that the loop leaves says.
    pub sources: Sources,
}

/// Everything that is mentioned.
pub(super) struct Tables<'a> {
    pub types: &'a TypeEnvironment,
    pub names: Names,
    /// The loop variable.
    pub index: Ident,
    pub index_type: Option<ir::Type>,
    pub arrays: Vec<Array>,
    pub outers: Vec<Outer>,
    pub loads: Vec<Load>,
    /// The values of the loop variable, once the header has been read.
    pub range: Option<Range>,
    /// How many conditions on the loop variable are around what is being read.
    pub guards: usize,
    pub bindings: Vec<Binding>,
    /// What loops in the body change.
    pub looped: Vec<Looped>,
    /// For each name of a later value of a variable the variable's.
    pub versions: HashMap<String, String>,
    /// The keys of the places that the body assigns, also where it has not been read yet.
    pub assigned: HashSet<String>,
    /// With those of which a name is bound in the body as well; `None` until the body has been looked through.
    pub maybe_assigned: Option<HashSet<String>>,
    /// The keys of the arrays that it stores to, as far as its text shows them.
    pub stored: HashSet<String>,
    /// The keys of the `Vec`s that it pushes to, and in how many places of its text.
    pub pushed: HashMap<String, usize>,
    /// What is known of `bindings`.
    pub facts: Facts,
    /// Names for what delay registers hold at the start of an iteration.
    pub held: HashMap<usize, Ident>,
    /// For each `let` that mentions what is carried, and is used several times, a name for what it adds.
    pub parts: HashMap<String, Ident>,
    /// Names for the factors of linear recurrences that are the same in all iterations.
    pub factors: Vec<Ident>,
    /// The name of the greatest term of sums that may not overflow.
    pub term_limit: Option<Ident>,
    /// The keys of the places, of a type that is not visible, that a compound assignment changes.
    pub compounded: HashSet<String>,
    /// Whether one changes a variable of the body.
    pub compounds_a_local: bool,
    /// The operators that the clauses name.
    pub operators: Vec<syn::Path>,
    /// The keys of the arrays of whose elements the body stores parts.
    pub partial: HashSet<String>,
    /// Those of which it looks at nothing but parts: each part is an array of its own, until all is known.
    pub split: HashSet<String>,
    /// The ways to all parts of an array's elements, where the text stores one with all of them.
    pub shapes: HashMap<String, Vec<Vec<Step>>>,
    /// The arrays that are read as rows, by their keys.
    pub rows: HashMap<String, Rows>,
    /// Those that should have been: an iteration stores several elements of them.
    pub seen_in_rows: HashMap<String, Rows>,
    /// The values that are another one but for some of its parts, by their names.
    pub changed: HashMap<String, Changed>,
    /// Whether an iterator that comes to no more than what its value starts from is asked itself.
    pub asks_again: bool,
    meanings: HashMap<String, Meaning>,
    /// The numbers of `loads`, by array and index.
    load_numbers: HashMap<(usize, String), usize>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(types: &'a TypeEnvironment, names: Names) -> Self {
        Self {
            types,
            names,
            index: Ident::new("i", Span::call_site().first),
            index_type: None,
            arrays: Vec::new(),
            outers: Vec::new(),
            loads: Vec::new(),
            range: None,
            guards: 0,
            bindings: Vec::new(),
            looped: Vec::new(),
            versions: HashMap::new(),
            assigned: HashSet::new(),
            maybe_assigned: None,
            stored: HashSet::new(),
            pushed: HashMap::new(),
            facts: Facts::default(),
            held: HashMap::new(),
            parts: HashMap::new(),
            factors: Vec::new(),
            term_limit: None,
            compounded: HashSet::new(),
            compounds_a_local: false,
            operators: Vec::new(),
            partial: HashSet::new(),
            split: HashSet::new(),
            shapes: HashMap::new(),
            rows: HashMap::new(),
            seen_in_rows: HashMap::new(),
            changed: HashMap::new(),
            asks_again: false,
            meanings: HashMap::new(),
            load_numbers: HashMap::new(),
        }
    }

    /// What the body assigns and stores.
    pub(super) fn set_places(&mut self, places: super::assigned::Places) {
        let super::assigned::Places { assigned, maybe_assigned, stored, pushed } = places;
        (self.assigned, self.stored, self.pushed, self.maybe_assigned) = (assigned, stored, pushed, Some(maybe_assigned));
    }

    /// What an identifier of a canonical expression means.
    pub(super) fn meaning(&self, name: &Ident) -> Option<Meaning> {
        self.meanings.get(&name.to_string()).copied()
    }

    /// Whether an index is computed in the iteration: a value of the body's own.
    pub(super) fn is_computed(&self, index: &Affine) -> bool {
        index.captures().any(|name| matches!(self.meaning(name), Some(Meaning::Binding(_) | Meaning::Load(_))))
    }

    /// Whether a value is of what another iteration may have combined into an element: it is of no other result.
    pub(super) fn combines(&self, value: &Expr) -> bool {
        let mut combines = false;
        for_each_name(value, &mut |name| {
            let load = self.load_of(name).map(|load| &self.loads[load]);
            combines |= load.is_some_and(|load| self.is_computed(&load.index.affine));
        });
        combines
    }

    /// Sets the loop variable.
    pub(super) fn set_index(&mut self, name: Ident, ty: Option<ir::Type>) {
        self.meanings.insert(name.to_string(), Meaning::Index);
        (self.index, self.index_type) = (name, ty);
        self.facts.forget();
    }

    /// The loop variable was used as an index itself.
    pub(super) fn index_is_usize(&mut self) {
        if self.index_type.is_none() {
            self.index_type = Some(ir::Type::USIZE);
            self.facts.forget();
        }
    }

    /// A value from outside was used as an index.
    pub(super) fn outer_is_usize(&mut self, outer: usize) {
        let outer = &mut self.outers[outer];
        if outer.ty.is_none() && outer.kind != OuterKind::State {
            outer.ty = Some(ir::Type::USIZE);
            self.facts.forget();
        }
    }

    /// The body assigns a value from outside.
    pub(super) fn note_assigned(&mut self, outer: usize, span: Span) {
        let outer = &mut self.outers[outer];
        if outer.assigned.is_none() {
            outer.assigned = Some(span);
            self.facts.forget();
        }
    }

    /// Whether there is more than a kernel takes parameters for.
    pub(super) fn is_crowded(&self) -> bool {
        self.arrays.len() + self.outers.len() > limits::PARAMETERS
    }

    /// The array at `place`.
    pub(super) fn array(&mut self, place: &Place) -> usize {
        if let Some(known) = self.arrays.iter().position(|array| array.place.key == place.key && !array.collected) {
            return known;
        }
        let element = match self.known(place) {
            _ if !place.way.is_empty() => self.part_of_array(place),
            Some(Known::Sequence(element)) => element.clone(),
            _ => None,
        };
        let name = self.name_of(place);
        let place = place.clone();
        let array = Array { place, name, element, collected: false, pushed: false, gathered: None, stored_at: Vec::new() };
        self.arrays.push(array);
        self.arrays.len() - 1
    }

    /// The array of the parts of an array's elements at the end of this way.
    pub(super) fn part_array(&mut self, array: usize, way: &[Step]) -> usize {
        let Array { place, collected, pushed, .. } = &self.arrays[array];
        let (place, collected, pushed) = (place.within(way), *collected, *pushed);
        let is_it = |array: &Array| array.place.key == place.key && array.collected == collected;
        if let Some(known) = self.arrays.iter().position(is_it) {
            return known;
        }
        let (element, name) = (self.part_of_array(&place), self.name_of(&place));
        self.arrays.push(Array { place, name, element, collected, pushed, gathered: None, stored_at: Vec::new() });
        self.arrays.len() - 1
    }

    /// The `Vec` that a `collect()` makes, and which may have no name.
    pub(super) fn collected_array(&mut self, users: Option<&Ident>, span: Span) -> usize {
        let element = match users.and_then(|name| self.types.known(&name.to_string())) {
            Some(Known::Sequence(element)) => element.clone(),
            _ => None,
        };
        let name = match users {
            Some(name) => self.names.own(name),
            None => self.names.make_up("collected", span),
        };
        let place = Place::variable(users.unwrap_or(&name));
        let array = Array { place, name, element, collected: true, pushed: false, gathered: None, stored_at: Vec::new() };
        self.arrays.push(array);
        self.arrays.len() - 1
    }

    /// Whether `name` is an array that is read at indices that are not affine.
    pub(super) fn is_gathered(&self, name: &Ident) -> bool {
        self.arrays.iter().any(|array| array.gathered.is_some() && array.name == *name)
    }

    /// The variable or field `place`, as a value.
    pub(super) fn outer(&mut self, place: &Place) -> usize {
        let (reference, ty) = match self.known(place) {
            Some(Known::Value(ty)) => (false, Some(ty.clone())),
            Some(Known::Reference(ty)) => (true, Some(ty.clone())),
            _ => (false, None),
        };
        let value = if reference && !place.dereferenced { dereferenced(&place.expr) } else { (*place.expr).clone() };
        let kind = OuterKind::Variable;
        if let Some(known) = self.outers.iter().position(|outer| outer.kind == kind && outer.key == place.key) {
            if place.dereferenced {
                self.outers[known].value = value;
            }
            return known;
        }
        let name = self.name_of(place);
        self.add(Outer { kind, key: place.key.clone(), name, value, ty, assigned: None })
    }

    /// Whether a value from outside is another one in a later iteration, as far as the body's text shows it.
    pub(super) fn changes(&self, outer: usize) -> bool {
        let outer = &self.outers[outer];
        match outer.kind {
            OuterKind::State | OuterKind::Pushes(_) => true,
            OuterKind::Variable => outer.assigned.is_some() || self.assigned.contains(&outer.key),
            OuterKind::Length | OuterKind::Constant => false,
        }
    }

    /// How many numbers a value from outside may be, from 0 on, where that is known.
    pub(super) fn numbers_below(&self, name: &Ident) -> Option<usize> {
        let Some(Meaning::Outer(outer)) = self.meaning(name) else { return None };
        self.types.below.get(&self.outers[outer].key).copied()
    }

    /// `place.len()`.
    pub(super) fn length(&mut self, place: &Place) -> usize {
        let value = crate::syntax::method((*place.expr).clone(), "len", Vec::new(), place.span());
        self.computed(OuterKind::Length, value, &format!("{}_len", place.name()), Some(ir::Type::USIZE))
    }

    /// What the host evaluates before the loop, of type `usize`: a variable that the loop does not change, or what [`Self::computed`] makes
    /// of it.
    pub(super) fn fixed(&mut self, value: &Expr, base: &str) -> usize {
        let is_same = |place: &Place| self.maybe_assigned.as_ref().is_some_and(|assigned| !assigned.contains(&place.key));
        match Place::of(value).filter(|place| place.plain && !place.dereferenced && is_same(place)) {
            Some(place) => {
                let outer = self.outer(&place);
                self.outers[outer].ty.get_or_insert(ir::Type::USIZE);
                outer
            }
            None => self.computed(OuterKind::Constant, value.clone(), base, Some(ir::Type::USIZE)),
        }
    }

    /// A value that nothing in the loop can change: `value`, called something like `base`.
    pub(super) fn computed(&mut self, kind: OuterKind, value: Expr, base: &str, ty: Option<ir::Type>) -> usize {
        if let Some(known) = self.outers.iter().position(|outer| outer.kind == kind && outer.value == value) {
            return known;
        }
        let name = self.names.make_up(base, syn::spanned::Spanned::span(&value).into());
        self.add(Outer { kind, key: String::new(), name, value, ty, assigned: None })
    }

    /// The state of `Iterator::scan`, from its start value.
    pub(super) fn state(&mut self, name: &Ident, start: Expr) -> usize {
        let name = self.names.own(name);
        let ty = super::bounds::scalar_of(&start, self).map(ir::Type::Scalar);
        self.add(Outer { kind: OuterKind::State, key: format!("{name} (state)"), name, value: start, ty, assigned: None })
    }

    /// How many elements the loop has pushed to an array.
    pub(super) fn pushes(&mut self, array: usize) -> usize {
        let (kind, place) = (OuterKind::Pushes(array), self.arrays[array].place.clone());
        if let Some(known) = self.outers.iter().position(|outer| outer.kind == kind) {
            return known;
        }
        let name = self.names.make_up(&format!("{}_pushed", place.name().to_lowercase()), place.span());
        let (key, value) = (place.key.clone(), syn::parse_quote!(0usize));
        self.add(Outer { kind, key, name, value, ty: Some(ir::Type::USIZE), assigned: None })
    }

    fn add(&mut self, outer: Outer) -> usize {
        self.meanings.insert(outer.name.to_string(), Meaning::Outer(self.outers.len()));
        self.outers.push(outer);
        self.outers.len() - 1
    }

    /// A load of what is in the array at the start of the iteration.
    pub(super) fn load(&mut self, array: usize, index: Index, span: Span) -> Expr {
        let number = *self.load_numbers.entry((array, index.affine.key())).or_insert_with(|| {
            self.loads.push(Load { array, index, span, guarded: true, read_at: Vec::new() });
            self.loads.len() - 1
        });
        let is_index = || self.range.as_ref().is_some_and(|range| range.is_of(&self.arrays[array].place.expr));
        let load = &mut self.loads[number];
        load.guarded &= self.guards > 0 && !(load.index.affine.is_variable() && is_index());
        let name = Self::load_name(number, span);
        self.meanings.extend(plain_ident(&name).map(|name| (name.to_string(), Meaning::Load(number))));
        name
    }

    /// What a load is called in the body's canonical expressions.
    pub(super) fn load_name(number: usize, span: Span) -> Expr {
        special(&format!("__scan_load_{number}"), span)
    }

    /// Gives `value` the name `name` (which is new).
    pub(super) fn bind(&mut self, name: &Ident, value: Expr, ty: Option<syn::Type>, kept: bool, open: bool) {
        self.meanings.insert(name.to_string(), Meaning::Binding(self.bindings.len()));
        self.bindings.push(Binding { value, ty, kept, open, common: false });
    }

    /// `name` is a variable that a loop in the body changes.
    pub(super) fn bind_looped(&mut self, name: &Ident, looped: Looped) {
        self.meanings.insert(name.to_string(), Meaning::Looped(self.looped.len()));
        self.looped.push(looped);
    }

    /// The type of such a variable has been found.
    pub(super) fn looped_is(&mut self, name: &Ident, scalar: ir::Scalar) {
        if let Some(Meaning::Looped(number)) = self.meaning(name) {
            self.looped[number].scalar = Some(scalar);
            self.facts.forget();
        }
    }

    /// Has the `let` of `name` stay where it is, however often it is used.
    pub(super) fn keep(&mut self, name: &Ident) {
        if let Some(Meaning::Binding(binding)) = self.meaning(name) {
            self.bindings[binding].kept = true;
        }
    }

    /// Has the `let` of `name` stand in all results that need any of these.
    pub(super) fn make_common(&mut self, name: &Ident) {
        if let Some(Meaning::Binding(binding)) = self.meaning(name) {
            self.bindings[binding].common = true;
        }
    }

    pub(super) fn is_common(&self, name: &Ident) -> bool {
        matches!(self.meaning(name), Some(Meaning::Binding(binding)) if self.bindings[binding].common)
    }

    /// Finds the `let`s that several of `exprs` use, where the text of the value does not show its type: a literal's type may follow
    /// from one of them. What is computed from one of `wholes` is used as that.
    pub(super) fn find_shared(&mut self, wholes: &[&Expr], exprs: &[&Expr]) {
        let names: Vec<Meaning> =
            wholes.iter().filter_map(|whole| plain_ident(whole).and_then(|name| self.meaning(name))).collect();
        let whole = wholes.iter().map(|whole| self.bindings_of(whole, &[]));
        let uses: Vec<HashSet<usize>> = whole.chain(exprs.iter().map(|expr| self.bindings_of(expr, &names))).collect();
        for number in 0..self.bindings.len() {
            let shared = uses.iter().filter(|uses| uses.contains(&number)).count() > 1;
            let binding = &self.bindings[number];
            let known = binding.ty.is_some() || self.scalar_of(&binding.value).is_some();
            self.bindings[number].open |= shared && !known;
        }
    }

    /// Names what delay registers hold.
    pub(super) fn name_held(&mut self, registers: &[Register]) {
        for Register { outer, .. } in registers {
            let name = self.outers[*outer].name.clone();
            self.held.insert(*outer, self.names.make_up(&format!("{name}_held"), name.span().into()));
        }
    }

    /// Names for what the host computes for derived operators: as many factors as there may be.
    pub(super) fn name_coefficients(&mut self, count: usize) {
        let span = self.index.span().into();
        self.factors = (0..count).map(|_| self.names.make_up("factor", span)).collect();
        self.term_limit = Some(self.names.make_up("term_limit", span));
    }

    /// Names what the `let`s `shared` add to the carried value.
    pub(super) fn name_part(&mut self, shared: &Ident) {
        let name = shared.to_string();
        let Some(meaning) = self.meaning(shared).filter(|_| !self.parts.contains_key(&name)) else { return };
        let base = self.versions.get(&name).unwrap_or(&name);
        let part = self.names.make_up(&format!("{base}_part"), shared.span().into());
        // It is of the type of the `let`.
        self.meanings.insert(part.to_string(), meaning);
        self.parts.insert(name, part);
    }

    /// A name, seen through other names for the same.
    pub(super) fn root(&self, name: &Expr) -> Expr {
        let mut root = name.clone();
        while let Some(Meaning::Binding(binding)) = plain_ident(&root).and_then(|name| self.meaning(name)) {
            let value = &self.bindings[binding].value;
            match plain_ident(value).and_then(|name| self.meaning(name)) {
                Some(Meaning::Binding(_)) => root = value.clone(),
                _ => break,
            }
        }
        root
    }

    /// The `let`s that an expression is computed from, directly or through each other, but not through those `without`.
    pub(super) fn bindings_of(&self, expr: &Expr, without: &[Meaning]) -> HashSet<usize> {
        let (mut found, mut open) = (HashSet::new(), vec![expr]);
        while let Some(expr) = open.pop() {
            for_each_name(expr, &mut |name| match self.meaning(name) {
                Some(meaning @ Meaning::Binding(binding)) if !without.contains(&meaning) && found.insert(binding) => {
                    open.push(&self.bindings[binding].value);
                }
                _ => {}
            });
        }
        found
    }

    /// The value from outside as an expression.
    pub(super) fn outer_expr(&self, outer: usize, span: Span) -> Expr {
        variable(&ident_at(&self.outers[outer].name, span))
    }

    /// What the function's text says of a place.
    fn known(&self, place: &Place) -> Option<&'a Known> {
        self.types.known(&place.key)
    }

    pub(super) fn name_of(&mut self, place: &Place) -> Ident {
        if place.key == "self" {
            return self.names.make_up("itself", place.span());
        }
        // Constants get a name that a `let` may bind.
        let constant = place.root.to_string().starts_with(char::is_uppercase);
        match place.plain && !constant {
            true => self.names.own(&place.root),
            false => self.names.make_up(&place.name().to_lowercase(), place.root.span().into()),
        }
    }
}

fn dereferenced(expr: &Expr) -> Expr {
    let star = syn::token::Star(syn::spanned::Spanned::span(expr));
    Expr::Unary(syn::ExprUnary { attrs: Vec::new(), op: syn::UnOp::Deref(star), expr: Box::new(expr.clone()) })
}
