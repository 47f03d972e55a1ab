//! `.map(…).filter(…).copied()`: what becomes of an iterator's item by itself, in the iteration that has it.

use super::body::{Local, Walker, error_at, is_error, local};
use super::header::{Item, bind};
use super::options::Choice;
use super::places::Step;
use super::reduced::Reduction;
use super::wholes::{Stored, arity, is_whole};
use super::{refuse, tuples};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::parse::Collected;
use crate::syntax::{
    Bound, Expressions, ExpressionsMut, bare, ident_at, mentions_variable, plain_ident, text, variable, without_returns,
};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::HashMap;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprClosure, ExprField, ExprMethodCall, Member, Pat, Stmt, UnOp};

/// What goes from one step to the next.
#[derive(Clone)]
pub(super) enum Flow {
    Item(Item),
    Value(Expr),
    Tuple(Vec<Flow>),
    /// A fixed array that is stored.
    List(Vec<Flow>),
}

/// Where it goes in the end.
#[derive(Clone, Copy)]
pub(super) enum End<'r> {
    /// It is combined with what the iterations before have come to.
    Combined(&'r Reduction<'r>),
    /// The closure of `scan` makes the array's next element of it.
    Scanned { closure: &'r ExprClosure, array: usize },
    /// It is the array's next element.
    Collected { array: usize, collected: &'r Collected<'r> },
}

/// What a closure gives for an item, as text, and the names that this is of.
pub(super) struct Given {
    value: Expr,
    names: HashMap<String, Local>,
}

/// What may stand behind a `map` or `filter`: what counts items, where they are counted and none was left out.
pub(super) fn check(steps: &[&ExprMethodCall], are_counted: bool, diagnostics: &mut Diagnostics) -> Result<()> {
    let selects = |step: &&ExprMethodCall| step.method == "filter" || step.method == "filter_map";
    let all = steps.iter().position(selects).unwrap_or(steps.len());
    let is_known = |(number, step): &(usize, &&ExprMethodCall)| {
        let known = (step.method.to_string(), step.args.len());
        match (known.0.as_str(), known.1) {
            ("map" | "filter" | "filter_map", 1) | ("copied" | "cloned", 0) => true,
            ("enumerate", 0) => are_counted && *number < all,
            _ => false,
        }
    };
    let Some((_, unknown)) = steps.iter().enumerate().find(|step| !is_known(step)) else { return Ok(()) };
    let message = format!("`{}` is not understood behind `map` or `filter`", unknown.method);
    let help = "`map`, `filter`, `filter_map`, `copied` and `cloned` are; put all others before them, or write a `for` loop";
    Err(diagnostics.stop(Diagnostic::error(refuse::ADAPTOR, unknown.method.span(), message).help(help)))
}

impl Walker<'_, '_> {
    /// Takes an item through these steps, and to the end.
    pub(super) fn steps(&mut self, flow: Flow, steps: &[&ExprMethodCall], end: End) {
        let Some((step, rest)) = steps.split_first() else { return self.end(flow, end) };
        let span = step.method.span().into();
        match (step.method.to_string().as_str(), step.args.first()) {
            ("map", Some(function)) => {
                let next = self.mapped(function, &flow, rest, end, span);
                self.steps(next, rest, end);
            }
            ("filter", Some(function)) => {
                let condition = self.applied(function, std::slice::from_ref(&flow), span);
                let kept = |walker: &mut Self| {
                    walker.steps(flow, rest, end);
                    None
                };
                self.decided(condition, span, kept, |_| None, false);
            }
            ("filter_map", Some(function)) => {
                let Some((some, given)) = self.applied_option(function, &flow) else { return };
                let kept = |walker: &mut Self| {
                    walker.scopes.push(given.names);
                    let next = walker.next(&given.value, rest, end, span);
                    walker.scopes.pop();
                    walker.steps(next, rest, end);
                    None
                };
                self.decided(some, span, kept, |_| None, false);
            }
            ("enumerate", _) => {
                let End::Combined(reduction) = end else { unreachable!("nothing else counts") };
                let number = Flow::Value(self.number_in(reduction, span));
                self.steps(Flow::Tuple(vec![number, flow]), rest, end);
            }
            ("cloned", _) if !self.is_of_primitives(&flow) => {
                let message = "what `cloned` does to elements is not known: this function does not show their type";
                self.refuse(refuse::ADAPTOR, span, message, "write `copied`");
            }
            _ => self.steps(flow, rest, end),
        }
    }

    /// What a closure or a function makes of an item.
    fn mapped(&mut self, function: &Expr, flow: &Flow, rest: &[&ExprMethodCall], end: End, span: Span) -> Flow {
        let Some(function) = self.closure(function, std::slice::from_ref(flow)) else { return Flow::Value(error_at(span)) };
        match bare(&function) {
            Expr::Closure(closure) if closure.inputs.len() == 1 && closure.asyncness.is_none() && is_whole(&closure.body) => self
                .scoped(|walker| match walker.bind_flow(&closure.inputs[0], flow) {
                    Ok(()) => walker.next(&closure.body, rest, end, span),
                    Err(_) => Flow::Value(error_at(span)),
                }),
            function => {
                let value = self.applied(function, std::slice::from_ref(flow), span);
                Flow::Value(self.named_step(value, rest, end, span))
            }
        }
    }

    /// What goes on to the next step.
    fn next(&mut self, value: &Expr, rest: &[&ExprMethodCall], end: End, span: Span) -> Flow {
        match (bare(value), arity(value)) {
            (Expr::Block(inner), _) if inner.label.is_none() && is_whole(value) => match inner.block.stmts.as_slice() {
                [statements @ .., Stmt::Expr(value, None)] => {
                    self.before(quote::quote!(#value), |walker| walker.statements(statements));
                    self.next(value, rest, end, span)
                }
                _ => Flow::Value(error_at(span)),
            },
            (Expr::Array(list), _) if rest.is_empty() && matches!(end, End::Collected { .. }) => {
                Flow::List(list.elems.iter().map(|part| self.next(part, rest, end, span)).collect())
            }
            (_, Some(arity)) => {
                let parts = self.tuple_parts(value, arity);
                Flow::Tuple(parts.iter().map(|part| self.next(part, rest, end, span)).collect())
            }
            (value, None) => {
                let value = self.value(value);
                Flow::Value(self.named_step(value, rest, end, span))
            }
        }
    }

    /// Several of the next steps may use a value, or none, and it is computed.
    fn named_step(&mut self, value: Expr, rest: &[&ExprMethodCall], end: End, span: Span) -> Expr {
        if rest.is_empty() && matches!(end, End::Collected { .. }) {
            return value;
        }
        let name = self.tables.names.make_up("mapped", span);
        self.named(value, name, None, false)
    }

    fn end(&mut self, flow: Flow, end: End) {
        match end {
            End::Combined(reduction) => self.combined(flow, reduction),
            End::Scanned { closure, array } => self.scoped(|walker| {
                // What is wrong with the pattern has been told.
                if walker.bind_flow(&closure.inputs[1], &flow).is_ok() {
                    walker.ended_in_some(&closure.body, array);
                }
            }),
            End::Collected { array, collected } => self.collect_item(flow, array, collected),
        }
    }

    fn is_of_primitives(&self, flow: &Flow) -> bool {
        match flow {
            Flow::Item(item) => item.is_of_primitives(self.tables),
            Flow::Value(value) => self.tables.scalar_of(value).is_some(),
            Flow::Tuple(parts) | Flow::List(parts) => parts.iter().all(|part| self.is_of_primitives(part)),
        }
    }

    /// An item, or what has been made of it, as a value.
    pub(super) fn flowing(&mut self, flow: Flow, span: Span) -> Expr {
        let local = match flow {
            Flow::Value(value) => return value,
            Flow::Item(item) => local(&item),
            Flow::Tuple(_) | Flow::List(_) => None,
        };
        match local {
            Some(local) => self.local(local, &Ident::new("item", span.first)),
            None => self.told(refuse::unsupported(span, "a tuple", "make a value of it: `.map(|(a, b)| a * b)`")),
        }
    }

    /// The same of what is stored, which may be a tuple.
    pub(super) fn flowing_whole(&mut self, flow: Flow, span: Span) -> Stored {
        let mut parts = Vec::new();
        self.add_flowing(flow, &mut Vec::new(), &mut parts, span);
        Stored { parts }
    }

    fn add_flowing(&mut self, flow: Flow, way: &mut Vec<Step>, parts: &mut Vec<(Vec<Step>, Expr)>, span: Span) {
        let is_list = matches!(flow, Flow::List(_));
        let within = match flow {
            Flow::Item(Item::Pair(one, other)) => vec![Flow::Item(*one), Flow::Item(*other)],
            Flow::Tuple(within) | Flow::List(within) => within,
            flow => return parts.push((way.clone(), self.flowing(flow, span))),
        };
        for (index, flow) in (0..).zip(within) {
            let index = syn::Index { index, span: span.first };
            way.push(if is_list { Step::At(index) } else { Step::Field(Member::Unnamed(index)) });
            self.add_flowing(flow, way, parts, span);
            way.pop();
        }
    }

    /// The value of a function of these arguments.
    pub(super) fn applied(&mut self, function: &Expr, arguments: &[Flow], span: Span) -> Expr {
        let Some(function) = self.closure(function, arguments) else { return error_at(span) };
        self.scoped(|walker| match bare(&function) {
            Expr::Closure(closure) if closure.inputs.len() == arguments.len() && closure.asyncness.is_none() => {
                for (pattern, argument) in closure.inputs.iter().zip(arguments) {
                    if walker.bind_flow(pattern, argument).is_err() {
                        return error_at(span);
                    }
                }
                walker.value(&closure.body)
            }
            Expr::Path(path) => {
                let names: Vec<Ident> = arguments.iter().map(|_| walker.tables.names.make_up("item", span)).collect();
                for (name, argument) in names.iter().zip(arguments) {
                    let pattern = syn::parse_quote!(#name);
                    if walker.bind_flow(&pattern, argument).is_err() {
                        return error_at(span);
                    }
                }
                let names = names.iter().map(variable);
                walker.value(&syn::parse_quote!(#path(#(#names),*)))
            }
            other => {
                let help = "write a closure, `|v| v * v`, or the path of a function";
                walker.told(refuse::unsupported(other.span(), "this in the place of a closure", help))
            }
        })
    }

    /// Whether a closure gives something for an item, and what.
    pub(super) fn applied_option(&mut self, function: &Expr, flow: &Flow) -> Option<(Expr, Given)> {
        let function = self.closure(function, std::slice::from_ref(flow))?;
        let closure = match bare(&function) {
            Expr::Closure(closure) if closure.inputs.len() == 1 && closure.asyncness.is_none() => closure,
            other => {
                let help = "write a closure: `|v| if … { Some(…) } else { None }`";
                self.told(refuse::unsupported(other.span(), "this in the place of a closure", help));
                return None;
            }
        };
        self.scopes.push(HashMap::new());
        let choice = self.bind_flow(&closure.inputs[0], flow).ok().and_then(|()| self.given(&closure.body));
        let found = choice.map(|Choice { some, value }| (self.operand(&some), value));
        let names = self.scopes.pop().unwrap_or_default();
        found.filter(|(some, _)| !is_error(some)).map(|(some, value)| (some, Given { value, names }))
    }

    /// What is called with these: a closure that ends in its value, and that has names for the parts of tuples, or a function.
    pub(super) fn closure(&mut self, function: &Expr, arguments: &[Flow]) -> Option<Expr> {
        let mut function = self.without_early_ends(function)?;
        if let Expr::Closure(closure) = &mut function {
            let ExprClosure { inputs, body, .. } = closure;
            inputs.iter_mut().zip(arguments).for_each(|(pattern, argument)| self.name_parts(pattern, argument, body));
        }
        Some(function)
    }

    /// `|p| p.0 * p.1` is `|(p_0, p_1)| p_0 * p_1`, where `p` is nothing but its parts.
    fn name_parts(&mut self, pattern: &mut Pat, argument: &Flow, body: &mut Expr) {
        let parts = match argument {
            Flow::Item(Item::Pair(first, second)) => vec![Flow::Item((**first).clone()), Flow::Item((**second).clone())],
            Flow::Tuple(parts) => parts.clone(),
            _ => return,
        };
        let whole = match pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => name.ident.clone(),
            Pat::Reference(inner) => return self.name_parts(&mut inner.pat, argument, body),
            Pat::Tuple(tuple) if tuple.elems.len() == parts.len() => {
                return tuple.elems.iter_mut().zip(&parts).for_each(|(pattern, part)| self.name_parts(pattern, part, body));
            }
            _ => return,
        };
        let names: Vec<Ident> =
            (0..parts.len()).map(|part| self.tables.names.make_up(&format!("{whole}_{part}"), whole.span().into())).collect();
        let mut named = body.clone();
        let mut name = |expression: &mut Expr| {
            if let Expr::Field(ExprField { base, member: Member::Unnamed(part), .. }) = expression
                && plain_ident(dereferenced(base)) == Some(&whole)
                && let Some(name) = names.get(part.index as usize)
            {
                *expression = variable(&ident_at(name, part.span.into()));
                return false;
            }
            true
        };
        ExpressionsMut(&mut name).visit_expr_mut(&mut named);
        let mut is_bound = false;
        Bound(&mut |name| is_bound |= name.ident == whole).visit_expr(body);
        if is_bound || mentions_variable(&named.to_token_stream(), &whole.to_string()) {
            return;
        }
        let mut patterns: Vec<Pat> = names.iter().map(|name| syn::parse_quote!(#name)).collect();
        patterns.iter_mut().zip(&parts).for_each(|(pattern, part)| self.name_parts(pattern, part, &mut named));
        *body = named;
        *pattern = syn::parse_quote!((#(#patterns),*));
    }

    /// A closure that gives its value in the end, whatever it does before, or a function.
    pub(super) fn without_early_ends(&mut self, function: &Expr) -> Option<Expr> {
        let Expr::Closure(closure) = bare(function) else { return Some(function.clone()) };
        if let Some(body) = without_returns(&closure.body) {
            return Some(Expr::Closure(ExprClosure { body: Box::new(body), ..closure.clone() }));
        }
        let mut found = None;
        let mut look = |expr: &Expr| {
            match expr {
                Expr::Return(_) => found = Some((expr.span(), "a `return` in a closure")),
                Expr::Try(_) => found = Some((expr.span(), "a `?` in a closure")),
                _ => {}
            }
            !matches!(expr, Expr::Closure(_))
        };
        Expressions(&mut look).visit_expr(&closure.body);
        let (span, message) = found.unwrap_or((closure.span(), "a `return` in a closure"));
        let help = "let the closure end in its value: `if … { a } else { b }`";
        self.refuse(refuse::CONTROL_FLOW, span, message, help);
        None
    }

    fn bind_flow(&mut self, pattern: &Pat, flow: &Flow) -> Result<()> {
        match (flow, pattern) {
            (Flow::Tuple(_), Pat::Reference(syn::PatReference { pat, .. }) | Pat::Paren(syn::PatParen { pat, .. })) => {
                return self.bind_flow(pat, flow);
            }
            (Flow::Tuple(_), Pat::Wild(_)) => return Ok(()),
            (Flow::Tuple(parts), Pat::Tuple(tuple)) => {
                let patterns = tuples::parts(&tuple.elems, self.diagnostics)?;
                return patterns.iter().zip(parts).try_for_each(|((_, pattern), part)| self.bind_flow(pattern, part));
            }
            _ => {}
        }
        match flow {
            Flow::Tuple(_) | Flow::List(_) => {
                let message = format!("`{}` is a tuple here", text(pattern));
                let error = Diagnostic::error(refuse::PATTERN, pattern.span(), message);
                return Err(self.diagnostics.stop(error.help("take it apart: `|(a, b)| …`")));
            }
            Flow::Value(value) => self.bind(pattern, None, value.clone()),
            Flow::Item(item) => {
                let mut names = Vec::new();
                bind(pattern, item, &mut names, self.diagnostics)?;
                names
                    .iter()
                    .filter_map(|(name, item)| Some((name, local(item)?)))
                    .for_each(|(name, local)| self.declare(name, local));
            }
        }
        Ok(())
    }
}

/// What `*` is asked for, however often.
fn dereferenced(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::Unary(reference) if matches!(reference.op, UnOp::Deref(_)) => dereferenced(&reference.expr),
        other => other,
    }
}
