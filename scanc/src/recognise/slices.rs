//! Slices that an iteration has a name for: `let row = &a[i * n..(i + 1) * n];`. An element of one is the array's.

use super::body::{Local, Walker, is_error};
use super::bounds;
use super::places::Place;
use super::refuse;
use crate::diagnostic::{Span, Spanned};
use crate::syntax::{bare, binary, difference, integer, ours, parenthesized, plain_ident, span_of, sum};
use syn::{Attribute, BinOp, Expr, ExprRange, Ident, RangeLimits, parse_quote};

/// The attribute, in text of ours, of an element or a slice that is there.
const IN_RANGE: &str = "in_range";

/// `&place[from..from + length]`, which is there.
#[derive(Clone)]
pub(super) struct Slice {
    pub place: Place,
    /// A value in canonical form; `None` for 0.
    pub from: Option<Expr>,
    /// A value in canonical form.
    pub length: Expr,
}

impl Walker<'_, '_> {
    /// What `expr` is, if that is the whole of an array, a window or a slice.
    pub(super) fn whole_slice(&mut self, expr: &Expr) -> Option<Slice> {
        let span = expr.span();
        match self.local_of(expr).cloned() {
            Some(Local::Slice(slice)) => Some(slice),
            Some(Local::Window(place, from, length)) => {
                let from = from.expression(&self.tables.index, span);
                Some(Slice { place, from: Some(from), length: integer(length, span) })
            }
            Some(Local::Row(place, from, length)) => {
                let from = from.expression(&self.tables.index, span);
                Some(Slice { place, from: Some(from), length })
            }
            _ => {
                let Some(place) = self.outer_place(bare(expr)) else {
                    self.told(refuse::row(span, &crate::syntax::text(expr)));
                    return None;
                };
                let of = parenthesized(bare(expr).clone());
                // An array may be of a type that has another `len` than that of a slice.
                let length = self.operand(&syn::parse_quote_spanned!(ours(span)=> #of[..].len()));
                Some(Slice { place, from: None, length })
            }
        }
    }

    /// Whether `expr` is one: `&x[from..to]`, or the name of one.
    pub(super) fn is_slice(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Reference(reference) => reference.mutability.is_none() && range_of(&reference.expr).is_some(),
            name => matches!(self.local_of(name), Some(Local::Window(..) | Local::Row(..) | Local::Slice(_))),
        }
    }

    /// The slice that `expr` is. `None` where it has been told why it is none.
    pub(super) fn slice(&mut self, expr: &Expr) -> Option<Slice> {
        match bare(expr) {
            Expr::Reference(reference) => {
                let (whole, range) = range_of(&reference.expr)?;
                self.slice_at(whole, range, is_in_range(&reference.attrs))
            }
            name => self.whole_slice(name),
        }
    }

    /// `whole[range]`, which panics where it is not within `whole`.
    pub(super) fn slice_at(&mut self, whole: &Expr, range: &ExprRange, is_in_range: bool) -> Option<Slice> {
        let whole = match range_of(whole) {
            Some((whole, range)) => self.slice_at(whole, range, is_in_range)?,
            None => self.whole_slice(whole)?,
        };
        self.part_of_slice(whole, range, is_in_range)
    }

    fn part_of_slice(&mut self, whole: Slice, range: &ExprRange, is_in_range: bool) -> Option<Slice> {
        let span = range.span();
        let from = range.start.as_ref().filter(|from| bounds::literal(from) != Some(0)).map(|from| self.operand(from));
        let to = range.end.as_ref().map(|to| self.operand(to));
        if from.iter().chain(&to).any(is_error) {
            return None;
        }
        let to = to.map(|to| match range.limits {
            RangeLimits::HalfOpen(_) => to,
            // The greatest index is no element's.
            RangeLimits::Closed(_) => sum(parenthesized(to), integer(1, span), span),
        });
        let known = from.as_ref().zip(to.as_ref()).and_then(|(from, to)| between(from, to));
        let from = from.map(|from| self.number("from", from));
        let to = to.map(|to| self.number("to", to));
        let end = to.clone().unwrap_or_else(|| whole.length.clone());
        if !is_in_range {
            let at_most = || BinOp::Le(syn::token::Le(ours(span)));
            if let Some(from) = &from {
                self.asserted(binary(from.clone(), at_most(), end.clone()), span);
            }
            if let Some(to) = &to {
                self.asserted(binary(to.clone(), at_most(), whole.length.clone()), span);
            }
        }
        let length = match (known, &from) {
            (Some(known), _) => self.number("length", known),
            (None, Some(from)) => self.number("length", difference(end, from.clone(), span)),
            (None, None) => end,
        };
        let from = match (whole.from, from) {
            (Some(whole), Some(from)) => Some(self.number("from", sum(whole, from, span))),
            (whole, from) => whole.or(from),
        };
        Some(Slice { place: whole.place, from, length })
    }

    /// A name for a value in canonical form, an index.
    fn number(&mut self, base: &str, value: Expr) -> Expr {
        self.kept(base, value, Some(parse_quote!(usize)))
    }

    /// A name for a value in canonical form, which is evaluated where that is.
    pub(super) fn kept(&mut self, base: &str, value: Expr, ty: Option<syn::Type>) -> Expr {
        let name = self.tables.names.make_up(base, span_of(&value));
        let named = self.named(value, name, ty, false);
        if let Some(name) = plain_ident(&named) {
            self.tables.keep(name);
        }
        named
    }
}

/// `x` and `from..to` of `x[from..to]`.
pub(super) fn range_of(expr: &Expr) -> Option<(&Expr, &ExprRange)> {
    match bare(expr) {
        Expr::Index(access) => match bare(&access.index) {
            Expr::Range(range) => Some((&access.expr, range)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether text of ours says that an element, or a slice, is there.
pub(super) fn is_in_range(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|one| one.path().is_ident(IN_RANGE))
}

/// The attribute that says so.
pub(super) fn in_range(span: Span) -> Attribute {
    let name = Ident::new(IN_RANGE, span.first);
    parse_quote!(#[#name])
}

/// `to - from`, where it is seen: `n` of `at..at + n`, and of `r * n..(r + 1) * n`.
fn between(from: &Expr, to: &Expr) -> Option<Expr> {
    let (from, to) = (bare(from), bare(to));
    match (from, to) {
        (from, Expr::Binary(sum)) if matches!(sum.op, BinOp::Add(_)) && bare(&sum.left) == from => Some((*sum.right).clone()),
        (Expr::Binary(first), Expr::Binary(second))
            if matches!((first.op, second.op), (BinOp::Mul(_), BinOp::Mul(_))) && first.right == second.right =>
        {
            let one = between(&first.left, &second.left)?;
            (bounds::literal(&one) == Some(1)).then(|| (*first.right).clone())
        }
        _ => None,
    }
}
