//! Elements that the source does not write as such: negated terms, sums of several, what leaves the carried value as it is.
//!
//! Host threads run them as Rust: on integers they wrap explicitly, so that no build panics where the loop would not.

use super::refuse;
use super::tables::Tables;
use super::types::integer;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Builtin, Scalar};
use crate::syntax::{bare, binary, call, difference, method, product, sum};
use syn::{BinOp, Expr, UnOp};

/// Arithmetic in the type of the carried value.
pub(super) struct Arithmetic<'a> {
    pub tables: &'a Tables<'a>,
    /// The carried value's type, where its declaration says it.
    pub scalar: Option<Scalar>,
    /// What the carried value is declared as.
    pub name: String,
}

impl Arithmetic<'_> {
    /// The type; both operands of a built-in operator on primitive types have one.
    fn scalar(&self, element: &Expr) -> Option<Scalar> {
        self.tables.scalar_of(element).or(self.scalar)
    }

    /// Whether the type is one of the primitive types, on which the built-in operators commute.
    pub(super) fn is_known(&self, element: &Expr) -> bool {
        self.scalar(element).is_some()
    }

    fn known(&self, element: &Expr, span: Span, why: &str) -> Result<Scalar, Diagnostic> {
        self.scalar(element).ok_or_else(|| refuse::type_needed(span, why, &self.name))
    }

    /// `-element`
    pub(super) fn negated(&self, element: &Expr, span: Span) -> Result<Expr, Diagnostic> {
        let scalar = self.known(element, span, "how a term is subtracted")?;
        Ok(match integer(Some(scalar)) {
            Some(_) => call(&format!("{}::wrapping_neg", scalar.rust()), vec![bare(element).clone()], span),
            None => Expr::Unary(syn::ExprUnary {
                attrs: Vec::new(),
                op: UnOp::Neg(syn::token::Minus(span.first)),
                expr: Box::new(element.clone()),
            }),
        })
    }

    /// `left ⊕ right`, or `left - right` where `minus`.
    pub(super) fn combined(
        &self,
        builtin: Builtin,
        minus: bool,
        left: Expr,
        right: Expr,
        span: Span,
    ) -> Result<Expr, Diagnostic> {
        match builtin {
            Builtin::Add | Builtin::Mul => self.wrapping(builtin, minus, left, right, span),
            Builtin::Min | Builtin::Max => self.extreme(builtin, left, right, span),
            Builtin::BitAnd => Ok(binary(left, BinOp::BitAnd(syn::token::And(span.first)), right)),
            Builtin::BitOr => Ok(binary(left, BinOp::BitOr(syn::token::Or(span.first)), right)),
            Builtin::BitXor => Ok(binary(left, BinOp::BitXor(syn::token::Caret(span.first)), right)),
            Builtin::And => Ok(binary(left, BinOp::And(syn::token::AndAnd([span.first, span.first])), right)),
            Builtin::Or => Ok(binary(left, BinOp::Or(syn::token::OrOr([span.first, span.first])), right)),
        }
    }

    fn wrapping(&self, builtin: Builtin, minus: bool, left: Expr, right: Expr, span: Span) -> Result<Expr, Diagnostic> {
        let scalar = self.scalar(&left).or_else(|| self.scalar(&right));
        let scalar = scalar.ok_or_else(|| refuse::type_needed(span, "how several terms are combined", &self.name))?;
        let word = match (builtin, minus) {
            (Builtin::Mul, _) => "mul",
            (_, true) => "sub",
            (_, false) => "add",
        };
        Ok(match (integer(Some(scalar)), word) {
            (Some(_), word) => call(&format!("{}::wrapping_{word}", scalar.rust()), vec![left, right], span),
            (None, "mul") => product(left, right, span),
            (None, "sub") => difference(left, right, span),
            (None, _) => sum(left, right, span),
        })
    }

    fn extreme(&self, builtin: Builtin, left: Expr, right: Expr, span: Span) -> Result<Expr, Diagnostic> {
        let word = if builtin == Builtin::Max { "max" } else { "min" };
        match self.scalar(&left).or_else(|| self.scalar(&right)) {
            Some(scalar @ (Scalar::Int(_) | Scalar::Float(_))) => {
                Ok(call(&format!("{}::{word}", scalar.rust()), vec![left, right], span))
            }
            _ if matches!(bare(&left), Expr::Lit(_) | Expr::Unary(_)) => {
                Err(refuse::type_needed(span, "how several terms are combined", &self.name))
            }
            _ => Ok(method(left, word, vec![right], span)),
        }
    }

    /// What leaves every value as it is.
    pub(super) fn identity(&self, builtin: Builtin, element: &Expr, span: Span) -> Result<Expr, Diagnostic> {
        let scalar = self.known(element, span, "what leaves the carried value as it is")?;
        self.identity_of(builtin, scalar, span)
    }

    /// The same of a type that is known.
    pub(super) fn identity_of(&self, builtin: Builtin, scalar: Scalar, span: Span) -> Result<Expr, Diagnostic> {
        let identity = builtin.identity(scalar);
        let identity = identity.ok_or_else(|| refuse::type_needed(span, "what leaves the carried value as it is", &self.name))?;
        let is_open = identity.ends_with(|last: char| last.is_ascii_digit());
        Ok(constant(&format!("{identity}{}", if is_open { scalar.rust() } else { "" }), span))
    }

    /// Comparisons that keep the later of equal values, or take a NaN, are a minimum or maximum on integers only.
    pub(super) fn requires_integer(&self, element: &Expr, greatest: bool, span: Span) -> Result<(), Diagnostic> {
        match self.scalar(element) {
            Some(Scalar::Int(_) | Scalar::Bool) => Ok(()),
            known => {
                let what = if known.is_some() { "floats" } else { "values that may be floats" };
                let message = format!("with {what} this takes the later of equal values, or a NaN");
                let help = match greatest {
                    true => "write `if e > m { m = e; }` or `m = m.max(e);`",
                    false => "write `if e < m { m = e; }` or `m = m.min(e);`",
                };
                Err(Diagnostic::error(refuse::TYPE_NEEDED, span, message).help(help))
            }
        }
    }
}

/// An expression of ours from its text.
pub(super) fn constant(text: &str, span: Span) -> Expr {
    let tokens: proc_macro2::TokenStream = text.parse().unwrap_or_default();
    let tokens = tokens.into_iter().map(|mut token| {
        token.set_span(span.first);
        token
    });
    let tokens: proc_macro2::TokenStream = tokens.collect();
    syn::parse2(tokens.clone()).unwrap_or(Expr::Verbatim(tokens))
}
