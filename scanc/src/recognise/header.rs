//! The loop's header → the values of the loop variable, and what the names that it binds stand for.

use super::places::Step;
use super::refuse;
use super::tables::Tables;
use super::{Affine, LiveOut, Range, assigned, bounds, collect, iterators, reduced, tuples, while_loops};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::ir;
use crate::parse::{LoopSyntax, Reduced};
use crate::syntax::{bare, integer, text};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Expr, ExprForLoop, Member, Pat, RangeLimits};

/// A loop's header.
pub(super) struct Header<'a> {
    pub range: Range,
    /// What an iteration adds to the loop variable.
    pub step: i64,
    /// What the names that the header binds stand for.
    pub names: Vec<(Ident, Item)>,
    pub body: Body<'a>,
    /// The variable of a `while` loop after the loop.
    pub live_out: Option<(Expr, LiveOut)>,
}

/// What an iteration runs.
pub(super) enum Body<'a> {
    /// Those of a `for` loop, which may have a name of its own.
    For { statements: &'a [syn::Stmt], label: Option<&'a syn::Lifetime> },
    /// Those of a `while` loop: the statement at `at` changes the loop variable, which is the canonical one plus `after` from there.
    Counted { statements: &'a [syn::Stmt], at: usize, after: i64 },
    /// A closure's: its value is `Some(…)`, which goes to the array.
    Scanned(collect::Scanned<'a>),
    /// What becomes of an iterator's item goes to a `Vec`.
    Gathered(collect::Gathered<'a>),
    /// What becomes of an iterator's item.
    Reduced(Box<reduced::Reduction<'a>>),
}

/// What a name of the header stands for.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// `place[index]`, or a reference to it.
    Element(super::places::Place, Affine),
    /// `&place[index..index + length]`
    Window(super::places::Place, Affine, u64),
    /// The same of a length, in canonical form, that is no number.
    Row(super::places::Place, Affine, Box<Expr>),
    /// A number.
    Count(Affine),
    /// The state of `Iterator::scan`: an index into [`Tables::outers`].
    State(usize),
    /// A tuple of two.
    Pair(Box<Item>, Box<Item>),
    /// A part of an array's element, which is a tuple or a fixed array: `.0`, `[2]`.
    Part(Box<Item>, Step),
}

/// Reads the header.
pub(super) fn read<'a>(syntax: &'a LoopSyntax, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Header<'a>> {
    match syntax {
        LoopSyntax::For(syntax) => read_for(syntax, tables, diagnostics),
        LoopSyntax::While(syntax) => while_loops::read(syntax, tables, diagnostics),
        LoopSyntax::Collect(name, chain) => collect::read(name.as_ref(), chain, tables, diagnostics),
        LoopSyntax::Reduce(syntax) => reduced::read(syntax, tables, diagnostics),
        LoopSyntax::Search(probe) => read(probe, tables, diagnostics),
    }
}

/// The loop's tokens, and the name that it is bound to.
pub(super) fn tokens(syntax: &LoopSyntax) -> TokenStream {
    match syntax {
        LoopSyntax::For(syntax) => syntax.to_token_stream(),
        LoopSyntax::While(syntax) => syntax.to_token_stream(),
        LoopSyntax::Collect(name, chain) => quote::quote!(#name #chain),
        LoopSyntax::Reduce(reduced) => {
            let Reduced { name, chain, .. } = &**reduced;
            quote::quote!(#name #chain)
        }
        LoopSyntax::Search(probe) => tokens(probe),
    }
}

/// Where the loop's first token stands.
pub(super) fn span(syntax: &LoopSyntax) -> Span {
    match syntax {
        LoopSyntax::For(syntax) => syntax.for_token.span(),
        LoopSyntax::While(syntax) => syntax.while_token.span(),
        LoopSyntax::Collect(..) | LoopSyntax::Reduce(_) => {
            syntax.to_token_stream().into_iter().next().map_or_else(Span::call_site, |token| token.span().into())
        }
        LoopSyntax::Search(probe) => span(probe),
    }
}

fn read_for<'a>(syntax: &'a ExprForLoop, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Header<'a>> {
    let body = Body::For { statements: &syntax.body.stmts, label: syntax.label.as_ref().map(|label| &label.name) };
    // The header is evaluated once: what it names is what the body names only where that is never changed.
    tables.set_places(assigned::places(&body));
    let items = items(&syntax.expr, tables, diagnostics)?;
    let mut names = Vec::new();
    bind(&syntax.pat, &items.item, &mut names, diagnostics)?;
    items.set_index(&names, tables);
    Ok(Header { range: items.range, step: items.step, names, body, live_out: None })
}

/// What a range or an iterator gives, one after the other.
pub(super) struct Items {
    pub range: Range,
    /// What an iteration adds to the loop variable.
    pub step: i64,
    /// The loop variable's type, where the text shows it.
    pub ty: Option<ir::Type>,
    /// That of an iteration.
    pub item: Item,
    pub span: Span,
}

/// What a range or an iterator gives.
pub(super) fn items(expr: &Expr, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Items> {
    match range_of(expr, diagnostics)? {
        Some(range) => Ok(of_range(&range, tables, diagnostics)),
        None => iterators::items(expr, tables, diagnostics),
    }
}

impl Items {
    /// The loop variable is the user's counter where there is one.
    pub(super) fn set_index(&self, names: &[(Ident, Item)], tables: &mut Tables) {
        let counter = names.iter().find(|(_, item)| matches!(item, Item::Count(count) if *count == Affine::index(0)));
        let index = match counter {
            Some((name, _)) => tables.names.own(name),
            None => tables.names.make_up("i", self.span),
        };
        tables.set_index(index, self.ty.clone());
    }
}

/// `(from..to).rev().step_by(step)`.
pub(super) struct RangeSyntax<'a> {
    pub from: &'a Expr,
    pub to: &'a Expr,
    inclusive: bool,
    pub reversed: bool,
    pub step: i64,
}

/// The range that a `for` loop runs over, of any type of numbers; `None` where it runs over an iterator of another kind.
pub(super) fn range_of<'a>(expr: &'a Expr, diagnostics: &mut Diagnostics) -> Result<Option<RangeSyntax<'a>>> {
    let (range, mut calls) = base_of(expr);
    let Expr::Range(range) = range else { return Ok(None) };
    let mut step = 1;
    if let Some(last) = calls.last().filter(|call| call.method == "step_by")
        && let Some(by) = last.args.first().filter(|by| bounds::literal(by).is_some())
    {
        step = bounds::literal_step(by, diagnostics)?;
        calls.pop();
    }
    if !calls.iter().all(|call| call.method == "rev" && call.args.is_empty()) {
        return Ok(None);
    }
    let (Some(from), Some(to)) = (&range.start, &range.end) else {
        return Err(diagnostics.stop(endless(range.span())));
    };
    let inclusive = matches!(range.limits, RangeLimits::Closed(_));
    Ok(Some(RangeSyntax { from, to, inclusive, reversed: calls.len() % 2 == 1, step }))
}

pub(super) fn endless(span: Span) -> Diagnostic {
    Diagnostic::error(refuse::HEADER, span, "a range without both ends has no length").help("write `0..n`")
}

/// What the methods are called on, and the calls, the first first.
fn base_of(expr: &Expr) -> (&Expr, Vec<&syn::ExprMethodCall>) {
    let (mut base, mut calls) = (bare(expr), Vec::new());
    while let Expr::MethodCall(call) = base {
        calls.insert(0, call);
        base = bare(&call.receiver);
    }
    (base, calls)
}

impl RangeSyntax<'_> {
    /// A step of 1 is the range itself.
    pub(super) fn range(&self) -> Range {
        let (from, to, inclusive, step) = (self.from.clone(), self.to.clone(), self.inclusive, self.step);
        match self.reversed {
            false => Range::Ascending { from, to, inclusive, step },
            true => Range::Descending { high: to, low: from, inclusive, step },
        }
    }
}

fn of_range(range: &RangeSyntax, tables: &Tables, diagnostics: &mut Diagnostics) -> Items {
    bounds::check(range.from, tables, diagnostics);
    bounds::check(range.to, tables, diagnostics);
    let ty = bounds::scalar_of(range.from, tables).or_else(|| bounds::scalar_of(range.to, tables)).map(ir::Type::Scalar);
    let step = if range.reversed { -range.step } else { range.step };
    Items { range: range.range(), step, ty, item: Item::Count(Affine::index(0)), span: range.from.span() }
}

/// The names that a pattern binds, and what they stand for.
pub(super) fn bind(pattern: &Pat, item: &Item, names: &mut Vec<(Ident, Item)>, diagnostics: &mut Diagnostics) -> Result<()> {
    match (pattern, item) {
        (
            Pat::Ident(name),
            item @ (Item::Element(..) | Item::Part(..) | Item::Window(..) | Item::Row(..) | Item::Count(_) | Item::State(_)),
        ) if (name.mutability.is_none() || matches!(item, Item::State(_))) && name.by_ref.is_none() && name.subpat.is_none() => {
            names.push((name.ident.clone(), item.clone()));
            Ok(())
        }
        (Pat::Ident(name), _) if name.mutability.is_some() && name.subpat.is_none() => {
            let error = Diagnostic::error(refuse::PATTERN, name.span(), format!("`{}` is changed in the body", name.ident));
            Err(diagnostics.stop(error.help(format!(
                "leave out `mut`, if it is a reference, or bind the value there: `let mut {0} = {0};`",
                name.ident
            ))))
        }
        (Pat::Wild(_), _) => Ok(()),
        (Pat::Paren(inner), item) => bind(&inner.pat, item, names, diagnostics),
        (Pat::Type(typed), item) => bind(&typed.pat, item, names, diagnostics),
        (Pat::Slice(slice), Item::Window(place, from, length)) if slice.elems.len() as u64 == *length => {
            let element = |number| from.plus(&Affine::constant(number)).map(|index| Item::Element(place.clone(), index));
            (0..).map_while(element).zip(&slice.elems).try_for_each(|(item, element)| bind(element, &item, names, diagnostics))
        }
        (Pat::Reference(inner), item) => bind(&inner.pat, item, names, diagnostics),
        (Pat::Tuple(tuple), Item::Pair(first, second)) if tuple.elems.len() == 2 => {
            bind(&tuple.elems[0], first, names, diagnostics)?;
            bind(&tuple.elems[1], second, names, diagnostics)
        }
        (Pat::Tuple(tuple), item @ (Item::Element(..) | Item::Part(..))) => {
            let part = |index| Item::Part(Box::new(item.clone()), Step::Field(Member::Unnamed(index)));
            let parts = tuples::parts(&tuple.elems, diagnostics)?;
            parts.into_iter().try_for_each(|(index, pattern)| bind(pattern, &part(index), names, diagnostics))
        }
        (Pat::Slice(slice), item @ (Item::Element(..) | Item::Part(..))) => {
            let part = |index| Item::Part(Box::new(item.clone()), Step::At(index));
            let parts = tuples::parts(&slice.elems, diagnostics)?;
            parts.into_iter().try_for_each(|(index, pattern)| bind(pattern, &part(index), names, diagnostics))
        }
        _ => {
            let error =
                Diagnostic::error(refuse::PATTERN, pattern.span(), format!("the pattern `{}` is not understood", text(pattern)));
            Err(diagnostics.stop(error.help("bind plain names: `(i, (y, x))`")))
        }
    }
}

/// `0`.
pub(super) fn zero(span: Span) -> Expr {
    integer(0, span)
}
