//! The host code of a data region: what it is called, what the host asks of it, and what its loops ask.

use super::host::{Host, slice_of, variable};
use super::names::Taken;
use crate::parse::place_text;
use crate::recognise::ArrayUse;
use crate::region::{Call, Insertion, Region};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

/// A function's data region in host code.
#[derive(Clone, Debug)]
pub struct RegionHost {
    /// The variable.
    name: Ident,
    region: Region,
}

impl RegionHost {
    /// The host code of `region`, in a function in which the names `taken` are.
    pub fn new(region: Region, taken: &mut Taken) -> Self {
        Self { name: taken.pick("region"), region }
    }

    /// What it is made of.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// What stands at the beginning of the function.
    pub fn beginning(&self, runtime: &syn::Path) -> TokenStream {
        let name = &self.name;
        quote!(let #name = #runtime::launch::Region::new();)
    }

    /// What stands in front of a statement.
    pub fn calls(&self, insertion: &Insertion) -> TokenStream {
        insertion.calls.iter().map(|call| self.call(*call)).collect()
    }

    fn call(&self, call: Call) -> TokenStream {
        let (name, arrays) = (&self.name, &self.region.arrays);
        match call {
            Call::Fetch(array) => self.fetch(&arrays[array].place),
            Call::Take(array) if arrays[array].written => self.take(&arrays[array].place),
            Call::Take(array) => {
                let slice = slice_of(&arrays[array].place);
                quote!(#name.forget(&#slice);)
            }
        }
    }

    fn fetch(&self, place: &Expr) -> TokenStream {
        let (name, slice) = (&self.name, slice_of(place));
        quote!(#name.fetch(&mut #slice);)
    }

    fn take(&self, place: &Expr) -> TokenStream {
        let (name, slice) = (&self.name, slice_of(place));
        quote!(#name.take(&mut #slice);)
    }

    /// Whether any loop stores into an array, so that a device may have what the host has not.
    fn is_stored(&self, place: &Expr) -> bool {
        let text = place_text(place);
        self.region.arrays.iter().any(|array| array.written && place_text(&array.place) == text)
    }
}

impl Host<'_> {
    /// The data region's variable.
    pub(super) fn region(&self) -> Option<&Ident> {
        self.surroundings.region.as_ref().map(|region| &region.name)
    }

    /// Whether the loop only reads an array that others store into, so that the host may have to fetch it.
    pub(super) fn is_fetched(&self, array: &ArrayUse) -> bool {
        !array.written && self.surroundings.region.as_ref().is_some_and(|region| region.is_stored(&array.place))
    }

    /// `let region = &region;`, for what is out of line.
    pub(super) fn region_reference(&self) -> Option<TokenStream> {
        self.region().map(|name| quote!(let #name = &#name;))
    }

    /// `.within(region)`, for the launch.
    pub(super) fn within(&self) -> TokenStream {
        self.region().map(|name| quote!(.within(#name))).unwrap_or_default()
    }

    /// Has the loop's arrays on the host, for a run without the region. `place` says how each is called there.
    fn own_arrays(&self, place: impl Fn(&ArrayUse) -> Expr) -> TokenStream {
        let Some(region) = &self.surroundings.region else { return quote!() };
        let arrays = self.recurrence.arrays.iter().filter(|array| !array.collected);
        let calls = arrays.map(|array| match (array.written, self.is_fetched(array)) {
            (true, _) => region.take(&place(array)),
            (false, true) => region.fetch(&place(array)),
            (false, false) => quote!(),
        });
        calls.collect()
    }

    /// Has everything on the host that the loop as written may look at, and what others see if it panics.
    pub(super) fn before_loop(&self) -> TokenStream {
        let Some(region) = &self.surroundings.region else { return quote!() };
        let own: Vec<String> = self.recurrence.arrays.iter().map(|array| place_text(&array.place)).collect();
        let others = region.region.arrays.iter().filter(|array| array.outlives && array.written);
        let others = others.filter(|array| !own.contains(&place_text(&array.place))).map(|array| region.fetch(&array.place));
        let (own, others) = (self.own_arrays(|array| array.place.clone()), others.collect::<TokenStream>());
        quote!(#own #others)
    }

    /// The launch with its result, which is tried again where its arrays have to be on the host first.
    pub(super) fn tried(&self, result: &Ident, launch: TokenStream) -> TokenStream {
        let (own, again) = (self.own_arrays(|array| variable(&array.name)), self.slices_again());
        match self.region().filter(|_| !own.is_empty()) {
            Some(region) => quote!(loop {
                let #result = { #again #launch };
                if !#region.asks() {
                    break #result;
                }
                #own
            }),
            None => launch,
        }
    }
}
