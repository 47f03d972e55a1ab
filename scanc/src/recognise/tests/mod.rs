//! Every loop shape and every refusal, as text.

mod array_carried;
mod batches;
mod bins;
mod bodies;
mod chained_spellings;
mod clauses;
mod conditional_spellings;
mod counters;
mod delay_registers;
mod dependent;
mod derived;
mod first;
mod fixed;
mod gathers;
mod helps;
mod independent;
mod inner_loops;
mod iterators;
mod matrix;
mod partial;
mod products;
mod reduced;
mod refused_headers;
mod refused_places;
mod refused_recurrences;
mod refused_statements;
mod scalar_carried;
mod spellings;
mod tuples;
mod while_loops;

use super::{Affine, ArrayUse, Carried, Carry, Computed, FoundOperator, LiveOut, Range, Recurrence, recognise};
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::ir::{OperatorKind, Scalar, Type};
use crate::parse::{Known, LoopSyntax, OperatorName, Reduced, ScanAttribute, ScanSite, Target, TypeEnvironment};
use crate::syntax::text;
use std::collections::HashMap;

/// A loop is recognised as `expected`: one line each for the range, the carried value and operator, the element, the stores, the
/// arrays, and where there are any the captures and the values after the loop.
fn check(parameters: &str, source: &str, expected: &str) {
    check_site(&site(parameters, source, builtin()), expected);
}

fn check_site(site: &ScanSite, expected: &str) {
    let mut diagnostics = Diagnostics::default();
    let found = recognise(site, &mut diagnostics);
    let messages: Vec<String> = diagnostics.iter().map(describe).collect();
    let found = found.unwrap_or_else(|_| panic!("refused:\n{}", messages.join("\n")));
    let (summary, expected) = (summary(&found), dedented(expected));
    assert!(summary == expected, "found\n{summary}\nexpected\n{expected}");
}

/// A loop is refused with exactly these codes, each at the text after it.
fn refuse(parameters: &str, source: &str, expected: &[(u16, &str)]) {
    refuse_site(&site(parameters, source, builtin()), expected);
}

fn refuse_site(site: &ScanSite, expected: &[(u16, &str)]) {
    let mut diagnostics = Diagnostics::default();
    let result = recognise(site, &mut diagnostics);
    let found: Vec<(u16, String)> = diagnostics.iter().map(|d| (d.code.0, d.span.source_text().unwrap_or_default())).collect();
    let messages: Vec<String> = diagnostics.iter().map(describe).collect();
    let found: Vec<(u16, &str)> = found.iter().map(|(code, text)| (*code, text.as_str())).collect();
    assert!(result.is_err(), "recognised:\n{}", result.map(|r| summary(&r)).unwrap_or_default());
    assert_eq!(found, expected, "{}", messages.join("\n"));
    assert!(diagnostics.iter().all(|d| d.help.is_some()), "{}", messages.join("\n"));
}

fn builtin() -> OperatorName {
    OperatorName::Symbol("+", Span::call_site())
}

fn describe(diagnostic: &Diagnostic) -> String {
    let Diagnostic { code, span, message, help, .. } = diagnostic;
    format!("{code} at `{}`: {message}; {}", span.source_text().unwrap_or_default(), help.clone().unwrap_or_default())
}

/// A site with the types of a function's parameters; `targets` are empty.
fn site(parameters: &str, source: &str, operator: OperatorName) -> ScanSite {
    let attribute = ScanAttribute {
        targets: vec![Target { operator, place: syn::parse_str("unnamed").unwrap(), reduction: false }],
        independent: false,
        maps: Vec::new(),
        device: None,
        algorithm: None,
        group_size: None,
        asserted: None,
        deterministic: false,
        reassociate: false,
        ranks: None,
        runtime: None,
        span: Span::call_site(),
    };
    let names = types(parameters);
    let variables = names.keys().cloned().collect();
    let types = TypeEnvironment { names, variables, elements: elements(parameters), ..TypeEnvironment::default() };
    ScanSite { attribute, function: "f".into(), number: 0, outer: None, syntax: syntax(source), called: None, types }
}

fn syntax(source: &str) -> LoopSyntax {
    let statement: syn::Stmt = syn::parse_str(source).unwrap_or_else(|error| panic!("{source}: {error}"));
    match statement {
        syn::Stmt::Expr(syn::Expr::ForLoop(syntax), _) => LoopSyntax::For(syntax),
        syn::Stmt::Expr(syn::Expr::While(syntax), _) => LoopSyntax::While(syntax),
        syn::Stmt::Expr(chain, _) => of_chain(None, None, chain),
        syn::Stmt::Local(local) => {
            let name: syn::Ident = match &local.pat {
                syn::Pat::Type(typed) => syn::parse_str(&text(&*typed.pat)).unwrap(),
                pat => syn::parse_str(&text(pat)).unwrap(),
            };
            let ty = match local.pat {
                syn::Pat::Type(typed) => Some(*typed.ty),
                _ => None,
            };
            of_chain(Some(name), ty, *local.init.unwrap().expr)
        }
        _ => panic!("{source}"),
    }
}

fn of_chain(name: Option<syn::Ident>, ty: Option<syn::Type>, chain: syn::Expr) -> LoopSyntax {
    match chain {
        syn::Expr::MethodCall(chain) if chain.method != "collect" => {
            LoopSyntax::Reduce(Box::new(Reduced { name, ty, chain, is_operand: false }))
        }
        chain => LoopSyntax::Collect(name, chain),
    }
}

fn types(parameters: &str) -> HashMap<String, Known> {
    written(parameters).map(|(name, ty)| (name, known(&ty))).collect()
}

/// The types of the elements of slices.
fn elements(parameters: &str) -> HashMap<String, syn::Type> {
    let element = |(name, ty)| match ty {
        syn::Type::Reference(reference) => match *reference.elem {
            syn::Type::Slice(slice) => Some((name, *slice.elem)),
            _ => None,
        },
        _ => None,
    };
    written(parameters).filter_map(element).collect()
}

fn written(parameters: &str) -> impl Iterator<Item = (String, syn::Type)> {
    let signature: syn::Signature = syn::parse_str(&format!("fn f({parameters})")).unwrap();
    signature.inputs.into_iter().map(|parameter| match parameter {
        syn::FnArg::Typed(typed) => (text(&*typed.pat), *typed.ty),
        syn::FnArg::Receiver(_) => panic!("a method"),
    })
}

fn known(ty: &syn::Type) -> Known {
    let scalar = |ty: &syn::Type| Scalar::from_rust(&text(ty)).map(Type::Scalar);
    match ty {
        syn::Type::Reference(reference) => match known(&reference.elem) {
            Known::Value(ty) => Known::Reference(ty),
            other => other,
        },
        syn::Type::Slice(slice) => Known::Sequence(scalar(&slice.elem)),
        other => scalar(other).map_or_else(|| Known::Other(text(other)), Known::Value),
    }
}

fn dedented(text: &str) -> String {
    text.trim().lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

fn summary(found: &Recurrence) -> String {
    let index = found.index.ty.as_ref().map_or_else(String::new, |ty| format!(": {ty}"));
    let mut lines = vec![format!("{}{index} in {}, step {}", found.index.name, range(&found.range), found.index.step)];
    for carried in &found.carried {
        let start = carried.start.as_ref().map_or_else(String::new, |start| format!(" from {}", text(start)));
        lines.push(format!("{}{start} {}", carry(found, carried), operator(&carried.operator)));
        lines.push(format!("e = {}", text(&crate::syntax::block_value(carried.element.clone()))));
    }
    for output in &found.outputs {
        let affine = affine(found, &output.index);
        let written = text(&output.index_expr);
        let index = if written == affine { affine } else { format!("{written} = {affine}") };
        let index = match output.counter {
            Some(counter) => {
                let word = if counter.dense { "dense" } else { "counted" };
                format!("{written} {word} by {}", found.carried[counter.carried].name)
            }
            None => index,
        };
        let index = match &output.computed {
            Some(Computed::Combined(found)) => format!("{written} {}", operator(found)),
            Some(Computed::Scattered) => format!("{written} alone"),
            None => index,
        };
        let guard = output.guard.as_ref().map(|guard| format!("if {}: ", text(guard))).unwrap_or_default();
        lines.push(format!("{guard}{}[{index}] = {}", found.arrays[output.array].name, text(&output.value)));
    }
    lines.push(found.arrays.iter().map(|use_| array(found, use_)).collect::<Vec<_>>().join(", "));
    let captures = found.captures.iter().map(|capture| {
        let ty = capture.ty.as_ref().map_or_else(String::new, |ty| format!(": {ty}"));
        format!("{}{ty} = {}", capture.name, text(&capture.value))
    });
    lines.extend(captures);
    lines.extend(found.live_out.iter().map(|(place, value)| match value {
        LiveOut::PastTheEnd => format!("after: {} past the end", text(place)),
        LiveOut::AtLastIteration(value) => format!("after: {} = {}", text(place), text(value)),
    }));
    lines.extend(found.lag.iter().map(|lag| format!("lag {}", text(&lag.fixed_expression(Span::call_site())))));
    let spaced = lines.join("\n").replace(super::BEFORE, "before").replace(super::AFTER, "after");
    format!("{spaced}\n{:?}", found.kind()).replace(super::IS_FIRST, "is_first").replace(super::IS_AMONG_FIRST, "is_among_first")
}

fn range(range: &Range) -> String {
    match range {
        Range::Ascending { from, to, inclusive: false, .. } => format!("{}..{}", text(from), text(to)),
        Range::Ascending { from, to, inclusive: true, .. } => format!("{}..={}", text(from), text(to)),
        Range::Descending { high, low, inclusive: false, .. } => format!("({}..{}).rev()", text(low), text(high)),
        Range::Descending { high, low, inclusive: true, .. } => format!("({}..={}).rev()", text(low), text(high)),
        Range::Lengths(lengths) => format!("0..min({})", lengths.iter().map(text).collect::<Vec<_>>().join(", ")),
    }
}

fn carry(found: &Recurrence, carried: &Carried) -> String {
    match &carried.carry {
        Carry::Part { array, way, read } => {
            format!("carries {}[{}]{}", found.arrays[*array].name, affine(found, read), super::way_text(way))
        }
        Carry::Array { array, read, .. } => format!("carries {}[{}]", found.arrays[*array].name, affine(found, read)),
        Carry::Scalar(scalar) => format!("carries {}", text(scalar)),
        Carry::State(start) => format!("carries a state from {}", text(start)),
        Carry::Coefficient(start) => format!("carries a coefficient from {}", text(start)),
        Carry::Pushes { array, .. } => format!("carries how many are pushed to array {array}"),
    }
}

fn operator(operator: &FoundOperator) -> String {
    let kind = match &operator.kind {
        OperatorKind::Builtin(builtin) => format!("{builtin:?}"),
        OperatorKind::Declared(path) => path.clone(),
        OperatorKind::Best(best) => format!("{best:?}"),
        OperatorKind::Along(key) => format!("along with {}", key.0),
        OperatorKind::Map(map) => format!("{:?} with {:?} of {:?}", map.family, map.coefficient, map.source),
    };
    let words = [("flipped", operator.flipped), ("subtraction", operator.subtraction), ("compared", operator.compared)];
    let words = words.iter().filter(|(_, holds)| *holds).map(|(word, _)| format!(" {word}"));
    format!("by {kind}{}", words.collect::<String>())
}

fn array(found: &Recurrence, array: &ArrayUse) -> String {
    let read = |read: &Affine| format!("{}{}", affine(found, read), if read.guarded { " guarded" } else { "" });
    let reads: Vec<String> = array.reads.iter().map(read).collect();
    let place = text(&array.place);
    let place = if array.name == place { String::new() } else { format!(" = {place}") };
    let words =
        [("gathered", array.gathered), ("written", array.written), ("delayed", array.delayed), ("collected", array.collected)];
    let words: String = words.iter().filter(|(_, holds)| *holds).map(|(word, _)| format!(" {word}")).collect();
    format!("{}{place}[{}]{words}", array.name, reads.join("; "))
}

fn affine(found: &Recurrence, affine: &Affine) -> String {
    text(&affine.expression(&found.index.name, Span::call_site()))
}
