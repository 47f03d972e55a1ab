//! `x.iter().filter(|v| **v > 0).map(|v| v * v).sum()`: an iterator that comes to a value is the loop over what it gives up to the first
//! `map` or `filter`, and what these make of an item, and the end of it, are that loop's body.

use super::body::{Cell, Walker, error_at};
use super::header::{Body, Header, Item, Items, bind, items};
use super::steps::{self, End, Flow};
use super::tables::{OuterKind, Tables};
use super::types::of_type;
use super::{bounds, is_known_function, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::ir::{self, Builtin, Int, Scalar};
use crate::parse::{OperatorName, Reduced, is_search, last_value};
use crate::syntax::{bare, binary, cast, integer, is_place, method, not, ours, place_text, plain_ident};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{BinOp, Expr, ExprMethodCall, Pat};

/// What becomes of an iterator's item.
pub(super) struct Reduction<'a> {
    pub(super) syntax: &'a Reduced,
    item: Item,
    steps: Vec<&'a ExprMethodCall>,
    /// The accumulator of `fold`: an index into [`Tables::outers`].
    accumulator: Option<usize>,
    /// Where it comes to one of the items: which one this is.
    number: Option<Number>,
}

/// Which item it is, counted from 0.
enum Number {
    Is(Item),
    /// The number after this one, as many as it is greater.
    From(Item, Box<Expr>),
}

/// Reads the chain.
pub(super) fn read<'a>(syntax: &'a Reduced, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Header<'a>> {
    let (source, steps) = syntax.parts();
    steps::check(&steps, syntax.is_item(), diagnostics)?;
    if is_place(source) {
        let message = format!("what `{}` goes on from is not seen here", place_text(source));
        let help = "name what it goes over: `x.iter()`, `(from..to)`";
        return Err(diagnostics.stop(Diagnostic::error(refuse::ADAPTOR, source.span(), message).help(help)));
    }
    if is_search(&syntax.chain) || syntax.is_item() {
        return read_counted(syntax, source, steps, tables, diagnostics);
    }
    let items = items(source, tables, diagnostics)?;
    name_index(&items, &steps, syntax, tables);
    let accumulator = match syntax.chain.args.first().filter(|_| syntax.chain.method == "fold") {
        Some(start) => Some(accumulator(start, syntax, tables, diagnostics)?),
        None => None,
    };
    let Items { range, step, item, .. } = items;
    let body = Body::Reduced(Box::new(Reduction { syntax, item, steps, accumulator, number: None }));
    Ok(Header { range, step, names: Vec::new(), body, live_out: None })
}

/// Reads what comes to one of the items: they are counted.
fn read_counted<'a>(
    syntax: &'a Reduced,
    source: &Expr,
    steps: Vec<&'a ExprMethodCall>,
    tables: &mut Tables,
    diagnostics: &mut Diagnostics,
) -> Result<Header<'a>> {
    let name = &syntax.chain.method;
    if let Some(filter) = steps.iter().find(|step| name == "position" && step.method != "map" && step.args.len() == 1) {
        let message = format!("`position` counts what `{}` keeps", filter.method);
        let help = "look for the item, `.find(…)`, or among all: `.position(|v| …)` without it, whose result is another one";
        return Err(diagnostics.stop(Diagnostic::error(refuse::ADAPTOR, filter.method.span(), message).help(help)));
    }
    let (items, item, number) = match bare(source) {
        Expr::Range(syn::ExprRange { start: Some(from), end: Some(_), .. }) => {
            let items = items(source, tables, diagnostics)?;
            let item = items.item.clone();
            (items, item.clone(), Number::From(item, from.clone()))
        }
        _ => {
            let counted = method(source.clone(), "enumerate", Vec::new(), name.span().into());
            let items = items(&counted, tables, diagnostics)?;
            let Item::Pair(number, item) = items.item.clone() else { unreachable!("what `enumerate` gives") };
            (items, *item, Number::Is(*number))
        }
    };
    items.set_index(&[], tables);
    let Items { range, step, .. } = items;
    let body = Body::Reduced(Box::new(Reduction { syntax, item, steps, accumulator: None, number: Some(number) }));
    Ok(Header { range, step, names: Vec::new(), body, live_out: None })
}

/// The loop variable has the name that the first function gives it.
fn name_index(items: &Items, steps: &[&ExprMethodCall], syntax: &Reduced, tables: &mut Tables) {
    let first = steps.iter().find_map(|step| step.args.first()).map(|function| (function, 0));
    let (function, number) = match (first, syntax.chain.args.last()) {
        (Some(first), _) => first,
        (None, Some(folds)) => (folds, 1),
        (None, None) => return items.set_index(&[], tables),
    };
    let mut names = Vec::new();
    if let Expr::Closure(closure) = bare(function)
        && let Some(pattern) = closure.inputs.iter().nth(number)
    {
        // What is wrong with it is told where it is read.
        let _ = bind(pattern, &items.item, &mut names, &mut Diagnostics::default());
    }
    items.set_index(&names, tables);
}

/// What `fold` begins with.
fn accumulator(start: &Expr, syntax: &Reduced, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<usize> {
    if let Expr::Tuple(_) = bare(start) {
        let help = "write a `for` loop with a variable for each: `for v in x { low = low.min(*v); high = high.max(*v); }`";
        return Err(diagnostics.stop(refuse::unsupported(start.span(), "a tuple that `fold` carries", help)));
    }
    bounds::check(start, tables, diagnostics);
    let pattern = match syntax.chain.args.last().map(bare) {
        Some(Expr::Closure(closure)) => closure.inputs.first(),
        _ => None,
    };
    let (name, shown) = match pattern {
        Some(Pat::Type(typed)) => (pattern_name(&typed.pat), of_type(&typed.ty)),
        Some(pattern) => (pattern_name(pattern), None),
        None => (None, None),
    };
    let shown = match syntax.written_type() {
        Some(written) => Some(known_type(written, syntax, diagnostics)?),
        None => shown,
    };
    let start = shown.map_or_else(|| start.clone(), |scalar| suffixed(start, scalar));
    let state = tables.state(name.unwrap_or_else(|| value_name(syntax)), start);
    let ty = &mut tables.outers[state].ty;
    *ty = ty.take().or(shown.map(ir::Type::Scalar));
    Ok(state)
}

/// A number without suffix in the type that its use gives it, which may stand nowhere else in the loop.
pub(super) fn suffixed(start: &Expr, scalar: Scalar) -> Expr {
    let Expr::Lit(literal) = bare(start) else { return start.clone() };
    let (suffix, span) = (scalar.rust(), literal.span());
    let suffixed: syn::Lit = match (&literal.lit, scalar) {
        (syn::Lit::Int(number), Scalar::Int(_)) if number.suffix().is_empty() => {
            syn::LitInt::new(&format!("{}{suffix}", number.base10_digits()), span.first).into()
        }
        (syn::Lit::Float(number), Scalar::Float(_)) if number.suffix().is_empty() => {
            syn::LitFloat::new(&format!("{}{suffix}", number.base10_digits()), span.first).into()
        }
        _ => return start.clone(),
    };
    Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit: suffixed })
}

fn pattern_name(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Ident(name) => Some(&name.ident),
        _ => None,
    }
}

/// What the value is called.
pub(super) fn value_name(syntax: &Reduced) -> &Ident {
    syntax.name.as_ref().unwrap_or(&syntax.chain.method)
}

/// A type that is written.
fn known_type(written: &syn::Type, syntax: &Reduced, diagnostics: &mut Diagnostics) -> Result<Scalar> {
    of_type(written).ok_or_else(|| {
        let message = format!("what `{}` gives is of a type that kernels do not know", syntax.chain.method);
        let help = "it is one of the primitive types, under its own name: `let sum: i64 = x.iter().sum();`";
        diagnostics.stop(Diagnostic::error(refuse::TYPE_NEEDED, written.span(), message).help(help))
    })
}

impl Reduction<'_> {
    /// The functions that are called with an item.
    pub(super) fn functions(&self) -> impl Iterator<Item = &Expr> {
        self.syntax.functions()
    }
}

impl Walker<'_, '_> {
    /// The body of a loop that an iterator runs.
    pub(super) fn reduced(&mut self, reduction: &Reduction) {
        self.steps(Flow::Item(reduction.item.clone()), &reduction.steps, End::Combined(reduction));
        self.refuse_effects(reduction);
    }

    /// What is done with the last step's value.
    pub(super) fn combined(&mut self, flow: Flow, reduction: &Reduction) {
        let call = &reduction.syntax.chain;
        let span: Span = call.method.span().into();
        if let Some(number) = &reduction.number {
            return match is_search(call) {
                true => self.sought(&flow, number, reduction, span),
                false => self.chosen_item(&flow, reduction, span),
            };
        }
        if let (Some(state), Some(function)) = (reduction.accumulator, call.args.last()) {
            let value = self.applied(function, &[Flow::Item(Item::State(state)), flow], span);
            return self.set(Cell::Outer(state), value, span);
        }
        let is_reference = matches!(flow, Flow::Item(Item::Element(..) | Item::Part(..))) && !reduction.syntax.copies();
        if call.method == "reduce" && is_reference {
            let help = "copy what it combines: `.copied().reduce(…)`";
            self.refuse(refuse::ADAPTOR, span, "`reduce` combines references here", help);
            return;
        }
        let value = if call.method == "count" { integer(1, span) } else { self.flowing(flow, span) };
        let Some(scalar) = self.scalar_of_value(&value, reduction) else { return };
        let begins = |builtin: &Builtin| {
            builtin.identity(scalar).is_some() && call.args.last().is_none_or(|function| combines_items(function, *builtin))
        };
        let Some(builtin) = self.builtin(call).filter(begins) else {
            let at = call.args.last().map_or(span, Spanned::span);
            let help = "let it be that of the clause and nothing else, `|a, b| a + b`, `f64::max`; or say what it begins with: `.fold(0, |s, v| …)`";
            self.refuse(
                refuse::UNSUPPORTED,
                at,
                "`reduce` begins with an item as it is, and combines in another way than the clause says",
                help,
            );
            return;
        };
        let state = self.tables.state(value_name(reduction.syntax), start(builtin, scalar, span));
        self.tables.outers[state].ty = Some(ir::Type::Scalar(scalar));
        let before = self.initial(Cell::Outer(state));
        let combined = match (builtin, call.args.last()) {
            (_, Some(function)) => self.applied(function, &[Flow::Item(Item::State(state)), Flow::Value(value)], span),
            (Builtin::Mul, None) => binary(before, BinOp::Mul(syn::token::Star(span.first)), value),
            (Builtin::Max | Builtin::Min, None) => method(before, builtin.name(), vec![value], span),
            (_, None) => binary(before, BinOp::Add(syn::token::Plus(span.first)), value),
        };
        self.set(Cell::Outer(state), combined, span);
    }

    /// What combines an iterator's items: by its method, or by the clause.
    fn builtin(&self, call: &ExprMethodCall) -> Option<Builtin> {
        match &self.attribute.targets.first()?.operator {
            _ if call.method != "reduce" => Some(combines(&call.method)),
            OperatorName::Symbol(symbol, _) => Builtin::ALL.into_iter().find(|builtin| builtin.name() == *symbol),
            OperatorName::Path(_) => None,
        }
    }

    /// Which items are found: the number of the first of them is what comes of all.
    fn sought(&mut self, flow: &Flow, number: &Number, reduction: &Reduction, span: Span) {
        let (call, usize) = (&reduction.syntax.chain, Scalar::Int(Int::Usize));
        let Some(function) = call.args.last() else { return };
        // Of what is referred to a path would be called with the value.
        let gives_values = reduction.syntax.copies() || matches!(flow, Flow::Value(_) | Flow::Item(Item::Count(_)));
        if matches!(bare(function), Expr::Path(_)) && (call.method == "find" || !gives_values) {
            let message = format!("`{}` calls this with a reference", call.method);
            self.refuse(refuse::UNSUPPORTED, function.span(), message, "write a closure: `|v| f(*v)`");
            return;
        }
        let condition = match call.method.to_string().as_str() {
            "find_map" => match self.applied_option(function, flow) {
                Some((some, _)) => some,
                None => return,
            },
            "all" => not(self.applied(function, std::slice::from_ref(flow), span), span),
            _ => self.applied(function, std::slice::from_ref(flow), span),
        };
        let state = self.tables.state(value_name(reduction.syntax), start(Builtin::Min, usize, span));
        let number = self.number_of(number, span);
        let found = |walker: &mut Self| {
            let first = walker.initial(Cell::Outer(state));
            walker.set(Cell::Outer(state), method(first, "min", vec![number], span), span);
            None
        };
        self.decided(condition, span, found, |_| None, false);
    }

    /// Of what is counted, which item this is.
    pub(super) fn number_in(&mut self, reduction: &Reduction, span: Span) -> Expr {
        let number = reduction.number.as_ref();
        number.map_or_else(|| error_at(span), |number| self.number_of(number, span))
    }

    fn number_of(&mut self, number: &Number, span: Span) -> Expr {
        match number {
            Number::Is(number) => self.flowing(Flow::Item(number.clone()), span),
            Number::From(item, from) => {
                let item = self.flowing(Flow::Item(item.clone()), span);
                let number = match bounds::literal(from) {
                    Some(0) => item,
                    _ => method(item, "abs_diff", vec![self.operand(from)], span),
                };
                cast(number, Int::Usize, span)
            }
        }
    }

    /// The type of what is summed up: what is written, or what the text shows of the items.
    fn scalar_of_value(&mut self, value: &Expr, reduction: &Reduction) -> Option<Scalar> {
        let syntax = reduction.syntax;
        if syntax.chain.method == "count" {
            return Some(Scalar::Int(Int::Usize));
        }
        let known = match syntax.written_type() {
            Some(written) => Some(known_type(written, syntax, self.diagnostics).ok()?),
            None => self.tables.scalar_of(value),
        };
        let known = known.filter(|scalar| *scalar != Scalar::Bool || syntax.is_optional());
        if known.is_none() && !super::body::is_error(value) {
            let name = &syntax.chain.method;
            let help = match syntax.is_optional() {
                true => format!("write the type that it is of: `let greatest: Option<i64> = x.iter().copied().{name}();`"),
                false => format!("write the type: `.{name}::<f64>()`"),
            };
            let message = format!("this function does not show what `{name}` gives");
            self.refuse(refuse::TYPE_NEEDED, name.span(), message, help);
        }
        known
    }

    /// Closures change nothing but the accumulator.
    fn refuse_effects(&mut self, reduction: &Reduction) {
        let changed = self.tables.outers.iter().filter(|outer| outer.kind != OuterKind::State).find_map(|outer| outer.assigned);
        let stores = !self.tables.stored.is_empty() || !self.tables.pushed.is_empty();
        if let Some(at) = changed.or_else(|| stores.then(|| reduction.syntax.chain.method.span().into())) {
            let help = "write it as a `for` loop, and annotate that";
            self.refuse(refuse::NESTED_ASSIGNMENT, at, "a closure of this iterator changes something from outside", help);
        }
    }
}

/// Whether a function of two items is the operator, and does nothing else with them: the first item goes through none.
fn combines_items(function: &Expr, builtin: Builtin) -> bool {
    let is_named = |name: &Ident| match builtin {
        Builtin::Add => name == "wrapping_add",
        Builtin::Mul => name == "wrapping_mul",
        other => name == other.name(),
    };
    let closure = match bare(function) {
        Expr::Path(path) => {
            return is_known_function(&path.path) && path.path.segments.last().is_some_and(|last| is_named(&last.ident));
        }
        Expr::Closure(closure) => closure,
        _ => return false,
    };
    let plain = |pattern: &Pat| match pattern {
        Pat::Type(typed) => pattern_name(&typed.pat).cloned(),
        pattern => pattern_name(pattern).cloned(),
    };
    let items: Vec<Option<Ident>> = closure.inputs.iter().map(plain).collect();
    let are_items = |one: &Expr, other: &Expr| {
        let names = [plain_ident(one).cloned(), plain_ident(other).cloned()];
        items.len() == 2
            && names.iter().all(Option::is_some)
            && (names == items[..] || [&names[1], &names[0]] == [&items[0], &items[1]])
    };
    match last_value(&closure.body) {
        Expr::Binary(combined) => {
            builtin.symbol() == Some(&combined.op.to_token_stream().to_string()) && are_items(&combined.left, &combined.right)
        }
        Expr::MethodCall(call) => call.args.len() == 1 && is_named(&call.method) && are_items(&call.receiver, &call.args[0]),
        Expr::Call(call) => match bare(&call.func) {
            Expr::Path(path) if call.args.len() == 2 && is_known_function(&path.path) => {
                path.path.segments.last().is_some_and(|last| is_named(&last.ident)) && are_items(&call.args[0], &call.args[1])
            }
            _ => false,
        },
        _ => false,
    }
}

/// What a method that takes nothing combines by.
pub(super) fn combines(method: &Ident) -> Builtin {
    match method.to_string().as_str() {
        "product" => Builtin::Mul,
        "max" => Builtin::Max,
        "min" => Builtin::Min,
        _ => Builtin::Add,
    }
}

/// What is there before the first item, which changes nothing: the sum of no floats is `-0.0`.
pub(super) fn start(builtin: Builtin, scalar: Scalar, span: Span) -> Expr {
    let (identity, ty) = (builtin.identity(scalar).unwrap_or_default(), scalar.rust());
    let text = match identity.split_once("::") {
        Some((_, name)) => format!("<{ty}>::{name}"),
        None if scalar == Scalar::Bool => identity,
        None => identity + ty,
    };
    let tokens: TokenStream = text.parse().unwrap_or_default();
    let here = tokens.into_iter().map(|mut token| {
        token.set_span(ours(span));
        token
    });
    syn::parse2(here.collect()).unwrap_or_else(|_| error_at(span))
}
