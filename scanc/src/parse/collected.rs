//! Collected iterators: scans, `x.iter().scan(…).collect()`, independent iterations, `x.iter().map(…).collect()`, and selections,
//! `x.iter().filter(…).copied().collect()`.

use super::{ScanAttribute, error};
use crate::diagnostic::{Diagnostic, Diagnostics, Span, Spanned};
use crate::syntax::{Bound, Expressions, bare, compound, is_place, place_text, plain_ident};
use proc_macro2::Ident;
use std::collections::HashSet;
use syn::visit::Visit;
use syn::{Expr, ExprMethodCall, GenericArgument, Pat, PathArguments, Type, UnOp};

/// The `.scan(…)` of a `….scan(…)….collect()`.
pub(super) fn scan_chain(expression: &Expr) -> Option<&ExprMethodCall> {
    match bare(expression) {
        Expr::MethodCall(call) => scan_chain_call(call),
        _ => None,
    }
}

pub(super) fn scan_chain_call(collect: &ExprMethodCall) -> Option<&ExprMethodCall> {
    if collect.method != "collect" {
        return None;
    }
    let mut receiver = bare(&collect.receiver);
    while let Expr::MethodCall(call) = receiver {
        if call.method == "scan" && call.args.len() == 2 {
            return Some(call);
        }
        receiver = bare(&call.receiver);
    }
    None
}

/// `x.iter().map(…).collect()`, `x.iter().filter(…).map(…).collect()`: what becomes of each item by itself.
pub(crate) struct Collected<'e> {
    /// The iterator up to the first function of its items.
    pub source: &'e Expr,
    /// The calls from there to the `collect`, at least one.
    pub steps: Vec<&'e ExprMethodCall>,
    /// `.collect()`
    pub end: &'e ExprMethodCall,
}

impl<'e> Collected<'e> {
    /// What `expression` is, if it is one.
    pub(crate) fn of(expression: &'e Expr) -> Option<Self> {
        match bare(expression) {
            Expr::MethodCall(end) => Self::of_call(end),
            _ => None,
        }
    }

    pub(super) fn of_call(end: &'e ExprMethodCall) -> Option<Self> {
        let (source, steps) = steps(&end.receiver);
        let is_one = end.method == "collect" && !steps.is_empty() && scan_chain_call(end).is_none();
        is_one.then_some(Self { source, steps, end })
    }

    /// Whether it has not an element for each item: where one goes depends on those before.
    pub(crate) fn selects(&self) -> bool {
        self.steps.iter().any(|step| step.method == "filter" || step.method == "filter_map")
    }

    /// The functions that are called with an item, in order.
    pub(crate) fn functions(&self) -> impl Iterator<Item = &'e Expr> {
        self.steps.iter().flat_map(|step| &step.args)
    }

    /// The variables from outside that its functions change: an item depends on those before it.
    pub(crate) fn carries(&self) -> Vec<&'e Expr> {
        changed(self.functions())
    }
}

/// The places that closures in these expressions change, but for what they declare.
fn changed<'e>(functions: impl Iterator<Item = &'e Expr>) -> Vec<&'e Expr> {
    let (mut bound, mut changed): (HashSet<&Ident>, Vec<&Expr>) = (HashSet::new(), Vec::new());
    for function in functions {
        Bound(&mut |name| _ = bound.insert(&name.ident)).visit_expr(function);
        let mut look = |expression: &'e Expr| {
            match expression {
                Expr::Assign(assign) => changed.push(&assign.left),
                Expr::Binary(update) if compound(&update.op).is_some() => changed.push(&update.left),
                _ => {}
            }
            true
        };
        Expressions(&mut look).visit_expr(function);
    }
    // `*total += v` changes what is referred to.
    let target = |place: &'e Expr| match bare(place) {
        Expr::Unary(reference) if matches!(reference.op, UnOp::Deref(_)) => &*reference.expr,
        place => place,
    };
    let is_outside = |place: &Expr| is_place(place) && plain_ident(place).is_none_or(|name| !bound.contains(name));
    changed.retain(|place| is_outside(target(place)));
    changed
}

/// The iterator up to the first function that is called with its items, and the calls from that on.
pub(crate) fn steps(chain: &Expr) -> (&Expr, Vec<&ExprMethodCall>) {
    let call_of = |expr| match bare(expr) {
        Expr::MethodCall(call) => Some(call),
        _ => None,
    };
    let mut calls: Vec<&ExprMethodCall> = std::iter::successors(call_of(chain), |call| call_of(&call.receiver)).collect();
    let is_function = |call: &&ExprMethodCall| ["map", "filter", "filter_map"].iter().any(|name| call.method == name);
    calls.truncate(calls.iter().rposition(is_function).map_or(0, |first| first + 1));
    let source = calls.last().map_or(chain, |call| &call.receiver);
    calls.reverse();
    (source, calls)
}

/// The name and the type of `y`, `mut y`, `y: Vec<i32>`.
pub(super) fn bound_name(pattern: &Pat) -> (Option<Ident>, Option<Type>) {
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() => (Some(name.ident.clone()), None),
        Pat::Type(typed) => (bound_name(&typed.pat).0, Some((*typed.ty).clone())),
        _ => (None, None),
    }
}

/// What is collected into must be a `Vec`: by its `let`, or by the turbofish.
pub(super) fn check_collection(chain: &Expr, ty: Option<&Type>, diagnostics: &mut Diagnostics) {
    for ty in turbofish(chain).iter().chain(ty).filter(|ty| !is_vec(ty)) {
        let message = "only a `Vec` can be collected into";
        diagnostics.push(error(128, ty.span(), message).help("collect into `Vec<_>`, and convert it afterwards"));
    }
}

fn turbofish(chain: &Expr) -> Option<Type> {
    let Expr::MethodCall(collect) = bare(chain) else {
        return None;
    };
    match collect.turbofish.as_ref()?.args.first()? {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}

fn is_vec(ty: &Type) -> bool {
    match ty {
        Type::Infer(_) => true,
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Vec" && vec_arguments(&last.arguments)),
        Type::Paren(inner) => is_vec(&inner.elem),
        Type::Group(inner) => is_vec(&inner.elem),
        _ => false,
    }
}

/// One type; `Vec<T, A>` has an allocator that ours has not.
fn vec_arguments(arguments: &PathArguments) -> bool {
    match arguments {
        PathArguments::AngleBracketed(list) => list.args.len() == 1,
        _ => false,
    }
}

/// The clause of a collected scan names the `let`, the closure's accumulator (its first parameter), or a variable that a closure changes; of
/// a selection without a `let` the method.
pub(super) fn check_collect_target(attribute: &ScanAttribute, chain: &Expr, name: Option<&Ident>, diagnostics: &mut Diagnostics) {
    let accumulator = scan_chain(chain).and_then(|scan| scan.args.get(1)).and_then(accumulator);
    let method = Collected::of(chain).filter(|_| name.is_none()).map(|collected| collected.end.method.clone());
    let changed = changed(std::iter::once(chain)).into_iter().map(place_text);
    let allowed: Vec<String> = name
        .into_iter()
        .chain(&accumulator)
        .map(Ident::to_string)
        .chain(changed)
        .chain(method.map(|name| name.to_string()))
        .collect();
    for target in attribute.targets.iter().filter(|target| !allowed.contains(&place_text(&target.place))) {
        let message = format!("the clause scans `{}`, the loop carries something else", place_text(&target.place));
        let help = allowed.first().map_or("name the closure's first parameter".to_owned(), |name| {
            let operator = &target.operator;
            format!("write `#[scan({operator} : {name})]`")
        });
        diagnostics.push(error(402, target.place.span(), message).help(help));
    }
}

fn accumulator(closure: &Expr) -> Option<Ident> {
    let Expr::Closure(closure) = bare(closure) else {
        return None;
    };
    bound_name(closure.inputs.first()?).0
}

/// A chain in a place where nothing can be put back.
pub(super) fn unbound(span: Span) -> Diagnostic {
    error(125, span, "this `collect()` is part of a larger expression").help("bind it: `let y: Vec<_> = ….collect();`")
}
