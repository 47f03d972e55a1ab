//! Indices `coefficient * i + offset`: arithmetic on them, and as expressions.

use super::Affine;
use super::syntax::{difference, integer, plain_ident, product, sum, variable};
use crate::diagnostic::Span;
use proc_macro2::Ident;
use syn::Expr;

impl Affine {
    /// A constant.
    pub(super) fn constant(constant: i64) -> Self {
        Self { coefficient: 0, constant, terms: Vec::new() }
    }

    /// The loop variable plus `offset`.
    pub(super) fn index(offset: i64) -> Self {
        Self { coefficient: 1, constant: offset, terms: Vec::new() }
    }

    /// A captured value.
    pub(super) fn captured(name: &Ident) -> Self {
        Self { coefficient: 0, constant: 0, terms: vec![(1, variable(name))] }
    }

    /// `self + other`; `None` where that does not fit.
    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        let mut terms = self.terms.clone();
        for (factor, term) in &other.terms {
            match terms.iter_mut().find(|(_, known)| known == term) {
                Some((known, _)) => *known = known.checked_add(*factor)?,
                None => terms.push((*factor, term.clone())),
            }
        }
        terms.retain(|(factor, _)| *factor != 0);
        let coefficient = self.coefficient.checked_add(other.coefficient)?;
        Some(Self { coefficient, constant: self.constant.checked_add(other.constant)?, terms })
    }

    /// `self * factor`; `None` where that does not fit.
    pub(super) fn times(&self, factor: i64) -> Option<Self> {
        let terms = self.terms.iter().map(|(f, term)| Some((f.checked_mul(factor)?, term.clone())));
        let mut terms: Vec<_> = terms.collect::<Option<_>>()?;
        terms.retain(|(factor, _)| *factor != 0);
        let coefficient = self.coefficient.checked_mul(factor)?;
        Some(Self { coefficient, constant: self.constant.checked_mul(factor)?, terms })
    }

    /// `self - other`; `None` where that does not fit.
    pub(super) fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(-1)?)
    }

    /// This index with `inner` in the place of the loop variable.
    pub(super) fn of(&self, inner: &Self) -> Option<Self> {
        let offset = Self { coefficient: 0, ..self.clone() };
        inner.times(self.coefficient)?.plus(&offset)
    }

    /// The value, where it depends on nothing.
    pub(super) fn as_constant(&self) -> Option<i64> {
        (self.coefficient == 0 && self.terms.is_empty()).then_some(self.constant)
    }

    /// `self - other`, where that is known.
    pub(super) fn distance(&self, other: &Self) -> Option<i64> {
        self.minus(other)?.as_constant()
    }

    /// The names of the captured values in it.
    pub(super) fn captures(&self) -> impl Iterator<Item = &Ident> {
        self.terms.iter().filter_map(|(_, term)| plain_ident(term))
    }

    /// As a `usize` expression: what is added stands before what is subtracted, so that nothing on the way is negative.
    pub(super) fn expression(&self, index: &Ident, span: Span) -> Expr {
        let index = (self.coefficient, Some(variable(&super::syntax::ident_at(index, span))));
        let terms = self.terms.iter().map(|(factor, term)| (*factor, Some(term.clone())));
        let pieces: Vec<_> = std::iter::once(index.clone()).chain(terms).chain([(self.constant, None)]).collect();
        // `n - 1 - i` reads better than `n - i - 1`.
        let mut subtracted: Vec<_> = pieces.iter().filter(|(factor, _)| *factor < 0).cloned().collect();
        subtracted.sort_by_key(|(_, piece)| *piece == index.1);
        let added = pieces.into_iter().filter(|(factor, _)| *factor > 0);
        let added = added.map(|(factor, piece)| scaled(factor, piece, span)).reduce(|left, right| sum(left, right, span));
        let added = added.unwrap_or_else(|| integer(0, span));
        subtracted.into_iter().fold(added, |left, (factor, piece)| difference(left, scaled(factor, piece, span), span))
    }
}

/// `|factor| * piece`; a piece without expression is 1.
fn scaled(factor: i64, piece: Option<Expr>, span: Span) -> Expr {
    match (factor.unsigned_abs(), piece) {
        (factor, None) => integer(factor, span),
        (1, Some(piece)) => piece,
        (factor, Some(piece)) => product(integer(factor, span), piece, span),
    }
}

/// Whether two indices are the same in every iteration.
impl PartialEq for Affine {
    fn eq(&self, other: &Self) -> bool {
        self.distance(other) == Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::syntax::text;
    use quote::format_ident;

    fn check(affine: &Affine, expected: &str) {
        assert_eq!(text(&affine.expression(&format_ident!("i"), Span::call_site())), expected);
    }

    #[test]
    fn as_expressions() {
        let n = Affine::captured(&format_ident!("n"));
        check(&Affine::index(0), "i");
        check(&Affine::index(-1), "i - 1");
        check(&Affine::index(3), "i + 3");
        check(&n.minus(&Affine::index(1)).unwrap(), "n - 1 - i");
        check(&Affine::index(1).times(2).unwrap(), "2 * i + 2");
        check(&Affine::index(-1).plus(&n.times(3).unwrap()).unwrap(), "i + 3 * n - 1");
        check(&Affine::constant(0), "0");
    }

    #[test]
    fn arithmetic() {
        let n = Affine::captured(&format_ident!("n"));
        let backwards = n.minus(&Affine::index(1)).unwrap();
        assert_eq!(backwards.of(&Affine::index(2)).unwrap().distance(&backwards), Some(-2));
        assert_eq!(backwards.of(&backwards), Some(Affine::index(0)));
        assert_eq!(n.distance(&Affine::index(0)), None);
        assert!(Affine::constant(i64::MAX).plus(&Affine::constant(1)).is_none());
    }
}
