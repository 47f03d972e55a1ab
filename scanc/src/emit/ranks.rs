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
//! What an array carries is in its elements: the one that the first iteration continues is filled with what the ranks before carry, and what
//! the last iteration stores goes on to the ranks after.
//!
//! ```text
//!                                    let start = launch::at(y, range.index_of_first(i - 1));
//!                                    let total = launch::total(&LOOP, || …);
//! for i in 1..y.len() {              let mut turn = launch::Turn::new(&world, &LOOP, launch::Add, start, total);
//!     y[i] = y[i - 1] + x[i];    →   turn.fill(y, range, i - 1);
//! }                                  // The loop as on one machine.
//!                                    turn.leave(y, range, i);
//! ```
//!
//! An array whose iterations continue what was stored further back carries as many values, in a window of it.
//!
//! ```text
//!                                    let lag = launch::wide(k);
//!                                    let start = launch::window(y, range, i - k, lag);
//!                                    let total = launch::total(&LOOP, || ….totals(lag, …));
//! for i in k..y.len() {              let mut turn = launch::LaggedTurn::new(&world, &LOOP, launch::Add, (range, lag), start, total);
//!     y[i] = y[i - k] + x[i];    →   turn.fill(y, range, i - k);
//! }                                  // The loop as on one machine.
//!                                    turn.leave(y, range, i - k);
//! ```
//!
//! A reduction has no other use for its loop than what it combines to, so that runs only where ranks take turns.

use super::host::{Host, slice_of};
use super::launch::{affine, wide};
use super::names::Names;
use crate::recognise::{Affine, ArrayUse, Carry, Recurrence};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::Expr;

/// The array that carries the loop's value, if one does: where an iteration reads it, and where it stores it. No other value is carried
/// then: `check::ranks`.
fn carried_array(recurrence: &Recurrence) -> Option<(&ArrayUse, &Affine, &Affine)> {
    let [carried] = recurrence.carried.as_slice() else { return None };
    let Carry::Array { array, read, .. } = &carried.carry else { return None };
    let output = recurrence.outputs.iter().find(|output| output.array == *array)?;
    Some((&recurrence.arrays[*array], read, &output.index))
}

/// Whether a loop over ranks goes from an array's end to its beginning, where that array carries its value: it begins on the last rank.
pub fn goes_backwards(recurrence: &Recurrence) -> bool {
    let step = recurrence.index.step;
    carried_array(recurrence).is_some_and(|(_, read, _)| (read.coefficient < 0) != (step < 0))
}

impl Host<'_> {
    /// The whole block, of a loop over the ranks of `world`.
    pub(super) fn block_over_ranks(&self, world: &Expr) -> TokenStream {
        let Names { launch, scan_loop, scan_total, start, total, turn, lag, range: range_name, .. } = &self.names;
        let (import, description, confirmed, range) = (self.import(), self.description(), self.confirmations(), self.range());
        let totals = self.total.filter(|_| self.recurrence.lag.is_none()).map(|total| {
            let programs = &self.surroundings.total_programs;
            Host::new(total, self.surroundings).described(scan_total, programs)
        });
        let (starts, operator, found) = (self.start_over_ranks(), self.operator(), self.total_of_rank());
        let comment = self.comment("The loop goes on from what the ranks before this one carry out of theirs.");
        let direction = format_ident!("{}", if goes_backwards(self.recurrence) { "backwards" } else { "new" });
        let begun = match self.recurrence.lag {
            Some(_) => quote!(LaggedTurn::#direction(&#world, &#scan_loop, #operator, (#range_name, #lag), #start, #total)),
            None => quote!(Turn::#direction(&#world, &#scan_loop, #operator, #start, #total)),
        };
        let begin = quote! {
            #starts
            #found
            #comment
            let mut #turn = #launch::#begun;
        };
        let (before, after) = self.before_and_after();
        let looped = if self.recurrence.outputs.is_empty() {
            let looped = self.looped();
            quote!(if #turn.needs_loop() { #before #looped })
        } else if self.kernel.is_one_scan() {
            let (run, verify) = (self.run(), self.verify());
            quote!(#before #run #verify)
        } else {
            let run = self.run_batches();
            quote!(#before #run)
        };
        let after_loop = self.after_loop();
        self.braced(quote!(#import #description #totals #confirmed #range #begin #looped #after #after_loop))
    }

    /// What takes over what the ranks before carry, and what tells the ranks after.
    fn before_and_after(&self) -> (TokenStream, TokenStream) {
        let Names { launch, range, turn, .. } = &self.names;
        let Some((array, read, write)) = self.carried_array() else {
            let carried = self.carried_places();
            return (quote!(#carried = #turn.before(#carried);), quote!(#carried = #turn.after(#carried);));
        };
        // Of several values the place of the last ones follows from that of the first.
        let left = if self.recurrence.lag.is_some() { read } else { write };
        let (slice, read, write) = (slice_of(&array.place), affine(launch, read), affine(launch, left));
        let (for_read, for_write, allowed) = (self.captures(&read), self.captures(&write), self.allowed_slices());
        (
            quote!(#allowed { #for_read #turn.fill(&mut #slice, #range, #read); }),
            quote!(#allowed { #for_write #turn.leave(&#slice, #range, #write); }),
        )
    }

    fn carried_array(&self) -> Option<(&ArrayUse, &Affine, &Affine)> {
        carried_array(self.recurrence)
    }

    /// The variables that are carried: `acc`, or `launch::Product2(a, b)`, which is a value and a place.
    fn carried_places(&self) -> TokenStream {
        let place = |carry: &Carry| match carry {
            Carry::Scalar(place) => place.to_token_stream(),
            // Nothing else is carried over ranks: `check::ranks`.
            Carry::Array { .. } | Carry::Part { .. } | Carry::State(_) | Carry::Pushes { .. } | Carry::Coefficient(_) => {
                TokenStream::new()
            }
        };
        let places: Vec<_> = self.recurrence.carried.iter().map(|carried| place(&carried.carry)).collect();
        self.product(&places)
    }

    /// `let start = …`: what is carried into the first iteration of all, on the rank that has it.
    fn start_over_ranks(&self) -> TokenStream {
        let Names { launch, range, start, .. } = &self.names;
        let (ty, number) = (self.start_type(), self.start_is_number(self.recurrence.lag.is_some()));
        let Some((array, read, _)) = self.carried_array() else {
            let carried = self.carried_places();
            return quote!(let #start #ty = __scanc_std_Some(#carried); #number);
        };
        let (slice, read, allowed) = (slice_of(&array.place), affine(launch, read), self.allowed_slices());
        if let Some(found) = &self.recurrence.lag {
            let lag = &self.names.lag;
            let found = wide(launch, found.constant, &found.terms);
            let ty = self.carried_type().map(|ty| quote!(::<#ty, _>));
            let window = quote!(#launch::window #ty(&#slice, #range, #read, #lag));
            let (far, window) = (self.with_captures(&found, &found), self.with_captures(&read, &window));
            return quote!(let #lag = #far; #allowed let #start = #window; #number);
        }
        let value = self.with_captures(&read, &quote!(#launch::at(&#slice, #range.index_of_first(#read))));
        quote!(#allowed let #start #ty = #value; #number)
    }

    /// A value with the captured values that are `used` in it.
    fn with_captures(&self, used: &TokenStream, value: &TokenStream) -> TokenStream {
        let captures = self.captures(used);
        if captures.is_empty() { value.clone() } else { quote!({ #captures #value }) }
    }

    /// `let total = …`: what this rank's iterations combine to.
    fn total_of_rank(&self) -> TokenStream {
        let Names { launch, scan_loop, scan_total, total, start, range, lag, .. } = &self.names;
        let without = self.total.map(|total| Host::new(total, self.surroundings));
        let (host, site) = without.as_ref().map_or((self, scan_loop), |without| (without, scan_total));
        let (operator, open, arrays) = (host.operator(), host.open_types(), host.arrays());
        let (captures, requirement, operators) = (host.capture_calls(), host.requirement(), host.operator_functions());
        let (stores, element) = (self.stores(), host.element());
        // Host threads find those of several scans, each of which begins with what its first iteration adds.
        let (site, start, found) = match self.recurrence.lag {
            Some(_) => (scan_loop, quote!(__scanc_std_None), quote!(totals(#lag, #element))),
            None => (site, quote!(#start), quote!(total(#element))),
        };
        let launched = quote! {
            #launch::Launch::new(&#site, #range, #start, #operator)
                #open #arrays #captures #requirement #operators #stores.#found
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
        // The elements that it continues, which are stored into on other ranks before it runs.
        let continued = self.carried_array().map(|(array, read, _)| {
            let (name, read) = (&array.name, affine(launch, read));
            quote!(.stores_into(#name, #read))
        });
        quote!(#(#stores)* #continued)
    }
}
