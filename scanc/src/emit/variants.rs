//! Enums' variants on their way to a launch and back: the user's places hold variants, what is launched has numbers.

use super::host::Host;
use super::names::Names;
use crate::ir::{Family, OperatorKind};
use crate::recognise::Carry;
use crate::variants::Enum;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

impl Host<'_> {
    /// A value as launches have it: the number of a variant.
    pub(super) fn number(&self, place: &Expr) -> TokenStream {
        let Some(Enum { variants, .. }) = self.variants.of(place) else { return place.to_token_stream() };
        let launch = &self.names.launch;
        quote!(#launch::number_of!(#place; #(#variants),*))
    }

    /// `place = value;`, where `value` is what a launch has left.
    pub(super) fn assignment(&self, place: &Expr, value: &Ident) -> TokenStream {
        let Some(Enum { variants, .. }) = self.variants.of(place) else { return quote!(#place = #value;) };
        let launch = &self.names.launch;
        quote!(#launch::set_variant!(#place, #value; #(#variants),*);)
    }

    /// Whether no two variants of an enum are the same, and what has to be one that the loop names is.
    pub(super) fn variants_are_known(&self) -> Vec<TokenStream> {
        let Names { launch, start, .. } = &self.names;
        let distinct = self.variants.enums().iter().flat_map(|Enum { variants, is_compared, is_cloned, .. }| {
            let compared = is_compared.then(|| quote!(==));
            let cloned = is_cloned.then(|| quote!(#launch::are_cloned!(#(#variants),*)));
            [quote!(#launch::are_distinct!(#compared #(#variants),*))].into_iter().chain(cloned)
        });
        let is_named = |place: &Expr, value: TokenStream| {
            let found = self.variants.of(place).filter(|found| !found.has_others)?;
            let count = Literal::usize_unsuffixed(found.variants.len());
            Some(quote!(#value < #count))
        };
        let (several, carried) = (self.recurrence.carried.len() > 1, &self.recurrence.carried);
        let starts = carried.iter().enumerate().filter_map(|(number, carried)| {
            let is_finite = matches!(&carried.operator.kind, OperatorKind::Map(map) if matches!(map.family, Family::Finite(_)));
            let number = Literal::usize_unsuffixed(number);
            match &carried.carry {
                Carry::Scalar(place) if !is_finite => {
                    is_named(place, if several { quote!(#start.#number) } else { quote!(*#start) })
                }
                _ => None,
            }
        });
        let captures = &self.recurrence.captures;
        let captured = captures.iter().filter_map(|capture| is_named(&capture.value, capture.name.to_token_stream()));
        distinct.chain(starts).chain(captured).collect()
    }
}
