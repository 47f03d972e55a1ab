//! What is carried into the first iteration, as one value, and what has to hold of it for a launch.

use super::host::Host;
use super::launch::affine;
use super::names::Names;
use super::unseen::part_name;
use crate::ir::{Scalar, Type};
use crate::recognise::{Carried, Carry, LiveOut, Step};
use crate::syntax::mentions_variable;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

impl Host<'_> {
    /// The values of scalars before the first iteration: expressions of the user's, which stand before any name of ours.
    pub(super) fn scalar_starts(&self) -> TokenStream {
        let Names { start, starts, .. } = &self.names;
        match self.recurrence.carried.as_slice() {
            [carried] if !is_array(carried) => {
                let (ty, value) = (self.start_type(), self.start_of(carried));
                quote!(let #start #ty = #value;)
            }
            several => several
                .iter()
                .zip(starts)
                .filter(|(carried, _)| !is_array(carried))
                .map(|(carried, name)| {
                    let value = self.start_of(carried);
                    quote!(let #name = #value;)
                })
                .collect(),
        }
    }

    /// `let start = …`: the carried values before the first iteration.
    pub(super) fn start(&self) -> TokenStream {
        let Names { launch, start, starts, .. } = &self.names;
        let ty = self.start_type();
        let bound = match self.recurrence.carried.as_slice() {
            [] => {
                let independent = self.independent();
                quote!(let #start = __scanc_std_Some(#independent);)
            }
            [carried] if !is_array(carried) => quote!(),
            [carried] => {
                let value = self.start_of(carried);
                quote!(let #start #ty = #value;)
            }
            several => {
                let arrays = several.iter().zip(starts).filter(|(carried, _)| is_array(carried));
                let arrays: TokenStream = arrays
                    .map(|(carried, name)| (name, self.start_of(carried)))
                    .map(|(name, value)| quote!(let #name = #value;))
                    .collect();
                let (product, allowed) = (product_word(several.len()), self.allowed_type());
                quote!(#arrays #allowed let #start #ty = #launch::#product::start(#(#starts),*);)
            }
        };
        let (number, reached) = (self.start_is_number(false), self.last_is_reached());
        quote!(#bound #number #reached)
    }

    pub(super) fn start_type(&self) -> Option<TokenStream> {
        self.carried_type().map(|ty| quote!(: __scanc_std_Option<#ty>))
    }

    /// The value that one carried value has before the first iteration, as an `Option`.
    fn start_of(&self, carried: &Carried) -> TokenStream {
        self.start_at(carried, &|name, read| {
            let Names { launch, range, .. } = &self.names;
            let newest = self.region().unwrap_or(launch);
            let path = if self.region().is_some() { quote!(.) } else { quote!(::) };
            quote!(#newest #path at(#name, #range.index(#read)))
        })
    }

    /// The same, where `of_array` is the element of an array at an index.
    pub(super) fn start_at(&self, carried: &Carried, of_array: &dyn Fn(&Ident, TokenStream) -> TokenStream) -> TokenStream {
        let start = match (&carried.start, &carried.carry) {
            (Some(start), _) => start.to_token_stream(),
            (None, Carry::Array { array, read, .. }) => {
                return of_array(&self.recurrence.arrays[*array].name, affine(&self.names.launch, read));
            }
            (None, Carry::Part { array, way, read }) => {
                let (name, of) = (&self.recurrence.arrays[*array].name, Ident::new("of", Span::mixed_site()));
                let (launch, whole) = (&self.names.launch, of_array(name, affine(&self.names.launch, read)));
                let is_there = way.iter().any(|step| matches!(step, Step::At(_))).then(|| {
                    let way = part_name(way.iter().map(Step::name));
                    quote!(.filter(|#of| #launch::has_part(#of, #way)))
                });
                return quote!(#whole #is_there.map(|#of| #of #(#way)*));
            }
            (
                None,
                Carry::Scalar(scalar) | Carry::State(scalar) | Carry::Pushes { start: scalar, .. } | Carry::Coefficient(scalar),
            ) => self.number(scalar),
        };
        quote!(__scanc_std_Some(#start))
    }

    /// The type of what is carried; `None` where only rustc knows it.
    pub(super) fn carried_type(&self) -> Option<TokenStream> {
        let launch = &self.names.launch;
        match self.kernel.carried.as_slice() {
            [] => None,
            [carried] => self.ty(&carried.ty),
            several => {
                let types: Vec<_> = several.iter().map(|carried| self.ty(&carried.ty)).collect::<Option<_>>()?;
                let product = product_word(several.len());
                Some(quote!(#launch::#product<#(#types),*>))
            }
        }
    }

    /// What carried values are together: `one`, or `Product2(first, second)`.
    pub(super) fn product(&self, values: &[TokenStream]) -> TokenStream {
        let launch = &self.names.launch;
        match values {
            [value] => value.clone(),
            values => {
                let product = product_word(values.len());
                quote!(#launch::#product(#(#values),*))
            }
        }
    }

    /// Without the values that scalars hold afterwards there is no launch.
    fn last_is_reached(&self) -> TokenStream {
        let start = &self.names.start;
        let values = self.recurrence.live_out.iter().zip(&self.names.live_out);
        let is_needed = |value: &LiveOut| matches!(value, LiveOut::AtLastIteration(value) if self.reads_changed(value));
        let needed = values.filter(|((_, value), _)| is_needed(value)).map(|(_, name)| name);
        quote!(#(let #start = #needed.and(#start);)*)
    }

    /// `if e > m { m = e }` never replaces a NaN, which a maximum would: such a loop runs as written.
    ///
    /// Over ranks a loop that continues what is further back has `several` starts, one for each of its scans.
    pub(super) fn start_is_number(&self, several_starts: bool) -> Option<TokenStream> {
        let Names { start, launch, .. } = &self.names;
        let several = self.kernel.carried.len() > 1;
        let checks =
            self.recurrence.carried.iter().zip(&self.kernel.carried).enumerate().filter_map(|(number, (found, typed))| {
                let place = proc_macro2::Literal::usize_unsuffixed(number);
                let (value, borrowed) = match several {
                    true => (quote!(#start.#place), quote!(&#start.#place)),
                    false => (quote!(#start), quote!(#start)),
                };
                match typed.ty {
                    _ if found.start.is_some() => None,
                    Type::Scalar(scalar) if found.operator.has_reach(scalar) => Some(quote!(#launch::is_within_reach(#value))),
                    _ if !found.operator.compared => None,
                    Type::Scalar(Scalar::Float(_)) => Some(quote!(!#value.is_nan())),
                    Type::Scalar(_) => None,
                    _ => Some(quote!(#value.partial_cmp(#borrowed).is_some())),
                }
            });
        let checks: Vec<TokenStream> = checks.chain(self.starts_are_known()).chain(self.variants_are_known()).collect();
        let (first, rest) = checks.split_first()?;
        let hold = quote!(#first #(&& #rest)*);
        let hold = if several_starts { quote!(#start.iter().all(|#start| #hold)) } else { hold };
        let comment = self.comment(match self.composes() {
            _ if !self.variants.enums().is_empty() => "What the numbers of its variants do not tell apart runs as written.",
            true => "With such a number at the start it runs as written: no other order may have it.",
            false => "The loop's comparison never replaces a NaN: with one at the start it runs as written.",
        });
        let of = if mentions_variable(&hold, &start.to_string()) { start.to_token_stream() } else { quote!(_) };
        Some(quote!(#comment let #start = #start.filter(|#of| #hold);))
    }
}

pub(super) fn is_array(carried: &Carried) -> bool {
    matches!(carried.carry, Carry::Array { .. } | Carry::Part { .. })
}

/// `Product2`, …: what the runtime calls so many values that are carried together.
pub(super) fn product_word(count: usize) -> Ident {
    format_ident!("Product{count}")
}
