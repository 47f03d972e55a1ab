//! What the loops in an iteration run over: ranges, elements of arrays and of slices, and these side by side. All but ranges become ranges
//! of indices, with a `let` of the item.

use super::text::Head;
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir::{Int, Scalar};
use crate::recognise::body::{Local, Walker, is_error};
use crate::recognise::{bounds, refuse};
use crate::syntax::{bare, integer, ours, parenthesized, plain_ident, span_of, text, variable};
use proc_macro2::Ident;
use syn::{Expr, ExprForLoop, ExprMethodCall, ExprRange, Pat, RangeLimits, parse_quote_spanned};

/// The attribute of an element of a window that is there: in text of ours.
pub(in crate::recognise) const IN_RANGE: &str = "in_range";

/// An iterator, as the text would have it: how many items there are, and the one of a number.
struct Sequence {
    count: Expr,
    item: Box<dyn Fn(&Expr) -> Expr>,
}

impl Walker<'_, '_> {
    /// Reads what a `for` loop in the body runs over.
    pub(super) fn inner_header(&mut self, syntax: &ExprForLoop) -> Option<Head> {
        let span: Span = syntax.expr.span();
        if let Some((range, is_reversed)) = plain_range(&syntax.expr) {
            let range = self.canonical_range(range, is_reversed)?;
            return Some(match &*syntax.pat {
                Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() => {
                    Head::For { counter: name.ident.clone(), range, first: Vec::new() }
                }
                pattern => {
                    let counter = self.tables.names.for_text("k", span);
                    let first = parse_quote_spanned!(ours(span)=> let #pattern = #counter;);
                    Head::For { counter, range, first: vec![first] }
                }
            });
        }
        let Sequence { count, item } = self.sequence(&syntax.expr)?;
        let counter = self.tables.names.for_text("k", span);
        let (item, pattern) = (item(&parse_quote_spanned!(ours(span)=> #counter)), &syntax.pat);
        let first = vec![parse_quote_spanned!(ours(span)=> let #pattern = #item;)];
        let count = self.operand(&count);
        let count = self.fixed("count", count);
        (!is_error(&count)).then(|| Head::For { counter, range: parse_quote_spanned!(ours(span)=> 0..#count), first })
    }

    fn canonical_range(&mut self, range: &ExprRange, is_reversed: bool) -> Option<Expr> {
        let span = ours(range.span());
        let (Some(from), Some(to)) = (&range.start, &range.end) else {
            self.told(crate::recognise::header::endless(range.span()));
            return None;
        };
        let (from, to, limits) = (self.operand(from), self.operand(to), &range.limits);
        if is_error(&from) || is_error(&to) {
            return None;
        }
        let (from, to) = (self.fixed("from", from), self.fixed("to", to));
        let range: Expr = parse_quote_spanned!(span=> #from #limits #to);
        Some(if is_reversed { parse_quote_spanned!(span=> (#range).rev()) } else { range })
    }

    /// The items of an iterator.
    fn sequence(&mut self, expr: &Expr) -> Option<Sequence> {
        match bare(expr) {
            Expr::Reference(reference) => self.elements(&reference.expr),
            Expr::MethodCall(call) if call.method == "iter" && call.args.is_empty() => self.elements(&call.receiver),
            Expr::MethodCall(call) => self.adapted(call),
            Expr::Range(range) => self.numbers(range, false),
            other => self.elements(other),
        }
    }

    fn adapted(&mut self, call: &ExprMethodCall) -> Option<Sequence> {
        let span = ours(call.method.span().into());
        match (call.method.to_string().as_str(), call.args.first()) {
            ("copied" | "into_iter", None) => self.sequence(&call.receiver),
            ("cloned", None) => {
                let sequence = self.sequence(&call.receiver)?;
                Some(Sequence {
                    item: Box::new(move |at| {
                        let item = (sequence.item)(at);
                        parse_quote_spanned!(span=> (#item).clone())
                    }),
                    ..sequence
                })
            }
            ("enumerate", None) => {
                let Sequence { count, item } = self.sequence(&call.receiver)?;
                let item = move |at: &Expr| {
                    let item = item(at);
                    parse_quote_spanned!(span=> (#at, #item))
                };
                Some(Sequence { count, item: Box::new(item) })
            }
            ("zip", Some(other)) => {
                let (left, right) = (self.sequence(&call.receiver)?, self.sequence(other)?);
                let (a, b) = (self.once("count", &left.count), self.once("count", &right.count));
                let item = move |at: &Expr| {
                    let (left, right) = ((left.item)(at), (right.item)(at));
                    parse_quote_spanned!(span=> (#left, #right))
                };
                Some(Sequence { count: parse_quote_spanned!(span=> if #a < #b { #a } else { #b }), item: Box::new(item) })
            }
            ("rev", None) => {
                let Sequence { count, item } = self.sequence(&call.receiver)?;
                let count = self.once("count", &count);
                let of = count.clone();
                let item = move |at: &Expr| item(&before(&of, at, span));
                Some(Sequence { count: parse_quote_spanned!(span=> #count), item: Box::new(item) })
            }
            ("take", Some(most)) => {
                let Sequence { count, item } = self.sequence(&call.receiver)?;
                let (count, most) = (self.once("count", &count), self.once("most", most));
                Some(Sequence { count: parse_quote_spanned!(span=> if #most < #count { #most } else { #count }), item })
            }
            ("skip", Some(skipped)) => {
                let Sequence { count, item } = self.sequence(&call.receiver)?;
                let (count, skipped) = (self.once("count", &count), self.once("skipped", skipped));
                let rest = parse_quote_spanned!(span=> if #skipped < #count { #count - #skipped } else { 0 });
                let item = move |at: &Expr| item(&after(&skipped, at, span));
                Some(Sequence { count: rest, item: Box::new(item) })
            }
            ("step_by", Some(step)) => self.stepped(call, step),
            _ => self.unknown_sequence(&Expr::MethodCall(call.clone())),
        }
    }

    /// Every so many of the numbers of a range, or of the items of an iterator.
    fn stepped(&mut self, call: &ExprMethodCall, step: &Expr) -> Option<Sequence> {
        let span = ours(call.method.span().into());
        let Sequence { count, item } = match plain_range(&call.receiver) {
            Some((range, is_reversed)) => self.numbers(range, is_reversed)?,
            None => self.sequence(&call.receiver)?,
        };
        let (count, step) = (self.once("count", &count), self.once("step", step));
        self.assert(&parse_quote_spanned!(span=> #step != 0), call.span());
        let of = step.clone();
        let item = move |at: &Expr| {
            let at = parenthesized(at.clone());
            item(&parse_quote_spanned!(span=> #at * #of))
        };
        Some(Sequence {
            count: parse_quote_spanned!(span=> if 0 < #count { (#count - 1) / #step + 1 } else { 0 }),
            item: Box::new(item),
        })
    }

    /// The numbers of a range of `usize`.
    fn numbers(&mut self, range: &ExprRange, is_reversed: bool) -> Option<Sequence> {
        let span = ours(range.span());
        let (Some(from), Some(to)) = (&range.start, &range.end) else {
            self.told(crate::recognise::header::endless(range.span()));
            return None;
        };
        let values = [self.operand(from), self.operand(to)];
        let scalars = values.each_ref().map(|value| self.tables.scalar_of(value));
        // Numbers to which no more than their use gives a type may be of any.
        let is_usize = scalars.contains(&Some(Scalar::Int(Int::Usize)));
        if values.iter().any(is_error) {
            return None;
        }
        if !is_usize || matches!(range.limits, RangeLimits::Closed(_)) && bounds::literal(to).is_none() {
            let message =
                "a range in steps, or beside others, in a loop inside the loop, is one of `usize` that the function shows";
            let help = "say so, `(0..9usize).step_by(2)`, or compute the number: `for k in 0..n { let at = first + 2 * k; … }`";
            self.told(Diagnostic::error(refuse::STEP, range.span(), message).help(help));
            return None;
        }
        let (from, to) = (self.once("from", from), self.once("to", to));
        let end: Expr = match range.limits {
            RangeLimits::HalfOpen(_) => parse_quote_spanned!(span=> #to),
            RangeLimits::Closed(_) => parse_quote_spanned!(span=> (#to + 1)),
        };
        let (first, last) = (from.clone(), end.clone());
        let item = move |at: &Expr| match is_reversed {
            false => after(&first, at, span),
            true => before(&last, at, span),
        };
        let count = match bounds::literal(&from) {
            Some(0) => end,
            _ => parse_quote_spanned!(span=> if #from < #end { #end - #from } else { 0 }),
        };
        Some(Sequence { count, item: Box::new(item) })
    }

    /// The elements of an array, of a slice, or of a window.
    fn elements(&mut self, expr: &Expr) -> Option<Sequence> {
        let span = expr.span();
        if let Expr::Index(access) = bare(expr)
            && let Expr::Range(range) = bare(&access.index)
        {
            return self.slice(&access.expr, range);
        }
        let is_array = self.outer_place(bare(expr)).is_some() || matches!(self.local_of(expr), Some(Local::Window(..)));
        if !is_array {
            return self.unknown_sequence(expr);
        }
        let of = parenthesized(bare(expr).clone());
        // An array may be of a type that has another `len` than that of a slice.
        let of_slice = !matches!(self.local_of(expr), Some(Local::Window(..)));
        let count = match of_slice {
            true => parse_quote_spanned!(ours(span)=> #of[..].len()),
            false => parse_quote_spanned!(ours(span)=> #of.len()),
        };
        let in_range = Ident::new(IN_RANGE, span.first);
        let item = move |at: &Expr| -> Expr { parse_quote_spanned!(ours(span)=> #[#in_range] #of[#at]) };
        Some(Sequence { count, item: Box::new(item) })
    }

    /// `x[from..to]`, which panics where it is not within the array.
    fn slice(&mut self, whole: &Expr, range: &ExprRange) -> Option<Sequence> {
        let span = range.span();
        let Sequence { count, item } = self.elements(whole)?;
        let from = match &range.start {
            Some(from) => from.clone(),
            None => Box::new(integer(0, span)),
        };
        let from = self.once("from", &from);
        let to = match (&range.end, &range.limits) {
            (None, _) => count.clone(),
            (Some(to), RangeLimits::HalfOpen(_)) => (**to).clone(),
            // The greatest index is no element's.
            (Some(to), RangeLimits::Closed(_)) => parse_quote_spanned!(ours(span)=> (#to) + 1),
        };
        let (to, count) = (self.once("to", &to), self.once("count", &count));
        if bounds::literal(&from) != Some(0) {
            self.assert(&parse_quote_spanned!(ours(span)=> #from <= #to), span);
        }
        if range.end.is_some() {
            self.assert(&parse_quote_spanned!(ours(span)=> #to <= #count), span);
        }
        let first = from.clone();
        let item = move |at: &Expr| item(&after(&first, at, ours(span)));
        let count = if bounds::literal(&from) == Some(0) { to } else { parse_quote_spanned!(ours(span)=> #to - #from) };
        Some(Sequence { count, item: Box::new(item) })
    }

    /// A name for what is in canonical form, and evaluated once.
    pub(super) fn fixed(&mut self, base: &str, value: Expr) -> Expr {
        let name = self.tables.names.make_up(base, span_of(&value));
        let named = self.named(value, name, None, false);
        if let Some(name) = plain_ident(&named) {
            self.tables.keep(name);
        }
        named
    }

    /// The same of what is text of ours.
    fn once(&mut self, base: &str, value: &Expr) -> Expr {
        if let Expr::Lit(_) = value {
            return value.clone();
        }
        let (name, span) = (self.tables.names.for_text(base, value.span()), ours(value.span()));
        self.statement(&parse_quote_spanned!(span=> let #name: usize = #value;));
        variable(&name)
    }

    fn unknown_sequence(&mut self, expr: &Expr) -> Option<Sequence> {
        let message = format!("a loop inside the loop is not understood over `{}`", text(expr));
        let help =
            "run over a range, an array from outside the loop, or a slice of one: `for k in 0..n`, `for &v in &x[from..to]`";
        self.refuse(refuse::NESTED_LOOP, expr.span(), message, help);
        None
    }
}

/// `from..to`, and whether it is reversed.
fn plain_range(expr: &Expr) -> Option<(&ExprRange, bool)> {
    match bare(expr) {
        Expr::Range(range) => Some((range, false)),
        Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => {
            plain_range(&call.receiver).map(|(range, is_reversed)| (range, !is_reversed))
        }
        _ => None,
    }
}

/// `first + at`
fn after(first: &Expr, at: &Expr, span: proc_macro2::Span) -> Expr {
    match bounds::literal(first) {
        Some(0) => at.clone(),
        _ => {
            let at = parenthesized(at.clone());
            parse_quote_spanned!(span=> #first + #at)
        }
    }
}

/// `end - 1 - at`
fn before(end: &Expr, at: &Expr, span: proc_macro2::Span) -> Expr {
    let at = parenthesized(at.clone());
    parse_quote_spanned!(span=> #end - 1 - #at)
}
