//! [`Recurrence`] against its clauses, and against what a parallel run needs of any loop.
//!
//! The loop has said what it computes; here every clause is held against that. Afterwards: the operator, the target, the kind and the
//! map directions are those of the loop; no two arrays are the same place; each array is stored into once an iteration at most, at
//! distinct indices, and is read nowhere that another iteration may have changed; the carried array holds exactly the carried values.
//!
//! # Codes
//!
//! | code | what is wrong |
//! |---|---|
//! | SC0401 | the clause names another operator than the loop computes |
//! | SC0402 | the clause names another place than the loop scans |
//! | SC0403 | `inclusive` or `exclusive` is not what the loop is |
//! | SC0404 | a map direction contradicts the loop's use of the array |
//! | SC0405 | a mapped place that the loop does not use |
//! | SC0406 | two arrays of the loop are the same place, or one is a part of the other |
//! | SC0407 | a value that is fixed while the loop runs is taken from what the loop changes |
//! | SC0408 | an array is read where another iteration writes |
//! | SC0409 | two stores into one array in one iteration |
//! | SC0410 | every iteration stores into the same element |
//! | SC0411 | the carried array does not hold the carried values |
//! | SC0412 | an algorithm of scans for a reduction, or the other way round |
//! | SC0413 | an algorithm that cannot store where the loop counts |
//! | SC0414 | a loop that does not go on from one rank to the next |
//! | SC0415 | a loop that an iteration leaves, and that changes something before |
//! | SC0416 | a search whose iterations may have no end |

mod affine;
mod kind;
mod maps;
mod ranks;
mod search;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Result, Span, Spanned};
use crate::ir::{Builtin, Family, Map, OperatorKind};
use crate::parse::{AUTO, Algorithm, BUILT_IN, Kind, OperatorName, Target};
use crate::recognise::{ArrayUse, Carried, Carry, FoundOperator, OutputUse, Recurrence, after_name};
use crate::syntax::{Expressions, is_place, place_text};
pub(crate) use kind::is_shifted;
pub use search::{check_search, check_searched, of_search};

use affine::{canonical, previous, shown};
use syn::visit::Visit;
use syn::{Expr, Stmt};

/// Checks a recognised loop.
///
/// # Errors
/// `Stopped` with everything that is wrong in `diagnostics`.
pub fn check(recurrence: &Recurrence, diagnostics: &mut Diagnostics) -> Result<()> {
    let mut found = Diagnostics::default();
    check_operators(recurrence, &mut found);
    check_target(recurrence, &mut found);
    check_asserted_kind(recurrence, &mut found);
    check_algorithm(recurrence, &mut found);
    maps::check_maps(recurrence, &mut found);
    check_aliasing(recurrence, &mut found);
    check_fixed_values(recurrence, &mut found);
    check_reads(recurrence, &mut found);
    check_one_store_per_array(recurrence, &mut found);
    check_distinct_stores(recurrence, &mut found);
    ranks::check_ranks(recurrence, &mut found);
    for number in 0..recurrence.carried.len() {
        check_carried_array(recurrence, number, &mut found);
    }
    let result = found.stop_if_errors();
    diagnostics.extend(found);
    result
}

/// Each target stands beside the operator that the loop computes there.
fn check_operators(recurrence: &Recurrence, found: &mut Diagnostics) {
    let targets = &recurrence.attribute.targets;
    let along = |carried: &Carried| matches!(carried.operator.kind, OperatorKind::Along(_));
    let carried_by = |number: usize| {
        let named = recurrence.carried.iter().find(|carried| carried.clause == number && !along(carried));
        named.or(recurrence.carried.first().filter(|_| recurrence.carried.len() == 1))
    };
    for target in targets {
        let text = place_text(&target.place);
        let is_its = |output: &&OutputUse| array(recurrence, output.array).is_some_and(|array| place_text(&array.place) == text);
        for found_there in recurrence.outputs.iter().filter(is_its).filter_map(|output| output.combined()) {
            let operator = found_there.name().map_or_else(|| target.operator.to_string(), ToOwned::to_owned);
            check_operator(found_there, target, &format!("#[{}({operator} : {text})]", target.word()), found);
            if target.operator.is_derived() {
                let message = "no operator is derived for what is combined at computed places";
                found.push(error(401, target.operator.span(), message).help(format!("write `#[reduce({operator} : {text})]`")));
            }
        }
    }
    for (number, target) in targets.iter().enumerate() {
        if let Some(carried) = carried_by(number) {
            // One list names all places: each with its own operator.
            let beside = targets.iter().enumerate().filter(|(_, other)| other.word() == target.word());
            let beside = beside.map(|(number, other)| {
                let computed =
                    carried_by(number).filter(|_| !other.operator.is_derived()).and_then(|carried| carried.operator.name());
                let operator = computed.map_or_else(|| other.operator.to_string(), ToOwned::to_owned);
                format!("{operator} : {}", place_text(&other.place))
            });
            let proposed = format!("#[{}({})]", target.word(), beside.collect::<Vec<_>>().join(", "));
            check_operator(&carried.operator, target, &proposed, found);
        }
    }
}

/// `attribute` is what to write instead.
fn check_operator(computed: &FoundOperator, target: &Target, attribute: &str, found: &mut Diagnostics) {
    let operator = computed.name();
    let clause = &target.operator;
    let span = clause.span();
    match (clause, operator) {
        (OperatorName::Path(_), Some(operator)) => {
            let help = format!("write `{attribute}`, or call the operator: `{clause}(…, …)`");
            found.push(error(401, span, format!("the clause says `{clause}`, the loop computes `{operator}`")).help(help));
        }
        (OperatorName::Symbol(symbol, _), operator) if operator != Some(*symbol) && !clause.is_derived() => {
            let (computes, help) = match operator {
                Some(operator) => (format!("`{operator}`"), format!("write `{attribute}`")),
                None => ("an operator of its own".to_owned(), BUILT_IN.to_owned()),
            };
            found.push(error(401, span, format!("the clause says `{symbol}`, the loop computes {computes}")).help(help));
        }
        _ => {}
    }
}

/// The clause names the carried array, an array that outputs go to, or the accumulator. (Collected scans: `parse` has looked, the
/// accumulator's name is not part of the recurrence.)
fn check_target(recurrence: &Recurrence, found: &mut Diagnostics) {
    let is_collected = recurrence.arrays.iter().any(|array| array.collected);
    if is_collected || recurrence.carried.iter().any(|carried| matches!(carried.carry, Carry::State(_))) {
        return;
    }
    let scanned = scanned_places(recurrence);
    for target in &recurrence.attribute.targets {
        let text = place_text(&target.place);
        if !scanned.contains(&text) {
            let read = recurrence.arrays.iter().any(|array| !array.written && place_text(&array.place) == text);
            let role = if read { format!("the loop only reads `{text}`") } else { format!("the loop does not scan `{text}`") };
            let is_named = |name: &String| recurrence.attribute.targets.iter().any(|target| place_text(&target.place) == *name);
            let is_too_much = !scanned.is_empty() && scanned.iter().all(is_named);
            let help = scanned.first().map(|name| {
                if is_too_much {
                    return format!("leave `{text}` out: all that the loop carries is named");
                }
                let operators = recurrence.carried.iter().map(|carried| &carried.operator);
                let mut operators = operators.chain(recurrence.outputs.iter().filter_map(|output| output.combined()));
                let operator = operators.next().and_then(FoundOperator::name);
                let operator = operator.map_or(target.operator.to_string(), str::to_owned);
                format!("write `#[{}({operator} : {name})]`", target.word())
            });
            let does = match recurrence.carried.is_empty() {
                true => scanned.first().map_or(String::new(), |name| format!("it combines into elements of `{name}`")),
                false => format!("it carries {}", carried_names(recurrence)),
            };
            let diagnostic = error(402, target.place.span(), format!("{role}: {does}"));
            found.push(Diagnostic { help, ..diagnostic });
        }
    }
}

/// `inclusive` and `exclusive` are what the loop is.
fn check_asserted_kind(recurrence: &Recurrence, found: &mut Diagnostics) {
    let Some((asserted, span)) = recurrence.attribute.asserted else {
        return;
    };
    let kind = recurrence.kind();
    if kind == asserted || (asserted == Kind::Exclusive && is_shifted(recurrence)) {
        return;
    }
    let (is, help) = match kind {
        Kind::Inclusive => ("an inclusive one: every output holds its own element", "write `inclusive`, or leave it out"),
        Kind::Exclusive => ("an exclusive one: no output holds its own element", "write `exclusive`, or leave it out"),
        Kind::Mixed => ("both: outputs use the value before and the value after", "leave the word out"),
    };
    found.push(error(403, span, format!("the scan is {is}")).help(help));
}

/// Loops that store nothing are reduced, and others are not.
fn check_algorithm(recurrence: &Recurrence, found: &mut Diagnostics) {
    let Some(algorithm) = recurrence.attribute.algorithm else { return };
    let unknown = match recurrence.outputs.iter().any(|output| output.computed.is_some()) {
        true => Some("no algorithm of a clause stores at computed places"),
        false => recurrence.lag.as_ref().map(|_| "no algorithm of a clause continues what an iteration further back has stored"),
    };
    if let Some(message) = unknown {
        found.push(error(412, recurrence.attribute.span, message).help("leave out `algorithm(…)`"));
        return;
    }
    let (reduces, stores) = (algorithm == Algorithm::Reduce, !recurrence.outputs.is_empty());
    if reduces == stores {
        let message = match stores {
            true => "the algorithm `reduce` stores nothing, and this loop is a scan",
            false => "the algorithm of the clause is one of scans, and this loop is a reduction",
        };
        found.push(error(412, recurrence.attribute.span, message).help("leave out `algorithm(…)`"));
    }
    // There no part of an array belongs to a work-group alone.
    let is_blocked = matches!(algorithm, Algorithm::Blelloch | Algorithm::HillisSteele);
    if is_blocked && recurrence.outputs.iter().any(|output| output.counter.is_some()) {
        let message = "the algorithm of the clause does not store where a loop counts";
        found.push(
            error(413, recurrence.attribute.span, message).help("leave out `algorithm(…)`, or write `algorithm(lookback)`"),
        );
    }
}

/// No two arrays are the same memory: nothing could be said about the order of their reads and writes.
fn check_aliasing(recurrence: &Recurrence, found: &mut Diagnostics) {
    let arrays = &recurrence.arrays;
    for (number, later) in arrays.iter().enumerate() {
        // A `Vec` that the loop makes is new memory, whatever its name is.
        let existing = |earlier: &&ArrayUse| !earlier.collected && !later.collected;
        for earlier in arrays[..number].iter().filter(existing).filter(|earlier| earlier.written || later.written) {
            let (one, other) = (place_text(&earlier.place), place_text(&later.place));
            if overlap(&one, &other) {
                let message = format!("`{one}` and `{other}` are the same memory, and the loop writes it");
                found.push(error(406, later.place.span(), message).help("use one name for it in the loop"));
            }
        }
    }
}

/// What the host evaluates once, before the loop, is not changed by the loop.
fn check_fixed_values(recurrence: &Recurrence, found: &mut Diagnostics) {
    let mut changed: Vec<String> =
        recurrence.arrays.iter().filter(|array| array.written).map(|array| place_text(&array.place)).collect();
    changed.extend(recurrence.carried.iter().filter_map(|carried| match &carried.carry {
        Carry::Scalar(accumulator) => Some(place_text(accumulator)),
        Carry::Array { .. } | Carry::Part { .. } | Carry::State(_) | Carry::Pushes { .. } | Carry::Coefficient(_) => None,
    }));
    let indices =
        recurrence.arrays.iter().flat_map(|array| &array.reads).chain(recurrence.outputs.iter().map(|output| &output.index));
    let terms = indices.chain(&recurrence.lag).flat_map(|index| index.scaled.iter().chain(&index.terms)).map(|(_, term)| term);
    for value in recurrence.captures.iter().map(|capture| &capture.value).chain(terms) {
        if let Some((span, place)) = first_use(value, &changed) {
            let message = format!("`{place}` changes while the loop runs, so this value is not fixed");
            found.push(error(407, span, message).help("bind the value with `let` before the loop, and use that"));
        }
    }
}

/// A written array is read only at the index that the same iteration writes, or as the old values of a recognised delay.
fn check_reads(recurrence: &Recurrence, found: &mut Diagnostics) {
    for output in &recurrence.outputs {
        let Some(array) = array(recurrence, output.array).filter(|array| !array.delayed) else {
            continue;
        };
        let index = &recurrence.index.name;
        let own = canonical(&output.index);
        for read in array.reads.iter().filter(|read| canonical(read) != own) {
            let name = place_text(&array.place);
            let message = format!(
                "`{name}[{}]` is read while the loop writes `{name}[{}]`",
                shown(read, index),
                shown(&output.index, index)
            );
            found.push(
                error(408, output.span, message).help("store into another array, or read from a copy made before the loop"),
            );
        }
    }
}

/// An iteration stores into each array once: of several stores at counters no two are in one place, and of those at computed places it does
/// one at most, which the recogniser has made sure of.
fn check_one_store_per_array(recurrence: &Recurrence, found: &mut Diagnostics) {
    for (number, output) in recurrence.outputs.iter().enumerate() {
        let is_free = |output: &OutputUse| output.counter.is_some() || output.computed.is_some();
        let again = |earlier: &OutputUse| earlier.array == output.array && !(is_free(earlier) && is_free(output));
        if recurrence.outputs[..number].iter().any(again) {
            let name =
                array(recurrence, output.array).map_or(String::new(), |array| format!(" into `{}`", place_text(&array.place)));
            let message = format!("a second store{name} in one iteration");
            found.push(error(409, output.span, message).help("store once in an iteration; choose the value with `if`"));
        }
    }
}

/// Iterations store into different elements; the work-items of a device have no order.
fn check_distinct_stores(recurrence: &Recurrence, found: &mut Diagnostics) {
    let affine = recurrence.outputs.iter().filter(|output| output.counter.is_none() && output.computed.is_none());
    for output in affine.filter(|output| output.index.is_fixed() || recurrence.index.step == 0) {
        let message = "every iteration stores into the same element";
        found.push(error(410, output.span, message).help("store it once, after the loop"));
    }
}

/// A carried array holds the carried values themselves: what an iteration reads is what the previous one stored.
fn check_carried_array(recurrence: &Recurrence, number: usize, found: &mut Diagnostics) {
    let value = &recurrence.carried[number];
    let Carry::Array { array: carried, read, is_older: false } = &value.carry else {
        return;
    };
    let name = array(recurrence, *carried).map_or(String::new(), |array| place_text(&array.place));
    let help = "a scan stores `y[i] = y[i - 1] ⊕ …`; keep the running value in a variable to store something else";
    let Some(output) = recurrence.outputs.iter().find(|output| output.array == *carried) else {
        let message = format!("the loop carries a value in `{name}` without storing it there");
        return found.push(error(411, value.operator.span, message).help(help));
    };
    if previous(&output.index, recurrence.index.step, recurrence.lag.as_ref()) != Some(canonical(read)) {
        let index = &recurrence.index.name;
        let message = format!("`{name}[{}]` is not what the previous iteration stored", shown(read, index));
        found.push(error(411, output.span, message).help(help));
    }
    if !is_after(&output.value, &after_name(number)) {
        found.push(error(411, output.span, format!("what is stored into `{name}` is not the carried value")).help(help));
    }
}

fn error(code: u16, span: impl Into<Span>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code(code), span, message)
}

fn array(recurrence: &Recurrence, number: usize) -> Option<&ArrayUse> {
    recurrence.arrays.get(number)
}

/// What a clause may name, the best name first.
fn scanned_places(recurrence: &Recurrence) -> Vec<String> {
    let carried = recurrence.carried.iter().filter_map(|carried| place_of(recurrence, carried));
    let uses_carried = |output: &&OutputUse| {
        output.counter.is_some() || output.computed.is_some() || output.expressions().any(kind::uses_carried)
    };
    let scanned = recurrence.outputs.iter().filter(uses_carried);
    let outputs = scanned.filter_map(|output| array(recurrence, output.array)).map(|array| &array.place);
    let mut places: Vec<String> = outputs.chain(carried).map(place_text).collect();
    let mut seen = std::collections::HashSet::new();
    places.retain(|place| seen.insert(place.clone()));
    places
}

/// What the loop carries, for messages.
fn carried_names(recurrence: &Recurrence) -> String {
    let name = |carried| {
        place_of(recurrence, carried).map_or("the closure's state".to_owned(), |place| format!("`{}`", place_text(place)))
    };
    let visible = recurrence.carried.iter().filter(|carried| !matches!(carried.carry, Carry::Coefficient(_)));
    visible.map(name).collect::<Vec<_>>().join(" and ")
}

/// The array or the variable that carries.
fn place_of<'r>(recurrence: &'r Recurrence, carried: &'r Carried) -> Option<&'r Expr> {
    match &carried.carry {
        Carry::Array { array: number, .. } | Carry::Part { array: number, .. } | Carry::Pushes { array: number, .. } => {
            array(recurrence, *number).map(|array| &array.place)
        }
        Carry::Scalar(accumulator) => Some(accumulator),
        Carry::State(_) | Carry::Coefficient(_) => None,
    }
}

/// The same place, or a field of the other.
fn overlap(one: &str, other: &str) -> bool {
    let within = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    one == other || within(one, other) || within(other, one)
}

/// Where `value` uses one of `places` other than for its length.
fn first_use(value: &Expr, places: &[String]) -> Option<(Span, String)> {
    let mut found = None;
    let mut look = |expression: &Expr| {
        if matches!(expression, Expr::MethodCall(call) if call.args.is_empty() && (call.method == "len" || call.method == "is_empty"))
        {
            return false;
        }
        if !is_place(expression) {
            return true;
        }
        // The longest place counts: `self.scale` is not a use of `self.y`, though both begin with `self`.
        let text = place_text(expression);
        if found.is_none() && places.iter().any(|place| overlap(place, &text)) {
            found = Some((expression.span(), text));
        }
        false
    };
    Expressions(&mut look).visit_expr(value);
    found
}

/// Whether a value is the carried value after the iteration, and nothing else.
fn is_after(value: &Expr, after: &str) -> bool {
    match value {
        Expr::Paren(inner) => is_after(&inner.expr, after),
        Expr::Group(inner) => is_after(&inner.expr, after),
        Expr::Block(block) => matches!(block.block.stmts.as_slice(), [Stmt::Expr(inner, None)] if is_after(inner, after)),
        Expr::Path(path) => path.path.is_ident(after),
        _ => false,
    }
}

impl FoundOperator {
    /// As a clause names it; `None` for a declared one.
    pub fn name(&self) -> Option<&'static str> {
        match &self.kind {
            OperatorKind::Builtin(Builtin::Add) if self.subtraction => Some("-"),
            OperatorKind::Builtin(builtin) => Some(builtin.name()),
            OperatorKind::Best(best) => Some(best.name()),
            OperatorKind::Map(Map { family: Family::OfExtreme(of) | Family::OfSum(of), .. }) => Some(of.extreme().name()),
            OperatorKind::Map(Map { family: Family::OfSums, .. }) => Some(Builtin::Add.name()),
            OperatorKind::Map(_) => Some(AUTO),
            OperatorKind::Declared(_) | OperatorKind::Along(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;
