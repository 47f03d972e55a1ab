//! What an outer loop computes before each of its scans → what a launch evaluates for each batch.

use super::host::Host;
use crate::recognise::{ArrayUse, Outer};
use crate::syntax::{Bound, Expressions, ExpressionsMut, bare, is_harmless, mentions_variable, place_text, variable};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::HashMap;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Local, Pat, Stmt, UnOp};

impl Host<'_> {
    /// The `let`s of an outer loop that `body` needs, or that may panic; nothing in it is assigned any more. Where rustc knows of code of the
    /// program's own in one, which might have effects, there is no batch.
    pub(super) fn needed_lets(&self, outer: &Outer, body: &TokenStream) -> TokenStream {
        let (launch, confirmed, outer) = (&self.names.launch, self.bases(outer), self.lending_fields(outer));
        let mut needed = body.clone();
        let mut lets = Vec::new();
        for statement in outer.lets.iter().rev() {
            let Stmt::Local(Local { init: Some(init), .. }) = statement else { continue };
            let value = init.expr.clone();
            let mut statement = statement.clone();
            let mut fixing = Fix { used: 0, by: &needed };
            fixing.visit_stmt_mut(&mut statement);
            if fixing.used > 0 || !is_harmless(&value) {
                needed = quote!(#statement #needed);
                let mut known = Known { confirmed: &confirmed, facts: Vec::new() };
                Expressions(&mut |expression| known.expression(expression)).visit_expr(&value);
                let facts = &known.facts;
                let asked = (!facts.is_empty()).then(|| quote!(#launch::known!(#(#facts),*).then_some(())?;));
                lets.insert(0, quote!(#asked #statement));
            }
        }
        quote!(#(#lets)*)
    }

    /// Whether the outer loop's `let`s use nothing but what the launch takes along as its own. Anything else can only be borrowed.
    pub(super) fn knows_all(&self, outer: &Outer) -> bool {
        let names = outer.names();
        let arrays = self.recurrence.arrays.iter().map(|array| (&array.name, &array.place));
        let captures = self.recurrence.captures.iter().map(|capture| (&capture.name, &capture.value));
        let own = arrays.chain(captures).filter(|(name, value)| matches!(value, Expr::Path(path) if path.path.is_ident(*name)));
        let (known, mut knows_all): (Vec<&Ident>, _) = (own.map(|(name, _)| name).chain(&names).collect(), true);
        let mut look = |expression: &Expr| {
            if let Expr::Path(path) = expression {
                knows_all &= path.path.get_ident().is_none_or(|name| known.contains(&name));
            }
            true
        };
        outer.lets.iter().for_each(|statement| Expressions(&mut look).visit_stmt(statement));
        knows_all
    }

    /// What a region may change meanwhile, to be read under the names that the outer loop's `let`s have for it.
    pub(super) fn lent(&self) -> TokenStream {
        let each = self.each();
        let arrays = self.recurrence.arrays.iter().filter(|array| self.is_fetched(array));
        let lent = arrays.filter_map(|ArrayUse { name, place, .. }| match place {
            Expr::Path(path) => path.path.get_ident().filter(|its| *its != name).map(|its| (its, name)),
            _ => None,
        });
        let lent = lent.filter(|(its, _)| mentions_variable(&each, &its.to_string()));
        lent.map(|(its, name)| quote!(let #its = &#name[..];)).collect()
    }

    /// `outer`, whose `let`s read fields that a region may change meanwhile under the names that the launch has for them.
    fn lending_fields(&self, outer: &Outer) -> Outer {
        let mut outer = outer.clone();
        let fetched = self.recurrence.arrays.iter().filter(|array| self.is_fetched(array));
        let fields =
            fetched.filter(|array| matches!(array.place, Expr::Field(_))).map(|array| (place_text(&array.place), &array.name));
        let mut names: HashMap<String, &Ident> = fields.collect();
        let mut forget = |declared: &syn::PatIdent| {
            names.retain(|place, _| !declared.ident.eq(place.split('.').next().unwrap_or_default()));
        };
        outer.lets.iter().for_each(|statement| Bound(&mut forget).visit_stmt(statement));
        let mut rename = |expression: &mut Expr| {
            let name = matches!(expression, Expr::Field(_)).then(|| names.get(&place_text(expression))).flatten();
            name.into_iter().for_each(|name| *expression = variable(name));
            name.is_none()
        };
        outer.lets.iter_mut().for_each(|statement| ExpressionsMut(&mut rename).visit_stmt_mut(statement));
        outer
    }

    /// What the arrays are fields of, and what that is a field of, which is confirmed where the outer loop does not declare it.
    fn bases(&self, outer: &Outer) -> Vec<String> {
        let arrays = self.recurrence.arrays.iter();
        let bases = arrays.flat_map(|array| std::iter::successors(base(&array.place), |place| base(place)));
        let inner = outer.names();
        let is_inner = |place: &String| inner.iter().any(|name| place.split('.').next().is_some_and(|root| *name == root));
        bases.map(place_text).filter(|place| !is_inner(place)).collect()
    }
}

/// What `place` is a field of.
fn base(place: &Expr) -> Option<&Expr> {
    if let Expr::Field(field) = bare(place) { Some(&field.base) } else { None }
}

/// What has to be true of the types in an expression without calls but of known methods, so that it runs no code of the program's own:
/// operators are those of numbers, elements those of arrays, and fields do not stand behind a `Deref`.
struct Known<'a> {
    /// What arrays are fields of: that it has them is confirmed, and nothing but its fields may be borrowed beside them.
    confirmed: &'a [String],
    facts: Vec<TokenStream>,
}

impl Known<'_> {
    fn number(&mut self, operand: &Expr) {
        if !matches!(bare(operand), Expr::Lit(_) | Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_)) {
            self.facts.push(quote!(is_number(#operand)));
        }
    }

    fn reached(&mut self, base: &Expr) {
        if !self.confirmed.contains(&place_text(base)) {
            self.facts.push(quote!(has_fields(#base)));
        }
    }

    fn expression(&mut self, expression: &Expr) -> bool {
        match expression {
            Expr::Binary(binary) => [&binary.left, &binary.right].into_iter().for_each(|operand| self.number(operand)),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.reached(&unary.expr),
            Expr::Unary(unary) => self.number(&unary.expr),
            Expr::Index(access) => {
                let array = &access.expr;
                self.facts.push(quote!(is_slice(#array)));
                self.number(&access.index);
            }
            Expr::Field(field) => self.reached(&field.base),
            Expr::MethodCall(call) if call.method == "len" || call.method == "is_empty" => {
                let receiver = &call.receiver;
                self.facts.push(quote!(is_slice(#receiver)));
            }
            Expr::MethodCall(call) => self.number(&call.receiver),
            Expr::Call(call) => call.args.iter().for_each(|argument| self.number(argument)),
            _ => {}
        }
        true
    }
}

/// Removes `mut` from a `let`, and puts `_` in the place of names that are not used.
struct Fix<'a> {
    by: &'a TokenStream,
    used: usize,
}

impl VisitMut for Fix<'_> {
    fn visit_pat_mut(&mut self, pattern: &mut Pat) {
        match pattern {
            Pat::Ident(name) if mentions_variable(self.by, &name.ident.to_string()) => {
                name.mutability = None;
                self.used += 1;
            }
            Pat::Ident(name) => {
                *pattern = Pat::Wild(syn::PatWild { attrs: Vec::new(), underscore_token: syn::Token![_](name.ident.span()) });
            }
            other => visit_mut::visit_pat_mut(self, other),
        }
    }
}
