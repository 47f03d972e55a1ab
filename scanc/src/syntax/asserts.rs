//! `assert!(condition)`: an iteration does nothing, or panics.

use super::matches::is_called;
use proc_macro2::TokenStream;
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Token};

/// What is asserted. What a panic says is written only where the loop panics.
struct Asserted(Expr);

impl Parse for Asserted {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let condition = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
            input.parse::<TokenStream>()?;
        }
        Ok(Self(condition))
    }
}

/// The condition of the standard library's `assert!` or `debug_assert!`, if the macro is called as these are.
pub(crate) fn asserted(call: &syn::Macro) -> Option<Expr> {
    let is_one = is_called(call, "assert") || is_called(call, "debug_assert");
    is_one.then(|| call.parse_body::<Asserted>().ok()).flatten().map(|Asserted(condition)| condition)
}
