//! `Vec`s that a loop pushes to: a launch puts the elements behind those that are there.

use super::host::Host;
use crate::ir::is_element;
use crate::recognise::{ArrayUse, Carry};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

impl Host<'_> {
    /// The `Vec`s, each with the name for what it was before the loop.
    fn pushed(&self) -> impl Iterator<Item = (&ArrayUse, &Ident)> {
        self.recurrence.arrays.iter().filter(|array| array.pushed).zip(&self.names.grown)
    }

    /// The `Vec` into which a `collect()` puts what some items give.
    pub(super) fn selected_into(&self) -> Option<&Expr> {
        self.pushed().find(|(array, _)| array.collected).map(|(array, _)| &array.place)
    }

    /// What `array` was before the loop.
    pub(super) fn before_pushes(&self, array: &ArrayUse) -> Option<&Ident> {
        self.pushed().find(|(pushed, _)| pushed.name == array.name).map(|(_, before)| before)
    }

    /// `let before = launch::Before::of(&v);`, which rustc takes for nothing but a `Vec`.
    pub(super) fn before_all_pushes(&self) -> TokenStream {
        let launch = &self.names.launch;
        let bound = self.pushed().map(|(array, before)| {
            let place = &array.place;
            let made = array.collected.then(|| quote!(let mut #place = ::std::vec::Vec::new();));
            quote!(#made let #before = #launch::Before::of(&#place);)
        });
        bound.collect()
    }

    /// `: &mut Vec<(usize, i32)>`, where nothing else may tell of what tuples are before a launch asks for their parts.
    fn grown_type(&self, array: &ArrayUse) -> Option<TokenStream> {
        let at = self.recurrence.arrays.iter().position(|other| other.name == array.name)?;
        let parts = self.parts_of(&self.kernel.arrays[at].element)?;
        let length = Literal::usize_unsuffixed(parts.len());
        let types = parts.iter().map(|(_, part)| self.ty(&part.ty)).collect::<Option<Vec<_>>>()?;
        Some(match (parts, types.as_slice()) {
            ([(name, _), ..], [ty, ..]) if is_element(name) => quote!(: &mut ::std::vec::Vec<[#ty; #length]>),
            _ => quote!(: &mut ::std::vec::Vec<(#(#types,)*)>),
        })
    }

    /// `let v = v.growing();`
    pub(super) fn growing(&self, array: &ArrayUse) -> TokenStream {
        let (launch, name, place) = (&self.names.launch, &array.name, &array.place);
        let place = match place {
            Expr::Path(_) | Expr::Field(_) => quote!(#place),
            _ => quote!((#place)),
        };
        let ty = self.grown_type(array);
        quote!(let #name #ty = { use #launch::Growing as _; #place.growing() };)
    }

    /// `.inspect(|carry| before.keep(v, *carry))`, of the `Vec`s to which not every iteration has pushed.
    pub(super) fn kept_pushes(&self) -> Option<TokenStream> {
        let (carry, carried) = (&self.names.carry, &self.recurrence.carried);
        let kept = carried.iter().enumerate().filter_map(|(number, value)| {
            let Carry::Pushes { array, .. } = value.carry else { return None };
            let (name, before) = (&self.recurrence.arrays[array].name, self.before_pushes(&self.recurrence.arrays[array])?);
            let count = if carried.len() > 1 {
                let number = Literal::usize_unsuffixed(number);
                quote!(#carry.#number)
            } else {
                quote!(*#carry)
            };
            Some(quote!(#before.keep(#name, #count)))
        });
        let kept: Vec<_> = kept.collect();
        match kept.as_slice() {
            [] => None,
            [one] => Some(quote!(.inspect(|#carry| #one))),
            several => Some(quote!(.inspect(|#carry| { #(#several;)* }))),
        }
    }

    /// What has been pushed to `array`, and whether every iteration has.
    pub(super) fn pushed_since(&self, array: &ArrayUse) -> Option<(TokenStream, bool)> {
        let (before, place) = (self.before_pushes(array)?, &array.place);
        let of =
            |carry: &Carry| matches!(carry, Carry::Pushes { array: of, .. } if self.recurrence.arrays[*of].name == array.name);
        let is_every = !self.recurrence.carried.iter().any(|carried| of(&carried.carry));
        Some((quote!(#before.pushed(&#place)).to_token_stream(), is_every))
    }
}
