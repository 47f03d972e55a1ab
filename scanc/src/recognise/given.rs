//! What a closure gives that gives an option:
//!
//! ```text
//! |v| if *v > 3 { Some(v * 2) } else { None }     whether: *v > 3     what: v * 2
//! ```

use super::body::Walker;
use super::options::{Choice, is_named, of_some};
use super::refuse;
use crate::diagnostic::Spanned;
use crate::syntax::{Optional, bare, block, block_value, choice, matches, ours, parenthesized, truth};
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

/// Whether an expression gives something, and what, if it ever does: text that is read later, in the same scope.
struct Parts {
    some: Expr,
    value: Option<Expr>,
}

impl Walker<'_, '_> {
    /// What an expression that gives an option is. What its block does before is done here. `None` where it has been told why that is
    /// not known.
    pub(super) fn given(&mut self, expr: &Expr) -> Option<Choice> {
        if let Expr::Block(inner) = bare(expr)
            && inner.label.is_none()
            && let [statements @ .., Stmt::Expr(value, None)] = inner.block.stmts.as_slice()
        {
            self.before(quote::quote!(#value), |walker| walker.statements(statements));
            return self.given(value);
        }
        if let Some(optional) = Optional::of(expr) {
            return self.option(&optional);
        }
        if let Some(chosen) = self.chosen_by(bare(expr)) {
            return self.given(&chosen);
        }
        self.given_later(expr)
    }

    /// The closure of `.and_then(|k| x.get(k))`, as `|k| k < x.len()` and `|k| x[k]`.
    pub(super) fn given_by(&mut self, function: &Expr) -> Option<[Expr; 2]> {
        let function = self.without_early_ends(function)?;
        let Expr::Closure(closure) = bare(&function) else { return self.not_given(&function) };
        let Choice { some, value } = self.given_later(&closure.body)?;
        Some([some, value].map(|body| Expr::Closure(syn::ExprClosure { body: Box::new(body), ..closure.clone() })))
    }

    /// The same of one that is read elsewhere: nothing of it is done here.
    fn given_later(&mut self, expr: &Expr) -> Option<Choice> {
        let Parts { some, value } = self.given_parts(expr)?;
        if value.is_none() {
            let help = "let it end in `Some(…)` where there is a value";
            self.refuse(refuse::METHOD, expr.span(), "this closure never gives a value", help);
        }
        Some(Choice { some, value: value? })
    }

    fn given_parts(&mut self, expr: &Expr) -> Option<Parts> {
        let span = expr.span();
        match bare(expr) {
            Expr::Call(call)
                if call.args.len() == 1 && matches!(&*call.func, Expr::Path(some) if is_named(&some.path, "Some")) =>
            {
                Some(Parts { some: truth(true, span), value: Some(call.args[0].clone()) })
            }
            Expr::Path(none) if is_named(&none.path, "None") => Some(Parts { some: truth(false, span), value: None }),
            Expr::If(syntax) if !matches!(*syntax.cond, Expr::Let(_)) => {
                let Some((_, otherwise)) = &syntax.else_branch else { return self.not_given(expr) };
                let then = Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: syntax.then_branch.clone() });
                let [yes, no] = [self.given_parts(&then)?, self.given_parts(otherwise)?];
                let decided = |yes, no| choice((*syntax.cond).clone(), block(Vec::new(), yes), block(Vec::new(), no), span);
                let value = match (yes.value, no.value) {
                    (Some(yes), Some(no)) => Some(decided(yes, no)),
                    (yes, no) => yes.or(no),
                };
                Some(Parts { some: decided(yes.some, no.some), value })
            }
            Expr::Block(inner) if inner.label.is_none() => {
                let [statements @ .., Stmt::Expr(value, None)] = inner.block.stmts.as_slice() else {
                    return self.not_given(expr);
                };
                let Parts { some, value } = self.given_parts(value)?;
                let behind = |value| block_value(block(statements.to_vec(), value));
                Some(Parts { some: behind(some), value: value.map(behind) })
            }
            asked if let Some(optional) = Optional::of(asked) => match optional.steps.iter().all(|step| step.args.is_empty()) {
                true if optional.is_of_slice() => {
                    let Choice { some, value } = self.option_of_slice(optional.source, false)?;
                    Some(Parts { some, value: Some(value) })
                }
                true if optional.source.method == "then" => {
                    let value = self.called(&optional.source.args[0], Vec::new())?;
                    Some(Parts { some: parenthesized(bare(&optional.source.receiver).clone()), value: Some(value) })
                }
                _ => Some(Parts { some: parse_quote!(#asked.is_some()), value: Some(parse_quote!(#asked.unwrap())) }),
            },
            Expr::Match(branches) if asks_option(expr) => match as_if_let(branches) {
                Some(chosen) => self.given_parts(&chosen),
                None => self.asked_in_a_branch(expr),
            },
            Expr::If(syntax) if asks_option(expr) => {
                let (Expr::Let(asked), Some((_, otherwise))) = (&*syntax.cond, &syntax.else_branch) else {
                    return self.asked_in_a_branch(expr);
                };
                let Some(pattern) = of_some(&asked.pat).filter(|pattern| matches::always(pattern)) else {
                    return self.asked_in_a_branch(expr);
                };
                let Choice { some, value } = self.given_later(&asked.expr)?;
                let (then, at) = (&syntax.then_branch.stmts, ours(asked.let_token.span.into()));
                let chosen = parse_quote_spanned!(at=> if #some { let #pattern = #value; #(#then)* } else #otherwise);
                self.given_parts(&chosen)
            }
            // What is looked at would be read here.
            branches @ (Expr::Match(_) | Expr::If(_)) if !asks_option(branches) => match self.chosen_by(branches) {
                Some(chosen) => self.given_parts(&chosen),
                None => self.not_given(expr),
            },
            _ => self.not_given(expr),
        }
    }

    fn asked_in_a_branch<T>(&mut self, expr: &Expr) -> Option<T> {
        let help = "within a branch ask whether there is a value, and nothing else: `if let Some(v) = … { … } else { … }`";
        self.refuse(refuse::METHOD, expr.span(), "what this option holds is compared within a branch", help);
        None
    }

    fn not_given<T>(&mut self, expr: &Expr) -> Option<T> {
        let help = "let the closure end in `Some(…)` and `None`: `|v| if … { Some(…) } else { None }`";
        self.refuse(refuse::METHOD, expr.span(), "whether this gives a value is not seen", help);
        None
    }
}

/// `match x.get(k) { Some(v) => a, None => b }` as `if let Some(v) = x.get(k) { a } else { b }`.
fn as_if_let(branches: &syn::ExprMatch) -> Option<Expr> {
    let [one, other] = branches.arms.as_slice() else { return None };
    let (some, none) = if of_some(&one.pat).is_some() { (one, other) } else { (other, one) };
    let is_none = match &none.pat {
        Pat::Wild(_) => std::ptr::eq(some, one),
        Pat::Ident(name) => name.ident == "None",
        _ => false,
    };
    let (asked, pattern, [yes, no]) = (&branches.expr, &some.pat, [&some.body, &none.body]);
    let is_plain = is_none && some.guard.is_none() && none.guard.is_none();
    is_plain
        .then(|| parse_quote_spanned!(ours(branches.match_token.span.into())=> if let #pattern = #asked { #yes } else { #no }))
}

/// Whether branches are those of an option.
fn asks_option(branches: &Expr) -> bool {
    match branches {
        Expr::Match(branches) => Optional::of(&branches.expr).is_some(),
        Expr::If(syntax) => matches!(&*syntax.cond, Expr::Let(asked) if Optional::of(&asked.expr).is_some()),
        _ => false,
    }
}
