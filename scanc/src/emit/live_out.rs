//! What scalars hold after the loop: computed before a launch changes the arrays where that reads them, and assigned after it.

use super::host::{Host, slice};
use super::launch::affine;
use super::names::Names;
use crate::recognise::{ArrayUse, Carry, LiveOut};
use crate::syntax::mentions_variable;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

impl Host<'_> {
    /// What scalars hold after the loop, as far as that is computed before a launch changes the arrays; `None` where the loop would not
    /// get that far.
    pub(super) fn live_out(&self) -> TokenStream {
        let Names { range, .. } = &self.names;
        let values = self.recurrence.live_out.iter().zip(&self.names.live_out).map(|((_, value), name)| match value {
            LiveOut::PastTheEnd => quote!(let #name = #range.past_the_end();),
            LiveOut::AtLastIteration(value) if self.reads_changed(value) => self.at_last_iteration(name, value, false),
            LiveOut::AtLastIteration(_) => quote!(),
        });
        quote!(#(#values)*)
    }

    /// Whether an expression reads an array that the loop changes.
    pub(super) fn reads_changed(&self, value: &Expr) -> bool {
        let value = value.to_token_stream();
        let mut changed = self.recurrence.arrays.iter().filter(|array| array.written);
        changed.any(|array| mentions_variable(&value, &array.name.to_string()))
    }

    /// `let last = …`: a value of the last iteration, with the slices and captured values of a launch, or, after it, with its own.
    fn at_last_iteration(&self, name: &Ident, value: &Expr, is_after: bool) -> TokenStream {
        let Names { launch, range, here, .. } = &self.names;
        let index = &self.recurrence.index.name;
        let value = self.closure_body(self.in_our_names(value.to_token_stream()), false);
        let read: Vec<&ArrayUse> =
            self.recurrence.arrays.iter().filter(|array| mentions_variable(&value, &array.name.to_string())).collect();
        let in_range: Vec<TokenStream> = read
            .iter()
            // What is guarded the value looks at where the condition holds.
            .flat_map(|array| array.reads.iter().filter(|read| !read.guarded).map(|read| (&array.name, affine(launch, read))))
            .map(|(name, read)| quote!(#launch::at(#name, #here.index(#read))?;))
            .collect();
        let here = (!in_range.is_empty()).then(|| quote!(let #here = #launch::Range::ascending_inclusive(#index, #index);));
        let bound = is_after.then(|| {
            let captures = self.captures(&quote!(#value, #(#in_range)*));
            let slices = read.iter().filter(|array| !array.collected).map(|array| slice(array, &array.place, false));
            quote!(#captures #(#slices)*)
        });
        let allowed = self.allowed_ranges();
        match here {
            None => quote!(#allowed let #name = #range.last().map(|#index| { #bound #value });),
            here => quote! {
                #allowed
                let #name = #range.last().and_then(|#index| {
                    #bound #here #(#in_range)*
                    __scanc_std_Some(#value)
                });
            },
        }
    }

    /// The names of what scalars hold after the loop, where that is computed before a launch changes the arrays.
    pub(super) fn computed_before(&self) -> Vec<&Ident> {
        let is_before = |value: &LiveOut| !matches!(value, LiveOut::AtLastIteration(value) if !self.reads_changed(value));
        let live_out = self.recurrence.live_out.iter().zip(&self.names.live_out);
        live_out.filter(|((_, value), _)| is_before(value)).map(|(_, name)| name).collect()
    }

    pub(super) fn assignments(&self) -> TokenStream {
        let carried = self.recurrence.carried.iter().zip(&self.names.last).map(|(carried, last)| match &carried.carry {
            Carry::Scalar(scalar) => self.assignment(scalar, last),
            Carry::Array { .. } | Carry::Part { .. } | Carry::State(_) | Carry::Pushes { .. } | Carry::Coefficient(_) => quote!(),
        });
        // What a register holds may be what another one held before the loop: all of them are computed before any is assigned.
        let live_out = || self.recurrence.live_out.iter().zip(&self.names.live_out);
        let computed = live_out().filter_map(|((_, value), name)| match value {
            LiveOut::AtLastIteration(value) if !self.reads_changed(value) => Some(self.at_last_iteration(name, value, true)),
            _ => None,
        });
        let live_out = live_out().map(|((place, value), name)| {
            let assigned = self.assignment(place, name);
            let assignment = quote! {
                #[allow(unused_assignments, reason = "the loop assigns it too, whether or not anybody looks at it afterwards")]
                { #assigned }
            };
            match value {
                LiveOut::AtLastIteration(_) => quote!(if let __scanc_std_Some(#name) = #name { #assignment }),
                LiveOut::PastTheEnd => assignment,
            }
        });
        quote!(#(#carried)* #(#computed)* #(#live_out)*)
    }
}
