//! What an iterator comes to: a launch's result, or what it says itself.
//!
//! The greatest and the least are in an `Option`. Without an iteration the iterator is asked; and behind a `filter` also where nothing is
//! greater than what a launch starts from, since nothing may be kept. Where the value is one of the items, the launch says which: it is taken
//! from the iterator as written.

use super::host::Host;
use super::names::Names;
use crate::ir::Builtin;
use crate::parse::{Extreme, LoopSyntax, Order, Reduced};
use crate::recognise::Carry;
use crate::syntax::{bare, mentions_word};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, ExprMethodCall};

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
        if reduced.is_item() {
            return Some(self.item(reduced, number, start, looped));
        }
        let is_number = mentions_word(&start.to_token_stream(), "NAN").then(|| quote!(!#last.is_nan()));
        let is_more = is_number.unwrap_or_else(|| quote!(*#last != #start));
        let kept = reduced.is_filtered().then(|| quote!(.filter(|#last| #is_more)));
        Some(match reduced.is_optional() {
            true => {
                quote!(let #value = if let __scanc_std_Some(#last) = #carry #kept { __scanc_std_Some(#last) } else { #looped };)
            }
            false => quote!(let #value = if let __scanc_std_Some(#found) = #carry { #last } else { #looped };),
        })
    }

    /// The same of an item, which is the one of its number in the iterator.
    fn item(&self, reduced: &Reduced, number: usize, start: &Expr, looped: &TokenStream) -> TokenStream {
        let (value, launch, carry) = (&self.names.value, &self.names.launch, &self.names.carry);
        let [best, at] = [number, number + 1].map(|number| &self.names.last[number]);
        let receiver = item_of(&reduced.chain.receiver, reduced.parts().1.len(), launch, at);
        let chain = ExprMethodCall { receiver: Box::new(receiver), ..reduced.chain.clone() };
        let found = self.product(&[quote!(_), quote!(#at)]);
        let asked = reduced.is_filtered().then(|| start.to_token_stream()).into_iter().chain(self.no_number(reduced, number));
        let asked: Vec<TokenStream> = asked.collect();
        let known = (!asked.is_empty()).then(|| quote!(.filter(|#best| #(#best.0 != #asked)&&*)));
        // What a device has kept the iterator may not keep, where the last bits of a function are the device's own.
        if reduced.is_filtered() && runs_again(reduced) {
            let item = &self.names.here;
            let sought = quote!(#carry #known.and_then(|#found| #chain));
            return quote!(let #value = if let __scanc_std_Some(#item) = #sought { __scanc_std_Some(#item) } else { #looped };);
        }
        quote!(let #value = if let __scanc_std_Some(#found) = #carry #known { #chain } else { #looped };)
    }

    /// What of a float that is no number is compared: of that the iterator itself is asked.
    fn no_number(&self, reduced: &Reduced, number: usize) -> Option<TokenStream> {
        let extreme = Extreme::of(&reduced.chain).filter(|extreme| extreme.order != Order::Ord)?;
        let builtin = if extreme.greatest { Builtin::Min } else { Builtin::Max };
        builtin.identity(self.kernel.carried[number].ty.scalar()?)?.parse().ok()
    }

    /// Compares what of the item is compared, and not how the iterator has come to it, where the iterator can be run once more.
    pub(super) fn verify_item(&self) -> Option<TokenStream> {
        let (reduced, number, start) = self.reduced().filter(|(reduced, ..)| reduced.is_item())?;
        if !runs_again(reduced) {
            return Some(TokenStream::new());
        }
        let Extreme { greatest, key, order, .. } = Extreme::of(&reduced.chain)?;
        let (Names { launch, scan_loop, is_short, check, here: item, .. }, items) = (&self.names, &reduced.chain.receiver);
        let key = key.map_or_else(|| quote!(|#item| *#item), |key| key.to_token_stream());
        let (is_partial, method) = (order == Order::Partial, format_ident!("{}", if greatest { "max" } else { "min" }));
        let keys = quote!(#items.map(|#item| #launch::key(&#item, #key, #is_partial, #greatest)));
        let number = Literal::usize_unsuffixed(number);
        let compared = quote!(#check.carried(#number, &#keys.#method().unwrap_or(#start)));
        Some(quote!(if !#is_short { #launch::verify(&#scan_loop, |#check| #compared); }))
    }

    /// What the launch's result is compared with.
    pub(super) fn compared_value(&self) -> Option<TokenStream> {
        let (reduced, _, start) = self.reduced()?;
        let value = &self.names.value;
        Some(if reduced.is_optional() { quote!(#value.unwrap_or(#start)) } else { quote!(#value) })
    }
}

/// Whether the iterator may be run twice: it consumes nothing, and lends nothing to be changed.
fn runs_again(reduced: &Reduced) -> bool {
    !["into_iter", "iter_mut"].iter().any(|name| mentions_word(&reduced.chain.to_token_stream(), name))
}

/// The iterator with nothing but the item of this number in its source, from which it takes so many steps. What counts items gives it that
/// number.
fn item_of(iterator: &Expr, steps: usize, launch: &Ident, at: &Ident) -> Expr {
    match bare(iterator) {
        Expr::MethodCall(step) if steps > 0 => {
            let receiver = item_of(&step.receiver, steps - 1, launch, at);
            match step.method == "enumerate" {
                true => Expr::Verbatim(quote!(::core::iter::once(#at).zip(#receiver))),
                false => Expr::MethodCall(ExprMethodCall { receiver: Box::new(receiver), ..step.clone() }),
            }
        }
        source => Expr::Verbatim(quote!(#launch::only(#source, #at))),
    }
}
