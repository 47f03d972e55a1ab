//! Comparing and showing affine indices.

use crate::recognise::Affine;
use crate::syntax::place_text;
use proc_macro2::Ident;
use std::collections::BTreeMap;

/// An index in a form that is equal for equal indices: coefficient, constant, and the factor of each invariant term by its text; the
/// terms of the coefficient likewise.
pub(super) type Canonical = (i128, i128, BTreeMap<String, i128>, BTreeMap<String, i128>);

/// The canonical form of an index.
pub(super) fn canonical(index: &Affine) -> Canonical {
    (index.coefficient.into(), index.constant.into(), by_text(&index.terms), by_text(&index.scaled))
}

fn by_text(terms: &[(i64, syn::Expr)]) -> BTreeMap<String, i128> {
    let mut factors = BTreeMap::new();
    for (factor, term) in terms {
        *factors.entry(place_text(term)).or_insert(0) += i128::from(*factor);
    }
    factors.retain(|_, factor| *factor != 0);
    factors
}

/// Where the iteration that is continued has this index: the previous one, or the one `lag` iterations before.
pub(super) fn previous(index: &Affine, step: i64, lag: Option<&Affine>) -> Option<Canonical> {
    index.earlier(step, lag).as_ref().map(canonical)
}

/// `2*i + m - 1`
pub(super) fn shown(index: &Affine, variable: &Ident) -> String {
    let (coefficient, constant, terms, scaled) = canonical(index);
    let mut text = String::new();
    add(&mut text, coefficient, &variable.to_string());
    scaled.iter().for_each(|(term, factor)| add(&mut text, *factor, &format!("{variable}*{term}")));
    terms.iter().for_each(|(term, factor)| add(&mut text, *factor, term));
    add(&mut text, constant, "");
    if text.is_empty() { "0".to_owned() } else { text }
}

/// Appends `± factor*name`; a factor of 1 is left out where there is a name.
fn add(text: &mut String, factor: i128, name: &str) {
    if factor == 0 {
        return;
    }
    text.push_str(match (text.is_empty(), factor < 0) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    });
    text.push_str(&match (name.is_empty(), factor.abs()) {
        (true, size) => size.to_string(),
        (false, 1) => name.to_owned(),
        (false, size) => format!("{size}*{name}"),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::format_ident;

    fn index(coefficient: i64, constant: i64, terms: &[(i64, &str)]) -> Affine {
        let terms = terms.iter().map(|(factor, term)| (*factor, syn::parse_str(term).expect(term))).collect();
        Affine { coefficient, scaled: Vec::new(), constant, terms, guarded: false }
    }

    fn check(index: Affine, expected: &str) {
        assert_eq!(shown(&index, &format_ident!("i")), expected);
    }

    #[test]
    fn indices_read_as_written() {
        check(index(1, -1, &[]), "i - 1");
        check(index(-2, 0, &[(1, "m"), (-3, "self.k")]), "-2*i + m - 3*self.k");
        check(index(0, 7, &[]), "7");
        check(index(0, 0, &[(1, "m"), (-1, "m")]), "0");
        check(index(i64::MIN, i64::MIN, &[]), "-9223372036854775808*i - 9223372036854775808");
    }

    #[test]
    fn the_order_of_terms_means_nothing() {
        assert_eq!(canonical(&index(1, 0, &[(1, "m"), (2, "k")])), canonical(&index(1, 0, &[(2, "k"), (1, "m")])));
    }

    #[test]
    fn the_previous_iteration_of_a_backward_loop_is_one_up() {
        assert_eq!(previous(&index(1, 0, &[]), -1, None), Some(canonical(&index(1, 1, &[]))));
        assert_eq!(previous(&index(2, 3, &[]), 2, None), Some(canonical(&index(2, -1, &[]))));
        let lag = index(0, 0, &[(1, "k")]);
        assert_eq!(previous(&index(1, 0, &[]), 1, Some(&lag)), Some(canonical(&index(1, 0, &[(-1, "k")]))));
    }
}
