//! `(a, b) = if c { (x, y) } else { (z, w) };` → `if c { (a, b) = (x, y); } else { (a, b) = (z, w); }`: kernels have no tuples.

use super::refuse;
use super::wholes::arity;
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Spanned};
use crate::syntax::{Bound, bare, mentions_word, part, plain_ident, variable};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{Block, Expr, ExprAssign, ExprTuple, Pat, Stmt};

/// The statement that assigns in each branch what that comes to, a tuple. `None` where one comes to something else, or has a name of its
/// own that is one of the target's.
pub(super) fn assigned_in_branches(target: &ExprTuple, value: &Expr) -> Option<Expr> {
    let (words, mut hides) = (target.to_token_stream(), false);
    Bound(&mut |name| hides |= mentions_word(&words, &name.ident.to_string())).visit_expr(value);
    // Elements alone are taken apart as they are.
    if hides || matches!(bare(value), Expr::Tuple(_)) || arity(value).is_none() { None } else { assigned(target, value) }
}

/// The names of `let (a, b) = …;`, as what is assigned to, if they are plain and `value` mentions none of them.
pub(super) fn declared<'p>(pattern: &'p Pat, value: &Expr) -> Option<(ExprTuple, Vec<&'p Pat>)> {
    let Pat::Tuple(tuple) = pattern else { return None };
    let mut names = Vec::new();
    let targets = tuple.elems.iter().map(|part| match part {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            names.push(part);
            (!mentions(value, &name.ident)).then(|| variable(&name.ident))
        }
        Pat::Wild(wild) => Some(Expr::Infer(syn::ExprInfer { attrs: Vec::new(), underscore_token: wild.underscore_token })),
        _ => None,
    });
    let elems = targets.collect::<Option<_>>()?;
    Some((ExprTuple { attrs: Vec::new(), paren_token: tuple.paren_token, elems }, names))
}

/// The patterns of a tuple's parts or a fixed array's, each with its number. What `..` stands for is left out; before another part it would be
/// unknown how many that are.
pub(super) fn parts<'p>(
    patterns: &'p Punctuated<Pat, syn::Token![,]>,
    diagnostics: &mut Diagnostics,
) -> Result<Vec<(syn::Index, &'p Pat)>> {
    let last = patterns.len().saturating_sub(1);
    let rest = patterns.iter().position(|part| matches!(part, Pat::Rest(_)));
    if let Some(at) = rest.filter(|at| *at < last) {
        let message = "how many parts `..` stands for is not known here";
        let error = Diagnostic::error(refuse::PATTERN, patterns[at].span(), message);
        return Err(diagnostics.stop(error.help("write a `_` for each of them")));
    }
    let index = |(number, part): (u32, &'p Pat)| (syn::Index { index: number, span: part.span().last }, part);
    Ok((0..).zip(patterns.iter().take(rest.unwrap_or(patterns.len()))).map(index).collect())
}

fn mentions(value: &Expr, name: &Ident) -> bool {
    mentions_word(&value.to_token_stream(), &name.to_string())
}

fn assigned(target: &ExprTuple, value: &Expr) -> Option<Expr> {
    let mut value = bare(value).clone();
    match &mut value {
        Expr::Tuple(parts) if parts.elems.len() == target.elems.len() => {
            // What stays as it is needs no assignment.
            let is_same =
                target.elems.iter().zip(&parts.elems).all(|(target, part)| plain_ident(target).is_some() && target == part);
            let left = Box::new(Expr::Tuple(target.clone()));
            let eq_token = syn::Token![=](parts.paren_token.span.open());
            let assign = Expr::Assign(ExprAssign { attrs: Vec::new(), left, eq_token, right: Box::new(value.clone()) });
            return Some(if is_same { empty() } else { assign });
        }
        Expr::If(choice) => {
            in_block(target, &mut choice.then_branch)?;
            let (_, otherwise) = choice.else_branch.as_mut()?;
            **otherwise = match assigned(target, otherwise)? {
                branch @ (Expr::If(_) | Expr::Block(_)) => branch,
                other => in_braces(other),
            };
        }
        Expr::Match(branches) => {
            for arm in &mut branches.arms {
                *arm.body = in_braces(assigned(target, &arm.body)?);
            }
        }
        Expr::Block(inner) if inner.label.is_none() => in_block(target, &mut inner.block)?,
        element @ Expr::Index(_) => {
            let parts = (0..).zip(&target.elems).map(|(number, _)| part(element.clone(), number)).collect();
            let parts = ExprTuple { attrs: Vec::new(), paren_token: target.paren_token, elems: parts };
            return assigned(target, &Expr::Tuple(parts));
        }
        _ => return None,
    }
    Some(value)
}

fn in_block(target: &ExprTuple, block: &mut Block) -> Option<()> {
    let Some(Stmt::Expr(value, None)) = block.stmts.pop() else { return None };
    block.stmts.push(Stmt::Expr(assigned(target, &value)?, Some(syn::Token![;](proc_macro2::Span::call_site()))));
    Some(())
}

fn in_braces(statement: Expr) -> Expr {
    let mut braces = Block { brace_token: syn::token::Brace::default(), stmts: Vec::new() };
    braces.stmts.push(Stmt::Expr(statement, Some(syn::Token![;](proc_macro2::Span::call_site()))));
    Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: braces })
}

fn empty() -> Expr {
    let block = Block { brace_token: syn::token::Brace::default(), stmts: Vec::new() };
    Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(target: &str, value: &str, expected: Option<&str>) {
        let target: ExprTuple = syn::parse_str(target).expect(target);
        let found = assigned_in_branches(&target, &syn::parse_str(value).expect(value));
        let expected = expected.map(|text| syn::parse_str::<Expr>(text).expect(text).to_token_stream().to_string());
        assert_eq!(found.map(|found| found.to_token_stream().to_string()), expected);
    }

    #[test]
    fn each_branch_assigns() {
        check(
            "(a, y[i])",
            "if c { let t = 1; (t, b) } else if d { (b, 2) } else { (0, 0) }",
            Some("if c { let t = 1; (a, y[i]) = (t, b); } else if d { (a, y[i]) = (b, 2); } else { (a, y[i]) = (0, 0); }"),
        );
        check(
            "(a, b)",
            "match c { 0 => (b, a), k if k > 3 => { (k, 0) } _ => (a, b) }",
            Some("match c { 0 => { (a, b) = (b, a); }, k if k > 3 => { { (a, b) = (k, 0); }; } _ => { {}; } }"),
        );
    }

    #[test]
    fn other_values_and_hidden_names_are_left() {
        check("(a, b)", "(b, a)", None);
        check("(a, b)", "if c { (1, 2) } else { pair }", None);
        check("(a, b)", "if c { let a = 3; (a, 2) } else { (1, 2) }", None);
        check("(a, b)", "match c { b => (b, 2) }", None);
        check("(a, b)", "if c { (1, 2, 3) } else { (1, 2) }", None);
    }

    #[test]
    fn names_that_the_value_mentions_are_not_declared_before() {
        let value: Expr = syn::parse_quote!(if c { (a, 1) } else { (2, 3) });
        let declares = |pattern: Pat| declared(&pattern, &value).map(|(target, names)| (target.elems.len(), names.len()));
        assert_eq!(declares(syn::parse_quote!((p, _))), Some((2, 1)));
        assert_eq!(declares(syn::parse_quote!((a, q))), None);
        assert_eq!(declares(syn::parse_quote!((p, (q, r)))), None);
    }
}
