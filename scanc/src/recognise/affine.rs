//! Indices `coefficient * i + offset`: arithmetic on them, and as expressions.

use super::Affine;
use crate::diagnostic::Span;
use crate::limits;
use crate::syntax::{difference, integer, plain_ident, product, sum, variable};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::Expr;

/// Captured values, or products of them, each with its factor.
type Terms = Vec<(i64, Expr)>;

impl Affine {
    /// A constant.
    pub(super) fn constant(constant: i64) -> Self {
        Self { coefficient: 0, scaled: Vec::new(), constant, terms: Vec::new(), guarded: false }
    }

    /// The loop variable plus `offset`.
    pub(super) fn index(offset: i64) -> Self {
        Self { coefficient: 1, ..Self::constant(offset) }
    }

    /// A captured value.
    pub(super) fn captured(name: &Ident) -> Self {
        Self { terms: vec![(1, variable(name))], ..Self::constant(0) }
    }

    /// `self + other`; `None` where that does not fit.
    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        Some(Self {
            coefficient: self.coefficient.checked_add(other.coefficient)?,
            scaled: terms_plus(&self.scaled, &other.scaled)?,
            constant: self.constant.checked_add(other.constant)?,
            terms: terms_plus(&self.terms, &other.terms)?,
            guarded: false,
        })
    }

    /// `self * factor`; `None` where that does not fit.
    pub(super) fn times(&self, factor: i64) -> Option<Self> {
        Some(Self {
            coefficient: self.coefficient.checked_mul(factor)?,
            scaled: terms_times(&self.scaled, factor)?,
            constant: self.constant.checked_mul(factor)?,
            terms: terms_times(&self.terms, factor)?,
            guarded: false,
        })
    }

    /// `self / divisor`; `None` where that is no index.
    pub(super) fn divided(&self, divisor: i64) -> Option<Self> {
        let quotient = |value: i64| (value.checked_rem(divisor)? == 0).then(|| value / divisor);
        let term = |(factor, term): &(i64, Expr)| Some((quotient(*factor)?, term.clone()));
        let terms = |terms: &Terms| terms.iter().map(term).collect::<Option<Terms>>();
        Some(Self {
            coefficient: quotient(self.coefficient)?,
            scaled: terms(&self.scaled)?,
            constant: quotient(self.constant)?,
            terms: terms(&self.terms)?,
            guarded: self.guarded,
        })
    }

    /// `self * other`; `None` where that does not fit, or the loop variable would be squared.
    pub(super) fn product(&self, other: &Self) -> Option<Self> {
        let (one, fixed) = match (self.is_fixed(), other.is_fixed()) {
            (_, true) => (self, other),
            (true, false) => (other, self),
            (false, false) => return None,
        };
        if one.len() * fixed.len() > limits::TERMS {
            return None;
        }
        let mut result = one.times(fixed.constant)?;
        for (factor, term) in &fixed.terms {
            let scaled = one.times(*factor)?;
            result = result.plus(&Self {
                coefficient: 0,
                scaled: terms_by(scaled.coefficient, &scaled.scaled, term)?,
                constant: 0,
                terms: terms_by(scaled.constant, &scaled.terms, term)?,
                guarded: false,
            })?;
        }
        Some(result)
    }

    /// A text that is the same for equal indices, and for no others.
    pub(super) fn key(&self) -> String {
        let terms = |terms: &Terms| {
            let mut texts: Vec<String> =
                terms.iter().map(|(factor, term)| format!("{factor} {}", term.to_token_stream())).collect();
            texts.sort_unstable();
            texts.join(" + ")
        };
        format!("({} + {}) i + {} + {}", self.coefficient, terms(&self.scaled), self.constant, terms(&self.terms))
    }

    /// How many terms there are, at most.
    fn len(&self) -> usize {
        2 + self.scaled.len() + self.terms.len()
    }

    /// `self - other`; `None` where that does not fit.
    pub(super) fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(-1)?)
    }

    /// This index with `inner` in the place of the loop variable.
    pub(super) fn of(&self, inner: &Self) -> Option<Self> {
        let offset = Self { coefficient: 0, scaled: Vec::new(), ..self.clone() };
        inner.product(&self.slope())?.plus(&offset)
    }

    /// What the loop variable is multiplied with.
    pub(super) fn slope(&self) -> Self {
        Self { constant: self.coefficient, terms: self.scaled.clone(), ..Self::constant(0) }
    }

    /// This index `lag` iterations of a loop earlier, whose variable advances by `step`.
    pub(crate) fn earlier(&self, step: i64, lag: Option<&Self>) -> Option<Self> {
        let back = lag.map_or_else(|| Some(Self::constant(step)), |lag| lag.times(step))?;
        self.of(&Self::index(0).minus(&back)?)
    }

    /// Whether it is the same in all iterations.
    pub(crate) fn is_fixed(&self) -> bool {
        self.coefficient == 0 && self.scaled.is_empty()
    }

    /// Whether it is the loop variable itself.
    pub(crate) fn is_variable(&self) -> bool {
        self.coefficient == 1 && self.scaled.is_empty() && self.constant == 0 && self.terms.is_empty()
    }

    /// The value, where it depends on nothing.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        (self.is_fixed() && self.terms.is_empty()).then_some(self.constant)
    }

    /// `self - other`, where that is known.
    pub(super) fn distance(&self, other: &Self) -> Option<i64> {
        self.minus(other)?.as_constant()
    }

    /// The names of the captured values in it.
    pub(crate) fn captures(&self) -> impl Iterator<Item = &Ident> {
        self.scaled.iter().chain(&self.terms).flat_map(|(_, term)| factors(term))
    }

    /// As a `usize` expression that does not mention the loop variable, for one that is fixed.
    pub(crate) fn fixed_expression(&self, span: Span) -> Expr {
        self.expression(&Ident::new("_", span.first), span)
    }

    /// As a `usize` expression: what is added stands before what is subtracted, so that nothing on the way is negative.
    pub(super) fn expression(&self, index: &Ident, span: Span) -> Expr {
        let index = variable(&crate::syntax::ident_at(index, span));
        let scaled = self.scaled.iter().map(|(factor, term)| (*factor, Some(product(index.clone(), term.clone(), span))));
        let terms = self.terms.iter().map(|(factor, term)| (*factor, Some(term.clone())));
        let first = std::iter::once((self.coefficient, Some(index.clone())));
        let pieces: Vec<_> = first.chain(scaled).chain(terms).chain([(self.constant, None)]).collect();
        // `n - 1 - i` reads better than `n - i - 1`.
        let mut subtracted: Vec<_> = pieces.iter().filter(|(factor, _)| *factor < 0).cloned().collect();
        subtracted.sort_by_key(|(_, piece)| piece.as_ref() == Some(&index));
        let added = pieces.into_iter().filter(|(factor, _)| *factor > 0);
        let added = added.map(|(factor, piece)| scaled_by(factor, piece, span)).reduce(|left, right| sum(left, right, span));
        let added = added.unwrap_or_else(|| integer(0, span));
        subtracted.into_iter().fold(added, |left, (factor, piece)| difference(left, scaled_by(factor, piece, span), span))
    }
}

fn terms_plus(ours: &Terms, others: &Terms) -> Option<Terms> {
    let mut terms = ours.clone();
    for (factor, term) in others {
        match terms.iter_mut().find(|(_, known)| known == term) {
            Some((known, _)) => *known = known.checked_add(*factor)?,
            None => terms.push((*factor, term.clone())),
        }
    }
    terms.retain(|(factor, _)| *factor != 0);
    (terms.len() <= limits::TERMS).then_some(terms)
}

fn terms_times(terms: &Terms, factor: i64) -> Option<Terms> {
    let scaled = terms.iter().map(|(f, term)| Some((f.checked_mul(factor)?, term.clone())));
    let mut scaled: Terms = scaled.collect::<Option<_>>()?;
    scaled.retain(|(factor, _)| *factor != 0);
    Some(scaled)
}

/// `(constant + terms) * by`; `None` where a product is of too many factors.
fn terms_by(constant: i64, terms: &Terms, by: &Expr) -> Option<Terms> {
    let products = terms.iter().map(|(factor, term)| Some((*factor, product_of(term, by)?)));
    (constant != 0).then(|| Some((constant, by.clone()))).into_iter().chain(products).collect()
}

/// The product of two terms. Its factors are in order, so that equal products are equal.
fn product_of(left: &Expr, right: &Expr) -> Option<Expr> {
    let mut names: Vec<&Ident> = factors(left).into_iter().chain(factors(right)).collect();
    names.sort_by_key(|name| name.to_string());
    let few = names.len() <= limits::TERMS;
    let variables = names.into_iter().map(variable);
    let product = variables.reduce(|left, right| product(left, right, Span::call_site()));
    few.then(|| product.unwrap_or_else(|| integer(1, Span::call_site())))
}

/// The captured values that a term is the product of.
pub(crate) fn factors(term: &Expr) -> Vec<&Ident> {
    match crate::syntax::bare(term) {
        Expr::Binary(binary) => [factors(&binary.left), factors(&binary.right)].concat(),
        other => plain_ident(other).into_iter().collect(),
    }
}

/// `|factor| * piece`; a piece without expression is 1.
fn scaled_by(factor: i64, piece: Option<Expr>, span: Span) -> Expr {
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
    use crate::syntax::text;
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
        let row = Affine::captured(&format_ident!("r")).minus(&Affine::constant(1)).unwrap();
        check(&Affine::index(0).plus(&row.product(&n).unwrap()).unwrap(), "i + n * r - n");
        check(&Affine::index(-1).product(&n).unwrap(), "i * n - n");
    }

    #[test]
    fn arithmetic() {
        let n = Affine::captured(&format_ident!("n"));
        let backwards = n.minus(&Affine::index(1)).unwrap();
        assert_eq!(backwards.of(&Affine::index(2)).unwrap().distance(&backwards), Some(-2));
        assert_eq!(backwards.of(&backwards), Some(Affine::index(0)));
        assert_eq!(n.distance(&Affine::index(0)), None);
        let (column, pitch) = (Affine::captured(&format_ident!("c")), Affine::captured(&format_ident!("w")));
        let cell = Affine::index(0).product(&pitch).unwrap().plus(&column).unwrap();
        let above = Affine::index(-1).product(&pitch).unwrap().plus(&column).unwrap();
        assert_eq!(cell.minus(&above), Some(pitch.clone()));
        assert_eq!(cell.earlier(1, None), Some(above));
        assert_eq!(Affine::index(3).earlier(-1, Some(&pitch)), Affine::index(3).plus(&pitch));
        assert_eq!(pitch.product(&column), column.product(&pitch));
        assert_eq!(cell.product(&cell), None);
        assert!(Affine::constant(i64::MAX).plus(&Affine::constant(1)).is_none());
    }
}
