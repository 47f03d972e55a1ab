//! `_ => unreachable!()`: what has no value, as panics go, gets one of another branch, so that what it is part of has a type.

use super::matches::is_called;
use super::{Bound, bare, compound, mentions_variable};
use proc_macro2::Span;
use quote::ToTokens;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Block, Expr, ExprBlock, ExprIf, ExprMatch, Item, Macro, Pat, Stmt, parse_quote_spanned};

/// Whether a macro is the standard library's for a panic. Of a program's own by such a name nothing else is said than that the loop runs as
/// written where an iteration gets there.
pub(crate) fn panics(call: &Macro) -> bool {
    ["panic", "unreachable", "todo", "unimplemented"].iter().any(|name| is_called(call, name))
}

/// Puts `{ assert!(false); value }` in the place of a branch that panics, with the value of another branch.
pub(crate) struct GiveValues;

impl VisitMut for GiveValues {
    fn visit_expr_match_mut(&mut self, branches: &mut ExprMatch) {
        let donors = branches.arms.iter().filter(|arm| panic_of(&arm.body).is_none());
        let values: Vec<Value> = donors.map(|arm| Value::of_arm(arm, &branches.expr)).collect();
        for arm in &mut branches.arms {
            if let (Some(at), Some(body)) = (panic_of(&arm.body), Value::best(&values)) {
                *arm.body = Expr::Block(ExprBlock { attrs: Vec::new(), label: None, block: body.after_panic(at) });
            }
        }
        visit_mut::visit_expr_match_mut(self, branches);
    }

    fn visit_expr_if_mut(&mut self, choice: &mut ExprIf) {
        let Some((_, otherwise)) = &mut choice.else_branch else { return visit_mut::visit_expr_if_mut(self, choice) };
        let mut names = Vec::new();
        Bound(&mut |name| names.push(name.ident.to_string())).visit_expr(&choice.cond);
        let then_value = Value::of_block(&choice.then_branch, &names);
        match (panic_of_block(&choice.then_branch), panic_of(otherwise), &mut **otherwise) {
            (None, Some(at), Expr::Block(other)) if then_value.is_there() => other.block = then_value.after_panic(at),
            (Some(at), None, Expr::Block(other)) => {
                let value = Value::of_block(&other.block, &[]);
                if value.is_there() {
                    choice.then_branch = value.after_panic(at);
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_if_mut(self, choice);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// What a branch comes to.
enum Value {
    /// A value that any branch may have.
    Of(Box<Expr>),
    /// It is a statement.
    Nothing,
    /// Something that is made of what the branch has alone.
    Its,
}

impl Value {
    fn of_arm(arm: &Arm, matched: &Expr) -> Self {
        let mut names = Vec::new();
        Bound(&mut |name| names.push(name.ident.to_string())).visit_pat(&arm.pat);
        match (Self::of(&arm.body, &names), &arm.pat) {
            // `v => …`: that is a name for the whole.
            (Self::Its, Pat::Ident(name)) if name.by_ref.is_none() && name.subpat.is_none() => match Self::of(&arm.body, &[]) {
                Self::Of(value) => {
                    let name = &name.ident;
                    Self::Of(Box::new(parse_quote_spanned!(name.span()=> { let #name = #matched; (#value) })))
                }
                other => other,
            },
            (value, _) => value,
        }
    }

    /// Of a branch that has `names` of its own.
    fn of(body: &Expr, names: &[String]) -> Self {
        match bare(body) {
            Expr::Block(block) if block.label.is_none() => Self::of_block(&block.block, names),
            Expr::Assign(_) => Self::Nothing,
            Expr::Tuple(parts) if parts.elems.is_empty() => Self::Nothing,
            Expr::Binary(update) if compound(&update.op).is_some() => Self::Nothing,
            value => {
                let tokens = value.to_token_stream();
                let is_its =
                    matches!(value, Expr::If(_) | Expr::Match(_)) || names.iter().any(|name| mentions_variable(&tokens, name));
                if is_its { Self::Its } else { Self::Of(Box::new(value.clone())) }
            }
        }
    }

    fn of_block(block: &Block, names: &[String]) -> Self {
        match block.stmts.as_slice() {
            [Stmt::Expr(value, None)] => Self::of(value, names),
            [.., Stmt::Expr(_, None)] => Self::Its,
            _ => Self::Nothing,
        }
    }

    /// The first that any branch may have; that there is none where all are statements.
    fn best(values: &[Self]) -> Option<&Self> {
        let are_statements = !values.is_empty() && values.iter().all(|value| matches!(value, Self::Nothing));
        let first = values.iter().find(|value| matches!(value, Self::Of(_)));
        first.or_else(|| values.first().filter(|_| are_statements))
    }

    fn is_there(&self) -> bool {
        !matches!(self, Self::Its)
    }

    fn after_panic(&self, at: Span) -> Block {
        match self {
            Self::Of(value) => parse_quote_spanned!(at=> { assert!(false); (#value) }),
            Self::Nothing | Self::Its => parse_quote_spanned!(at=> { assert!(false); }),
        }
    }
}

/// Where a branch panics that does nothing else.
fn panic_of(body: &Expr) -> Option<Span> {
    match bare(body) {
        Expr::Macro(call) if panics(&call.mac) => Some(super::span_of(body).first),
        Expr::Block(block) if block.label.is_none() => panic_of_block(&block.block),
        _ => None,
    }
}

fn panic_of_block(block: &Block) -> Option<Span> {
    match block.stmts.as_slice() {
        [Stmt::Macro(call)] if panics(&call.mac) => call.mac.path.segments.first().map(|first| first.ident.span()),
        [Stmt::Expr(value, _)] => panic_of(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut value: Expr = syn::parse_str(text).expect(text);
        GiveValues.visit_expr_mut(&mut value);
        let expected: Expr = syn::parse_str(expected).expect(expected);
        assert_eq!(value.to_token_stream().to_string(), expected.to_token_stream().to_string(), "{text}");
    }

    #[test]
    fn a_branch_that_panics_has_another_one_s_value() {
        check("match c { 0 => 7u8, _ => unreachable!() }", "match c { 0 => 7u8, _ => { assert!(false); (7u8) } }");
        check("match c { 0 => std::panic!(), 1 => { a + b } }", "match c { 0 => { assert!(false); (a + b) }, 1 => { a + b } }");
        check(
            "match c { Some(v) => v, None => 3, _ => { todo!(\"{}\", 1) } }",
            "match c { Some(v) => v, None => 3, _ => { assert!(false); (3) } }",
        );
        check("if c { a } else { panic!(); }", "if c { a } else { assert!(false); (a) }");
        check(
            "match x[i] { 7 => panic!(), v => v + 1 }",
            "match x[i] { 7 => { assert!(false); ({ let v = x[i]; (v + 1) }) }, v => v + 1 }",
        );
        check("if c { panic!() } else { 1 }", "if c { assert!(false); (1) } else { 1 }");
    }

    #[test]
    fn statements_have_none() {
        check(
            "match c { 0 => t += 1, 1 => { u = 2; }, _ => panic!() }",
            "match c { 0 => t += 1, 1 => { u = 2; }, _ => { assert!(false); } }",
        );
        check("match c { 0 => {} _ => unreachable!() }", "match c { 0 => {} _ => { assert!(false); } }");
        check("if c { t += 1; } else { panic!() }", "if c { t += 1; } else { assert!(false); }");
    }

    /// What no other branch may have stays as it is, and is refused.
    #[test]
    fn others_stay() {
        for text in [
            "match c { Some(v) => v, None => panic!() }",
            "match c { 0 => { let a = f(); a } _ => panic!() }",
            "match c { _ => panic!() }",
            "match c { 0 => 7, _ => my::panic!() }",
            "if c { let a = 1; a } else { panic!() }",
            "if let Some(v) = x.get(k) { *v } else { panic!() }",
            "if c { panic!() }",
        ] {
            check(text, text);
        }
    }
}
