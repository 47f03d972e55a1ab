//! A search: the launch says how many iterations do not leave the loop, and the loop as written goes on from there.

use super::checks::may_overflow;
use super::host::Host;
use super::names::Names;
use super::sequential::{Insertion, Side};
use crate::diagnostic::{Span, Spanned};
use crate::ir::query::may_panic_in;
use crate::parse::{LoopSyntax, Reduced};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

impl Host<'_> {
    /// The whole block.
    pub(super) fn block_of_search(&self) -> TokenStream {
        let Names { launch, scan_loop, range, is_short, from, .. } = &self.names;
        let (import, description, confirmed, ranged) = (self.import(), self.description(), self.confirmations(), self.range());
        let (captures, slices, allowed) = (self.captures(&self.all_expressions()), self.slices(), self.allowed_slices());
        let (told, element, looped) = (self.told(), self.element(), self.sequential());
        let evaluates = self.may_panic_before().then(|| quote!(|| #launch::has_nothing(&#scan_loop, #range.is_empty())));
        let panics = self.panics_in_vain();
        let comment = self.comment("The loop as written, from where it may be left.");
        self.braced(quote! {
            #import #description #confirmed #ranged
            let #is_short = #launch::is_short(&#scan_loop, &#range) #evaluates #panics;
            #allowed
            let #from = if #is_short { 0 } else {
                #captures #slices
                #launch::out_of_line(move || #launch::Launch::searching(&#scan_loop, #range) #told.search(#element))
            };
            #comment
            #looped
        })
    }

    /// In which builds it is not launched: an iteration that the loop as written does not get to may panic, by an overflow or otherwise. That
    /// is not to end the program, and what a debug build would tell of it is nobody's business.
    fn panics_in_vain(&self) -> Option<TokenStream> {
        let elements = || self.kernel.carried.iter().map(|carried| &carried.element);
        match () {
            () if elements().any(may_overflow) => Some(quote!(|| ::core::cfg!(any(debug_assertions, panic = "abort")))),
            () if elements().any(may_panic_in) => Some(quote!(|| ::core::cfg!(panic = "abort"))),
            () => None,
        }
    }

    /// The loop without the iterations that do not leave it, and what its text has that it had not as written.
    pub(super) fn searched(&self, written: &LoopSyntax) -> (TokenStream, Vec<Insertion>) {
        let Names { launch, from, place, .. } = &self.names;
        let rest = |items: &Expr| quote!(#launch::after(#items, #from));
        let around = |span: Span| {
            let insertion = |beside, side, text| Insertion { beside, side, text };
            let before = insertion(span.first, Side::Before, format!("{launch}::after("));
            vec![before, insertion(span.last, Side::After, format!(", {from})"))]
        };
        match written {
            LoopSyntax::For(looped) => {
                let mut rest_of_it = looped.clone();
                let items = within(&mut rest_of_it.expr);
                let insertions = around(items.span());
                *items = Expr::Verbatim(rest(items));
                (rest_of_it.into_token_stream(), insertions)
            }
            LoopSyntax::Reduce(reduced) => {
                let mut chain = reduced.chain.clone();
                let source = source_of(&mut chain, reduced);
                let mut insertions = around(source.span());
                *source = Expr::Verbatim(rest(source));
                if chain.method != "position" {
                    return (chain.into_token_stream(), insertions);
                }
                let text = format!(".map(|{place}| {from} + {place})");
                insertions.push(Insertion { beside: reduced.chain.span().last, side: Side::After, text });
                (quote!(#chain.map(|#place| #from + #place)), insertions)
            }
            LoopSyntax::While(_) | LoopSyntax::Collect(..) | LoopSyntax::Search(_) => (written.to_token_stream(), Vec::new()),
        }
    }
}

/// The iterator up to the first function of its items.
fn source_of<'c>(chain: &'c mut ExprMethodCall, reduced: &Reduced) -> &'c mut Expr {
    let mut source = within(&mut chain.receiver);
    for _ in reduced.parts().1 {
        let Expr::MethodCall(step) = source else { return source };
        source = within(&mut step.receiver);
    }
    source
}

/// What stands in a program's own parentheses, which an argument is not to have.
fn within(expr: &mut Expr) -> &mut Expr {
    match expr {
        Expr::Paren(inner) => within(&mut inner.expr),
        other => other,
    }
}
