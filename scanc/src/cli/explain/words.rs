//! What stands in a recurrence and its kernels, in words.

use crate::ir::{self, OperatorKind, Type};
use crate::parse::{Algorithm, DeviceWord, Kind, PLACEHOLDER, ScanAttribute};
use crate::recognise::{
    Affine, ArrayUse, Carried, Carry, Computed, Counter, LiveOut, OutputUse, Range, Recurrence, among_first_by_name,
    carried_by_name, way_text,
};
use crate::render::KernelText;
use crate::syntax::map_identifiers;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

pub(super) fn title(recurrence: &Recurrence) -> &'static str {
    match (recurrence.carried.is_empty(), recurrence.outputs.is_empty()) {
        (true, _) if combines(recurrence) => "histogram",
        (true, _) if scatters(recurrence) => "scatter",
        (true, _) => "map",
        (false, true) => "reduction",
        (false, false) => "scan",
    }
}

/// Whether it combines into elements at computed places.
pub(super) fn combines(recurrence: &Recurrence) -> bool {
    recurrence.outputs.iter().any(|output| output.combined().is_some())
}

/// Whether it stores at computed places.
fn scatters(recurrence: &Recurrence) -> bool {
    recurrence.outputs.iter().any(|output| matches!(output.computed, Some(Computed::Scattered)))
}

/// `exclusive scan, forwards over i in 1..y.len(), carried in the array y`
pub(super) fn shape(recurrence: &Recurrence) -> String {
    let kind = match recurrence.kind() {
        _ if recurrence.outputs.is_empty() => "only the last value",
        Kind::Inclusive if crate::check::is_shifted(recurrence) => "exclusive by its indices (inclusive by its iterations)",
        Kind::Inclusive => "inclusive",
        Kind::Exclusive => "exclusive",
        Kind::Mixed => "inclusive and exclusive",
    };
    let carry = match recurrence.carried.as_slice() {
        [] if combines(recurrence) => return format!("combined into elements at computed places, {}", range(recurrence)),
        [] if scatters(recurrence) => return format!("stored at computed places, {}", range(recurrence)),
        [] => return format!("independent iterations, {}", range(recurrence)),
        [carried] => format!("carried in {}", carry(recurrence, carried)),
        several => format!("{} carried values fused into one pass", several.len()),
    };
    format!("{kind}, {}, {carry}", range(recurrence))
}

/// The same of a search.
pub(super) fn search(recurrence: &Recurrence) -> String {
    format!("the first iteration that leaves the loop, {}", range(recurrence))
}

/// `the array `y``
pub(super) fn carry(recurrence: &Recurrence, carried: &Carried) -> String {
    match &carried.carry {
        Carry::Array { array, .. } => format!("the array `{}`", place(&recurrence.arrays[*array].place)),
        Carry::Part { array, way, .. } => {
            format!("`…{}` in the array `{}`", way_text(way), place(&recurrence.arrays[*array].place))
        }
        Carry::Scalar(scalar) => format!("the scalar `{}`", place(scalar)),
        Carry::State(_) => "the iterator's state".to_string(),
        Carry::Pushes { array, .. } => format!("how many are pushed to `{}`", place(&recurrence.arrays[*array].place)),
        Carry::Coefficient(_) => format!("the coefficient `{}`", carried.name),
    }
}

pub(super) fn range(recurrence: &Recurrence) -> String {
    let index = &recurrence.index.name;
    let dots = |inclusive: bool| if inclusive { "..=" } else { ".." };
    let every = |step: i64| if step == 1 { String::new() } else { format!(" in steps of {step}") };
    match &recurrence.range {
        Range::Ascending { from, to, inclusive, step } => {
            format!("forwards over {index} in {}{}{}{}", place(from), dots(*inclusive), place(to), every(*step))
        }
        Range::Descending { high, low, inclusive, step } => {
            format!("backwards over {index} in {}{}{}{}", place(low), dots(*inclusive), place(high), every(*step))
        }
        Range::Lengths(lengths) => {
            let lengths: Vec<String> = lengths.iter().map(length).collect();
            format!("forwards over {index} from 0 to the least of {}", lengths.join(", "))
        }
    }
}

/// How many items an iterator has: of one with steps the host asks by the functions' whole paths.
fn length(expr: &syn::Expr) -> String {
    let called = if let syn::Expr::Field(field) = expr { &*field.base } else { expr };
    match called {
        syn::Expr::Call(call) => match call.args.first() {
            Some(syn::Expr::Reference(iterator)) => format!("{}.len()", place(&iterator.expr)),
            _ => place(expr),
        },
        _ => place(expr),
    }
}

/// By what elements at computed places are combined: `+` on u32.
pub(super) fn combined(recurrence: &Recurrence, arrays: &[ir::Array]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (output, found_there) in recurrence.outputs.iter().filter_map(|output| Some((output, output.combined()?))) {
        let text = format!("`{}` on {}", found_there.name().unwrap_or_default(), type_name(&arrays[output.array].element));
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

pub(super) fn operator(carried: &Carried, typed: &ir::Carried) -> String {
    let found = &carried.operator;
    let name = match &found.kind {
        OperatorKind::Builtin(builtin) => builtin.name(),
        OperatorKind::Declared(path) => path,
        OperatorKind::Best(best) if best.later_wins => {
            return format!("`{}` on {}, of equals the last", best.name(), type_name(&typed.ty));
        }
        OperatorKind::Best(best) => return format!("`{}` on {}, of equals the first", best.name(), type_name(&typed.ty)),
        OperatorKind::Map(map) => return format!("derived: {}, on {}", map.family.name(), type_name(&typed.ty)),
        OperatorKind::Along(_) => return format!("what stands beside that choice, {}", type_name(&typed.ty)),
    };
    let negated = if found.subtraction { " of negated elements" } else { "" };
    format!("`{name}` on {}{negated}{}", type_name(&typed.ty), side(carried))
}

/// On which side of its operator a carried value stands, if not on the left.
pub(super) fn side(carried: &Carried) -> &'static str {
    if carried.operator.flipped { ", the carried value on the right" } else { "" }
}

pub(super) fn start(recurrence: &Recurrence, carried: &Carried) -> String {
    let of_rank = match &recurrence.attribute.ranks {
        Some(_) if crate::emit::goes_backwards(recurrence) => " on the last rank",
        Some(_) => " on the first rank",
        None => "",
    };
    if let Some(start) = &carried.start {
        if matches!(carried.operator.kind, OperatorKind::Map(_)) {
            return "anything, as the first iteration makes nothing of it".to_owned();
        }
        return format!("`{}`, with which the first iteration combines what it sets", place(start));
    }
    match &carried.carry {
        Carry::Array { array, read, .. } => {
            let (name, index) = (place(&recurrence.arrays[*array].place), &recurrence.index.name);
            format!("whatever `{name}[{}]` holds for the first {index}{of_rank}", affine(read, index))
        }
        Carry::Part { array, way, read } => {
            let (name, index) = (place(&recurrence.arrays[*array].place), &recurrence.index.name);
            format!("whatever `{name}[{}]{}` holds for the first {index}{of_rank}", affine(read, index), way_text(way))
        }
        Carry::Scalar(scalar) => format!("whatever `{}` holds before the loop{of_rank}", place(scalar)),
        Carry::State(value) | Carry::Pushes { start: value, .. } | Carry::Coefficient(value) => format!("`{}`", place(value)),
    }
}

/// How a loop that carries values of these types goes on from one rank to the next, if it does, and what each tells all.
pub(super) fn ranks(recurrence: &Recurrence, types: &[String]) -> Option<String> {
    let world = place(recurrence.attribute.ranks.as_ref()?);
    let of = match types {
        [one] => format!("`{one}`"),
        several => format!("`({})`", several.join(", ")),
    };
    let exchanges = match &recurrence.lag {
        Some(_) => format!("two exchanges a run (how many iterations each has, then a status and a window of {of})"),
        None => format!("one exchange a run (of each a status, the start and the total, both {of})"),
    };
    let exchange =
        format!("those of `{world}`: {exchanges}, in turns where one cannot say beforehand what its iterations combine to");
    let first = if recurrence.lag.is_some() { "every first" } else { "the first" };
    let halo = recurrence.carried.iter().find_map(|carried| match &carried.carry {
        Carry::Array { array, read, .. } => {
            let (name, at) = (place(&recurrence.arrays[*array].place), affine(read, &recurrence.index.name));
            Some(format!("; on the others {first} `{name}[{at}]` is stored"))
        }
        _ => None,
    });
    Some(exchange + &halo.unwrap_or_default())
}

/// What the user calls it.
pub(super) fn array_name(array: &ArrayUse) -> String {
    if array.collected { format!("{} (collected)", array.name) } else { place(&array.place) }
}

/// `to the device, read at i - 1`
pub(super) fn array_use(array: &ArrayUse, (read_at, written_at): (&[String], &[String]), computed: Option<&Computed>) -> String {
    let (read, written) = (read_at.join(", "), written_at.join(", "));
    match (read.is_empty(), written.is_empty()) {
        _ if matches!(computed, Some(Computed::Combined(_))) => format!("there and back, combined at {written}"),
        _ if computed.is_some() => format!("there and back, written at {written}"),
        (false, true) => format!("to the device, read at {read}"),
        (true, false) => format!("from the device, written at {written}"),
        (false, false) if array.delayed => format!("in place, read at {read} as it was before the loop, written at {written}"),
        (false, false) => format!("in place, read at {read}, written at {written}"),
        (true, true) => "not moved".to_string(),
    }
}

/// `i - 1`, `k, which counts, where x[i] > 0`
pub(super) fn stored_at(recurrence: &Recurrence, output: &OutputUse) -> String {
    let at = match output.counter {
        Some(counter) => format!("{}, which counts", counted_at(recurrence, counter, output.index.constant)),
        None if output.computed.is_some() => format!("`{}`", expression(&output.place().to_token_stream())),
        None => affine(&output.index, &recurrence.index.name),
    };
    match &output.guard {
        Some(guard) if output.counter.is_none() => format!("{at} where `{}` holds", expression(&guard.to_token_stream())),
        _ => at,
    }
}

/// `k - 1`
pub(super) fn counted_at(recurrence: &Recurrence, counter: Counter, offset: i64) -> String {
    let mut text = recurrence.carried[counter.carried].name.to_string();
    if offset != 0 {
        add(&mut text, offset < 0, &offset.unsigned_abs().to_string());
    }
    text
}

pub(super) fn live_out(place_: &syn::Expr, value: &LiveOut) -> String {
    match value {
        LiveOut::PastTheEnd => format!("`{}` is one step past its last value", place(place_)),
        LiveOut::AtLastIteration(value) => {
            format!("`{}` is `{}` of the last iteration", place(place_), expression(&value.to_token_stream()))
        }
    }
}

/// What an algorithm does.
pub(super) fn algorithm(algorithm: Algorithm) -> (&'static str, &'static str) {
    match algorithm {
        Algorithm::Lookback => (
            "lookback",
            "one pass, each tile looking back at those before it (reduce_then_scan on a device without 64-bit atomics)",
        ),
        Algorithm::ReduceThenScan => {
            ("reduce_then_scan", "each tile reduced, the totals scanned, each tile scanned from its prefix")
        }
        Algorithm::Blelloch => ("blelloch", "work-efficient, in blocks, block sums in turn"),
        Algorithm::Reduce => ("reduce", "each tile reduced, the totals combined; nothing else is stored"),
        Algorithm::Map => ("map", "each iteration by itself"),
        Algorithm::Bins => ("bins", "each iteration by itself, combined by atomics, or in a copy of a thread's own"),
        Algorithm::Scatter => ("scatter", "each iteration by itself; where two store to one element the loop runs as written"),
        Algorithm::Batched => ("batched", "scans that do not depend on each other, side by side in one launch"),
        Algorithm::HillisSteele => ("hillis_steele", "step-efficient, in blocks, block sums in turn"),
    }
}

/// `prefix.prefix_sum.0.{gpu,cpu}.cl`
pub(super) fn files(text: &KernelText, stem: &str) -> String {
    match text.programs.as_slice() {
        [] => "none, on no device".to_owned(),
        [program] => program.kind.file_name(stem),
        programs => {
            let words: Vec<&str> = programs.iter().map(|program| program.kind.word()).collect();
            format!("{stem}.{{{}}}.cl", words.join(","))
        }
    }
}

/// What is computed where the elements are: nothing goes to memory in between.
pub(super) fn fused(recurrence: &Recurrence) -> String {
    let stores = match recurrence.outputs.len() {
        0 => "no store".to_owned(),
        1 => "its store".to_owned(),
        several => format!("its {several} stores"),
    };
    match recurrence.carried.len() {
        0 => format!("what an iteration computes and {stores}: one kernel, no temporary array"),
        1 => format!("the element, the operator and {stores}: one kernel, no temporary array"),
        several => format!("{several} carried values, their elements and {stores}: one kernel, no temporary array"),
    }
}

/// What kernels ask of a device, or of the loop.
pub(super) fn needs(text: &KernelText) -> Vec<&'static str> {
    let needs = [
        (text.needs_fp64, "double precision"),
        (text.needs_rounded_division, "correctly rounded division"),
        (text.may_panic, "a second run of the loop where an iteration panics"),
        (!text.checks.is_empty(), "captured values that it can divide by, clamp between or multiply by, or the loop as written"),
    ];
    needs.into_iter().filter(|(needed, _)| *needed).map(|(_, what)| what).collect()
}

/// What is launched for all iterations of the loop around it.
pub(super) fn batches(recurrence: &Recurrence, file: &str) -> String {
    let variable = recurrence.outer.as_ref().map(|outer| outer.index.name.to_string()).unwrap_or_default();
    let is_around_few = recurrence.outer.as_ref().is_some_and(|outer| outer.is_around_few);
    let (all, apart, alone) = match recurrence.carried.is_empty() {
        true => ("iterations", "no two store one element", "one iteration after the other"),
        false => ("scans", "none needs another", "one by one"),
    };
    let otherwise = if is_around_few { "as written" } else { alone };
    format!("all {all} of the loop over {variable} in one launch, {file}, where the strides show that {apart}; else {otherwise}")
}

pub(super) fn place_of_run(attribute: &ScanAttribute) -> String {
    let fallback = "; as written where that fails";
    match attribute.device {
        None => format!("an OpenCL device or the host's threads, by length and what pays{fallback}"),
        Some(DeviceWord::Any) => format!("any OpenCL device, by its clause{fallback}"),
        Some(DeviceWord::All) => format!("all OpenCL devices of one platform, by its clause{fallback}"),
        Some(DeviceWord::Gpu) => format!("an OpenCL GPU, by its clause{fallback}"),
        Some(DeviceWord::Cpu) => format!("an OpenCL CPU device, by its clause{fallback}"),
        Some(DeviceWord::Accelerator) => format!("an OpenCL accelerator, by its clause{fallback}"),
        Some(DeviceWord::Host) => format!("the host's threads, by its clause{fallback}"),
        Some(DeviceWord::Loop) => "this thread, as written, by its clause".to_string(),
    }
}

/// A known type's name; of others only rustc knows it.
pub(super) fn type_name(ty: &Type) -> String {
    match ty {
        Type::Opaque(_) => "a type that only rustc knows".to_string(),
        known => known.to_string(),
    }
}

pub(super) fn affine(affine: &Affine, index: &Ident) -> String {
    let mut text = match affine.coefficient {
        0 => String::new(),
        1 => index.to_string(),
        -1 => format!("-{index}"),
        coefficient => format!("{coefficient} * {index}"),
    };
    let scaled = affine.scaled.iter().map(|(factor, term)| (factor, format!("{index} * {}", place(term))));
    for (factor, term) in scaled.chain(affine.terms.iter().map(|(factor, term)| (factor, place(term)))) {
        let times = if factor.unsigned_abs() == 1 { String::new() } else { format!("{} * ", factor.unsigned_abs()) };
        add(&mut text, *factor < 0, &format!("{times}{term}"));
    }
    if affine.constant != 0 || text.is_empty() {
        add(&mut text, affine.constant < 0, &affine.constant.unsigned_abs().to_string());
    }
    text
}

fn add(text: &mut String, negative: bool, term: &str) {
    let sign = match (text.is_empty(), negative) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    };
    text.push_str(sign);
    text.push_str(term);
}

pub(super) fn place(expr: &syn::Expr) -> String {
    expression(&expr.to_token_stream())
}

/// An expression as a person would write it, on one line, with words for the identifiers that stand for carried values.
pub(in crate::cli) fn expression(tokens: &TokenStream) -> String {
    let tokens = in_words(tokens.clone());
    let file = syn::parse2(quote!(const _: () = #tokens;)).map(|file| prettyplease::unparse(&file));
    let text = file.unwrap_or_else(|_: syn::Error| tokens.to_string());
    let text = text.trim().trim_start_matches("const _: () =").trim_end_matches(';');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn in_words(tokens: TokenStream) -> TokenStream {
    let word = |name: &Ident| {
        let text = name.to_string();
        let stands_for_a_value = among_first_by_name(&text).is_some() || carried_by_name(&text).is_some();
        text.strip_prefix(PLACEHOLDER).filter(|_| stands_for_a_value).map(str::to_owned)
    };
    map_identifiers(tokens, &|name| Some(Ident::new(&word(name)?, name.span()).into_token_stream()))
}
