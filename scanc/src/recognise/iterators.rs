//! Loops over iterators of arrays: `for (y, x) in ys.iter_mut().zip(xs)`. Iteration `i` sees the `i`-th item.

use super::header::{Item, Items, zero};
use super::places::Place;
use super::tables::{OuterKind, Tables};
use super::{Affine, Range, bounds, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Spanned};
use crate::ir;
use crate::parse::Known;
use crate::syntax::{bare, integer, method, text};
use syn::{Expr, ExprMethodCall};

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

/// Reads an iterator.
fn chain(expr: &Expr, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Chain> {
    match bare(expr) {
        Expr::Reference(reference) => source(&reference.expr, diagnostics),
        Expr::MethodCall(call) if matches!(call.method.to_string().as_str(), "iter" | "iter_mut") => {
            source(&call.receiver, diagnostics)
        }
        Expr::MethodCall(call) => {
            let inner = chain(&call.receiver, tables, diagnostics)?;
            inner.adapted(call, tables, diagnostics)
        }
        other => source(other, diagnostics),
    }
}

/// The elements of an array.
fn source(expr: &Expr, diagnostics: &mut Diagnostics) -> Result<Chain> {
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
            Self::Element(place, _) | Self::Window(place, ..) => {
                matches!(tables.types.known(&place.key), Some(Known::Sequence(Some(element))) if element.scalar().is_some())
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
                bounds::check(count, diagnostics);
                Ok(self.taken(count))
            }
            ("windows", Some(length)) => self.windows(Some(length), call, diagnostics),
            ("array_windows", None) => self.windows(generic_argument(call).as_ref(), call, diagnostics),
            ("step_by", Some(step)) => {
                let by = bounds::step(step, diagnostics)?;
                self.stepped(by, call, diagnostics)
            }
            (name, _) => {
                let error = Diagnostic::error(
                    refuse::ADAPTOR,
                    call.method.span(),
                    format!("`{name}` is not understood in a loop's header"),
                );
                let known = "`iter`, `iter_mut`, `zip`, `enumerate`, `rev`, `skip`, `take`, `step_by`, `windows`, `copied` and `cloned` are";
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
        self.mapped(last, call, diagnostics)
    }

    fn skipped(self, count: &Expr, call: &ExprMethodCall, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Self> {
        bounds::check(count, diagnostics);
        let offset = match bounds::literal(count) {
            Some(offset) => Affine::constant(offset),
            None => {
                let outer = tables.computed(OuterKind::Constant, count.clone(), "skipped", Some(ir::Type::USIZE));
                Affine::captured(&tables.outers[outer].name)
            }
        };
        let rest = |length: Length| method(length.value, "saturating_sub", vec![count.clone()], count.span());
        let lengths = self.lengths.iter().cloned().map(rest).map(|value| Length { value, array: None }).collect();
        Self { lengths, ..self }.mapped(offset.plus(&Affine::index(0)), call, diagnostics)
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

    fn stepped(self, by: i64, call: &ExprMethodCall, diagnostics: &mut Diagnostics) -> Result<Self> {
        let divisor = |span| integer(by.unsigned_abs(), span);
        let rounds = |length: Length| method(length.value, "div_ceil", vec![divisor(call.span())], call.method.span().into());
        let lengths = self.lengths.iter().cloned().map(rounds).map(|value| Length { value, array: None }).collect();
        Self { lengths, ..self }.mapped(Affine::index(0).times(by), call, diagnostics)
    }

    /// The same items in another order: the `i`-th is the one at `index` of before.
    fn mapped(self, index: Option<Affine>, call: &ExprMethodCall, diagnostics: &mut Diagnostics) -> Result<Self> {
        let item = index.and_then(|index| mapped(&self.item, &index));
        let error = || {
            Diagnostic::error(refuse::ADAPTOR, call.method.span(), "the index of this iterator's items does not fit in 64 bits")
        };
        Ok(Self { item: item.ok_or_else(|| diagnostics.stop(error()))?, ..self })
    }
}

/// `2` of `array_windows::<2>()`.
fn generic_argument(call: &ExprMethodCall) -> Option<Expr> {
    match call.turbofish.as_ref()?.args.first()? {
        syn::GenericArgument::Const(value) => Some(value.clone()),
        _ => None,
    }
}

fn mapped(item: &Item, index: &Affine) -> Option<Item> {
    Some(match item {
        Item::Element(place, affine) => Item::Element(place.clone(), affine.of(index)?),
        Item::Window(place, affine, length) => Item::Window(place.clone(), affine.of(index)?, *length),
        Item::Count(affine) => Item::Count(affine.of(index)?),
        Item::State(state) => Item::State(*state),
        Item::Part(whole, number) => Item::Part(Box::new(mapped(whole, index)?), *number),
        Item::Pair(first, second) => Item::Pair(Box::new(mapped(first, index)?), Box::new(mapped(second, index)?)),
    })
}

/// The length of an iterator that may be reversed.
fn only_length(chain: &Chain, call: &ExprMethodCall, diagnostics: &mut Diagnostics) -> Result<Length> {
    match chain.lengths.as_slice() {
        [length] => Ok(length.clone()),
        _ => {
            let error = Diagnostic::error(refuse::ADAPTOR, call.method.span(), "the last item depends on which array is shorter");
            Err(diagnostics.stop(error.help("reverse the arrays instead: `ys.iter_mut().rev().zip(xs.iter().rev())`")))
        }
    }
}
