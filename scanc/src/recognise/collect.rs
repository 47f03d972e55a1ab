//! `x.iter().scan(start, |state, &v| { *state += v; Some(*state) }).collect()`, and `x.iter().map(f).collect()`.

use super::header::{Body, Header, Item, bind};
use super::reduced::Mapped;
use super::tables::Tables;
use super::{bounds, iterators, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Spanned, Stopped};
use crate::parse::mapped;
use crate::syntax::bare;
use proc_macro2::Ident;
use syn::{Expr, ExprClosure, ExprMethodCall, Pat};

/// Reads the chain that `name` is bound to.
pub(super) fn read<'a>(
    name: Option<&Ident>,
    chain: &'a Expr,
    tables: &mut Tables,
    diagnostics: &mut Diagnostics,
) -> Result<Header<'a>> {
    if let Some((source, maps)) = mapped(chain).filter(|_| call(chain, "collect").is_some_and(collects_into_vec)) {
        let items = iterators::in_order(source, tables, diagnostics)?;
        let mut names = Vec::new();
        if let Some(Pat::Ident(_) | Pat::Tuple(_)) = first_pattern(&maps) {
            // What is wrong with it is told where it is read.
            let _ = first_pattern(&maps).map(|pattern| bind(pattern, &items.item, &mut names, &mut Diagnostics::default()));
        }
        items.set_index(&names, tables);
        let array = tables.collected_array(name, chain.span());
        let body = Body::Mapped(Mapped { item: items.item, maps }, array);
        return Ok(Header { range: items.range, step: 1, names: Vec::new(), body, live_out: None });
    }
    let (source, start, closure) = parts(chain).ok_or_else(|| unknown_shape(chain, diagnostics))?;
    let (Some(Pat::Ident(state)), Some(item_pattern)) = (closure.inputs.first().map(untyped), closure.inputs.get(1)) else {
        return Err(unknown_shape(chain, diagnostics));
    };
    bounds::check(start, tables, diagnostics);
    let items = iterators::in_order(source, tables, diagnostics)?;
    let outer = tables.state(&state.ident, start.clone());
    let mut names = vec![(state.ident.clone(), Item::State(outer))];
    bind(item_pattern, &items.item, &mut names, diagnostics)?;
    items.set_index(&names, tables);
    let array = tables.collected_array(name, chain.span());
    Ok(Header { range: items.range, step: 1, names, body: Body::Collected(&closure.body, array), live_out: None })
}

/// What the first function calls its item.
fn first_pattern<'a>(maps: &[&'a ExprMethodCall]) -> Option<&'a Pat> {
    match bare(&maps.first()?.args[0]) {
        Expr::Closure(closure) => closure.inputs.first(),
        _ => None,
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
