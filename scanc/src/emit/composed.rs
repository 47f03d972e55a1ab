//! The operator of a loop whose carried values go through maps: a type of its own, which says what two runs of iterations make of a value.

use super::host::Host;
use super::names::Names;
use super::start::product_word;
use crate::ir::{Best, Builtin, Carried, CarriedId, Family, Map, OperatorKind, Scalar, Semiring, Term};
use crate::recognise;
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
        let (earlier, later) = (of(quote!(earlier), CarriedId(number)), of(quote!(later), CarriedId(number)));
        let scalar = carried.ty.scalar().unwrap_or(Scalar::Bool);
        match &carried.operator.kind {
            OperatorKind::Map(map) => self.term(&map.composed(CarriedId(number)), scalar),
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
        let matrix = self.matrix_is_stable();
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
        checks.chain(matrix).collect()
    }

    /// Of floats that are multiplied by the same matrix in all iterations no power of it may have great numbers in it.
    fn matrix_is_stable(&self) -> Option<TokenStream> {
        let is_cell = |(found, typed): &(&recognise::Carried, &Carried)| {
            let is_float = matches!(typed.ty.scalar(), Some(Scalar::Float(_)));
            let row = match found.operator.kind {
                OperatorKind::Map(Map { family: Family::Row(row), .. }) => row,
                _ => return false,
            };
            is_float && row.semiring == Semiring::Linear && row.column.is_some()
        };
        let cells = self.recurrence.carried.iter().zip(&self.kernel.carried).filter(is_cell);
        let cells: Option<Vec<&syn::Expr>> = cells.map(|(found, _)| fixed_cell(&found.element)).collect();
        let (Names { launch, range, .. }, cells) = (&self.names, cells.filter(|cells| !cells.is_empty())?);
        Some(quote!(#launch::is_stable(&[#(#cells),*], &#range)))
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

    fn term(&self, term: &Term, scalar: Scalar) -> TokenStream {
        let launch = &self.names.launch;
        let value = |term: &Term| self.term(term, scalar);
        match term {
            Term::Earlier(number) => of(quote!(earlier), *number),
            Term::Later(number) => of(quote!(later), *number),
            Term::Sum(left, right) | Term::Difference(left, right) => {
                let is_sum = matches!(term, Term::Sum(..));
                let (left, right) = (value(left), value(right));
                match (scalar, is_sum) {
                    (Scalar::Int(_), true) => quote!(#left.saturating_add(#right)),
                    (Scalar::Int(_), false) => quote!(#left.saturating_sub(#right)),
                    (_, true) => quote!(#left + #right),
                    (_, false) => quote!(#left - #right),
                }
            }
            Term::Quotient(left, right) => {
                let (left, right) = (value(left), value(right));
                quote!(#left / #right)
            }
            Term::Clamped(terms) => {
                let terms = terms.iter().map(value);
                quote!(#launch::clamped(#(#terms),*))
            }
            Term::One => quote!(1.0),
            Term::WherePositive(source, then, otherwise) => {
                let [source, then, otherwise] = [source, then, otherwise].map(|term| value(term));
                quote!(if #source > 0.0 { #then } else { #otherwise })
            }
            Term::Combined(operator, left, right) => {
                let nested = |term: &Term| {
                    let text = value(term);
                    if matches!(term, Term::Combined(Builtin::BitAnd, ..)) { quote!((#text)) } else { text }
                };
                self.applied(*operator, scalar, &nested(left), &nested(right))
            }
            Term::Choice(terms) => {
                let terms = terms.iter().map(value);
                quote!(#launch::either(#(#terms),*))
            }
            Term::State(terms) => {
                let terms = terms.iter().map(value);
                quote!(#launch::state_after(#(#terms),*))
            }
            Term::States(states, tables) => {
                let (states, tables) = (Literal::u8_unsuffixed(*states), tables.iter().map(value));
                quote!(#launch::states_after::<#states>(#(#tables),*))
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

/// A cell that no iteration looks at: the host has computed it.
fn fixed_cell(element: &syn::Block) -> Option<&syn::Expr> {
    match element.stmts.as_slice() {
        [syn::Stmt::Expr(syn::Expr::Call(_), None)] => None,
        [syn::Stmt::Expr(cell, None)] => Some(cell),
        _ => None,
    }
}

/// `run.0`
fn of(run: TokenStream, CarriedId(number): CarriedId) -> TokenStream {
    let number = Literal::usize_unsuffixed(number);
    quote!(#run.#number)
}

/// The tag of a choice by comparison.
pub(super) fn best_word(best: Best) -> String {
    format!("{}{}", if best.greatest { "Greatest" } else { "Least" }, if best.later_wins { "Last" } else { "" })
}
