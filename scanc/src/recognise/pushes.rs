//! `v.push(value);`: a store behind what is there, by iteration where each of them does it, and otherwise where the loop counts.
//!
//! The `Vec` is an array whose element 0 is the first that the loop pushes. How many there are before is nobody's business: no
//! iteration may read it, nor ask for its length.

use super::body::{Cell, Local, Walker};
use super::header::Header;
use super::places::Place;
use super::tables::{Index, Tables};
use super::wholes::{Stored, Target};
use super::{Affine, Range, bounds, refuse};
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir;
use crate::syntax::{bare, binary, text, variable};
use syn::{Expr, ExprMethodCall, parse_quote};

/// The place of `place.push(value)`.
pub(super) fn pushed(call: &ExprMethodCall) -> Option<Place> {
    let is_push = call.method == "push" && call.args.len() == 1 && call.turbofish.is_none();
    is_push.then(|| Place::of(&call.receiver)).flatten()
}

/// The number of an iteration, counted from 0, as an index that is affine in the loop variable; `None` where it is none, or where that
/// variable may be of another type than indices are.
pub(super) fn iteration(header: &Header, tables: &mut Tables) -> Option<Index> {
    let (first, slope) = match &header.range {
        Range::Lengths(_) => return Some(Index { affine: Affine::index(0), written: None }),
        Range::Ascending { from, step: 1, .. } if bounds::literal(from) == Some(0) => {
            let index = variable(&tables.index);
            return Some(Index { affine: Affine::index(0), written: Some(Box::new(parse_quote!(#index as usize))) });
        }
        Range::Ascending { from, to, step: 1, .. } if is_usize(&[from, to], tables) => (bounds::fixed(from, "end", tables), 1),
        Range::Descending { high, low, inclusive, step: 1 } if is_usize(&[high, low], tables) => {
            (bounds::fixed(high, "end", tables).minus(&Affine::constant(i64::from(!*inclusive)))?, -1)
        }
        _ => return None,
    };
    tables.index_is_usize();
    let affine = Affine::index(0).minus(&first)?.times(slope)?;
    Some(Index { affine, written: None })
}

fn is_usize(ends: &[&Expr], tables: &Tables) -> bool {
    let is = |ty: Option<ir::Scalar>| ty == ir::Type::USIZE.scalar();
    match &tables.index_type {
        Some(ty) => *ty == ir::Type::USIZE,
        None => ends.iter().any(|end| is(bounds::scalar_of(end, tables))),
    }
}

impl Walker<'_, '_> {
    /// `place.push(value);`, a statement.
    pub(super) fn push(&mut self, call: &ExprMethodCall, place: Place) {
        let stored = self.stored(&call.args[0]);
        if stored.is_error() {
            return;
        }
        if let Some(local) = self.lookup(&place.root) {
            let what = match local {
                Local::Variable(_) => "is a variable of the body: what it holds is gone after the iteration",
                _ => "is no `Vec` outside of the loop",
            };
            let message = format!("`{}` {what}", text(&call.receiver));
            self.refuse(refuse::UNSUPPORTED, call.receiver.span(), message, "push to a `Vec` that is there before the loop");
            return;
        }
        let array = self.tables.array(&place);
        self.tables.arrays[array].pushed = true;
        let span = call.span();
        // One that is pushed to twice has no place that the number of the iteration says.
        let is_only = self.tables.pushed.get(&place.key) == Some(&1);
        match self.iteration.clone().filter(|_| is_only && !self.state.is_in_branch()) {
            Some(index) => self.store_whole(array, &Target::At(index), stored, span),
            None => self.push_to(array, stored, span),
        }
    }

    /// A store where the loop counts what it pushes.
    pub(super) fn push_to(&mut self, array: usize, stored: Stored, span: Span) {
        let counter = Cell::Outer(self.tables.pushes(array));
        let before = self.current(counter);
        let Some(ways) = self.ways(&before) else {
            let place = self.tables.arrays[array].place.text();
            let message = format!("where this iteration pushes to `{place}` depends on too much");
            let help = "push up to four times in an iteration, or to several `Vec`s";
            self.told(Diagnostic::error(refuse::STORES, span, message).help(help));
            return;
        };
        self.store_whole(array, &Target::Counted(ways), stored, span);
        self.set(counter, binary(before, parse_quote!(+), parse_quote!(1)), span);
    }

    /// `v.len()` is another in every iteration, and so is what else there is to ask.
    pub(super) fn refuses_method(&mut self, asked: &ExprMethodCall) -> bool {
        let Some(place) = Place::of(&asked.receiver) else { return false };
        let (what, help) = match asked.method.to_string().as_str() {
            "len" | "is_empty" => {
                ("is asked for its length", "count in a variable of your own: `k += 1;` where you push, and `#[scan(+ : k)]`")
            }
            _ => ("is asked for something else", "keep what later iterations need in a variable, and push that"),
        };
        self.lookup(&place.root).is_none() && self.refuses_of_pushed(&place, what, help, asked.span())
    }

    /// `v[i]` may be what this loop has pushed, or what was there before.
    pub(super) fn refuses_element(&mut self, place: &Place, access: &syn::ExprIndex) -> bool {
        let help = "keep what later iterations need in a variable, and push that";
        self.refuses_of_pushed(place, "is indexed as well", help, access.span())
    }

    fn refuses_of_pushed(&mut self, place: &Place, what: &str, help: &str, span: Span) -> bool {
        let grows = self.tables.pushed.contains_key(&place.key);
        if grows {
            let message = format!("the loop pushes to `{}`, which {what}", place.text());
            self.told(Diagnostic::error(refuse::MAY_OVERLAP, span, message).help(help));
        }
        grows
    }
}

/// The call that a statement is.
pub(super) fn statement(expr: &Expr) -> Option<(&ExprMethodCall, Place)> {
    match bare(expr) {
        Expr::MethodCall(call) => Some((call, pushed(call)?)),
        _ => None,
    }
}
