//! A `match` over values of primitive types as the `if`s that it is.

use super::{bare, not};
use crate::diagnostic::{Span, Spanned};
use proc_macro2::Ident;
use syn::{BinOp, Block, Expr, ExprMatch, Lit, Pat, RangeLimits, Stmt, Token};

/// Whether an expression may be said several times: it is a name, an element or a field.
pub(crate) fn may_be_repeated(matched: &Expr) -> bool {
    match bare(matched) {
        Expr::Path(_) => true,
        Expr::Field(field) => may_be_repeated(&field.base),
        Expr::Index(access) => may_be_repeated(&access.expr) && matches!(bare(&access.index), Expr::Path(_) | Expr::Lit(_)),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && may_be_repeated(&unary.expr),
        _ => false,
    }
}

/// `if matched == 1 { … } else if … { … } else { … }`, if all patterns are literals, ranges of them, `_`, or several of these; the last
/// one may be a name. What no arm before the last takes is the last one's, as rustc sees to it that one does.
pub(crate) fn choices(branches: &ExprMatch, matched: &Expr) -> Option<Expr> {
    let (last, others) = branches.arms.split_last()?;
    let body = bare(&last.body).clone();
    let mut chain = match &last.pat {
        // It takes what is left: even if the name is a constant's, the value is that constant's then.
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
            named(&name.ident, matched, body)
        }
        pattern => condition(pattern, matched).map(|_| body)?,
    };
    if last.guard.is_some() {
        return None;
    }
    for arm in others.iter().rev() {
        let taken = match (condition(&arm.pat, matched)?, &arm.guard) {
            (Taken::Always, None) => {
                chain = bare(&arm.body).clone();
                continue;
            }
            (Taken::Always, Some((_, guard))) => (**guard).clone(),
            (Taken::If(condition), None) => *condition,
            (Taken::If(condition), Some((_, guard))) => {
                let and = BinOp::And(Token![&&](span(&arm.pat).first));
                binary(parenthesized(*condition), and, parenthesized((**guard).clone()))
            }
        };
        chain = Expr::If(syn::ExprIf {
            attrs: Vec::new(),
            if_token: Token![if](span(&arm.pat).first),
            cond: Box::new(taken),
            then_branch: block(bare(&arm.body).clone()),
            else_branch: Some((Token![else](span(&arm.pat).first), Box::new(otherwise(chain)))),
        });
    }
    Some(chain)
}

/// `{ let name = matched; chain }`, for a value that is computed once.
pub(crate) fn named(name: &Ident, matched: &Expr, chain: Expr) -> Expr {
    let first = syn::parse_quote!(let #name = #matched;);
    let block = Block { brace_token: syn::token::Brace::default(), stmts: vec![first, Stmt::Expr(chain, None)] };
    Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block })
}

/// When an arm is taken.
enum Taken {
    Always,
    If(Box<Expr>),
}

impl Taken {
    fn if_true(condition: Expr) -> Self {
        Self::If(Box::new(condition))
    }
}

/// `None`: the pattern names something, or takes something apart.
fn condition(pattern: &Pat, matched: &Expr) -> Option<Taken> {
    let compared = |operator: BinOp, value: &Expr| binary(matched.clone(), operator, value.clone());
    let at = span(pattern).first;
    match pattern {
        Pat::Wild(_) => Some(Taken::Always),
        Pat::Paren(inner) => condition(&inner.pat, matched),
        Pat::Lit(literal) => Some(Taken::if_true(match &literal.lit {
            Lit::Bool(value) if value.value => matched.clone(),
            Lit::Bool(_) => not(matched.clone(), span(pattern)),
            _ => compared(BinOp::Eq(Token![==](at)), &Expr::Lit(literal.clone())),
        })),
        Pat::Range(range) => {
            let from = range.start.as_ref().map(|from| compared(BinOp::Ge(Token![>=](at)), from));
            let to = range.end.as_ref().map(|to| match range.limits {
                RangeLimits::Closed(_) => compared(BinOp::Le(Token![<=](at)), to),
                RangeLimits::HalfOpen(_) => compared(BinOp::Lt(Token![<](at)), to),
            });
            let both = match (from, to) {
                (Some(from), Some(to)) => binary(from, BinOp::And(Token![&&](at)), to),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => return None,
            };
            Some(Taken::if_true(both))
        }
        Pat::Or(several) => {
            let mut any: Option<Expr> = None;
            for case in &several.cases {
                let Taken::If(one) = condition(case, matched)? else { return Some(Taken::Always) };
                any = Some(match any {
                    Some(known) => binary(known, BinOp::Or(Token![||](at)), *one),
                    None => *one,
                });
            }
            any.map(Taken::if_true)
        }
        _ => None,
    }
}

fn span(pattern: &Pat) -> Span {
    Spanned::span(pattern)
}

fn binary(left: Expr, op: BinOp, right: Expr) -> Expr {
    Expr::Binary(syn::ExprBinary { attrs: Vec::new(), left: Box::new(left), op, right: Box::new(right) })
}

fn parenthesized(inner: Expr) -> Expr {
    Expr::Paren(syn::ExprParen { attrs: Vec::new(), paren_token: syn::token::Paren::default(), expr: Box::new(inner) })
}

/// An arm's body as a block.
fn block(body: Expr) -> Block {
    match body {
        Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => block.block,
        body => Block { brace_token: syn::token::Brace::default(), stmts: vec![Stmt::Expr(body, None)] },
    }
}

/// What follows an `else`.
fn otherwise(body: Expr) -> Expr {
    match body {
        body @ Expr::If(_) => body,
        body => Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: block(body) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    fn chain(text: &str) -> Option<String> {
        let branches: ExprMatch = syn::parse_str(text).expect(text);
        choices(&branches, &branches.expr).map(|chain| chain.to_token_stream().to_string())
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let expected: Expr = syn::parse_str(expected).expect(expected);
        assert_eq!(chain(text), Some(expected.to_token_stream().to_string()), "{text}");
    }

    #[test]
    fn literals_and_ranges_are_compared_in_order() {
        check("match c { b'(' => 1, b')' => -1, _ => 0 }", "if c == b'(' { 1 } else if c == b')' { -1 } else { 0 }");
        check("match c { 1 | 3..=5 | 7.. => a, _ => b }", "if c == 1 || c >= 3 && c <= 5 || c >= 7 { a } else { b }");
        check("match c { 0 if w => a, _ if v => { b } _ => d }", "if (c == 0) && (w) { a } else if v { b } else { d }");
        check("match c { true => a, false => b }", "if c { a } else { b }");
        check("match c { 0 => a, _ => b, 1 => d }", "if c == 0 { a } else { b }");
        check("match c { 0..3 => a, 3.. => b }", "if c >= 0 && c < 3 { a } else { b }");
        check("match c { 0 => 1, rest => rest }", "if c == 0 { 1 } else { let rest = c; rest }");
    }

    #[test]
    fn what_names_or_takes_apart_is_none_of_these() {
        for text in [
            "match c { n if n > 0 => 1, _ => 0 }",
            "match c { n @ 1..=3 => n, _ => 0 }",
            "match c { Some(1) => 1, _ => 0 }",
            "match c { LIMIT => 1, _ => 0 }",
            "match c {}",
        ] {
            assert_eq!(chain(text), None, "{text}");
        }
    }
}
