//! A loop's range in host code.

use super::host::Host;
use super::names::Names;
use crate::recognise::{LiveOut, Range};
use crate::syntax::{bare, is_harmless};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Expr;

impl Host<'_> {
    /// `let range = …`: the values of the loop variable.
    pub(super) fn range(&self) -> TokenStream {
        // The type is the one that the kernel computes with: where rustc infers another, this line says so.
        let ty = self.ty(&self.kernel.index.ty).map(|ty| quote!(::<#ty>));
        // Such a variable is once more counted after the last iteration.
        let counts_on = self.recurrence.live_out.iter().any(|(_, value)| matches!(value, LiveOut::PastTheEnd));
        let of_while = counts_on.then(|| quote!(.of_while()));
        let Names { launch, range: name, outer, .. } = &self.names;
        let range = self.range_of(&self.recurrence.range, ty.clone(), of_while);
        if self.recurrence.outer.is_none() || bounds(&self.recurrence.range).all(is_harmless) {
            return quote!(let #name = #range;);
        }
        // Without an iteration of the outer loop these are not evaluated.
        quote!(let #name = if #outer.is_empty() { #launch::Range #ty::ascending(0, 0) } else { #range };)
    }

    /// A loop's values.
    pub(super) fn range_of(&self, range: &Range, ty: Option<TokenStream>, of_while: Option<TokenStream>) -> TokenStream {
        let launch = &self.names.launch;
        // Around an argument a program's own parentheses would be warned of.
        let arguments = bounds(range).map(bare);
        let (constructor, bounds, step) = match range {
            Range::Ascending { inclusive, step, .. } => (range_word("ascending", *inclusive), quote!(#(#arguments),*), *step),
            Range::Descending { inclusive, step, .. } => (range_word("descending", *inclusive), quote!(#(#arguments),*), *step),
            Range::Lengths(_) => (format_ident!("lengths"), quote!([#(#arguments),*]), 1),
        };
        let step = (step != 1).then(|| proc_macro2::Literal::i64_unsuffixed(step)).map(|step| quote!(.step_by(#step)));
        quote!(#launch::Range #ty::#constructor(#bounds) #step #of_while)
    }
}

fn range_word(word: &str, inclusive: bool) -> Ident {
    if inclusive { format_ident!("{word}_inclusive") } else { format_ident!("{word}") }
}

/// What a loop's range is computed from.
fn bounds(range: &Range) -> impl Iterator<Item = &Expr> {
    let (pair, lengths) = match range {
        Range::Ascending { from, to, .. } => ([Some(from), Some(to)], [].as_slice()),
        Range::Descending { high, low, .. } => ([Some(high), Some(low)], [].as_slice()),
        Range::Lengths(lengths) => ([None, None], lengths.as_slice()),
    };
    pair.into_iter().flatten().chain(lengths)
}
