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
use quote::quote;
use syn::{Expr, ExprField, ExprMethodCall, Pat, Stmt, parse_quote_spanned};

impl Walker<'_, '_> {
    /// Whether there is an item, and the one that `call` chooses, as text.
    pub(super) fn chosen_by_order(&mut self, call: &ExprMethodCall, span: Span) -> Option<(Expr, Expr)> {
        let Some(Extreme { greatest, last, key: key_of, order }) = Extreme::of(call) else {
            self.refuse_comparison(call, span);
            return None;
        };
        if let Some(Expr::Tuple(tuple)) = key_of.as_ref().map(|key| bare(&key.body)) {
            let help = "compare by one of its parts";
            self.refuse(refuse::UNSUPPORTED, tuple.span(), "a tuple is compared here, and kernels have none", help);
            return None;
        }
        let (at, items) = (ours(span), self.items(&call.receiver)?);
        let [some, most, key, are_numbers] = ["some", if greatest { "most" } else { "least" }, "key", "are_numbers"]
            .map(|name| self.tables.names.for_text(name, span));
        let (mut parts, mut values) = (Vec::new(), Vec::new());
        let item = self.in_parts(&items.item.clone(), span, &mut parts);
        let chosen = self.in_parts(&item, span, &mut values);
        let compared = match key_of {
            Some(key) => self.called(&Expr::Closure(key), vec![item])?,
            None => item,
        };
        self.statement(&parse_quote_spanned!(at=> let mut #some = false;));
        self.bind_value(&most, None, start_of(method_of(order), span));
        for (name, _) in &values {
            self.bind_value(name, None, start_of("item", span));
        }
        let mut step: Vec<Stmt> =
            parts.iter().map(|(name, value)| -> Stmt { parse_quote_spanned!(at=> let #name = #value;) }).collect();
        step.push(parse_quote_spanned!(at=> let #key = #compared;));
        // What is no number is not less, and not more.
        let numbers: Option<Stmt> = match order {
            Order::Ord => None,
            Order::Total => Some(parse_quote_spanned!(at=> #are_numbers &= !#key.is_nan();)),
            Order::Partial => Some(parse_quote_spanned!(at=> #are_numbers &= (#key < #most) | (#key >= #most);)),
        };
        if numbers.is_some() {
            self.bind_value(&are_numbers, None, truth(true, span));
        }
        step.extend(numbers);
        let key = if order == Order::Total { self.in_total_order(&key, &mut step, span) } else { key };
        let is_better: Expr = match (greatest, last) {
            (true, true) => parse_quote_spanned!(at=> (#key >= #most)),
            (true, false) => parse_quote_spanned!(at=> (#key > #most)),
            (false, true) => parse_quote_spanned!(at=> (#key <= #most)),
            (false, false) => parse_quote_spanned!(at=> (#key < #most)),
        };
        let (names, values): (Vec<&Ident>, Vec<&Expr>) = values.iter().map(|(name, value)| (name, value)).unzip();
        // Without branches, which would be foreseen badly.
        step.push(parse_quote_spanned!(at=> if !#some | #is_better { #most = #key; #(#names = #values;)* }));
        step.push(parse_quote_spanned!(at=> #some = true;));
        let needed = quote!(#some #are_numbers #(#names)*);
        self.before(needed, |walker| walker.looped(items, step, &some, span));
        if order != Order::Ord {
            let are_numbers = self.operand(&variable(&are_numbers));
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

    /// A float as the unsigned integer of its width that has its order, in which `-0.0` is less than `0.0`.
    fn in_total_order(&mut self, key: &Ident, step: &mut Vec<Stmt>, span: Span) -> Ident {
        let at = ours(span);
        let [bits, ordered] = ["bits", "ordered"].map(|name| self.tables.names.for_text(name, span));
        step.push(parse_quote_spanned!(at=> let #bits = #key.to_bits();));
        // Of negative numbers the greater bits are the lesser number. All ones but the first are those of the greatest positive one.
        let positive: Expr = parse_quote_spanned!(at=> #bits ^ !((#bits | !#bits) >> 1));
        step.push(parse_quote_spanned!(at=> let #ordered = if #key.is_sign_negative() { !#bits } else { #positive };));
        ordered
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

/// What the first best is called by: it has numbers of that order. Those of floats in total order are integers.
fn method_of(order: Order) -> &'static str {
    match order {
        Order::Ord => "cmp",
        Order::Total => "item",
        Order::Partial => "partial_cmp",
    }
}
