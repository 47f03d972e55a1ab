//! What an iterator comes to: a launch's result, or what it says itself.
//!
//! The greatest and the least are in an `Option`. Without an iteration the iterator is asked; and behind a `filter` also where nothing is
//! greater than what a launch starts from, since nothing may be kept.

use super::host::Host;
use crate::parse::{LoopSyntax, Reduced};
use crate::recognise::Carry;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

impl Host<'_> {
    /// The iterator, the value that carries what it comes to, and what that starts from.
    fn reduced(&self) -> Option<(&Reduced, usize, &Expr)> {
        let LoopSyntax::Reduce(reduced) = &self.site.syntax else { return None };
        self.recurrence.carried.iter().enumerate().find_map(|(number, carried)| match &carried.carry {
            Carry::State(start) => Some((&**reduced, number, start)),
            _ => None,
        })
    }

    /// Whether a launch has to know that there are iterations.
    pub(super) fn asks_for_elements(&self) -> bool {
        self.reduced().is_some_and(|(reduced, ..)| reduced.is_optional() && !reduced.is_filtered())
    }

    /// `let value = …`, unless the loop is none.
    pub(super) fn value(&self, looped: &TokenStream) -> Option<TokenStream> {
        let (reduced, number, start) = self.reduced()?;
        let (value, last, carry) = (&self.names.value, &self.names.last[number], &self.names.carry);
        // A derived operator has a coefficient as well, which nobody wants.
        let all = (0..self.recurrence.carried.len()).map(|other| if other == number { quote!(#last) } else { quote!(_) });
        let found = self.product(&all.collect::<Vec<_>>());
        let kept = reduced.is_filtered().then(|| quote!(.filter(|#last| *#last != #start)));
        Some(match reduced.is_optional() {
            true => {
                quote!(let #value = if let __scanc_std_Some(#last) = #carry #kept { __scanc_std_Some(#last) } else { #looped };)
            }
            false => quote!(let #value = if let __scanc_std_Some(#found) = #carry { #last } else { #looped };),
        })
    }

    /// What the launch's result is compared with.
    pub(super) fn compared_value(&self) -> Option<TokenStream> {
        let (reduced, _, start) = self.reduced()?;
        let value = &self.names.value;
        Some(if reduced.is_optional() { quote!(#value.unwrap_or(#start)) } else { quote!(#value) })
    }
}
