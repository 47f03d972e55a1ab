//! Iterators in an iteration whose items become one value, which is that of a loop:
//!
//! ```text
//! w.iter().zip(&x[i..]).map(|(a, b)| a * b).sum::<f32>()
//! { let mut sum: f32 = -0.0; for (a, b) in w.iter().zip(&x[i..]) { sum += a * b; } sum }
//! ```

use super::items::Items;
use super::text::{Head, Text};
use crate::diagnostic::{Diagnostic, Span, Spanned};
use crate::parse::compares;
use crate::recognise::body::{Walker, error_at, is_error};
use crate::recognise::options::Choice;
use crate::recognise::steps::Flow;
use crate::recognise::types::of_type;
use crate::recognise::{bounds, refuse};
use crate::syntax::{
    Bound, Consumer, Expressions, Otherwise, bare, block, choice, compound, ours, plain_ident, special, text, variable,
};
use proc_macro2::Ident;
use quote::quote;
use std::collections::HashSet;
use syn::visit::Visit;
use syn::{Expr, ExprClosure, ExprMethodCall, GenericArgument, Pat, ReturnType, Stmt, parse_quote, parse_quote_spanned};

/// Stands for what a variable starts from whose type the loop tells; the name of the method follows.
const START: &str = "__scan_start_";

/// What a variable starts from that becomes what this method gives.
pub(super) fn start_of(method: &str, span: Span) -> Expr {
    special(&format!("{START}{method}"), span)
}

/// The method of whose start `expr` is.
pub(super) fn method_of_start(expr: &Expr) -> Option<Ident> {
    let name = plain_ident(expr)?;
    Some(Ident::new(name.to_string().strip_prefix(START)?, name.span()))
}

impl Walker<'_, '_> {
    /// The value that an iterator is consumed to.
    pub(in crate::recognise) fn consumed(&mut self, consumed: &Consumer) -> Expr {
        if let Some(assignment) = assignment_in(consumed) {
            return self.nested_assignment(assignment);
        }
        // What the loop assigns nobody else knows, and may be assigned anywhere.
        let depth = std::mem::take(&mut self.depth);
        let value = self.scoped(|walker| walker.consumed_value(consumed));
        self.depth = depth;
        value.unwrap_or_else(|| error_at(consumed.call.method.span().into()))
    }

    fn consumed_value(&mut self, consumed: &Consumer) -> Option<Expr> {
        let Consumer { chain, call, otherwise } = consumed;
        let (span, function): (Span, _) = (call.method.span().into(), call.args.iter().last());
        let items = self.items(chain)?;
        let (at, item) = (ours(span), items.item.clone());
        match call.method.to_string().as_str() {
            method @ ("sum" | "product") => {
                let result = self.tables.names.for_text(if method == "sum" { "total" } else { "multiplied" }, span);
                let ty = self.turbofish(call)?;
                self.bind_value(&result, ty, start_of(method, span));
                let step = match method {
                    "sum" => parse_quote_spanned!(at=> #result += #item;),
                    _ => parse_quote_spanned!(at=> #result *= #item;),
                };
                Some(self.looped(items, vec![step], &result, span))
            }
            "count" => {
                let result = self.declared("number", &parse_quote!(0usize), span);
                // A closure that gives the item may panic.
                let unused: Option<Stmt> = items.is_computed.then(|| parse_quote_spanned!(at=> let _ = #item;));
                let step: Stmt = parse_quote_spanned!(at=> #result += 1;);
                Some(self.looped(items, unused.into_iter().chain([step]).collect(), &result, span))
            }
            "fold" => {
                let result = self.declared("folded", &call.args[0], span);
                let next = self.called(function?, vec![variable(&result), item])?;
                Some(self.looped(items, vec![parse_quote_spanned!(at=> #result = #next;)], &result, span))
            }
            method @ ("any" | "all") => {
                let (is_any, condition) = (method == "any", self.called(function?, vec![item])?);
                let name = if is_any { "found" } else { "holds" };
                let result = self.declared(name, &crate::syntax::truth(!is_any, span), span);
                let ends = if is_any { condition } else { parse_quote_spanned!(at=> !#condition) };
                let ends: Stmt = parse_quote_spanned!(at=> if #ends { #result = #is_any; break; });
                Some(self.looped(items, vec![ends], &result, span))
            }
            "position" => {
                let condition = self.called(function?, vec![item])?;
                let otherwise = match otherwise {
                    Otherwise::Value(value) => (*value).clone(),
                    Otherwise::Own | Otherwise::Panics => parse_quote_spanned!(at=> !0),
                };
                let place = self.declared("place", &parse_quote!(0usize), span);
                let result = self.tables.names.for_text("at", span);
                self.statement(&parse_quote_spanned!(at=> let mut #result: usize = #otherwise;));
                let found: Stmt = parse_quote_spanned!(at=> if #condition { #result = #place; break; });
                let next: Stmt = parse_quote_spanned!(at=> #place += 1;);
                let value = self.looped(items, vec![found, next], &result, span);
                if let Otherwise::Panics = consumed.otherwise {
                    self.asserted(parse_quote_spanned!(at=> #value != !0), span);
                }
                Some(value)
            }
            // `max`, and `min`
            method => self.extreme(method, items, otherwise, span),
        }
    }

    /// The greatest or the least item, or what there is otherwise.
    fn extreme(&mut self, method: &str, items: Items, otherwise: &Otherwise, span: Span) -> Option<Expr> {
        let otherwise = match otherwise {
            // It is evaluated in any case, and may panic.
            Otherwise::Value(value) => {
                let (value, name) = (self.operand(value), self.tables.names.make_up("otherwise", span));
                let value = if bounds::literal(&value).is_some() { value } else { self.named(value, name.clone(), None, true) };
                self.tables.keep(&name);
                Some(value)
            }
            Otherwise::Own | Otherwise::Panics => None,
        };
        let (some, value) = self.extreme_if_any(method, items, span);
        if is_error(&value) || is_error(&some) || otherwise.as_ref().is_some_and(is_error) {
            return None;
        }
        Some(match otherwise {
            Some(otherwise) => choice(some, block(Vec::new(), value), block(Vec::new(), otherwise), span),
            None => {
                self.asserted(some, span);
                value
            }
        })
    }

    /// Whether there is an item, and the greatest or the least one.
    fn extreme_if_any(&mut self, method: &str, items: Items, span: Span) -> (Expr, Expr) {
        let (at, item) = (ours(span), items.item.clone());
        let result = self.tables.names.for_text(if method == "max" { "greatest" } else { "least" }, span);
        self.bind_value(&result, None, start_of(method, span));
        let called = Ident::new(method, at);
        let step: Stmt = parse_quote_spanned!(at=> #result = #result.#called(#item););
        match items.are_some.clone() {
            Some(are_some) => (are_some, self.looped(items, vec![step], &result, span)),
            None => self.looped_until_some(items, vec![step], &result, false, span),
        }
    }

    /// Whether `result` has become an item, after a loop over `items`, and which.
    fn looped_until_some(&mut self, items: Items, step: Vec<Stmt>, result: &Ident, ends: bool, span: Span) -> (Expr, Expr) {
        let at = ours(span);
        let some = self.declared("some", &crate::syntax::truth(false, span), span);
        let end: Option<Stmt> = ends.then(|| parse_quote_spanned!(at=> break;));
        let found: Stmt = parse_quote_spanned!(at=> #some = true;);
        let step = step.into_iter().chain([found]).chain(end).collect();
        let value = self.before(quote!(#some), |walker| walker.looped(items, step, result, span));
        (self.operand(&variable(&some)), value)
    }

    /// The first item for which a condition holds, the place of that, or the greatest or least item, if there is one.
    pub(in crate::recognise) fn found(&mut self, call: &ExprMethodCall) -> Option<Choice> {
        let consumed = Consumer { chain: &call.receiver, call, otherwise: Otherwise::Own };
        if let Some(assignment) = assignment_in(&consumed) {
            self.nested_assignment(assignment);
            return None;
        }
        let span: Span = call.method.span().into();
        let at = ours(span);
        let (some, value) = match call.method.to_string().as_str() {
            "position" => {
                let place = self.consumed_value(&consumed)?;
                (parse_quote_spanned!(at=> #place != !0), place)
            }
            "find" => self.first_item(call, span)?,
            _ if compares(call) => {
                let (some, value) = self.chosen_by_order(call, span)?;
                return Some(Choice { some: self.named_choice("is_some", some, span), value });
            }
            method => {
                let items = self.items(&call.receiver)?;
                self.extreme_if_any(method, items, span)
            }
        };
        if is_error(&some) || is_error(&value) {
            return None;
        }
        let [some, value] = [("is_some", some), ("found", value)].map(|(base, value)| self.named_choice(base, value, span));
        Some(Choice { some, value })
    }

    fn named_choice(&mut self, base: &str, value: Expr, span: Span) -> Expr {
        let name = self.tables.names.for_text(base, span);
        self.bind_value(&name, None, value);
        variable(&name)
    }

    fn first_item(&mut self, call: &ExprMethodCall, span: Span) -> Option<(Expr, Expr)> {
        let (at, mut items) = (ours(span), self.items(&call.receiver)?);
        let (item, function) = (items.item.clone(), call.args.first()?);
        if let Expr::Tuple(_) = item {
            let help = "write a `for` loop, or look for the place, `….position(|(a, b)| …)`";
            self.refuse(refuse::UNSUPPORTED, call.method.span(), "what is looked for is a tuple", help);
            return None;
        }
        let argument = if matches!(bare(function), Expr::Path(_)) { parse_quote_spanned!(at=> &#item) } else { item.clone() };
        let condition = self.called(function, vec![argument])?;
        items.first.push(parse_quote_spanned!(at=> if !#condition { continue; }));
        let result = self.tables.names.for_text("found", span);
        self.bind_value(&result, None, start_of("find", span));
        let step: Stmt = parse_quote_spanned!(at=> #result = #item;);
        Some(self.looped_until_some(items, vec![step], &result, true, span))
    }

    /// A variable of ours, and what it starts from.
    fn declared(&mut self, base: &str, start: &Expr, span: Span) -> Ident {
        let name = self.tables.names.for_text(base, span);
        self.statement(&parse_quote_spanned!(ours(span)=> let mut #name = #start;));
        name
    }

    /// What `result` is after a loop over `items`.
    pub(super) fn looped(&mut self, items: Items, then: Vec<Stmt>, result: &Ident, span: Span) -> Expr {
        let Items { counter, range, first, .. } = items;
        let head = Head::For { counter, range, first };
        let text = Text { head, body: parse_quote!({ #(#then)* }), label: None, span };
        self.before(quote!(#result), |walker| walker.inner_values(&text));
        self.operand(&variable(result))
    }

    /// The type of a sum that is written. `None` where it is no primitive one.
    fn turbofish<'e>(&mut self, call: &'e ExprMethodCall) -> Option<Option<&'e syn::Type>> {
        let ty = match call.turbofish.as_ref().and_then(|types| types.args.first()) {
            Some(GenericArgument::Type(ty)) if !matches!(ty, syn::Type::Infer(_)) => ty,
            _ => return Some(None),
        };
        if of_type(ty).is_none() {
            let message = format!("what a `{}` of this type is, kernels do not know", call.method);
            self.refuse(refuse::METHOD, ty.span(), message, "kernels know those of primitive types: `.sum::<i64>()`");
            return None;
        }
        Some(Some(ty))
    }

    /// What an item becomes on its way: the new one, and `first` what is done before.
    pub(super) fn staged(&mut self, stage: &ExprMethodCall, item: Expr, is_last: bool, first: &mut Vec<Stmt>) -> Option<Expr> {
        let span: Span = stage.method.span().into();
        let at = ours(span);
        let Some(function) = stage.args.first() else {
            return Some(match stage.method == "cloned" {
                true => parse_quote_spanned!(at=> (#item).clone()),
                false => item,
            });
        };
        let function = &self.without_early_ends(function)?;
        if stage.method == "map" {
            return match tuple_of(function) {
                Some((closure, statements, parts)) => {
                    self.refuses_assignments(closure)?;
                    let lets = self.bound(&closure.inputs.iter().collect::<Vec<_>>(), vec![item])?;
                    let names: Vec<Ident> = parts.iter().map(|_| self.tables.names.for_text("item", span)).collect();
                    first.extend(names.iter().map(|name| -> Stmt { parse_quote_spanned!(at=> let #name;) }));
                    first.push(parse_quote_spanned!(at=> { #(#lets)* #(#statements)* #(#names = #parts;)* }));
                    Some(parse_quote_spanned!(at=> (#(#names,)*)))
                }
                None => self.item_of(function, item, is_last, first, span),
            };
        }
        if stage.method == "filter_map" {
            let [is_some, value] = self.given_by(function)?;
            let condition = self.called(&is_some, vec![item.clone()])?;
            first.push(parse_quote_spanned!(at=> if !#condition { continue; }));
            return self.item_of(&value, item, is_last, first, span);
        }
        let is_function = matches!(bare(function), Expr::Path(_));
        let argument = if is_function { parse_quote_spanned!(at=> &#item) } else { item.clone() };
        let condition = self.called(function, vec![argument])?;
        first.push(match stage.method == "filter" {
            true => parse_quote_spanned!(at=> if !#condition { continue; }),
            false => parse_quote_spanned!(at=> if !#condition { break; }),
        });
        Some(item)
    }

    /// What a function makes of an item, which has a name where other stages follow.
    fn item_of(&mut self, function: &Expr, item: Expr, is_last: bool, first: &mut Vec<Stmt>, span: Span) -> Option<Expr> {
        let value = self.called(function, vec![item])?;
        if is_last {
            return Some(value);
        }
        let name = self.tables.names.for_text("item", span);
        first.push(parse_quote_spanned!(ours(span)=> let #name = #value;));
        Some(variable(&name))
    }

    /// A closure or a function of these values, as an expression.
    pub(in crate::recognise) fn called(&mut self, function: &Expr, values: Vec<Expr>) -> Option<Expr> {
        let at = ours(function.span());
        let function = self.closure(function, &values.iter().map(flow_of).collect::<Vec<_>>())?;
        match bare(&function) {
            Expr::Closure(closure) if closure.inputs.len() == values.len() => {
                self.refuses_assignments(closure)?;
                let lets = self.bound(&closure.inputs.iter().collect::<Vec<_>>(), values)?;
                let body = &closure.body;
                Some(match &closure.output {
                    ReturnType::Default => parse_quote_spanned!(at=> { #(#lets)* #body }),
                    ReturnType::Type(_, ty) => {
                        let name = self.tables.names.for_text("value", function.span());
                        parse_quote_spanned!(at=> { #(#lets)* let #name: #ty = #body; #name })
                    }
                })
            }
            Expr::Path(path) => {
                let has_tuple = values.iter().any(|value| matches!(value, Expr::Tuple(_)));
                if has_tuple {
                    let help = "write a closure: `.map(|(a, b)| f(a, b))`";
                    self.refuse(refuse::UNSUPPORTED, path.span(), "this function takes a tuple", help);
                }
                (!has_tuple).then(|| parse_quote_spanned!(at=> #path(#(#values),*)))
            }
            other => {
                self.refuse(refuse::UNSUPPORTED, other.span(), "this is no closure", "write one here: `.map(|v| …)`");
                None
            }
        }
    }

    /// The `let`s that give patterns their values, all at once.
    pub(super) fn bound(&mut self, patterns: &[&Pat], values: Vec<Expr>) -> Option<Vec<Stmt>> {
        let mut flat = Vec::new();
        for (pattern, value) in patterns.iter().zip(values) {
            if let Err(whole) = flattened(pattern, value, &mut flat) {
                let message = format!("`{}` is a tuple here", text(whole));
                self.refuse(refuse::PATTERN, whole.span(), message, "take it apart: `|(a, b)| …`, `for (a, b) in …`");
                return None;
            }
        }
        let at = patterns.first().map_or_else(proc_macro2::Span::call_site, |pattern| ours(pattern.span()));
        if let [(pattern, value)] = flat.as_slice() {
            return Some(vec![parse_quote_spanned!(at=> let #pattern = #value;)]);
        }
        let mut typed: Vec<Stmt> = Vec::new();
        let (patterns, values): (Vec<Pat>, Vec<Expr>) = flat
            .into_iter()
            .map(|(pattern, value)| match pattern {
                Pat::Type(pattern) => {
                    let name = self.tables.names.for_text("item", pattern.span());
                    typed.push(parse_quote_spanned!(at=> let #pattern = #name;));
                    (parse_quote!(#name), value)
                }
                pattern => (pattern, value),
            })
            .unzip();
        let all: Stmt = parse_quote_spanned!(at=> let (#(#patterns,)*) = (#(#values,)*););
        Some([all].into_iter().chain(typed).collect())
    }

    /// A closure may change nothing but what it declares: the loop is for its items alone.
    fn refuses_assignments(&mut self, closure: &ExprClosure) -> Option<()> {
        let mut own = HashSet::new();
        let mut bind = |name: &syn::PatIdent| _ = own.insert(name.ident.to_string());
        Bound(&mut bind).visit_expr_closure(closure);
        let mut assigned = Vec::new();
        let mut look = |expr: &Expr| {
            match expr {
                Expr::Assign(assign) => assigned.push((*assign.left).clone()),
                Expr::Binary(update) if compound(&update.op).is_some() => assigned.push((*update.left).clone()),
                _ => {}
            }
            true
        };
        Expressions(&mut look).visit_expr(&closure.body);
        let is_own = |target: &Expr| plain_ident(bare(target)).is_some_and(|name| own.contains(&name.to_string()));
        let other = assigned.iter().find(|target| !is_own(target));
        if let Some(other) = other {
            let help = "write a `for` loop, which may";
            self.told(Diagnostic::error(refuse::NESTED_ASSIGNMENT, other.span(), "a closure assigns this").help(help));
        }
        other.is_none().then_some(())
    }
}

/// A value of the text, as closures take it apart.
fn flow_of(value: &Expr) -> Flow {
    match value {
        Expr::Tuple(tuple) => Flow::Tuple(tuple.elems.iter().map(flow_of).collect()),
        value => Flow::Value(value.clone()),
    }
}

/// An assignment beside the closures, in what an iterator is given.
fn assignment_in<'e>(consumed: &Consumer<'e>) -> Option<&'e Expr> {
    let mut found = None;
    let mut look = |expr: &'e Expr| {
        let is_one = match expr {
            Expr::Assign(_) => true,
            Expr::Binary(update) => compound(&update.op).is_some(),
            _ => false,
        };
        found = found.or(is_one.then_some(expr));
        !matches!(expr, Expr::Closure(_))
    };
    let mut look = Expressions(&mut look);
    look.visit_expr(&consumed.call.receiver);
    consumed.call.args.iter().for_each(|argument| look.visit_expr(argument));
    if let Otherwise::Value(value) = consumed.otherwise {
        look.visit_expr(value);
    }
    found
}

/// A closure that gives a tuple: its statements, and the parts.
fn tuple_of(function: &Expr) -> Option<(&ExprClosure, &[Stmt], Vec<&Expr>)> {
    let Expr::Closure(closure) = bare(function) else { return None };
    let (statements, value) = match bare(&closure.body) {
        Expr::Block(block) => match block.block.stmts.split_last()? {
            (Stmt::Expr(value, None), statements) => (statements, bare(value)),
            _ => return None,
        },
        value => (&[][..], value),
    };
    match value {
        Expr::Tuple(tuple) => Some((closure, statements, tuple.elems.iter().collect())),
        _ => None,
    }
}

/// The patterns in `pattern` that are no tuples' whose parts `value` has, each with its value. What is no such pattern is an error.
fn flattened<'p>(pattern: &'p Pat, value: Expr, flat: &mut Vec<(Pat, Expr)>) -> Result<(), &'p Pat> {
    match (pattern, value) {
        (Pat::Paren(inner), value) => flattened(&inner.pat, value, flat),
        (Pat::Reference(inner), value @ Expr::Tuple(_)) => flattened(&inner.pat, value, flat),
        (Pat::Type(inner), value @ Expr::Tuple(_)) => flattened(&inner.pat, value, flat),
        (Pat::Tuple(patterns), Expr::Tuple(values)) if patterns.elems.len() == values.elems.len() => {
            patterns.elems.iter().zip(values.elems).try_for_each(|(pattern, value)| flattened(pattern, value, flat))
        }
        (Pat::Wild(_), Expr::Tuple(_)) => Ok(()),
        (whole, Expr::Tuple(_)) => Err(whole),
        (pattern, value) => {
            flat.push((pattern.clone(), value));
            Ok(())
        }
    }
}
