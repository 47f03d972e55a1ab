//! `x.iter().scan(start, |state, &v| { *state += v; Some(*state) }).collect()`, and `x.iter().filter(f).map(g).collect()`.

use super::body::Walker;
use super::header::{Body, Header, Item, bind, items};
use super::steps::{self, End, Flow};
use super::tables::{Index, Tables};
use super::wholes::Target;
use super::{Affine, bounds, iterators, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Spanned, Stopped};
use crate::parse::{self, Collected};
use crate::syntax::{bare, mentions_variable};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, ExprClosure, ExprMethodCall, Pat};

/// What of an iterator's items is collected.
pub(super) struct Gathered<'a> {
    item: Item,
    collected: Collected<'a>,
    /// The `Vec`.
    array: usize,
}

impl<'a> Gathered<'a> {
    /// The functions that are called with an item, in order.
    pub(super) fn functions(&self) -> impl Iterator<Item = &'a Expr> {
        self.collected.functions()
    }
}

/// What the closure of a `scan` does with an item, or with what has been made of it before.
pub(super) struct Scanned<'a> {
    item: Item,
    /// Between the iterator and the `scan`.
    steps: Vec<&'a ExprMethodCall>,
    closure: &'a ExprClosure,
    /// The `Vec`.
    array: usize,
}

impl<'a> Scanned<'a> {
    /// The functions that are called with an item, in order, and what the last comes to.
    pub(super) fn functions(&self) -> impl Iterator<Item = &'a Expr> {
        self.steps.iter().flat_map(|step| &step.args).chain([&*self.closure.body])
    }
}

/// Reads the chain that `name` is bound to.
pub(super) fn read<'a>(
    name: Option<&Ident>,
    chain: &'a Expr,
    tables: &mut Tables,
    diagnostics: &mut Diagnostics,
) -> Result<Header<'a>> {
    if let Some(collected) = Collected::of(chain).filter(|collected| collects_into_vec(collected.end)) {
        return gathered(name, collected, tables, diagnostics);
    }
    let (source, start, closure) = parts(chain).ok_or_else(|| unknown_shape(chain, diagnostics))?;
    let (Some(Pat::Ident(state)), Some(item_pattern)) = (closure.inputs.first().map(untyped), closure.inputs.get(1)) else {
        return Err(unknown_shape(chain, diagnostics));
    };
    bounds::check(start, tables, diagnostics);
    // What a filter leaves out is no item of the `scan`.
    let mapped = |step: &&ExprMethodCall| ["map", "copied", "cloned"].iter().any(|name| step.method == name);
    let (inner, steps) = Some(parse::steps(source)).filter(|(_, steps)| steps.iter().all(mapped)).unwrap_or((source, Vec::new()));
    let items = iterators::in_order(inner, tables, diagnostics)?;
    let outer = tables.state(&state.ident, start.clone());
    let mut names = vec![(state.ident.clone(), Item::State(outer))];
    if steps.is_empty() {
        bind(item_pattern, &items.item, &mut names, diagnostics)?;
    }
    items.set_index(&names, tables);
    let array = tables.collected_array(name, chain.span());
    let body = Body::Scanned(Scanned { item: items.item, steps, closure, array });
    Ok(Header { range: items.range, step: 1, names, body, live_out: None })
}

fn gathered<'a>(
    name: Option<&Ident>,
    collected: Collected<'a>,
    tables: &mut Tables,
    diagnostics: &mut Diagnostics,
) -> Result<Header<'a>> {
    steps::check(&collected.steps, false, diagnostics)?;
    let items = match collected.selects() {
        true => items(collected.source, tables, diagnostics)?,
        // An element has the number of its iteration.
        false => iterators::in_order(collected.source, tables, diagnostics)?,
    };
    let mut names = Vec::new();
    if let Some(Expr::Closure(closure)) = collected.functions().next().map(bare)
        && let Some(pattern @ (Pat::Ident(_) | Pat::Tuple(_))) = closure.inputs.first()
    {
        // What is wrong with it is told where it is read.
        let _ = bind(pattern, &items.item, &mut names, &mut Diagnostics::default());
    }
    items.set_index(&names, tables);
    let array = tables.collected_array(name, collected.end.span());
    if collected.selects() {
        tables.arrays[array].pushed = true;
        // The clause names it by that, if nothing else is called so.
        let method = collected.end.method.to_string();
        if name.is_none() && !mentions_variable(&collected.end.receiver.to_token_stream(), &method) {
            tables.arrays[array].place.key = method;
        }
    }
    let body = Body::Gathered(Gathered { item: items.item, collected, array });
    Ok(Header { range: items.range, step: items.step, names: Vec::new(), body, live_out: None })
}

fn keeps_references(flow: &Flow) -> bool {
    let holds = |item: &Item| matches!(item, Item::Element(..) | Item::Part(..));
    match flow {
        Flow::Item(Item::Pair(one, other)) => {
            keeps_references(&Flow::Item((**one).clone())) || keeps_references(&Flow::Item((**other).clone()))
        }
        Flow::Item(item) => holds(item),
        _ => false,
    }
}

impl Walker<'_, '_> {
    /// The body of a loop that gathers items.
    pub(super) fn gathered_items(&mut self, gathered: &Gathered) {
        let Gathered { item, collected, array } = gathered;
        self.steps(Flow::Item(item.clone()), &collected.steps, End::Collected { array: *array, collected });
    }

    /// The body of a loop that `scan` runs.
    pub(super) fn scanned(&mut self, scanned: &Scanned) {
        match scanned.steps.as_slice() {
            // The header has bound the closure's names.
            [] => self.ended_in_some(&scanned.closure.body, scanned.array),
            steps => self.steps(
                Flow::Item(scanned.item.clone()),
                steps,
                End::Scanned { closure: scanned.closure, array: scanned.array },
            ),
        }
    }

    /// An item, or what has been made of it, goes to the `Vec`.
    pub(super) fn collect_item(&mut self, flow: Flow, array: usize, collected: &Collected) {
        let span: Span = collected.steps.last().map_or_else(|| collected.end.span(), |step| step.method.span().into());
        let copies = || collected.steps.iter().any(|step| step.method == "copied" || step.method == "cloned");
        if keeps_references(&flow) && !copies() && !iterators::copies(collected.source) {
            let help = match flow {
                Flow::Item(Item::Pair(..)) => "copy what it keeps: `x.iter().copied().enumerate()`",
                _ => "copy what it keeps: `.copied().collect()`",
            };
            self.refuse(refuse::ADAPTOR, collected.end.method.span(), "`collect` keeps references here", help);
            return;
        }
        let stored = self.flowing_whole(flow, span);
        if stored.is_error() {
            return;
        }
        // The runtime sees the type of what is made of parts in the `Vec` alone.
        self.tables.arrays[array].pushed |= stored.is_whole();
        match collected.selects() {
            true => self.push_to(array, stored, collected.end.method.span().into()),
            false => self.store_whole(array, &Target::At(Index { affine: Affine::index(0), written: None }), stored, span),
        }
    }
}

/// The iterator, the start value and the closure.
fn parts(chain: &Expr) -> Option<(&Expr, &Expr, &ExprClosure)> {
    let collect = call(chain, "collect").filter(|collect| collects_into_vec(collect))?;
    let scan = call(&collect.receiver, "scan").filter(|scan| scan.args.len() == 2)?;
    let Expr::Closure(closure) = bare(&scan.args[1]) else { return None };
    (closure.inputs.len() == 2 && closure.asyncness.is_none()).then_some((&*scan.receiver, &scan.args[0], closure))
}

fn call<'a>(expr: &'a Expr, name: &str) -> Option<&'a ExprMethodCall> {
    match bare(expr) {
        Expr::MethodCall(call) if call.method == name => Some(call),
        _ => None,
    }
}

/// Without a turbofish the type of the `let` decides; rustc sees that one.
fn collects_into_vec(collect: &ExprMethodCall) -> bool {
    let Some(turbofish) = &collect.turbofish else { return true };
    matches!(turbofish.args.first(), Some(syn::GenericArgument::Type(syn::Type::Path(ty)))
        if ty.path.segments.last().is_some_and(|name| name.ident == "Vec"))
}

fn untyped(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Type(typed) => &typed.pat,
        other => other,
    }
}

fn unknown_shape(chain: &Expr, diagnostics: &mut Diagnostics) -> Stopped {
    let error =
        Diagnostic::error(refuse::COLLECT, chain.span(), "this is not a `scan` or a `map` that is collected into a `Vec`");
    diagnostics.stop(error.help("write `let y: Vec<_> = x.iter().scan(0, |sum, &v| { *sum += v; Some(*sum) }).collect();`"))
}
