//! The operator of a loop whose carried values go through maps: a type of its own, which says what two runs of iterations make of a value.

use super::host::{Host, product_word};
use super::names::Names;
use crate::ir::{Best, Builtin, Carried, CarriedId, Family, Map, OperatorKind, Scalar, Term};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// Why it may be `unsafe`.
const NO_TEXT: &str = "SAFETY: there is no text: the kernels have their own.";

impl Host<'_> {
    /// Whether what is carried has an operator of the loop's own.
    pub(super) fn composes(&self) -> bool {
        self.kernel.carried.iter().any(|carried| matches!(carried.operator.kind, OperatorKind::Map(_)))
    }

    /// `struct Then;` and what it combines.
    pub(super) fn composed(&self) -> Option<TokenStream> {
        if !self.composes() {
            return None;
        }
        let Names { launch, then, .. } = &self.names;
        let (ty, product, comment) = (self.carried_type()?, product_word(self.kernel.carried.len()), self.comment(NO_TEXT));
        let fields = self.kernel.carried.iter().enumerate().map(|(number, carried)| self.combined(number, carried));
        let is_best = |carried: &Carried| matches!(carried.operator.kind, OperatorKind::Best(_));
        let chooses = self.kernel.carried.iter().any(is_best).then(|| quote!(let mut takes_later = false;));
        Some(quote! {
            #[derive(Clone, Copy)]
            struct #then;
            #comment
            unsafe impl #launch::Semigroup<#then> for #ty {
                const COMBINE: &'static str = "";
                const MAY_PANIC: bool = false;
                #[inline]
                fn combine(earlier: Self, later: Self) -> Self {
                    #chooses
                    #launch::#product(#(#fields),*)
                }
            }
        })
    }

    /// Carried value `number` of two runs of iterations.
    fn combined(&self, number: usize, carried: &Carried) -> TokenStream {
        let of = |run: TokenStream, number: usize| {
            let number = Literal::usize_unsuffixed(number);
            quote!(#run.#number)
        };
        let (earlier, later) = (of(quote!(earlier), number), of(quote!(later), number));
        let scalar = carried.ty.scalar().unwrap_or(Scalar::Bool);
        match &carried.operator.kind {
            OperatorKind::Map(map) => {
                let coefficient = map.coefficient.map(|CarriedId(number)| of(quote!(later), number));
                let run = if map.family.has_two_limits() { quote!(later) } else { quote!(earlier) };
                let source = map.source.map(|CarriedId(number)| of(run, number));
                self.term(&map.family.composed(), scalar, &[earlier, later, quote!(#coefficient), quote!(#source)])
            }
            OperatorKind::Builtin(operator) => self.applied(*operator, scalar, &earlier, &later),
            OperatorKind::Best(best) => self.chosen(&best_word(*best), scalar, &earlier, &later),
            OperatorKind::Along(_) => self.chosen("Along", scalar, &earlier, &later),
            OperatorKind::Declared(_) => unreachable!("not beside other values"),
        }
    }

    /// What extremes of other carried values are made of may not start from numbers with which differences or sums overflow. A maximum
    /// may start from the least number there is: an iteration sees what it is after its own. What a table has no state for has no table.
    pub(super) fn starts_are_known(&self) -> Vec<TokenStream> {
        let Names { start, launch, .. } = &self.names;
        let all = &self.kernel.carried;
        let checks = all.iter().enumerate().filter_map(|(number, carried)| {
            let OperatorKind::Map(map) = &carried.operator.kind else { return None };
            let Some(Scalar::Int(int)) = carried.ty.scalar() else {
                return self.quotient_is_of_positive(map);
            };
            if let Family::Finite(states) = map.family {
                let (number, states) = (Literal::usize_unsuffixed(number), Literal::u8_unsuffixed(states));
                return Some(quote!((0..#states).contains(&#start.#number)));
            }
            let CarriedId(source) =
                map.source.filter(|_| int.signed() && matches!(map.family, Family::OfExtreme(_) | Family::OfSum(_)))?;
            let place = Literal::usize_unsuffixed(source);
            let value = match (map.family, &all[source].operator.kind) {
                (Family::OfExtreme(of), OperatorKind::Builtin(extreme)) if !of.exclusive => {
                    let extreme = format_ident!("{}", extreme.name());
                    quote!(::core::cmp::Ord::#extreme(#start.#place, 0))
                }
                _ => quote!(#start.#place),
            };
            Some(quote!(#launch::is_within_reach(#value)))
        });
        checks.collect()
    }

    /// A minimum may stay what it starts from. Where that is a divisor it has to be as positive as the numbers of the loop, or no number at
    /// all, which a minimum does not keep.
    fn quotient_is_of_positive(&self, map: &Map) -> Option<TokenStream> {
        let Family::OfExtreme(of) = map.family else { return None };
        let (CarriedId(source), start) = (map.source?, &self.names.start);
        let is_minimum = self.kernel.carried[source].operator.kind == OperatorKind::Builtin(Builtin::Min);
        let place = Literal::usize_unsuffixed(source);
        (of.with.is_quotient() && is_minimum).then(|| quote!((#start.#place > 0.0 || #start.#place.is_nan())))
    }

    /// What a comparison chooses, and what goes along with that.
    fn chosen(&self, operator: &str, scalar: Scalar, earlier: &TokenStream, later: &TokenStream) -> TokenStream {
        let (launch, ty, operator) = (&self.names.launch, format_ident!("{}", scalar.rust()), format_ident!("{operator}"));
        quote!(<#ty as #launch::Semigroup<#launch::#operator>>::combine_among(#earlier, #later, &mut takes_later))
    }

    fn term(&self, term: &Term, scalar: Scalar, names: &[TokenStream; 4]) -> TokenStream {
        match term {
            Term::Earlier => names[0].clone(),
            Term::Later => names[1].clone(),
            Term::Coefficient => names[2].clone(),
            Term::Source => names[3].clone(),
            Term::Sum(left, right) | Term::Difference(left, right) => {
                let is_sum = matches!(term, Term::Sum(..));
                let (left, right) = (self.term(left, scalar, names), self.term(right, scalar, names));
                match (scalar, is_sum) {
                    (Scalar::Int(_), true) => quote!(#left.saturating_add(#right)),
                    (Scalar::Int(_), false) => quote!(#left.saturating_sub(#right)),
                    (_, true) => quote!(#left + #right),
                    (_, false) => quote!(#left - #right),
                }
            }
            Term::Quotient(left, right) => {
                let (left, right) = (self.term(left, scalar, names), self.term(right, scalar, names));
                quote!(#left / #right)
            }
            Term::Clamped(low, high) => {
                let (launch, value, change) = (&self.names.launch, &names[0], &names[2]);
                let (low, high) = (self.term(low, scalar, names), self.term(high, scalar, names));
                quote!(#launch::clamped(#value, #change, #low, #high))
            }
            Term::One => quote!(1.0),
            Term::WherePositive(source, then, otherwise) => {
                let [source, then, otherwise] = [source, then, otherwise].map(|term| self.term(term, scalar, names));
                quote!(if #source > 0.0 { #then } else { #otherwise })
            }
            Term::Combined(operator, left, right) => {
                let nested = |term: &Term| {
                    let text = self.term(term, scalar, names);
                    if matches!(term, Term::Combined(Builtin::BitAnd, ..)) { quote!((#text)) } else { text }
                };
                self.applied(*operator, scalar, &nested(left), &nested(right))
            }
            Term::Choice(on, reset) => {
                let (launch, holds) = (&self.names.launch, &names[2]);
                let (on, reset) = (self.term(on, scalar, names), self.term(reset, scalar, names));
                quote!(#launch::either(#holds, #on, #reset))
            }
            Term::State => {
                let (launch, state, table) = (&self.names.launch, &names[0], &names[2]);
                quote!(#launch::state_after(#table, #state))
            }
            Term::States(states) => {
                let (launch, earlier, later) = (&self.names.launch, &names[0], &names[1]);
                let states = Literal::u8_unsuffixed(*states);
                quote!(#launch::states_after::<#states>(#earlier, #later))
            }
        }
    }

    /// `left ⊕ right`
    fn applied(&self, operator: Builtin, scalar: Scalar, left: &TokenStream, right: &TokenStream) -> TokenStream {
        let launch = &self.names.launch;
        match (operator, scalar) {
            (Builtin::Add, Scalar::Int(_)) => quote!(#left.wrapping_add(#right)),
            (Builtin::Mul, Scalar::Int(_)) => quote!(#left.wrapping_mul(#right)),
            (Builtin::Add, _) => quote!(#left + #right),
            (Builtin::Mul, _) => quote!(#left * #right),
            (Builtin::BitAnd | Builtin::And, _) => quote!(#left & #right),
            (Builtin::BitOr | Builtin::Or, _) => quote!(#left | #right),
            (Builtin::BitXor, _) => quote!(#left ^ #right),
            (Builtin::Min, Scalar::Int(_)) => quote!(::core::cmp::Ord::min(#left, #right)),
            (Builtin::Max, Scalar::Int(_)) => quote!(::core::cmp::Ord::max(#left, #right)),
            // Of zeros of either sign, and beside NaNs, as kernels have it.
            (Builtin::Min | Builtin::Max, _) => {
                let (ty, operator) = (format_ident!("{}", scalar.rust()), format_ident!("{operator:?}"));
                quote!(<#ty as #launch::Semigroup<#launch::#operator>>::combine(#left, #right))
            }
        }
    }
}

/// The tag of a choice by comparison.
pub(super) fn best_word(best: Best) -> String {
    format!("{}{}", if best.greatest { "Greatest" } else { "Least" }, if best.later_wins { "Last" } else { "" })
}
