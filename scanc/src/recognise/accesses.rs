//! Loads, stores and their indices.

use super::body::{Cell, Local, Store, Walker, is_error};
use super::counters::Way;
use super::places::{Place, Step};
use super::refuse;
use super::rows::Rows;
use super::slices::{self, Slice};
use super::tables::{Index, Load, Meaning};
use super::types::{integer, of_type};
use super::{Affine, bounds};
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir::{Int, Scalar};
use crate::syntax::{
    bare, binary, block, choice, element, for_each_name, ident_at, let_statement, moved_to, ours, parenthesized, plain_ident,
    span_of, sum, text, truth, variable,
};
use std::collections::BTreeSet;
use syn::{BinOp, Expr, ExprCast, ExprIndex, UnOp};

/// What is done at an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Load,
    Store,
}

/// An index that is not affine.
struct Computed {
    index: Expr,
    why: Diagnostic,
    /// A load may be checked where it is done.
    may_gather: bool,
}

impl Walker<'_, '_> {
    /// The array and the index of `y[i]` that is stored to.
    pub(super) fn array_access(&mut self, access: &ExprIndex) -> Option<(Place, Index)> {
        let (place, index) = self.array_and_index(access, Access::Store)?;
        match index {
            Ok(index) => Some((place, index)),
            Err(Computed { index, may_gather, .. })
                if self.is_combined(&place, &index) || may_gather && self.is_scattered(&index) =>
            {
                let index = self.bin(&place, index, span_of(&access.index));
                Some((place, index))
            }
            Err(Computed { why, may_gather, .. }) => {
                self.told(if may_gather { why.help(refuse::WHERE_TO_STORE) } else { why });
                None
            }
        }
    }

    /// The array that `y[k]` is stored to, and where that may be, if the iteration has chosen where `k` goes on.
    pub(super) fn counted_access(&mut self, access: &ExprIndex) -> Option<(Place, Vec<Way>)> {
        let place = self.outer_place(bare(&access.expr))?;
        let counter = self.outer_place(bare(&access.index)).filter(|place| self.tables.assigned.contains(&place.key))?;
        let outer = self.tables.outer(&counter);
        let current = self.current(Cell::Outer(outer));
        let is_chosen = matches!(self.tables.seen_through(&current), Expr::If(_));
        if !is_chosen || self.refuses_element(&place, access) {
            return None;
        }
        Some((place, self.ways(&current)?))
    }

    /// What `x[i]`, or the part of it at the end of `way`, is now: a load, or a gather where the index is not affine.
    pub(super) fn loaded(&mut self, access: &ExprIndex, way: &[Step], span: Span) -> Option<Expr> {
        let (place, index) = self.array_and_index(access, Access::Load)?;
        let place = place.within(way);
        match index {
            Ok(index) if self.may_be_far_out(&place, &index.affine) => {
                let index = index.affine.expression(&self.tables.index, span);
                Some(self.gather(&place, index, span))
            }
            Ok(index) => {
                let value = self.load(&place, index, span);
                self.note_read(&place, &value, access);
                Some(value)
            }
            Err(computed) if self.is_combined(&place, &computed.index) => {
                let index = self.bin(&place, computed.index, span_of(&access.index));
                Some(self.load(&place, index, span))
            }
            Err(computed) if computed.may_gather => Some(self.gather(&place, computed.index, span)),
            Err(computed) => Some(self.told(computed.why)),
        }
    }

    /// Whether a condition on the index keeps that of an element in range, which more than a few iterations at the ends may need: kernels
    /// would load it in all of them.
    fn may_be_far_out(&self, place: &Place, index: &Affine) -> bool {
        self.tables.guards > 0
            && (index.coefficient.abs() > 1 || !index.scaled.is_empty())
            && !self.tables.stored.contains(&place.key)
    }

    /// `place[index]`, which is checked where it is done: it stays an index expression over the array's name.
    fn gather(&mut self, place: &Place, index: Expr, span: Span) -> Expr {
        let array = self.tables.array(place);
        let array = &mut self.tables.arrays[array];
        array.gathered.get_or_insert(span);
        element(variable(&ident_at(&array.name, span)), index, span)
    }

    /// An array that has no name, or that each iteration has another of.
    fn not_a_row(&self, base: &Expr) -> Diagnostic {
        let row = refuse::row(base.span(), &text(base));
        let mut is_of_iteration = false;
        for_each_name(base, &mut |name| is_of_iteration |= self.lookup(name).is_some());
        match is_of_iteration {
            true => row.help("index a fixed array by a number, `y[i][2]`, or keep all of them in one slice: `y[3 * i + 2]`"),
            false => row,
        }
    }

    fn array_and_index(&mut self, access: &ExprIndex, what: Access) -> Option<(Place, Result<Index, Computed>)> {
        let base = bare(&access.expr);
        match self.local_of(base).cloned() {
            Some(Local::Window(place, from, length)) => return self.in_window(place, &from, length, access, what),
            Some(Local::Row(..) | Local::Slice(_)) if what == Access::Load => {
                let slice = self.whole_slice(base)?;
                return self.in_slice(slice, access);
            }
            _ => {}
        }
        let Some(place) = self.outer_place(base) else {
            let part = Place::of(base).filter(|place| !matches!(self.lookup(&place.root), Some(Local::Outer(_))));
            match part {
                Some(_) => {
                    self.told(refuse::row(base.span(), &text(base)).help("store whole elements of arrays outside the loop"))
                }
                None => self.told(self.not_a_row(base)),
            };
            return None;
        };
        if self.refuses_element(&place, access) {
            return None;
        }
        let index = match self.index(&access.index, what)? {
            // In some iterations it may be one of several places. Where all iterations have the same, that is a variable's to hold.
            Ok((index, value)) if index.affine.is_fixed() && self.state.is_in_branch() && self.is_combined(&place, &value) => {
                let why = refuse::not_affine(span_of(&value), "an index that is the same in all iterations");
                Err(Computed { index: value, why, may_gather: true })
            }
            found => found.map(|(index, _)| index),
        };
        match index {
            Ok(index) => {
                let found = self.tables.in_rows(place.clone(), index);
                if found.is_none() {
                    self.refuse_two_stores(&place, span_of(&access.index));
                }
                found.map(|(place, index)| (place, Ok(index)))
            }
            computed => Some((place, computed)),
        }
    }

    /// `w[1]`, of a window.
    fn in_window(
        &mut self,
        place: Place,
        from: &Affine,
        length: u64,
        access: &ExprIndex,
        what: Access,
    ) -> Option<(Place, Result<Index, Computed>)> {
        if what == Access::Load && bounds::literal(&access.index).is_none() {
            let span = access.index.span();
            let number = self.operand(&access.index);
            if is_error(&number) {
                return None;
            }
            if !slices::is_in_range(&access.attrs) {
                let end = crate::syntax::integer(length, span);
                self.asserted(binary(number.clone(), BinOp::Lt(syn::token::Lt(span.first)), end), span);
            }
            let index = sum(from.expression(&self.tables.index, span), number, span);
            let why = refuse::not_affine(span, "an index of a window that is computed");
            return (!self.refuses_element(&place, access)).then(|| (place, Err(Computed { index, why, may_gather: true })));
        }
        let number = bounds::literal(&access.index).filter(|number| u64::try_from(*number).is_ok_and(|number| number < length));
        let Some(affine) = number.and_then(|number| from.plus(&Affine::constant(number))) else {
            let what = format!("an index that is no number below the window's length of {length}");
            self.told(refuse::unsupported(access.index.span(), &what, refuse::INDEX_WINDOW));
            return None;
        };
        (!self.refuses_element(&place, access)).then(|| (place, Ok(Index { affine, written: None })))
    }

    /// `row[k]`, of a slice.
    fn in_slice(&mut self, slice: Slice, access: &ExprIndex) -> Option<(Place, Result<Index, Computed>)> {
        let span = span_of(&access.index);
        if let Expr::Range(_) | Expr::Reference(_) = bare(&access.index) {
            self.told(refuse::unsupported(span, "a slice", "give it a name: `let row = &x[from..to];`"));
            return None;
        }
        let number = self.operand(&access.index);
        if is_error(&number) {
            return None;
        }
        if !slices::is_in_range(&access.attrs) {
            let end = slice.length;
            self.asserted(binary(parenthesized(number.clone()), BinOp::Lt(syn::token::Lt(ours(span))), end), span);
        }
        let index = match slice.from {
            Some(from) if bounds::literal(&number) == Some(0) => from,
            Some(from) => sum(from, parenthesized(number), span),
            None => number,
        };
        let index = self.index_of_value(index, Access::Load).map(|(index, _)| index).map_err(|computed| *computed);
        (!self.refuses_element(&slice.place, access)).then_some((slice.place, index))
    }

    /// What is at `place[index]` now.
    pub(super) fn load(&mut self, place: &Place, index: Index, span: Span) -> Expr {
        let array = self.tables.array(place);
        if place.way.is_empty() && self.tables.is_split(place) {
            let whole = self.tables.load(array, index.clone(), span);
            return self.with_stored_parts(place, &index, whole, span);
        }
        // Elsewhere than at its place what is stored in some iterations only is not to be read at all, which is seen to later.
        let [store] = self.state.stores(array) else { return self.tables.load(array, index, span) };
        match (store.index.affine.distance(&index.affine), &store.guard) {
            (Some(0), None) => moved_to(&store.value, span),
            (Some(0), Some(guard)) => {
                let (guard, stored) = (guard.clone(), moved_to(&store.value, span));
                let value = self.stored_or_old(array, index, guard, stored, span);
                let name = self.tables.names.make_up(&format!("{}_now", self.tables.arrays[array].name), span);
                self.named(value, name, None, false)
            }
            (_, Some(_)) => self.tables.load(array, index, span),
            (Some(_), None) => self.tables.load(array, index, span),
            _ if self.tables.is_computed(&index.affine) => {
                let message = format!("this may be a second element of `{}` into which an iteration combines", place.text());
                let help = "combine into one element of each array in an iteration: split the loop, or choose the place first, \
                            `let k = if c { a } else { b };`";
                self.told(Diagnostic::error(refuse::STORES, span, message).help(help))
            }
            (None, None) => {
                let message = format!("this may be the element of `{}` that was stored before", place.text());
                let help = "load before the store, into a `let`, or index both by the loop variable plus a number";
                self.told(Diagnostic::error(refuse::MAY_OVERLAP, span, message).help(help))
            }
        }
    }

    /// What an element holds that is stored where `guard` holds.
    fn stored_or_old(&mut self, array: usize, index: Index, guard: Expr, stored: Expr, span: Span) -> Expr {
        let old = self.tables.load(array, index, span);
        choice(guard, block(Vec::new(), stored), block(Vec::new(), old), span)
    }

    /// What is stored in some iterations only, and read at fixed distances from where it is stored, is stored in all: what was there, where
    /// the loop stores nothing.
    pub(super) fn store_in_every_iteration(&mut self) {
        for array in 0..self.tables.arrays.len() {
            let [Store { index, value, guard: Some(guard), span }] = self.state.stores(array) else { continue };
            let mut loads = self.tables.loads.iter().filter(|load| load.array == array).peekable();
            let is_far = |load: &Load| index.affine.distance(&load.index.affine).is_none();
            // Where the loop counts others would be stored.
            if index.affine.is_fixed() || loads.peek().is_none() || loads.any(is_far) {
                continue;
            }
            let (index, stored, guard, span) = (index.clone(), value.clone(), guard.clone(), *span);
            let value = self.stored_or_old(array, index.clone(), guard, stored, span);
            self.state.store(array, Vec::new());
            self.store_at(array, index, value, span);
            // The text does not do so.
            self.tables.arrays[array].stored_at.push(None);
        }
    }

    /// Notes where the text does a load of what the iteration has not stored yet.
    fn note_read(&mut self, place: &Place, value: &Expr, access: &ExprIndex) {
        let array = self.tables.array(place);
        let is_stored = !self.state.stores(array).is_empty();
        if let Some(Meaning::Load(load)) = plain_ident(value).and_then(|name| self.tables.meaning(name))
            && !is_stored
        {
            self.tables.loads[load].read_at.push(access);
        }
    }

    /// Stores.
    pub(super) fn store_at(&mut self, array: usize, index: Index, value: Expr, span: Span) {
        let stores = self.state.stores(array);
        let others: Vec<Store> = match stores.iter().all(|store| store.index.affine == index.affine) {
            true => Vec::new(),
            false => stores.to_vec(),
        };
        if !others.iter().all(|store| self.counts_on(&store.index.affine, &index.affine)) {
            let place = self.tables.arrays[array].place.clone();
            let rows =
                others.iter().map(|store| Rows::of(&place, &index.affine, &store.index.affine)).collect::<Option<Vec<_>>>();
            self.tables.seen_in_rows.extend(rows.and_then(|rows| Some((place.key.clone(), rows.into_iter().next()?))));
            return self.refuse_two_stores(&place, span);
        }
        if others.is_empty() {
            self.keep_overwritten(array, span);
        }
        let value = self.stored_value(array, value, span);
        let store = Store { index, value, guard: None, span };
        self.state.store(array, others.into_iter().chain([store]).collect());
    }

    /// What an iteration stores first, and then stores anew, may panic where it is computed.
    fn keep_overwritten(&mut self, array: usize, span: Span) {
        for Store { value, guard, .. } in self.state.stores(array).to_vec() {
            let Some(guard) = guard.filter(|guard| [guard, &value].into_iter().any(|part| self.tables.may_panic(part))) else {
                continue;
            };
            let [unused, name] = [(); 2].map(|()| self.tables.names.make_up("_unused", span));
            self.tables.bind(&unused, value.clone(), None, true, false);
            let nothing = truth(false, span);
            let computed = block(vec![let_statement(&unused, None, value)], nothing.clone());
            self.named(choice(guard, computed, block(Vec::new(), nothing), span), name, None, true);
        }
    }

    /// A name for what is stored.
    pub(super) fn stored_value(&mut self, array: usize, value: Expr, span: Span) -> Expr {
        if plain_ident(&value).is_some() {
            return value;
        }
        let base = format!("{}_stored", self.tables.arrays[array].name);
        let name = self.tables.names.make_up(&base, span);
        self.named(value, name, None, false)
    }

    pub(super) fn refuse_two_stores(&mut self, place: &Place, span: Span) {
        let message = format!("an iteration stores a second element of `{}`", place.text());
        let help = "store one element of each array in an iteration, or those of a row, `y[2 * i]` and `y[2 * i + 1]`: split the loop where \
                    that leaves the same";
        self.told(Diagnostic::error(refuse::STORES, span, message).help(help));
    }

    /// The index that an expression is, with its value.
    fn index(&mut self, expr: &Expr, what: Access) -> Option<Result<(Index, Expr), Computed>> {
        if let Expr::Range(range) = bare(expr) {
            self.told(refuse::unsupported(range.span(), "a slice", "index one element: `x[i]`"));
            return None;
        }
        if let Expr::Reference(key) = bare(expr) {
            let help =
                "kernels index slices, arrays and `Vec`s: look the keys up before the loop, and let it index what they stand for";
            self.told(Diagnostic::error(refuse::UNSUPPORTED, key.span(), "kernels do not look up keys").help(help));
            return None;
        }
        let value = self.operand(expr);
        if is_error(&value) {
            return None;
        }
        Some(self.index_of_value(value, what).map_err(|computed| *computed))
    }

    /// The same of a value in canonical form.
    fn index_of_value(&mut self, value: Expr, what: Access) -> Result<(Index, Expr), Box<Computed>> {
        if what == Access::Load && self.follows_changes(&value) {
            let why = refuse::not_affine(span_of(&value), "an index that the loop changes");
            return Err(Box::new(Computed { index: value, why, may_gather: true }));
        }
        let mut cast = false;
        match self.affine(&value, false, &mut cast).and_then(|affine| self.index_of(affine, &value, cast)) {
            Ok(index) => Ok((index, value)),
            Err(why) => {
                // A cast that spoils an index of the loop variable is told: such an index can be had exactly.
                let may_gather = why.code == refuse::NOT_AFFINE || self.depends_on_data(&value);
                Err(Box::new(Computed { index: value, why, may_gather }))
            }
        }
    }

    /// An affine index, and how it is written where there are casts in it.
    fn index_of(&self, affine: Affine, value: &Expr, cast: bool) -> Result<Index, Diagnostic> {
        if !cast {
            return Ok(Index { affine, written: None });
        }
        let written = self.tables.expanded(value).ok_or_else(|| {
            let error =
                Diagnostic::error(refuse::INDEX_CAST, span_of(value), "this index with casts is computed in too many steps");
            error.help("cast the loop variable alone: `let at = i as usize;`, and then compute")
        })?;
        Ok(Index { affine, written: Some(Box::new(written)) })
    }

    /// Whether a value is computed from what is not the same in all iterations. Where a loop counts, that says where it stores.
    fn follows_changes(&self, value: &Expr) -> bool {
        self.tables.sources(value).changes
    }

    /// Whether a value is computed from an array's elements, or from what the loop changes.
    fn depends_on_data(&self, value: &Expr) -> bool {
        let sources = self.tables.sources(value);
        sources.changes || sources.elements || sources.gathers
    }

    /// `expr` as `coefficient * i + offset`. Outside casts all of it is `usize`.
    fn affine(&mut self, expr: &Expr, casted: bool, cast: &mut bool) -> Result<Affine, Diagnostic> {
        let span = span_of(expr);
        let fits = |affine: Option<Affine>| affine.ok_or_else(|| refuse::not_affine(span, "an index beyond 64 bits or 64 terms"));
        match bare(expr) {
            Expr::Path(_) => self.affine_name(expr, casted, cast),
            Expr::Lit(_) => fits(bounds::literal(expr).map(Affine::constant)),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => fits(self.affine(&unary.expr, casted, cast)?.times(-1)),
            Expr::Cast(syntax) => self.affine_cast(syntax, cast),
            Expr::Binary(syn::ExprBinary { op: BinOp::Shl(_) | BinOp::Shr(_), .. }) => {
                Err(refuse::not_affine(span, "this shift"))
            }
            Expr::Binary(operation) => {
                let (left, right) = (self.affine(&operation.left, casted, cast), self.affine(&operation.right, casted, cast));
                match operation.op {
                    BinOp::Add(_) => fits(left?.plus(&right?)),
                    BinOp::Sub(_) => fits(left?.minus(&right?)),
                    BinOp::Mul(_) => {
                        let (left, right) = (left?, right?);
                        let known = left.as_constant().is_some() || right.as_constant().is_some();
                        // It may wrap before it is cast.
                        let is_narrow = || integer(self.tables.scalar_of(expr)).is_none_or(|int| int.bits() < 64);
                        if !left.is_fixed() && !right.is_fixed() || casted && !known && is_narrow() {
                            return Err(refuse::not_affine(span, "this product"));
                        }
                        fits(left.product(&right))
                    }
                    BinOp::Rem(_) => Err(refuse::not_affine(span, "this remainder")),
                    _ => Err(refuse::not_affine(span, "this index")),
                }
            }
            _ => Err(refuse::not_affine(span, "this index")),
        }
    }

    fn affine_name(&mut self, expr: &Expr, casted: bool, cast: &mut bool) -> Result<Affine, Diagnostic> {
        let meaning = plain_ident(expr).and_then(|name| self.tables.meaning(name));
        match meaning {
            Some(Meaning::Index) => {
                if !casted {
                    self.tables.index_is_usize();
                }
                Ok(Affine::index(0))
            }
            Some(Meaning::Outer(outer)) => {
                if !casted {
                    self.tables.outer_is_usize(outer);
                }
                Ok(Affine::captured(&self.tables.outers[outer].name))
            }
            Some(Meaning::Binding(binding)) => {
                let (affine, casts) = self.affine_let(binding, casted);
                *cast |= casts;
                // The place of the use says more than that of the `let`.
                affine.map_err(|error| Diagnostic { span: span_of(expr), ..error })
            }
            Some(Meaning::Load(_)) => Err(refuse::not_affine(span_of(expr), "an index that is itself loaded")),
            Some(Meaning::Looped(_)) => Err(refuse::not_affine(span_of(expr), "an index that a loop in the body changes")),
            None => Err(refuse::not_affine(span_of(expr), "this index")),
        }
    }

    /// What a `let` is, and whether there is a cast in it. Those that it is computed from are looked at before it, each once: a chain of
    /// them is as long as the body.
    fn affine_let(&mut self, binding: usize, casted: bool) -> (Result<Affine, Diagnostic>, bool) {
        for (part, casted) in self.parts((binding, casted)) {
            let (value, mut cast) = (self.tables.bindings[part].value.clone(), false);
            let affine = self.affine(&value, casted, &mut cast);
            self.affines.insert((part, casted), (affine, cast));
        }
        self.affines[&(binding, casted)].clone()
    }

    /// The `let`s that an index is computed from, in their order, as far as they have not been looked at.
    fn parts(&self, whole: (usize, bool)) -> BTreeSet<(usize, bool)> {
        let (mut parts, mut open) = (BTreeSet::new(), vec![whole]);
        while let Some(part) = open.pop() {
            if !self.affines.contains_key(&part) && parts.insert(part) {
                self.names_in(&self.tables.bindings[part.0].value, part.1, &mut open);
            }
        }
        parts
    }

    fn names_in(&self, expr: &Expr, casted: bool, found: &mut Vec<(usize, bool)>) {
        match bare(expr) {
            Expr::Unary(unary) => self.names_in(&unary.expr, casted, found),
            Expr::Cast(cast) => self.names_in(&cast.expr, true, found),
            Expr::Binary(syn::ExprBinary { op: BinOp::Shl(_) | BinOp::Shr(_), .. }) => {}
            Expr::Binary(operation) => {
                self.names_in(&operation.left, casted, found);
                self.names_in(&operation.right, casted, found);
            }
            name => {
                if let Some(Meaning::Binding(binding)) = plain_ident(name).and_then(|name| self.tables.meaning(name)) {
                    found.push((binding, casted));
                }
            }
        }
    }

    /// Whether `expr` is what a counter of the header stands for, as it is here. The host checks that no counter leaves its type.
    fn is_counter(&self, expr: &Expr) -> bool {
        let span = expr.span();
        let mut locals = self.scopes.iter().take(1).flat_map(|scope| scope.values());
        locals.any(|local| matches!(local, Local::Count(count) if count.expression(&self.tables.index, span) == *expr))
    }

    /// `inner as usize`: exact where `inner` does not wrap in its own type.
    fn affine_cast(&mut self, syntax: &ExprCast, cast: &mut bool) -> Result<Affine, Diagnostic> {
        *cast = true;
        let span = span_of(&Expr::Cast(syntax.clone()));
        let target = integer(of_type(&syntax.ty));
        if !matches!(target, Some(Int::Usize | Int::Isize | Int::U64 | Int::I64)) {
            let message = format!("a cast to `{}` inside an index may cut it off", text(&syntax.ty));
            return Err(Diagnostic::error(refuse::INDEX_CAST, span, message).help("cast to `usize` alone: `x[i as usize - 1]`"));
        }
        if self.tables.scalar_of(&syntax.expr).is_some_and(|scalar| !matches!(scalar, Scalar::Int(_))) {
            return Err(refuse::not_affine(span, "this cast"));
        }
        let inner = self.tables.expanded(&syntax.expr);
        // What is too long to be written out is no counter.
        let is_arithmetic = |inner: &Expr| matches!(inner, Expr::Binary(_) | Expr::Unary(_)) && !self.is_counter(inner);
        let arithmetic = inner.as_ref().is_none_or(|inner| is_arithmetic(bare(inner)));
        if arithmetic && integer(self.tables.scalar_of(&syntax.expr)).is_none_or(|int| int.bits() < 32) {
            let error = Diagnostic::error(refuse::INDEX_CAST, span, "the arithmetic before this cast may wrap");
            return Err(error.help("cast first, then compute: `x[i as usize - 1]`"));
        }
        self.affine(&syntax.expr, true, cast)
    }
}
