//! The recurrence as formulas, in the names of the source: `t' = t + x[i]`. A prime marks a variable after the iteration, `old(x)` is an
//! array as it was before the loop.

use super::words;
use crate::ir::{CarriedId, Family, Map, OperatorKind, Row, Semiring, Term, With};
use crate::recognise::{ArrayUse, Carried, Carry, LAUNCH, Neutral, OutputUse, Recurrence, after_name, before_name, neutral};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;

/// A letter that identifiers may have; the prime is none.
const PRIME: char = '\u{2b9}';

/// What the identifiers of canonical expressions are in the source.
pub(super) struct Names {
    known: HashMap<String, TokenStream>,
}

impl Names {
    pub(super) fn of(recurrence: &Recurrence) -> Self {
        let arrays = recurrence.arrays.iter().filter(|array| !array.collected);
        let arrays = arrays.map(|array| (array.name.to_string(), loaded(array)));
        let captures = recurrence.captures.iter().map(|capture| (capture.name.to_string(), operand(&capture.value)));
        let mut names = Self { known: arrays.chain(captures).collect() };
        for (number, carried) in recurrence.carried.iter().enumerate() {
            let (before, after) = names.around(recurrence, carried, number);
            names.known.insert(before_name(number), before);
            names.known.insert(after_name(number), after);
        }
        names
    }

    /// What an iteration adds to a carried value.
    pub(super) fn element(&self, carried: &Carried) -> String {
        match carried.element.stmts.as_slice() {
            [syn::Stmt::Expr(value, None)] => self.text(value),
            _ => self.text(&carried.element),
        }
    }

    /// What is stored.
    pub(super) fn value(&self, output: &OutputUse) -> String {
        self.text(&output.value)
    }

    /// A line for each carried value, and for each store that is no carried value's own.
    pub(super) fn formula(&self, recurrence: &Recurrence) -> Vec<String> {
        let carried = recurrence.carried.iter().enumerate();
        let is_shown = |carry: &Carry| !matches!(carry, Carry::Coefficient(_) | Carry::Array { is_older: true, .. });
        let carried = carried.filter(|(_, carried)| is_shown(&carried.carry));
        let carried = carried.map(|(number, carried)| self.step(recurrence, number, carried));
        let outputs = recurrence.outputs.iter().map(|output| self.store(recurrence, output));
        carried.chain(outputs.flatten()).collect()
    }

    fn step(&self, recurrence: &Recurrence, number: usize, carried: &Carried) -> String {
        let (before, after) = (self.before(number), self.after(number));
        let element = self.element(carried);
        let infix = self.operand(carried);
        let sides = |carried_value: String, element: String| match carried.operator.flipped {
            false => (carried_value, element),
            true => (element, carried_value),
        };
        let call = |name: &str| {
            let (left, right) = sides(before.clone(), element.clone());
            format!("{after} = {name}({left}, {right})")
        };
        match &carried.operator.kind {
            OperatorKind::Builtin(builtin) => match builtin.symbol() {
                Some(symbol) => {
                    let (left, right) = sides(before, infix);
                    format!("{after} = {left} {symbol} {right}")
                }
                None => call(builtin.name()),
            },
            OperatorKind::Declared(path) => call(&path.split_whitespace().collect::<String>()),
            OperatorKind::Map(Map { family: Family::OfExtreme(of), source: Some(source), coefficient: Some(coefficient) }) => {
                let source = if of.exclusive { self.before(source.0) } else { self.after(source.0) };
                let own = &recurrence.carried[coefficient.0];
                let given = match (of.with, &own.operator.kind) {
                    // Of a sum with a limit it is the sum.
                    (_, OperatorKind::Map(_)) => source,
                    (With::Plus, _) => format!("{source} + {}", self.operand(own)),
                    (With::Minus, _) => format!("{source} - {}", self.operand(own)),
                    (With::From, _) => format!("{} - {source}", self.operand(own)),
                    (With::Ratio, _) => format!("{} / {source}", self.operand(own)),
                    (With::Loss, _) => format!("1 - {} / {source}", self.operand(own)),
                    (With::Gain, _) => format!("{} / {source} - 1", self.operand(own)),
                };
                format!("{after} = {}({before}, {given})", of.extreme().name())
            }
            OperatorKind::Map(Map { family: Family::Row(row), .. }) => format!("{after} = {}", self.row(*row, recurrence)),
            OperatorKind::Map(map) => format!("{after} = {}", self.term(&map.composed(CarriedId(number)), recurrence)),
            OperatorKind::Best(best) => call(best.name()),
            OperatorKind::Along(CarriedId(with)) => {
                format!("{after} = {element} where {} is chosen anew, else {before}", self.after(*with))
            }
        }
    }

    /// A row of a matrix times what is carried, without what is nothing.
    fn row(&self, row: Row, recurrence: &Recurrence) -> String {
        let Some(sum) = row.semiring.sum() else { return self.copy(row, recurrence) };
        let products = (0..row.order).filter_map(|at| {
            let cell = &recurrence.carried[row.cell(row.row, at).0];
            let before = self.before(at);
            match (row.semiring, neutral(row.semiring, &cell.element)) {
                (_, Some(Neutral::OfSums)) => None,
                (_, Some(Neutral::OfProducts)) => Some(before),
                (Semiring::Linear, None) => Some(format!("{} * {before}", self.operand(cell))),
                (_, None) => Some(format!("{before} + {}", self.operand(cell))),
            }
        });
        let amount = &recurrence.carried[row.row];
        let is_none = neutral(row.semiring, &amount.element) == Some(Neutral::OfSums);
        let amount = (!is_none).then(|| self.element(amount));
        let terms: Vec<String> = products.chain(amount).collect();
        match (sum.symbol(), terms.as_slice()) {
            (_, [term]) => term.clone(),
            (Some(symbol), terms) => terms.join(&format!(" {symbol} ")),
            (None, terms) => format!("{}({})", sum.name(), terms.join(", ")),
        }
    }

    /// A copy of what is carried, or a value of the iteration.
    fn copy(&self, row: Row, recurrence: &Recurrence) -> String {
        let amount = self.element(&recurrence.carried[row.row]);
        (0..row.order).rev().fold(amount, |others, at| {
            let cell = &recurrence.carried[row.cell(row.row, at).0];
            let before = self.before(at);
            match neutral(row.semiring, &cell.element) {
                Some(Neutral::OfSums) => others,
                Some(Neutral::OfProducts) => before,
                None => format!("if {} {{ {before} }} else {{ {others} }}", self.element(cell)),
            }
        })
    }

    /// What a map makes of what is carried.
    fn term(&self, term: &Term, recurrence: &Recurrence) -> String {
        let text = |term: &Term| self.term(term, recurrence);
        // Between commas nothing takes it apart.
        let alone = |term: &Term| match term {
            Term::Later(CarriedId(number)) => self.element(&recurrence.carried[*number]),
            term => text(term),
        };
        match term {
            Term::Earlier(CarriedId(number)) => self.before(*number),
            Term::Later(CarriedId(number)) => self.operand(&recurrence.carried[*number]),
            Term::Sum(left, right) => format!("{} + {}", text(left), text(right)),
            Term::Difference(left, right) => format!("{} - {}", text(left), text(right)),
            Term::Quotient(left, right) => format!("{} / {}", text(left), text(right)),
            Term::Clamped(terms) => {
                let [value, change, low, high] = &**terms;
                format!("clamp({} + {}, {}, {})", text(value), text(change), alone(low), alone(high))
            }
            Term::One => "1".to_owned(),
            Term::WherePositive(source, then, otherwise) => {
                let [source, then, otherwise] = [source, then, otherwise].map(|term| text(term));
                format!("if {source} > 0 {{ {then} }} else {{ {otherwise} }}")
            }
            Term::Combined(operator, left, right) => {
                let (left, right) = (text(left), text(right));
                match operator.symbol() {
                    Some("^") => format!("({left}) ^ {right}"),
                    Some(symbol) => format!("{left} {symbol} {right}"),
                    None => format!("{}({left}, {right})", operator.name()),
                }
            }
            Term::Choice(terms) => {
                let [goes_on, on, reset] = terms.each_ref().map(text);
                format!("if {goes_on} {{ {on} }} else {{ {reset} }}")
            }
            Term::State(terms) => {
                let [table, state] = terms.each_ref().map(text);
                format!("{table} >> (4 * {state}) & 15")
            }
            Term::States(_, tables) => {
                let [earlier, later] = tables.each_ref().map(text);
                format!("{later} of the states in {earlier}")
            }
        }
    }

    /// An element, in parentheses where an operator beside it would take it apart.
    fn operand(&self, carried: &Carried) -> String {
        let element = self.element(carried);
        match carried.element.stmts.as_slice() {
            [syn::Stmt::Expr(value, None)] if is_operand(value) => element,
            _ => format!("({element})"),
        }
    }

    fn store(&self, recurrence: &Recurrence, output: &OutputUse) -> Option<String> {
        let at = self.place_of(recurrence, output);
        let value = self.value(output);
        let guard = output.guard.as_ref().map(|guard| format!(" where {}", self.text(guard)));
        let stored = self.shown(&at);
        if let Some(found) = output.combined() {
            let operator = found.name().unwrap_or_default();
            let value = match (found.subtraction, operator.starts_with(char::is_alphabetic)) {
                (true, _) => format!("{stored} + {value}"),
                (false, true) => format!("{operator}({stored}, {value})"),
                (false, false) => format!("{stored} {operator} {value}"),
            };
            return Some(format!("{stored} = {value}{}", guard.unwrap_or_default()));
        }
        (stored != value).then(|| format!("{stored} = {value}{}", guard.unwrap_or_default()))
    }

    fn before(&self, number: usize) -> String {
        self.shown(&self.known[&before_name(number)])
    }

    fn after(&self, number: usize) -> String {
        self.shown(&self.known[&after_name(number)])
    }

    /// Where an output goes.
    fn place_of(&self, recurrence: &Recurrence, output: &OutputUse) -> TokenStream {
        let array = &recurrence.arrays[output.array];
        let index = match output.counter {
            Some(counter) => self.index(&words::counted_at(recurrence, counter, output.index.constant)),
            None if output.computed.is_some() => self.put(output.place().to_token_stream()),
            None => self.index(&words::affine(&output.index, &recurrence.index.name)),
        };
        if array.collected {
            let name = &array.name;
            return quote!(#name[#index]);
        }
        let place = &array.place;
        quote!(#place[#index])
    }

    fn index(&self, text: &str) -> TokenStream {
        self.put(text.parse().unwrap_or_default())
    }

    /// A carried value before and after an iteration: of an array its elements, of a variable its name.
    fn around(&self, recurrence: &Recurrence, carried: &Carried, number: usize) -> (TokenStream, TokenStream) {
        match &carried.carry {
            Carry::Array { array, read, .. } => {
                let place = &recurrence.arrays[*array].place;
                let index = self.index(&words::affine(read, &recurrence.index.name));
                let after = after_name(number);
                let own = |output: &&OutputUse| output.array == *array && output.value.to_token_stream().to_string() == after;
                let stored = recurrence.outputs.iter().find(own).map(|output| self.place_of(recurrence, output));
                (quote!(#place[#index]), stored.unwrap_or_else(|| primed(&carried.name.to_token_stream())))
            }
            Carry::Part { array, way, read } => {
                let place = &recurrence.arrays[*array].place;
                let index = self.index(&words::affine(read, &recurrence.index.name));
                let stored = recurrence.outputs.iter().find(|output| output.array == *array);
                let stored = stored.map(|output| self.place_of(recurrence, output));
                let after = stored.map(|whole| quote!(#whole #(#way)*));
                (quote!(#place[#index] #(#way)*), after.unwrap_or_else(|| primed(&carried.name.to_token_stream())))
            }
            Carry::Scalar(place) => (place.to_token_stream(), primed(&place.to_token_stream())),
            Carry::State(_) | Carry::Pushes { .. } | Carry::Coefficient(_) => {
                (carried.name.to_token_stream(), primed(&carried.name.to_token_stream()))
            }
        }
    }

    /// A canonical expression in the source's names.
    pub(super) fn text(&self, canonical: &impl ToTokens) -> String {
        self.shown(&self.put(canonical.to_token_stream()))
    }

    fn shown(&self, tokens: &TokenStream) -> String {
        words::expression(tokens).replace(PRIME, "'")
    }

    fn put(&self, tokens: TokenStream) -> TokenStream {
        let mut put = TokenStream::new();
        let mut is_field = false;
        let mut tokens = tokens.into_iter();
        while let Some(token) = tokens.next() {
            if matches!(&token, TokenTree::Ident(name) if name == LAUNCH) {
                // What a limit is put on.
                let limited =
                    tokens.by_ref().find_map(|token| if let TokenTree::Group(group) = token { Some(group) } else { None });
                let limited = limited.into_iter().flat_map(|group| group.stream());
                let limited = limited.take_while(|token| !matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','));
                put.extend(self.put(limited.collect()));
                continue;
            }
            let known = match &token {
                TokenTree::Ident(name) if !is_field => self.known.get(&name.to_string()).cloned(),
                TokenTree::Group(group) => {
                    Some(TokenTree::Group(Group::new(group.delimiter(), self.put(group.stream()))).into_token_stream())
                }
                _ => None,
            };
            is_field = matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.');
            put.extend(known.unwrap_or_else(|| token.into_token_stream()));
        }
        put
    }
}

/// An array where it is loaded from.
fn loaded(array: &ArrayUse) -> TokenStream {
    let place = &array.place;
    if array.delayed { quote!(old(#place)) } else { quote!(#place) }
}

/// With a prime on its last name.
fn primed(place: &TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = place.clone().into_iter().collect();
    if let Some(TokenTree::Ident(name)) = tokens.iter_mut().rfind(|token| matches!(token, TokenTree::Ident(_))) {
        *name = format_ident!("{name}{}", PRIME.to_string());
    }
    tokens.into_iter().collect()
}

/// In parentheses, where an operator beside it would take it apart.
fn operand(expr: &syn::Expr) -> TokenStream {
    if is_operand(expr) { expr.to_token_stream() } else { quote!((#expr)) }
}

fn is_operand(expr: &syn::Expr) -> bool {
    use syn::Expr::{Call, Field, Index, Lit, MethodCall, Paren, Path, Unary};
    if let Call(call) = expr
        && matches!(&*call.func, Path(function) if function.path.segments[0].ident == LAUNCH)
    {
        // What a limit is put on is shown without it.
        return call.args.first().is_none_or(is_operand);
    }
    matches!(expr, Call(_) | Field(_) | Index(_) | Lit(_) | MethodCall(_) | Paren(_) | Path(_) | Unary(_))
}
