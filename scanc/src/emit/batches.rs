//! The launch of many scans, or of as many loops with independent iterations: those of an outer loop's iterations, or the scans of a loop
//! that continues an earlier iteration than the previous one.

use super::host::Host;
use super::launch::{affine, or_underscore, wide};
use super::names::Names;
use super::start::{is_array, product_word};
use crate::ir::{Array, Dependence};
use crate::recognise::{Affine, ArrayUse, Carried, Carry, factors};
use crate::syntax::mentions_variable;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

impl Host<'_> {
    /// The whole block.
    pub(super) fn block_of_batches(&self) -> TokenStream {
        let (import, description, range) = (self.import(), self.description(), self.range());
        let (confirmed, outer, run) = (self.confirmations(), self.outer_range(), self.run_batches());
        let after = self.after_loop();
        self.braced(quote!(#import #description #confirmed #outer #range #run #after))
    }

    /// Launches the scans, unless they are short, or runs the loops.
    pub(super) fn run_batches(&self) -> TokenStream {
        let (short, launched) = (self.are_short(), self.launched());
        let (finish, verify) = (self.finish_batches(), self.verify_batches());
        quote!(#short #launched #finish #verify)
    }

    /// `let is_short = …`
    fn are_short(&self) -> TokenStream {
        let Names { launch, is_short, scan_loop, range, outer, .. } = &self.names;
        let arguments = match &self.recurrence.outer {
            Some(_) => quote!(are_short(&#scan_loop, &#outer, &#range)),
            None => quote!(is_short(&#scan_loop, &#range)),
        };
        match self.region() {
            Some(region) => quote!(let #is_short = #region.#arguments;),
            None => quote!(let #is_short = #launch::#arguments;),
        }
    }

    /// Runs the loops, where the launch has not.
    fn finish_batches(&self) -> TokenStream {
        let (Names { launched, instead, .. }, looped) = (&self.names, self.looped());
        match &self.recurrence.outer {
            Some(outer) if !outer.is_around_few => quote!(if let __scanc_std_Err(#instead) = #launched { #looped }),
            _ => quote!(if #launched.is_err() { #looped }),
        }
    }

    /// `let outer = …`: the values of the outer loop's variable.
    fn outer_range(&self) -> TokenStream {
        let Some(outer) = &self.recurrence.outer else { return quote!() };
        let ty = self.kernel.captures_that_are(Dependence::Variable).next().and_then(|(_, capture)| self.ty(&capture.ty));
        let (name, range) = (&self.names.outer, self.range_of(&outer.range, ty.map(|ty| quote!(::<#ty>)), None));
        quote!(let #name = #range;)
    }

    /// `let launched = …`: the launch, out of line.
    fn launched(&self) -> TokenStream {
        let Names { launch, scan_loop, launched, is_short, range, outer, .. } = &self.names;
        let (captures, slices, region) = (self.captures(&self.used_outside()), self.slices(), self.region_reference());
        let is_own = self.recurrence.outer.as_ref().is_none_or(|outer| self.knows_all(outer)).then(|| quote!(move));
        let (lent, batches) = (self.lent(), self.launched_batches());
        let launch_batches = self.tried(launched, quote!(#lent #batches));
        let apart = quote!({ #captures #slices #region #launch::out_of_line(#is_own || { #launch_batches }) });
        // The loops would not have evaluated these without an iteration.
        let is_empty = match &self.recurrence.outer {
            None => quote!(#range.is_empty()),
            Some(_) => quote!(#outer.is_empty() || #range.is_empty()),
        };
        let nothing = if self.may_panic_before() {
            quote!(#is_short || #launch::has_nothing(&#scan_loop, #is_empty))
        } else {
            quote!(#is_short)
        };
        let allowed = self.allowed_slices();
        quote!(#allowed let #launched = if #nothing { __scanc_std_Err(#launch::Instead::AsWritten) } else #apart;)
    }

    /// `launch::Batches::outer(…)….run(…)`
    fn launched_batches(&self) -> TokenStream {
        let Names { launch, scan_loop, range, outer, .. } = &self.names;
        let (operator, each) = (self.operator(), self.each());
        let region = self.region().map_or_else(|| quote!(__scanc_std_None), |region| quote!(__scanc_std_Some(#region)));
        let constructor = match (&self.recurrence.outer, &self.recurrence.lag) {
            (None, Some(lag)) => {
                let lag = wide(launch, lag.constant, &lag.terms);
                quote!(lagged(#region, &#scan_loop, #range, #lag, #operator, #each))
            }
            _ => quote!(outer(#region, &#scan_loop, #outer, #range, #operator, #each)),
        };
        let (open, arrays, values) = (self.open_types(), self.batch_arrays(), self.batch_values());
        let (element, store) = (self.batch_element(), self.batch_store());
        let linear = self.is_linear().then(|| quote!(.linear()));
        quote!(#launch::Batches::#constructor #linear #open #arrays #values.run(#element, #store))
    }

    /// Where the names of captured values may stand that are the same in all batches.
    fn used_outside(&self) -> TokenStream {
        let fixed: Vec<_> = self.kernel.captures_that_are(Dependence::Fixed).map(|(id, _)| id.0).collect();
        let names = fixed.into_iter().map(|id| &self.recurrence.captures[id].name);
        quote!(#(#names)*)
    }

    /// Whether all indices are linear in the outer loop's variable, with one slope in the inner loop's.
    fn is_linear(&self) -> bool {
        let Some(outer) = &self.recurrence.outer else { return false };
        let is = |name: &Ident| {
            let captures = self.recurrence.captures.iter().zip(&outer.captures);
            captures.into_iter().find(|(capture, _)| capture.name == *name).map(|(_, is)| *is)
        };
        let count = |term: &Expr, of: Dependence| factors(term).into_iter().filter(|name| is(name) == Some(of)).count();
        let is_linear = |index: &Affine| {
            let slope =
                index.scaled.iter().map(|(_, term)| (count(term, Dependence::Variable), count(term, Dependence::Computed)));
            let offset =
                index.terms.iter().map(|(_, term)| (count(term, Dependence::Variable), count(term, Dependence::Computed)));
            slope.into_iter().all(|found| found == (0, 0))
                && offset.into_iter().all(|(variable, computed)| variable <= 1 && computed == 0)
        };
        let mut indices = self.recurrence.arrays.iter().flat_map(|array| &array.reads);
        indices.all(is_linear) && self.recurrence.outputs.iter().all(|output| is_linear(&output.index))
    }

    /// What a batch has of its own, as names and as the values that they have there.
    fn own(&self) -> Vec<(&Ident, TokenStream)> {
        let depends = |at: usize| self.recurrence.outer.as_ref().is_some_and(|outer| outer.captures[at] != Dependence::Fixed);
        let captures = self.recurrence.captures.iter().enumerate().filter(|(at, _)| depends(*at));
        captures.map(|(_, capture)| (&capture.name, capture.value.to_token_stream())).collect()
    }

    /// What a batch has of its own as a closure's parameter.
    fn own_pattern(&self, body: &TokenStream) -> TokenStream {
        let names: Vec<_> = self.own().into_iter().map(|(name, _)| name).collect();
        if !names.iter().any(|name| mentions_variable(body, &name.to_string())) {
            return quote!(_);
        }
        tuple(&names.into_iter().map(|name| or_underscore(name, body)).collect::<Vec<_>>())
    }

    /// `|r| { …; Some((own, start)) }`
    pub(super) fn each(&self) -> TokenStream {
        let Names { launch, start, starts, .. } = &self.names;
        let own = tuple(&self.own().into_iter().map(|(_, value)| value).collect::<Vec<_>>());
        let ty = self.carried_type().map(|ty| quote!(: __scanc_std_Option<#ty>));
        let bound = match self.recurrence.carried.as_slice() {
            [] => {
                let independent = self.independent();
                quote!(let #start = __scanc_std_Some(#independent);)
            }
            [carried] => {
                let value = self.batch_start(carried);
                quote!(let #start #ty = #value;)
            }
            several => {
                let values = several.iter().map(|carried| self.batch_start(carried));
                let product = product_word(several.len());
                quote!(#(let #starts = #values;)* let #start #ty = #launch::#product::start(#(#starts),*);)
            }
        };
        let (number, index) = (self.start_is_number(false), &self.recurrence.index.name);
        let requirement = self.own_requirement().map(|condition| quote!((#condition).then_some(())?;));
        let body = quote!(#requirement #bound #number __scanc_std_Some((#own, #start?)));
        match &self.recurrence.outer {
            Some(outer) => {
                let lets = self.needed_lets(outer, &body);
                let index = or_underscore(&outer.index.name, &quote!(#lets #body));
                quote!(|#index| { #lets #body })
            }
            None => quote!(|#index| { #body }),
        }
    }

    /// The value that is carried into a batch's first iteration, as an `Option`.
    fn batch_start(&self, carried: &Carried) -> TokenStream {
        self.start_at(carried, &|name, read| {
            let Names { launch, range, .. } = &self.names;
            let index = &self.recurrence.index.name;
            let first = match &self.recurrence.outer {
                Some(_) => quote!(#range),
                None => quote!(#launch::Range::ascending_inclusive(#index, #index)),
            };
            match self.region() {
                Some(region) => quote!(#region.at(&#name[..], #first.index(#read))),
                None => quote!(#launch::at(&#name[..], #first.index(#read))),
            }
        })
    }

    /// `.input(…)`, `.output(…)`, `.in_place(…)`, in the order of the kernel's parameters.
    fn batch_arrays(&self) -> TokenStream {
        let calls = self.recurrence.arrays.iter().zip(&self.kernel.arrays).enumerate();
        let calls = calls.map(|(number, (array, typed))| self.batch_array(number, array, typed));
        quote!(#(#calls)*)
    }

    fn batch_array(&self, number: usize, array: &ArrayUse, typed: &Array) -> TokenStream {
        let launch = &self.names.launch;
        let name = &array.name;
        let write = self.recurrence.outputs.iter().find(|output| output.array == number);
        let Some(write) = write.map(|output| affine(launch, &output.index)) else {
            let reads = array.reads.iter().map(|read| self.read(read));
            let reads = quote!([#(#reads),*]);
            let (own, ty) = (self.own_pattern(&reads), self.ty(&typed.element).map(|ty| quote!(::<#ty, _, _>)));
            return match (typed.read, typed.gathered) {
                (false, _) => quote!(),
                (true, false) => quote!(.input #ty(#name, |#own| #reads)),
                (true, true) => {
                    let ty = self.ty(&typed.element).map(|ty| quote!(::<#ty>));
                    quote!(.gathered #ty(#name))
                }
            };
        };
        let (own, ty) = (self.own_pattern(&write), self.ty(&typed.element).map(|ty| quote!(::<#ty, _>)));
        let carries = |carried: &Carried| matches!(carried.carry, Carry::Array { array, .. } if array == number);
        let carries =
            self.recurrence.carried.iter().any(|carried| is_array(carried) && carried.start.is_none() && carries(carried));
        let word = match (carries, typed.read) {
            (false, false) => quote!(output),
            (false, true) => quote!(in_place),
            (true, false) => quote!(carried),
            (true, true) => quote!(carried_in_place),
        };
        quote!(.#word #ty(#name, |#own| #write))
    }

    /// `.capture(…)` of what is fixed, then `.table(…)` of what batches compute, then `.requires(…)`.
    fn batch_values(&self) -> TokenStream {
        let fixed = self.kernel.captures_that_are(Dependence::Fixed).map(|(id, capture)| {
            let (name, ty) = (&self.recurrence.captures[id.0].name, self.ty(&capture.ty).map(|ty| quote!(::<#ty>)));
            quote!(.capture #ty(#name))
        });
        let computed = self.kernel.captures_that_are(Dependence::Computed).map(|(id, capture)| {
            let name = &self.recurrence.captures[id.0].name;
            let (own, ty) = (self.own_pattern(&name.to_token_stream()), self.ty(&capture.ty).map(|ty| quote!(::<#ty, _>)));
            quote!(.table #ty(|#own| #name))
        });
        let (requirement, operators) = (self.requirement(), self.operator_functions());
        quote!(#(#fixed)* #(#computed)* #requirement #operators)
    }

    /// `|i, own, views| e(i)`.
    fn batch_element(&self) -> TokenStream {
        let (body, is_block) = self.element_body();
        let (index, own, views) = (self.index(&body), self.own_pattern(&body), self.views(&body));
        let body = self.closure_body(body, is_block);
        quote!(|#index, #own, #views| #body)
    }

    /// `|i, before, after, own, views| (((), value), …)`.
    fn batch_store(&self) -> TokenStream {
        let body = self.store_body();
        let (index, own, views) = (self.index(&body), self.own_pattern(&body), self.views(&body));
        let (before, after) = (self.pattern(&self.names.before, &body), self.pattern(&self.names.after, &body));
        quote!(|#index, #before, #after, #own, #views| #body)
    }

    /// Compares what the loops made with what the launch made, where the user asked for that.
    fn verify_batches(&self) -> TokenStream {
        let Names { launch, scan_loop, is_short, check, .. } = &self.names;
        let written = self.recurrence.arrays.iter().filter(|array| array.written);
        let outputs = written.map(|array| super::host::slice_of(&array.place)).map(|slice| quote!(.output(&#slice)));
        quote!(if !#is_short { #launch::verify(&#scan_loop, |#check| #check #(#outputs)*); })
    }
}

/// `()`, `a`, `(a, b)`.
fn tuple(items: &[TokenStream]) -> TokenStream {
    match items {
        [item] => item.clone(),
        items => quote!((#(#items),*)),
    }
}
