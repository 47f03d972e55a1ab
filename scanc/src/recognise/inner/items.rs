//! What the loops in an iteration run over: ranges, elements of arrays and of slices, and these side by side. All but ranges become ranges
//! of indices, with a `let` of the item.

use super::text::Head;
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::ir::{Int, Scalar};
use crate::recognise::body::{Local, Walker, is_error};
use crate::recognise::{bounds, refuse, slices};
use crate::syntax::{bare, is_stage, ours, parenthesized, stages, text, variable};
use proc_macro2::Ident;
use syn::{Expr, ExprForLoop, ExprMethodCall, ExprRange, Pat, RangeLimits, Stmt, parse_quote_spanned};

/// An iterator, as the text would have it: how many items there are, and the one of a number.
struct Sequence {
    count: Expr,
    item: Box<dyn Fn(&Expr) -> Expr>,
}

/// What a loop runs over.
pub(super) struct Items {
    pub counter: Ident,
    /// In canonical form.
    pub range: Expr,
    /// What an iteration does before it has its item.
    pub first: Vec<Stmt>,
    /// As text.
    pub item: Expr,
    /// In canonical form: whether there is an item, where that is known before the loop.
    pub are_some: Option<Expr>,
    /// Whether `item` is more than an element or a number.
    pub is_computed: bool,
}

impl Walker<'_, '_> {
    /// Reads what a `for` loop in the body runs over.
    pub(super) fn inner_header(&mut self, syntax: &ExprForLoop) -> Option<Head> {
        if let (Some((range, is_reversed)), Pat::Ident(name)) = (plain_range(&syntax.expr), &*syntax.pat)
            && name.by_ref.is_none()
            && name.subpat.is_none()
            && name.mutability.is_none()
        {
            let range = self.canonical_range(range, is_reversed)?.0;
            return Some(Head::For { counter: name.ident.clone(), range, first: Vec::new() });
        }
        let Items { counter, range, mut first, item, .. } = self.items(&syntax.expr)?;
        first.extend(self.bound(&[&syntax.pat], vec![item])?);
        Some(Head::For { counter, range, first })
    }

    /// Reads an iterator.
    pub(super) fn items(&mut self, expr: &Expr) -> Option<Items> {
        let span: Span = expr.span();
        let (source, stages) = stages(expr);
        let counter = self.tables.names.for_text("k", span);
        let at: Expr = parse_quote_spanned!(ours(span)=> #counter);
        let (range, are_some, mut item) = match plain_range(source) {
            Some((range, is_reversed)) => {
                let (range, are_some) = self.canonical_range(range, is_reversed)?;
                (range, are_some, at)
            }
            None => {
                let Sequence { count, item } = self.sequence(source)?;
                let count = self.operand(&count);
                let count = self.fixed("count", count);
                if is_error(&count) {
                    return None;
                }
                let range = parse_quote_spanned!(ours(span)=> 0..#count);
                (range, parse_quote_spanned!(ours(span)=> 0 < #count), item(&at))
            }
        };
        let mut first = Vec::new();
        for (number, stage) in stages.iter().enumerate() {
            item = self.staged(stage, item, number + 1 == stages.len(), &mut first)?;
        }
        let are_all = stages.iter().all(|stage| stage.args.is_empty() || stage.method == "map");
        let is_computed = stages.last().is_some_and(|stage| stage.method == "map" || stage.method == "filter_map");
        Some(Items { counter, range, first, item, are_some: are_all.then_some(are_some), is_computed })
    }

    /// A range, and whether it has numbers.
    fn canonical_range(&mut self, range: &ExprRange, is_reversed: bool) -> Option<(Expr, Expr)> {
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
        let are_some = match limits {
            RangeLimits::HalfOpen(_) => parse_quote_spanned!(span=> #from < #to),
            RangeLimits::Closed(_) => parse_quote_spanned!(span=> #from <= #to),
        };
        let range: Expr = parse_quote_spanned!(span=> #from #limits #to);
        Some((if is_reversed { parse_quote_spanned!(span=> (#range).rev()) } else { range }, are_some))
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
            (method @ ("windows" | "chunks_exact"), Some(length)) => {
                let (of, length) = (self.named_slice(&call.receiver)?, self.once("length", length));
                self.assert(&parse_quote_spanned!(span=> #length != 0), call.span());
                let (in_range, is_window) = (slices::in_range(call.span()), method == "windows");
                let count = match is_window {
                    true => parse_quote_spanned!(span=> if #length <= #of.len() { #of.len() - #length + 1 } else { 0 }),
                    false => parse_quote_spanned!(span=> #of.len() / #length),
                };
                let item = move |at: &Expr| -> Expr {
                    let at = parenthesized(at.clone());
                    let from: Expr = if is_window { at } else { parse_quote_spanned!(span=> #at * #length) };
                    parse_quote_spanned!(span=> #in_range &#of[#from..#from + #length])
                };
                Some(Sequence { count, item: Box::new(item) })
            }
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
        let (name, span) = (self.named_slice(expr)?, expr.span());
        let in_range = slices::in_range(span);
        let count = parse_quote_spanned!(ours(span)=> #name.len());
        let item = move |at: &Expr| -> Expr { parse_quote_spanned!(ours(span)=> #in_range #name[#at]) };
        Some(Sequence { count, item: Box::new(item) })
    }

    /// A name for an array, a slice, or a window.
    fn named_slice(&mut self, expr: &Expr) -> Option<Ident> {
        let expr = match bare(expr) {
            Expr::Reference(reference) => &*reference.expr,
            expr => expr,
        };
        let is_known = || {
            self.outer_place(bare(expr)).is_some()
                || matches!(self.local_of(expr), Some(Local::Window(..) | Local::Row(..) | Local::Slice(_)))
        };
        let slice = match slices::range_of(expr) {
            Some((whole, range)) => self.slice_at(whole, range, false)?,
            None if is_known() => self.whole_slice(expr)?,
            None => return self.unknown_sequence(expr),
        };
        let name = self.tables.names.for_text("items", expr.span());
        self.declare(&name, Local::Slice(slice));
        Some(name)
    }

    /// A name for what is in canonical form, and evaluated once.
    pub(super) fn fixed(&mut self, base: &str, value: Expr) -> Expr {
        self.kept(base, value, None)
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

    fn unknown_sequence<T>(&mut self, expr: &Expr) -> Option<T> {
        let message = format!("a loop inside the loop is not understood over `{}`", text(expr));
        let help = match bare(expr) {
            Expr::MethodCall(call) if call.method == "map" => "choose the items before that: `x.iter().zip(w).skip(1).map(…)`",
            Expr::MethodCall(call) if is_stage(call) => "write a `for` loop: `for v in x { if … { …; } }`",
            _ => "run over a range, an array from outside the loop, or a slice of one: `for k in 0..n`, `for &v in &x[from..to]`",
        };
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
