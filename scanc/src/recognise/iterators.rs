//! Loops over iterators of arrays: `for (y, x) in ys.iter_mut().zip(xs)`. Iteration `i` sees the `i`-th item.

use super::header::{Item, Items, endless, zero};
use super::joined::elements;
use super::places::Place;
use super::reduced::suffixed;
use super::tables::{OuterKind, Tables};
use super::{Affine, Range, bounds, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::ir::{self, Int, Scalar};
use crate::limits;
use crate::parse::{Known, TuplePart};
use crate::syntax::{Chunks, bare, binary, generic_argument, integer, method, text};
use syn::{BinOp, Expr, ExprMethodCall, ExprRange, RangeLimits, parse_quote_spanned};

/// An iterator: its `i`-th item, and the lengths of which the least is its own.
pub(super) struct Chain {
    pub item: Item,
    pub lengths: Vec<Length>,
}

/// A length: what the host evaluates, and whose it is where it is an array's own.
#[derive(Clone)]
pub(super) struct Length {
    value: Expr,
    array: Option<Place>,
}

/// The items in the order of iterations, which count from 0.
pub(super) fn in_order(expr: &Expr, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Items> {
    let chain = chain(expr, tables, diagnostics)?;
    if chain.lengths.is_empty() {
        return Err(diagnostics.stop(endless(expr.span())));
    }
    let range = Range::Lengths(chain.lengths.into_iter().map(|length| length.value).collect());
    Ok(Items { range, step: 1, ty: Some(ir::Type::USIZE), item: chain.item, span: expr.span() })
}

/// The items of an iterator. A reversed loop counts down.
pub(super) fn items(expr: &Expr, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Items> {
    if let Expr::MethodCall(call) = bare(expr)
        && call.method == "rev"
    {
        let chain = chain(&call.receiver, tables, diagnostics)?;
        let length = only_length(&chain, call, diagnostics)?;
        let range = Range::Descending { high: length.value, low: zero(call.method.span().into()), inclusive: false, step: 1 };
        return Ok(Items { range, step: -1, ty: Some(ir::Type::USIZE), item: chain.item, span: expr.span() });
    }
    in_order(expr, tables, diagnostics)
}

/// Whether an iterator over elements gives values and no references, as far as its methods say.
pub(super) fn copies(chain: &Expr) -> bool {
    match bare(chain) {
        Expr::MethodCall(call) => {
            ["copied", "cloned", "into_iter"].iter().any(|name| call.method == name) || copies(&call.receiver)
        }
        _ => false,
    }
}

/// Reads an iterator.
fn chain(expr: &Expr, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Chain> {
    match bare(expr) {
        Expr::Reference(reference) => source(&reference.expr, tables, diagnostics),
        Expr::MethodCall(call) if matches!(call.method.to_string().as_str(), "iter" | "iter_mut") => {
            source(&call.receiver, tables, diagnostics)
        }
        Expr::MethodCall(call) if Chunks::of(expr).is_none() => {
            let inner = chain(&call.receiver, tables, diagnostics)?;
            inner.adapted(call, tables, diagnostics)
        }
        Expr::Range(range) => numbers(range, tables, diagnostics),
        other => source(other, tables, diagnostics),
    }
}

/// The numbers of a range: of `usize`, so that none of their sums and products with what the host counts is too great for them.
fn numbers(range: &ExprRange, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Chain> {
    let ends = [range.start.as_deref(), range.end.as_deref()];
    let is_of_usize = |end: &Expr| bounds::scalar_of(end, tables) == Some(Scalar::Int(Int::Usize));
    let (Some(start), true) = (ends[0], ends.iter().flatten().any(|end| is_of_usize(end))) else {
        let message = "a range whose numbers go with others, are counted or collected, or go in steps that are no literal, is one of `usize` that the function shows";
        let help = "count by `.enumerate()`, or in `usize`: `(0..n).step_by(step)` with `let n: usize = …;` before the loop";
        return Err(diagnostics.stop(Diagnostic::error(refuse::STEP, range.span(), message).help(help)));
    };
    if let Some(end) = ends[1] {
        bounds::check(end, tables, diagnostics);
    }
    let first = number(start, "from", tables, diagnostics).plus(&Affine::index(0));
    let numbers = range.span().first;
    // Of an inclusive range the length has no name of its own: it might not fit.
    let length: Option<Expr> = ends[1].map(|_| match range.limits {
        RangeLimits::HalfOpen(_) => parse_quote_spanned!(numbers=> ::core::iter::ExactSizeIterator::len(&(#range))),
        RangeLimits::Closed(_) => parse_quote_spanned!(numbers=> ::core::iter::Iterator::size_hint(&(#range)).0),
    });
    let lengths = length.map(|value| Length { value, array: None }).into_iter().collect();
    let item = first.map(Item::Count).ok_or_else(|| diagnostics.stop(too_great(range.span())))?;
    Ok(Chain { item, lengths })
}

/// The elements of an array, of a slice of one, `x[1..]`, or the arrays that one is cut into, `x.as_chunks::<4>().0`.
fn source(expr: &Expr, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Chain> {
    if let Expr::Index(access) = bare(expr)
        && let Expr::Range(range) = bare(&access.index)
    {
        return source(&access.expr, tables, diagnostics)?.sliced(expr, range, tables, diagnostics);
    }
    if let Some(chunks) = Chunks::of(expr) {
        return source(chunks.whole(), tables, diagnostics)?.chunks(&chunks, tables, diagnostics);
    }
    let Some(place) = Place::of(expr) else {
        let error = Diagnostic::error(refuse::HEADER, expr.span(), format!("`{}` is not an array with a name", text(expr)));
        return Err(
            diagnostics.stop(error.help("run over a range or an array: `for i in 0..n`, `for (y, x) in ys.iter_mut().zip(xs)`"))
        );
    };
    let value = method((*place.expr).clone(), "len", Vec::new(), place.span());
    let item = Item::Element(place.clone(), Affine::index(0));
    Ok(Chain { item, lengths: vec![Length { value, array: Some(place) }] })
}

impl Item {
    /// Whether it is made of numbers, and of elements of primitive types that the function shows.
    pub(super) fn is_of_primitives(&self, tables: &Tables) -> bool {
        match self {
            Self::Element(place, _) | Self::Window(place, ..) | Self::Row(place, ..) => {
                let is_primitive = |part: &Option<TuplePart>| matches!(part, Some(TuplePart::Value(ty)) if ty.scalar().is_some());
                matches!(tables.types.known(&place.key), Some(Known::Sequence(Some(element))) if element.scalar().is_some())
                    || tables.types.tuple(&place.key).is_some_and(|parts| parts.iter().all(is_primitive))
            }
            Self::Count(_) | Self::State(_) => true,
            Self::Pair(first, second) => first.is_of_primitives(tables) && second.is_of_primitives(tables),
            // No pattern has taken a tuple apart before its iterator is read.
            Self::Part(..) => false,
        }
    }
}

impl Chain {
    fn adapted(self, call: &ExprMethodCall, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Self> {
        match (call.method.to_string().as_str(), call.args.first()) {
            ("cloned", None) if !self.item.is_of_primitives(tables) => {
                let message = "what `cloned` does to elements is not known: this function does not show their type";
                let error = Diagnostic::error(refuse::ADAPTOR, call.method.span(), message);
                Err(diagnostics.stop(error.help("write `copied`")))
            }
            ("copied" | "cloned" | "into_iter", None) => Ok(self),
            ("enumerate", None) => Ok(self.enumerated()),
            ("zip", Some(other)) => Ok(self.zipped(chain(other, tables, diagnostics)?)),
            ("rev", None) => self.reversed(call, tables, diagnostics),
            ("skip", Some(count)) => self.skipped(count, call, tables, diagnostics),
            ("take", Some(count)) => {
                bounds::check(count, tables, diagnostics);
                Ok(self.taken(count))
            }
            ("windows", Some(length)) if bounds::literal(length).is_none() => {
                let one = Affine::index(0);
                self.rows(call, length, |_| Some(one), tables, diagnostics)
            }
            ("windows", Some(length)) => self.windows(Some(length), call, diagnostics),
            ("array_windows", None) => self.windows(generic_argument(call).as_ref(), call, diagnostics),
            ("step_by", Some(step)) => self.stepped(step, call, tables, diagnostics),
            (name, _) => {
                let error = Diagnostic::error(
                    refuse::ADAPTOR,
                    call.method.span(),
                    format!("`{name}` is not understood in a loop's header"),
                );
                let known = "`iter`, `iter_mut`, `zip`, `enumerate`, `rev`, `skip`, `take`, `step_by`, `windows`, `chunks_exact`, `copied` \
                             and `cloned` are";
                Err(diagnostics.stop(error.help(format!("{known}; or index: `for i in 0..n`"))))
            }
        }
    }

    fn enumerated(self) -> Self {
        Self { item: Item::Pair(Box::new(Item::Count(Affine::index(0))), Box::new(self.item)), lengths: self.lengths }
    }

    fn zipped(self, other: Self) -> Self {
        let lengths = self.lengths.into_iter().chain(other.lengths).collect();
        Self { item: Item::Pair(Box::new(self.item), Box::new(other.item)), lengths }
    }

    fn reversed(self, call: &ExprMethodCall, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Self> {
        let length = only_length(&self, call, diagnostics)?;
        let outer = match &length.array {
            Some(array) => tables.length(array),
            None => tables.computed(OuterKind::Constant, length.value.clone(), "length", Some(ir::Type::USIZE)),
        };
        let last = Affine::captured(&tables.outers[outer].name).minus(&Affine::index(1));
        self.mapped(last, call.method.span().into(), diagnostics)
    }

    fn skipped(self, count: &Expr, call: &ExprMethodCall, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Self> {
        let offset = number(count, "skipped", tables, diagnostics);
        let rest = |length: Length| {
            method(suffixed(&length.value, Scalar::Int(Int::Usize)), "saturating_sub", vec![count.clone()], count.span())
        };
        let lengths = self.lengths.iter().cloned().map(rest).map(|value| Length { value, array: None }).collect();
        Self { lengths, ..self }.mapped(offset.plus(&Affine::index(0)), call.method.span().into(), diagnostics)
    }

    /// Those from the start of `range` on; the slice itself says how many they are, and panics where it is not within the array.
    fn sliced(self, slice: &Expr, range: &ExprRange, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Self> {
        if let Some(end) = &range.end {
            bounds::check(end, tables, diagnostics);
        }
        let from = range.start.as_ref().map(|start| number(start, "from", tables, diagnostics));
        let index = from.map_or_else(|| Some(Affine::index(0)), |from| from.plus(&Affine::index(0)));
        let value = method(bare(slice).clone(), "len", Vec::new(), range.span());
        Self { lengths: vec![Length { value, array: None }], ..self }.mapped(index, range.span(), diagnostics)
    }

    /// So many elements each, one after the other; what is left is in none. Those that may be stored to are an array of their own.
    fn chunks(self, chunks: &Chunks, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Self> {
        let span = chunks.call.method.span();
        if let (Some(length), false, None) = (chunks.call.args.first(), chunks.is_exclusive, chunks.count)
            && bounds::literal(length).is_none()
        {
            return self.rows(chunks.call, length, |length| Affine::index(0).product(length), tables, diagnostics);
        }
        let cut = match (self.item, chunks.count, chunks.array()) {
            (Item::Element(place, _), Some(count), Some(array)) if chunks.is_exclusive => {
                let rows = place.cut(array);
                if let Some(count) = u32::try_from(count).ok().filter(|count| *count as usize <= limits::RESULTS) {
                    tables.shapes.insert(rows.key.clone(), elements(count, span));
                }
                Some(Item::Element(rows, Affine::index(0)))
            }
            (Item::Element(place, from), Some(count), _) => {
                let first = i64::try_from(count).ok().and_then(|count| from.of(&Affine::index(0).times(count)?));
                first.map(|first| Item::Window(place, first, count))
            }
            _ => None,
        };
        let (Some(item), Some(count)) = (cut, chunks.count) else {
            let error = Diagnostic::error(refuse::ADAPTOR, span, "the length of these chunks is not known");
            return Err(diagnostics.stop(error.help(
                "write it as a number, `x.chunks_exact(4)` or `x.as_chunks::<4>().0`; or index: `x[4 * i] + x[4 * i + 1]`",
            )));
        };
        let slash = BinOp::Div(syn::token::Slash(span));
        let whole = |all: Length| binary(all.value, slash, integer(count, span.into()));
        let lengths = self.lengths.into_iter().map(whole).map(|value| Length { value, array: None }).collect();
        Ok(Self { item, lengths })
    }

    /// `length` elements each, from the element on that `first` says.
    fn rows(
        self,
        call: &ExprMethodCall,
        length: &Expr,
        first: impl FnOnce(&Affine) -> Option<Affine>,
        tables: &mut Tables,
        diagnostics: &mut Diagnostics,
    ) -> Result<Self> {
        let span = call.method.span();
        let long = number(length, "length", tables, diagnostics);
        let Item::Element(place, from) = self.item else {
            let error = Diagnostic::error(refuse::ADAPTOR, span, "these are rows of rows");
            return Err(diagnostics.stop(error.help("index them: `x[(i * m + k) * n]`")));
        };
        let first = first(&long).and_then(|first| from.of(&first)).ok_or_else(|| diagnostics.stop(too_great(span.into())))?;
        let item = Item::Row(place, first, Box::new(long.expression(&tables.index, span.into())));
        // Of a length of 0 it panics as the loop does.
        let value = parse_quote_spanned!(span=> ::core::iter::ExactSizeIterator::len(&#call));
        Ok(Self { item, lengths: vec![Length { value, array: None }] })
    }

    /// `length` elements each, from each that has so many.
    fn windows(self, length: Option<&Expr>, call: &ExprMethodCall, diagnostics: &mut Diagnostics) -> Result<Self> {
        let count = length.and_then(bounds::literal).and_then(|length| u64::try_from(length).ok()).filter(|length| *length > 0);
        let (Item::Element(place, from), Some(count)) = (self.item, count) else {
            let error = Diagnostic::error(refuse::ADAPTOR, call.method.span(), "the length of these windows is not known");
            return Err(diagnostics.stop(
                error.help("write it as a number, `x.windows(3)` or `x.array_windows::<3>()`; or index: `x[i] + x[i + 1]`"),
            ));
        };
        let others = integer(count - 1, call.method.span().into());
        let lengths = self
            .lengths
            .into_iter()
            .map(|all| method(all.value, "saturating_sub", vec![others.clone()], call.method.span().into()));
        let lengths = lengths.map(|value| Length { value, array: None }).collect();
        Ok(Self { item: Item::Window(place, from, count), lengths })
    }

    fn taken(mut self, count: &Expr) -> Self {
        self.lengths.push(Length { value: count.clone(), array: None });
        self
    }

    fn stepped(self, step: &Expr, call: &ExprMethodCall, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Self> {
        let by = bounds::step(step, tables, diagnostics)?;
        let mut lengths = self.lengths.clone();
        // What the items are of is looked at before the step, and each may panic.
        if bounds::literal(step).is_none() {
            let least = |one: Expr, other: Expr| parse_quote_spanned!(call.method.span()=> ::core::cmp::Ord::min(#one, #other));
            let least = lengths.into_iter().map(|length| length.value).reduce(least);
            lengths = least.map(|value| Length { value, array: None }).into_iter().collect();
        }
        let rounds =
            |length: Length| Length { value: bounds::rounds(length.value, step, call.method.span().into()), array: None };
        let lengths = lengths.into_iter().map(rounds).collect();
        Self { lengths, ..self }.mapped(Affine::index(0).product(&by), call.method.span().into(), diagnostics)
    }

    /// The same items in another order: the `i`-th is the one at `index` of before.
    fn mapped(self, index: Option<Affine>, span: Span, diagnostics: &mut Diagnostics) -> Result<Self> {
        let item = index.and_then(|index| mapped(&self.item, &index));
        Ok(Self { item: item.ok_or_else(|| diagnostics.stop(too_great(span)))?, ..self })
    }
}

/// `count`, which is the same in all iterations; called something like `base` where it is no literal.
fn number(count: &Expr, base: &str, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Affine {
    bounds::check(count, tables, diagnostics);
    bounds::fixed(count, base, tables)
}

fn too_great(span: Span) -> Diagnostic {
    Diagnostic::error(refuse::ADAPTOR, span, "the index of this iterator's items does not fit in 64 bits")
}

fn mapped(item: &Item, index: &Affine) -> Option<Item> {
    Some(match item {
        Item::Element(place, affine) => Item::Element(place.clone(), affine.of(index)?),
        Item::Window(place, affine, length) => Item::Window(place.clone(), affine.of(index)?, *length),
        Item::Row(place, affine, length) => Item::Row(place.clone(), affine.of(index)?, length.clone()),
        Item::Count(affine) => Item::Count(affine.of(index)?),
        Item::State(state) => Item::State(*state),
        Item::Part(whole, step) => Item::Part(Box::new(mapped(whole, index)?), step.clone()),
        Item::Pair(first, second) => Item::Pair(Box::new(mapped(first, index)?), Box::new(mapped(second, index)?)),
    })
}

/// The length of an iterator that may be reversed.
fn only_length(chain: &Chain, call: &ExprMethodCall, diagnostics: &mut Diagnostics) -> Result<Length> {
    match chain.lengths.as_slice() {
        [length] => Ok(length.clone()),
        _ => {
            let is_one = chain.lengths.iter().filter(|length| length.array.is_some()).count() < 2;
            if is_one {
                let message = "the last item depends on what is shorter";
                let error = Diagnostic::error(refuse::ADAPTOR, call.method.span(), message);
                return Err(diagnostics.stop(error.help("reverse a slice: `x[..n].iter().rev()`")));
            }
            let error = Diagnostic::error(refuse::ADAPTOR, call.method.span(), "the last item depends on which array is shorter");
            Err(diagnostics.stop(error.help("reverse the arrays instead: `ys.iter_mut().rev().zip(xs.iter().rev())`")))
        }
    }
}
