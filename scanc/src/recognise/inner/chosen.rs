//! The greatest or least item of an iterator in an iteration, by what of it is compared:
//!
//! ```text
//! row.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))
//! { let mut (some, most, item, item_2) = …; for (i, v) in row.iter().enumerate() { if !some || *v >= most { most = *v; (item, item_2) = (i, v); }
//!   some = true; } (item, item_2) }
//! ```
//!
//! What is no number is compared as the program says: where there is one, the annotated loop runs as written.

use super::consumed::start_of;
use crate::diagnostic::{Span, Spanned};
use crate::parse::{Extreme, Order, compares};
use crate::recognise::body::{Walker, error_at, is_error};
use crate::recognise::options::Choice;
use crate::recognise::refuse;
use crate::syntax::{Optional, bare, ours, truth, variable};
use proc_macro2::Ident;
use quote::{quote, quote_spanned};
use syn::{Expr, ExprField, ExprMethodCall, Pat, Stmt, parse_quote_spanned};

impl Walker<'_, '_> {
    /// Whether there is an item, and the one that `call` chooses, as text.
    pub(super) fn chosen_by_order(&mut self, call: &ExprMethodCall, span: Span) -> Option<(Expr, Expr)> {
        let Some(Extreme { greatest, last, key, order }) = Extreme::of(call) else {
            self.refuse_comparison(call, span);
            return None;
        };
        if let Some(Expr::Tuple(tuple)) = key.as_ref().map(|key| bare(&key.body)) {
            let help = "compare by one of its parts";
            self.refuse(refuse::UNSUPPORTED, tuple.span(), "a tuple is compared here, and kernels have none", help);
            return None;
        }
        let (at, items) = (ours(span), self.items(&call.receiver)?);
        let item = items.item.clone();
        let compared = match key {
            Some(key) => self.called(&Expr::Closure(key), vec![item.clone()])?,
            None => item.clone(),
        };
        let [some, most, key, is_number] = ["some", if greatest { "most" } else { "least" }, "key", "are_numbers"]
            .map(|name| self.tables.names.for_text(name, span));
        let mut parts = Vec::new();
        let chosen = self.in_parts(&item, span, &mut parts);
        self.statement(&parse_quote_spanned!(at=> let mut #some = false;));
        self.bind_value(&most, None, start_of(method_of(order), span));
        for (part, _) in &parts {
            self.bind_value(part, None, start_of("item", span));
        }
        let mut numbers: Option<Stmt> = None;
        if order != Order::Ord {
            self.bind_value(&is_number, None, truth(true, span));
            numbers = Some(parse_quote_spanned!(at=> if !(#key == #key) { #is_number = false; }));
        }
        let is_better = is_better(greatest, last, order, [&key, &most], at);
        let (names, values): (Vec<&Ident>, Vec<&Expr>) = parts.iter().map(|(name, value)| (name, value)).unzip();
        let mut step: Vec<Stmt> = vec![parse_quote_spanned!(at=> let #key = #compared;)];
        step.extend(numbers);
        step.push(parse_quote_spanned!(at=> if !#some || #is_better { #most = #key; #(#names = #values;)* #some = true; }));
        let needed = quote!(#some #is_number #(#names)*);
        self.before(needed, |walker| walker.looped(items, step, &some, span));
        if order != Order::Ord {
            let are_numbers = self.operand(&variable(&is_number));
            if is_error(&are_numbers) {
                return None;
            }
            self.asserted(are_numbers, span);
        }
        Some((self.operand(&variable(&some)), chosen))
    }

    /// `let (at, v) = ….max_by(…).unwrap();`
    pub(in crate::recognise) fn unwrapped_item(&mut self, pattern: &Pat, value: &Expr) -> Option<Stmt> {
        let call = unwraps_item(value).filter(|_| matches!(pattern, Pat::Tuple(_)))?;
        let (span, depth) = (Span::from(call.method.span()), std::mem::take(&mut self.depth));
        let known = Optional::of(&call.receiver).and_then(|optional| self.option(&optional));
        let item = known.map_or_else(
            || error_at(span),
            |Choice { some, value }| {
                self.assert(&some, span);
                value
            },
        );
        self.depth = depth;
        Some(parse_quote_spanned!(ours(span)=> let #pattern = #item;))
    }

    /// An item with a variable for each of its parts, which these are given.
    fn in_parts(&mut self, item: &Expr, span: Span, parts: &mut Vec<(Ident, Expr)>) -> Expr {
        if let Expr::Tuple(tuple) = item {
            let mut tuple = tuple.clone();
            tuple.elems.iter_mut().for_each(|part| *part = self.in_parts(&part.clone(), span, parts));
            return Expr::Tuple(tuple);
        }
        let name = self.tables.names.for_text("item", span);
        parts.push((name.clone(), item.clone()));
        variable(&name)
    }
}

/// `….max_by(…).unwrap().0` as `….max_by(…).map(|item| item.0).unwrap()`
pub(in crate::recognise) fn part_of_item(field: &ExprField) -> Option<Expr> {
    let call = unwraps_item(&field.base)?;
    let (at, member, item) = (ours(field.span()), &field.member, &call.receiver);
    let receiver = parse_quote_spanned!(at=> #item.map(|item| item.#member));
    Some(Expr::MethodCall(ExprMethodCall { receiver: Box::new(receiver), ..call.clone() }))
}

/// `….max_by(…).unwrap()`
fn unwraps_item(value: &Expr) -> Option<&ExprMethodCall> {
    let Expr::MethodCall(call) = bare(value) else { return None };
    let unwraps = call.method == "unwrap" || call.method == "expect";
    Optional::of(&call.receiver).filter(|optional| unwraps && compares(optional.source)).map(|_| call)
}

/// Whether a key is chosen after the one that is best so far.
fn is_better(greatest: bool, last: bool, order: Order, [key, most]: [&Ident; 2], at: proc_macro2::Span) -> Expr {
    let operator = match (greatest, last) {
        (true, true) => quote_spanned!(at=> >=),
        (true, false) => quote_spanned!(at=> >),
        (false, true) => quote_spanned!(at=> <=),
        (false, false) => quote_spanned!(at=> <),
    };
    if order != Order::Total {
        return parse_quote_spanned!(at=> #key #operator #most);
    }
    // Of equal ones `-0.0` is the lesser.
    let (mut less, mut more) = (key, most);
    if !greatest {
        (less, more) = (more, less);
    }
    let signs: Expr = match last {
        true => parse_quote_spanned!(at=> (!#less.is_sign_negative() || #more.is_sign_negative())),
        false => parse_quote_spanned!(at=> (!#less.is_sign_negative() && #more.is_sign_negative())),
    };
    let strictly = if greatest { quote_spanned!(at=> >) } else { quote_spanned!(at=> <) };
    parse_quote_spanned!(at=> (#key #strictly #most || #key == #most && #signs))
}

/// What the order of numbers is called by, of floats or of others.
fn method_of(order: Order) -> &'static str {
    match order {
        Order::Ord => "cmp",
        Order::Total => "total_cmp",
        Order::Partial => "partial_cmp",
    }
}
