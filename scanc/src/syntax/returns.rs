//! What ends early, as an expression: `{ if c { return a; } b }` is `{ if c { a } else { b } }`.

use super::{Expressions, bare, block, choice, ours};
use syn::visit::Visit;
use syn::{Block, Expr, ExprIf, Pat, Stmt, parse_quote, parse_quote_spanned};

/// The body of a closure without its `return`s and `?`s; `None` where they stand otherwise than as statements of the body and of its
/// branches.
pub(crate) fn without_returns(body: &Expr) -> Option<Expr> {
    if !leaves(body) {
        return Some(body.clone());
    }
    match bare(body) {
        Expr::Return(returned) => without_returns(returned.expr.as_ref()?),
        Expr::Block(inner) if inner.label.is_none() => {
            Some(Expr::Block(syn::ExprBlock { block: in_statements(&inner.block.stmts)?, ..inner.clone() }))
        }
        Expr::If(syntax) if !leaves(&syntax.cond) => {
            let (word, otherwise) = syntax.else_branch.as_ref()?;
            let then_branch = in_statements(&syntax.then_branch.stmts)?;
            let otherwise = Some((*word, Box::new(without_returns(otherwise)?)));
            Some(Expr::If(ExprIf { then_branch, else_branch: otherwise, ..syntax.clone() }))
        }
        Expr::Match(branches) if !leaves(&branches.expr) => {
            let mut branches = branches.clone();
            for arm in &mut branches.arms {
                *arm.body = without_returns(&arm.body)?;
            }
            Some(Expr::Match(branches))
        }
        _ => None,
    }
}

fn in_statements(statements: &[Stmt]) -> Option<Block> {
    let Some(at) = statements.iter().position(statement_leaves) else {
        return Some(Block { brace_token: syn::token::Brace::default(), stmts: statements.to_vec() });
    };
    let (before, rest) = (statements[..at].to_vec(), &statements[at + 1..]);
    let last = match &statements[at] {
        Stmt::Expr(value, None) if rest.is_empty() => without_returns(value)?,
        Stmt::Expr(value @ Expr::Return(_), _) => without_returns(value)?,
        Stmt::Expr(Expr::If(syntax), _) if !leaves(&syntax.cond) => {
            // One of the branches is the end, and the other goes on.
            let otherwise = syntax.else_branch.as_ref().map(|(_, otherwise)| &**otherwise);
            let (yes, no) = match otherwise {
                otherwise if always_returns(&syntax.then_branch.stmts) => {
                    (in_statements(&syntax.then_branch.stmts)?, goes_on(otherwise, rest)?)
                }
                // What comes after sees no name that a condition binds.
                Some(Expr::Block(otherwise)) if always_returns(&otherwise.block.stmts) && !binds(&syntax.cond) => {
                    let then = Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: syntax.then_branch.clone() });
                    (goes_on(Some(&then), rest)?, in_statements(&otherwise.block.stmts)?)
                }
                _ => return None,
            };
            choice((*syntax.cond).clone(), yes, no, syntax.if_token.span.into())
        }
        // No pattern within another one has a type.
        Stmt::Local(local) if !matches!(local.pat, Pat::Type(_)) => {
            let (init, at) = (local.init.as_ref()?, ours(local.let_token.span.into()));
            let (pattern, rest) = (&local.pat, in_statements(rest)?);
            match (bare(&init.expr), &init.diverge) {
                (asked, Some((_, ends))) if !leaves(asked) => {
                    let ends = match &**ends {
                        Expr::Block(ends) => in_statements(&ends.block.stmts)?,
                        ends => block(Vec::new(), without_returns(ends)?),
                    };
                    parse_quote_spanned!(at=> if let #pattern = #asked #rest else #ends)
                }
                (Expr::Try(asked), None) if !leaves(&asked.expr) => {
                    let asked = &asked.expr;
                    parse_quote_spanned!(at=> if let Some(#pattern) = #asked #rest else { None })
                }
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(block(before, last))
}

/// What a branch does, and what comes after it.
fn goes_on(branch: Option<&Expr>, rest: &[Stmt]) -> Option<Block> {
    if let Some(another @ Expr::If(_)) = branch {
        let all: Vec<Stmt> = std::iter::once(Stmt::Expr(another.clone(), None)).chain(rest.iter().cloned()).collect();
        return in_statements(&all);
    }
    let branch = branch.map(|branch| -> Stmt { parse_quote!(#branch) });
    if branch.as_ref().is_some_and(statement_leaves) {
        return None;
    }
    let rest = in_statements(rest)?;
    Some(match branch {
        Some(branch) => Block { stmts: std::iter::once(branch).chain(rest.stmts).collect(), ..rest },
        None => rest,
    })
}

fn always_returns(statements: &[Stmt]) -> bool {
    matches!(statements.last(), Some(Stmt::Expr(Expr::Return(_), _)))
}

/// Whether a condition binds names: `if let Some(v) = x { … }`.
fn binds(condition: &Expr) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        found |= matches!(expr, Expr::Let(_));
        !matches!(expr, Expr::Closure(_))
    };
    Expressions(&mut look).visit_expr(condition);
    found
}

/// Whether an expression leaves the closure that it stands in.
fn leaves(expr: &Expr) -> bool {
    let mut found = false;
    Expressions(&mut |expr| looks(expr, &mut found)).visit_expr(expr);
    found
}

fn statement_leaves(statement: &Stmt) -> bool {
    let mut found = false;
    Expressions(&mut |expr| looks(expr, &mut found)).visit_stmt(statement);
    found
}

fn looks(expr: &Expr, found: &mut bool) -> bool {
    *found |= matches!(expr, Expr::Return(_) | Expr::Try(_));
    !matches!(expr, Expr::Closure(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    #[track_caller]
    fn check(body: &str, expected: Option<&str>) {
        let found = without_returns(&syn::parse_str(body).expect(body));
        let expected = expected.map(|text| syn::parse_str::<Expr>(text).expect(text).to_token_stream().to_string());
        assert_eq!(found.map(|found| found.to_token_stream().to_string()), expected);
    }

    #[test]
    fn what_comes_after_is_the_other_branch() {
        check("{ if c { return a; } let b = 1; b }", Some("{ if c { a } else { let b = 1; b } }"));
        check("{ if c { k += 1; } else { return a; } b }", Some("{ if c { { k += 1; } b } else { a } }"));
        check("{ if c { return a; } else { k += 1; } b }", Some("{ if c { a } else { { k += 1; } b } }"));
        check(
            "{ let k = 1; if c { return a; } if d { return k; } b }",
            Some("{ let k = 1; if c { a } else { if d { k } else { b } } }"),
        );
        check("{ match v { 0 => return None, v => Some(v) } }", Some("{ match v { 0 => None, v => Some(v) } }"));
        check("{ if c { return a; } else if d { return b; } e }", Some("{ if c { a } else { if d { b } else { e } } }"));
        check("{ if let Some(v) = x { return v; } v }", Some("{ if let Some(v) = x { v } else { v } }"));
        check("return a", Some("a"));
        check("{ return a; }", Some("{ a }"));
    }

    #[test]
    fn options_are_asked() {
        check("{ let Some(a) = b else { return None; }; Some(a) }", Some("{ if let Some(a) = b { Some(a) } else { None } }"));
        check("{ let a = x.get(k)?; Some(a + 1) }", Some("{ if let Some(a) = x.get(k) { Some(a + 1) } else { None } }"));
    }

    #[test]
    fn others_are_left() {
        check("{ if c { if d { return a; } } b }", None);
        check("{ for k in 0..3 { if x[k] { return a; } } b }", None);
        check("Some(x.get(k)? + 1)", None);
        check("{ if let Some(v) = x { k = v; } else { return None; } Some(v + k) }", None);
        check("{ let v: u8 = x?; Some(v) }", None);
        check("{ let Some(v): Option<u8> = x else { return None; }; Some(v) }", None);
        check("{ let a = 1 + x?; Some(a) }", None);
    }
}
