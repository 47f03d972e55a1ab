//! The block of a loop that goes on from one rank to the next: what its iterations combine to is told to all ranks, then it runs from what
//! comes before them.
//!
//! ```text
//!                                    let start = Some(acc);
//!                                    let total = launch::total(&LOOP, || …);
//! for i in 0..x.len() {              let mut turn = launch::Turn::new(&world, &LOOP, launch::Add, start, total);
//!     acc += x[i];               →   acc = turn.before(acc);
//!     y[i] = acc;                    // The loop as on one machine.
//! }                                  acc = turn.after(acc);
//! ```
//!
//! A reduction has no other use for its loop than what it combines to, so that runs only where ranks take turns.

use super::host::Host;
use super::launch::affine;
use super::names::Names;
use crate::recognise::Carry;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Expr;

impl Host<'_> {
    /// The whole block, of a loop over the ranks of `world`.
    pub(super) fn block_over_ranks(&self, world: &Expr) -> TokenStream {
        let Names { launch, scan_loop, scan_total, start, total, turn, .. } = &self.names;
        let (import, description, confirmed, range) = (self.import(), self.description(), self.confirmations(), self.range());
        let totals = self.total.map(|total| {
            let programs = &self.surroundings.total_programs;
            Host::new(total, self.surroundings).described(scan_total, programs)
        });
        let (starts, operator, found, carried) =
            (self.start_over_ranks(), self.operator(), self.total_of_rank(), self.carried_places());
        let comment = self.comment("The loop goes on from what the ranks before this one carry out of theirs.");
        let begin = quote! {
            #starts
            #found
            #comment
            let mut #turn = #launch::Turn::new(&#world, &#scan_loop, #operator, #start, #total);
        };
        let before = quote!(#carried = #turn.before(#carried););
        let looped = if self.recurrence.outputs.is_empty() {
            let looped = self.looped();
            quote!(if #turn.needs_loop() { #before #looped })
        } else {
            let (run, verify) = (self.run(), self.verify());
            quote!(#before #run #verify)
        };
        let after = self.after_loop();
        self.braced(
            quote!(#import #description #totals #confirmed #range #begin #looped #carried = #turn.after(#carried); #after),
        )
    }

    /// The variables that are carried: `acc`, or `launch::Product2(a, b)`, which is a value and a place.
    fn carried_places(&self) -> TokenStream {
        let place = |carry: &Carry| match carry {
            Carry::Scalar(place) => place.to_token_stream(),
            // Nothing else is carried over ranks: `check::ranks`.
            Carry::Array { .. } | Carry::State(_) | Carry::Pushes { .. } | Carry::Coefficient(_) => TokenStream::new(),
        };
        let places: Vec<_> = self.recurrence.carried.iter().map(|carried| place(&carried.carry)).collect();
        self.product(&places)
    }

    /// `let start = …`: what is carried into the first iteration of all, on the rank that has it.
    fn start_over_ranks(&self) -> TokenStream {
        let (start, ty, carried, number) = (&self.names.start, self.start_type(), self.carried_places(), self.start_is_number());
        quote!(let #start #ty = __scanc_std_Some(#carried); #number)
    }

    /// `let total = …`: what this rank's iterations combine to.
    fn total_of_rank(&self) -> TokenStream {
        let Names { launch, scan_loop, scan_total, total, start, range, .. } = &self.names;
        let without = self.total.map(|total| Host::new(total, self.surroundings));
        let (host, site) = without.as_ref().map_or((self, scan_loop), |without| (without, scan_total));
        let (operator, open, arrays) = (host.operator(), host.open_types(), host.arrays());
        let (captures, requirement, operators) = (host.capture_calls(), host.requirement(), host.operator_functions());
        let (stores, element) = (self.stores(), host.element());
        let launched = quote! {
            #launch::Launch::new(&#site, #range, #start, #operator)
                #open #arrays #captures #requirement #operators #stores.total(#element)
        };
        let (bound, slices) = (host.captures(&self.all_expressions()), host.slices());
        let (apart, within) = if self.may_panic_before() {
            // So does a panic become known to all ranks.
            (quote!(), quote!(#bound #slices))
        } else {
            (quote!(#bound #slices), quote!())
        };
        let moved = within.is_empty().then(|| quote!(move));
        let allowed = self.allowed_slices();
        quote! {
            #allowed
            let #total = { #apart #launch::total(&#scan_loop, #moved || { #within #launched }) };
        }
    }

    /// `.stores_into(y, …)`, for every array that is stored into.
    fn stores(&self) -> TokenStream {
        let launch = &self.names.launch;
        let stores = self.recurrence.outputs.iter().map(|output| {
            let (name, write) = (&self.recurrence.arrays[output.array].name, affine(launch, &output.index));
            quote!(.stores_into(#name, #write))
        });
        quote!(#(#stores)*)
    }
}
