//! `x.chunks_exact(4)`, `x.as_chunks::<4>().0`: a slice, cut into fixed arrays.

use super::{bare, parenthesized};
use syn::{Expr, ExprMethodCall, GenericArgument, Lit, Member};

/// A slice that is cut into arrays of `count` elements each.
pub(crate) struct Chunks<'e> {
    pub call: &'e ExprMethodCall,
    /// `None` where the text does not show a positive number.
    pub count: Option<u64>,
    /// Whether the arrays may be stored to.
    pub is_exclusive: bool,
}

impl<'e> Chunks<'e> {
    /// The chunks that `expression` gives, if it does.
    pub(crate) fn of(expression: &'e Expr) -> Option<Self> {
        match bare(expression) {
            Expr::MethodCall(call) => {
                let is_exclusive = match call.method.to_string().as_str() {
                    "chunks_exact" => false,
                    "chunks_exact_mut" => true,
                    _ => return None,
                };
                Some(Self { call, count: call.args.first().and_then(positive), is_exclusive })
            }
            Expr::Field(field) => match (bare(&field.base), &field.member) {
                (Expr::MethodCall(call), Member::Unnamed(number)) if number.index == 0 => {
                    let is_exclusive = match call.method.to_string().as_str() {
                        "as_chunks" => false,
                        "as_chunks_mut" => true,
                        _ => return None,
                    };
                    Some(Self { call, count: generic_argument(call).as_ref().and_then(positive), is_exclusive })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What is cut.
    pub(crate) fn whole(&self) -> &'e Expr {
        &self.call.receiver
    }

    /// The arrays, as an array that a loop can store to: `x.as_chunks_mut::<4>().0`.
    pub(crate) fn array(&self) -> Option<Expr> {
        Some(rows(self.whole(), self.count?, self.call.method.span()))
    }
}

/// The arrays of `count` elements that `whole` is made of: `whole.as_chunks_mut::<4>().0`.
pub(crate) fn rows(whole: &Expr, count: u64, span: proc_macro2::Span) -> Expr {
    let (whole, count) = (parenthesized(bare(whole).clone()), proc_macro2::Literal::u64_unsuffixed(count));
    syn::parse_quote_spanned!(span=> #whole.as_chunks_mut::<#count>().0)
}

/// `2` of `array_windows::<2>()`.
pub(crate) fn generic_argument(call: &ExprMethodCall) -> Option<Expr> {
    match call.turbofish.as_ref()?.args.first()? {
        GenericArgument::Const(value) => Some(value.clone()),
        _ => None,
    }
}

fn positive(expression: &Expr) -> Option<u64> {
    match bare(expression) {
        Expr::Lit(syn::ExprLit { lit: Lit::Int(value), .. }) => value.base10_parse().ok().filter(|value| *value > 0),
        _ => None,
    }
}
