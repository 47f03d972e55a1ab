//! What a loop was recognised as, and what is known of an operator, in words.

use super::compile::{CompiledFile, CompiledLoop, batched_stem};
use super::operators::{CompiledOperator, Laws};
use super::source::Source;
use crate::ir::{self, OperatorKind, Type};
use crate::parse::Kind;
use crate::parse::{Algorithm, DeviceWord, ScanAttribute};
use crate::recognise::{Affine, ArrayUse, Carried, Carry, IS_FIRST, LiveOut, OutputUse, Range, Recurrence, carried_by_name};
use crate::render::KernelText;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::fmt::Write;

/// Every operator and every loop of a file; `laws` says what is known of each operator's.
pub(super) fn file(source: &Source, compiled: &CompiledFile, laws: &[Option<Laws>]) -> String {
    let operators = compiled.operators.iter().zip(laws).map(|(operator, laws)| one_operator(source, operator, laws.as_ref()));
    let loops = compiled.loops.iter().map(|found| one_loop(source, compiled, found));
    operators.chain(loops).collect::<Vec<_>>().join("\n")
}

/// What is known of every operator's laws.
pub(super) fn laws(source: &Source, operators: &[CompiledOperator], laws: &[Option<Laws>]) -> String {
    let told = operators.iter().zip(laws).map(|(operator, laws)| {
        let lines = operator.told(laws.as_deref());
        lines.iter().fold(headline(source, operator), |text, line| format!("{text}  {line}\n"))
    });
    told.collect::<Vec<_>>().join("\n")
}

fn headline(source: &Source, operator: &CompiledOperator) -> String {
    let (line, column) = source.line_and_column(operator.place.start);
    format!("{}:{line}:{column}: operator {}\n", source.path.display(), operator.title())
}

fn one_operator(source: &Source, operator: &CompiledOperator, laws: Option<&Laws>) -> String {
    let mut text = headline(source, operator);
    let none = "none: a semigroup, whose scans start from a value of the loop".to_owned();
    row(&mut text, "identity", operator.identity.as_ref().map_or(none, |identity| format!("`{identity}`")));
    operator.told(laws.map(Vec::as_slice)).into_iter().enumerate().for_each(|(number, line)| {
        row(&mut text, if number == 0 { "laws" } else { "" }, line);
    });
    text
}

fn row(text: &mut String, title: &str, value: String) {
    // A `String` takes all that is written.
    let _ = writeln!(text, "  {title:<10} {value}");
}

fn one_loop(source: &Source, file: &CompiledFile, found: &CompiledLoop) -> String {
    let (recurrence, kernel) = (&crate::emit::tidy(found.compiled.recurrence.clone()), &found.compiled.kernel);
    let (line, column) = source.line_and_column(found.place.start);
    let mut text =
        format!("{}:{line}:{column}: loop {} of `{}`\n", source.path.display(), found.compiled.site.number, recurrence.function);
    let mut row = |title: &str, value: String| row(&mut text, title, value);
    row(title(recurrence), shape(recurrence));
    let declared = found.operator.map(|number| &file.operators[number]);
    for (carried, typed) in recurrence.carried.iter().zip(&kernel.carried) {
        if recurrence.carried.len() > 1 {
            let reduced = recurrence.attribute.targets[carried.clause].reduction && !recurrence.outputs.is_empty();
            row("carries", format!("{}{}", carry(recurrence, carried), if reduced { ", only reduced" } else { "" }));
        }
        row("operator", declared.map_or_else(|| operator(carried, typed), |used| declared_operator(source, used, carried)));
        row("start", start(recurrence, carried));
        row("element", expression(&block_value(carried)));
    }
    recurrence.arrays.iter().zip(&kernel.arrays).enumerate().for_each(|(number, (array, typed))| {
        row(if number == 0 { "arrays" } else { "" }, array_use(recurrence, number, array, &typed.element));
    });
    recurrence.captures.iter().zip(&kernel.captures).enumerate().for_each(|(number, (capture, typed))| {
        let value = format!("`{}`: {}, evaluated once", expression(&capture.value.to_token_stream()), type_name(&typed.ty));
        row(if number == 0 { "captures" } else { "" }, value);
    });
    recurrence.live_out.iter().for_each(|(place, value)| row("afterwards", live_out(place, value)));
    found.moves.iter().enumerate().for_each(|(number, line)| row(if number == 0 { "moves" } else { "" }, line.clone()));
    row("algorithm", algorithm(found.compiled.algorithm, &recurrence.attribute));
    row("kernel", needs(found));
    if let Some(lag) = &recurrence.lag {
        row(
            "lag",
            format!(
                "{} iterations: so many scans, interleaved",
                expression(&lag.fixed_expression(recurrence.span).to_token_stream())
            ),
        );
    }
    if let Some(batched) = &found.compiled.batched {
        let file = files(&batched.text, &batched_stem(&found.stem));
        row("batches", batches(&batched.recurrence, &file));
    }
    row("runs on", place_of_run(&recurrence.attribute));
    text
}

/// What a loop was recognised as, on one line.
pub(super) fn one_line(found: &CompiledLoop) -> String {
    let recurrence = &crate::emit::tidy(found.compiled.recurrence.clone());
    let carried = recurrence.carried.iter().zip(&found.compiled.kernel.carried);
    let operators: Vec<String> = carried.map(|(carried, typed)| operator(carried, typed)).collect();
    let operators = if operators.is_empty() { String::new() } else { format!("; {}", operators.join(", ")) };
    let reduces = !recurrence.carried.is_empty() && recurrence.attribute.targets.iter().all(|target| target.reduction);
    let title = if reduces && !recurrence.outputs.is_empty() { "reduction beside stores" } else { title(recurrence) };
    let shape = if reduces { range(recurrence) } else { shape(recurrence) };
    format!("{title}: {shape}{operators}")
}

fn title(recurrence: &Recurrence) -> &'static str {
    match (recurrence.carried.is_empty(), recurrence.outputs.is_empty()) {
        (true, _) => "map",
        (false, true) => "reduction",
        (false, false) => "scan",
    }
}

/// `exclusive scan, forwards over i in 1..y.len(), carried in the array y`
fn shape(recurrence: &Recurrence) -> String {
    let kind = match recurrence.kind() {
        _ if recurrence.outputs.is_empty() => "only the last value",
        Kind::Inclusive if crate::check::is_shifted(recurrence) => "exclusive by its indices (inclusive by its iterations)",
        Kind::Inclusive => "inclusive",
        Kind::Exclusive => "exclusive",
        Kind::Mixed => "inclusive and exclusive",
    };
    let carry = match recurrence.carried.as_slice() {
        [] => return format!("independent iterations, {}", range(recurrence)),
        [carried] => format!("carried in {}", carry(recurrence, carried)),
        several => format!("{} carried values fused into one pass", several.len()),
    };
    format!("{kind}, {}, {carry}", range(recurrence))
}

/// `the array `y``
fn carry(recurrence: &Recurrence, carried: &Carried) -> String {
    match &carried.carry {
        Carry::Array { array, .. } => format!("the array `{}`", place(&recurrence.arrays[*array].place)),
        Carry::Scalar(scalar) => format!("the scalar `{}`", place(scalar)),
        Carry::State(_) => "the iterator's state".to_string(),
        Carry::Coefficient(_) => format!("`{}`, the coefficient", carried.name),
    }
}

fn range(recurrence: &Recurrence) -> String {
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
            let lengths: Vec<String> = lengths.iter().map(place).collect();
            format!("forwards over {index} from 0 to the least of {}", lengths.join(", "))
        }
    }
}

fn operator(carried: &Carried, typed: &ir::Carried) -> String {
    let found = &carried.operator;
    let name = match &found.kind {
        OperatorKind::Builtin(builtin) => builtin.name(),
        OperatorKind::Declared(path) => path,
        OperatorKind::Best(best) if best.later_wins => {
            return format!("`{}` on {}, of equals the last", best.name(), type_name(&typed.ty));
        }
        OperatorKind::Best(best) => return format!("`{}` on {}, of equals the first", best.name(), type_name(&typed.ty)),
        OperatorKind::Map(map) => return format!("derived, {}, on {}", map.family.name(), type_name(&typed.ty)),
        OperatorKind::Along(_) => return format!("what stands beside that choice, {}", type_name(&typed.ty)),
    };
    let negated = if found.subtraction { " of negated elements" } else { "" };
    let flipped = if found.flipped { ", the carried value on the right" } else { "" };
    format!("`{name}` on {}{negated}{flipped}", type_name(&typed.ty))
}

fn declared_operator(source: &Source, used: &CompiledOperator, carried: &Carried) -> String {
    let flipped = if carried.operator.flipped { ", the carried value on the right" } else { "" };
    format!("{}, declared in line {}{flipped}", used.title(), source.line_and_column(used.place.start).0)
}

fn start(recurrence: &Recurrence, carried: &Carried) -> String {
    match &carried.carry {
        Carry::Array { array, read } => {
            let name = place(&recurrence.arrays[*array].place);
            format!("whatever `{name}[{}]` holds for the first {}", affine(read, &recurrence.index.name), recurrence.index.name)
        }
        Carry::Scalar(scalar) => format!("whatever `{}` holds before the loop", place(scalar)),
        Carry::State(value) | Carry::Coefficient(value) => format!("`{}`", place(value)),
    }
}

/// `x: i32, read at i - 1`
fn array_use(recurrence: &Recurrence, number: usize, array: &ArrayUse, element: &Type) -> String {
    let index = &recurrence.index.name;
    let list = |indices: Vec<String>| indices.join(", ");
    let gathered = array.gathered.then(|| "places that are computed".to_owned());
    let read = list(array.reads.iter().map(|read| affine(read, index)).chain(gathered).collect());
    let outputs = recurrence.outputs.iter().filter(|output| output.array == number);
    let written = list(outputs.map(|output| stored_at(recurrence, output)).collect());
    let use_ = match (read.is_empty(), written.is_empty()) {
        (false, true) => format!("to the device, read at {read}"),
        (true, false) => format!("from the device, written at {written}"),
        (false, false) if array.delayed => format!("in place, read at {read} as it was before the loop, written at {written}"),
        (false, false) => format!("in place, read at {read}, written at {written}"),
        (true, true) => "not moved".to_string(),
    };
    let name = if array.collected { format!("{} (collected)", array.name) } else { place(&array.place) };
    format!("`{name}`: {}, {use_}", type_name(element))
}

/// `i - 1`, `k, which counts, where x[i] > 0`
fn stored_at(recurrence: &Recurrence, output: &OutputUse) -> String {
    let at = match output.counter {
        Some(counter) => {
            let name = &recurrence.carried[counter.carried].name;
            let offset = match counter.offset {
                0 => String::new(),
                offset if offset < 0 => format!(" - {}", offset.unsigned_abs()),
                offset => format!(" + {offset}"),
            };
            format!("{name}{offset}, which counts")
        }
        None => affine(&output.index, &recurrence.index.name),
    };
    match &output.guard {
        Some(guard) if output.counter.is_none() => format!("{at} where `{}` holds", expression(&guard.to_token_stream())),
        _ => at,
    }
}

fn live_out(place_: &syn::Expr, value: &LiveOut) -> String {
    match value {
        LiveOut::PastTheEnd => format!("`{}` is one step past its last value", place(place_)),
        LiveOut::AtLastIteration(value) => {
            format!("`{}` is `{}` of the last iteration", place(place_), expression(&value.to_token_stream()))
        }
    }
}

fn algorithm(algorithm: Algorithm, attribute: &ScanAttribute) -> String {
    let name = match algorithm {
        Algorithm::Lookback => {
            "lookback: one pass, each tile looking back at those before it (reduce_then_scan on a device without 64-bit atomics)"
        }
        Algorithm::ReduceThenScan => "reduce_then_scan: each tile reduced, the totals scanned, each tile scanned from its prefix",
        Algorithm::Blelloch => "blelloch: work-efficient, in blocks, block sums in turn",
        Algorithm::Reduce => "reduce: each tile reduced, the totals combined; nothing else is stored",
        Algorithm::Map => "map: each iteration by itself",
        Algorithm::Batched => "batched: scans that do not depend on each other, side by side in one launch",
        Algorithm::HillisSteele => "hillis_steele: step-efficient, in blocks, block sums in turn",
    };
    let chosen = if attribute.algorithm.is_some() { "by its clause" } else { "by default" };
    let fixed = if attribute.deterministic { "; the same bits on every run" } else { "" };
    format!("{name} ({chosen}){fixed}")
}

/// `prefix.prefix_sum.0.{gpu,cpu}.cl`
fn files(text: &KernelText, stem: &str) -> String {
    match text.programs.as_slice() {
        [program] => program.kind.file_name(stem),
        programs => {
            let words: Vec<&str> = programs.iter().map(|program| program.kind.word()).collect();
            format!("{stem}.{{{}}}.cl", words.join(","))
        }
    }
}

fn needs(found: &CompiledLoop) -> String {
    let text = &found.compiled.text;
    let needs = [
        (text.needs_fp64, "double precision"),
        (text.needs_rounded_division, "correctly rounded division"),
        (text.may_panic, "a second run of the loop where an iteration panics"),
        (!text.checks.is_empty(), "captured values that it can divide by or clamp between, or the loop as written"),
    ];
    let needs: Vec<&str> = needs.into_iter().filter(|(needed, _)| *needed).map(|(_, what)| what).collect();
    let files = files(text, &found.stem);
    if needs.is_empty() { files } else { format!("{files}, which needs {}", needs.join(" and ")) }
}

/// What is launched for all iterations of the loop around it.
fn batches(recurrence: &Recurrence, file: &str) -> String {
    let variable = recurrence.outer.as_ref().map(|outer| outer.index.name.to_string()).unwrap_or_default();
    format!(
        "all scans of the loop over {variable} in one launch, {file}, where the strides show that none needs another; else one by one"
    )
}

fn place_of_run(attribute: &ScanAttribute) -> String {
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
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Opaque(_) => "a type that only rustc knows".to_string(),
        known => known.to_string(),
    }
}

fn affine(affine: &Affine, index: &Ident) -> String {
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

/// The element's block without its braces, where there is nothing but a value.
fn block_value(carried: &Carried) -> TokenStream {
    match carried.element.stmts.as_slice() {
        [syn::Stmt::Expr(value, None)] => value.to_token_stream(),
        _ => carried.element.to_token_stream(),
    }
}

fn place(expr: &syn::Expr) -> String {
    expression(&expr.to_token_stream())
}

/// An expression as a person would write it, on one line, with words for the identifiers that stand for carried values.
pub(super) fn expression(tokens: &TokenStream) -> String {
    let tokens = in_words(tokens.clone());
    let file = syn::parse2(quote!(const _: () = #tokens;)).map(|file| prettyplease::unparse(&file));
    let text = file.unwrap_or_else(|_: syn::Error| tokens.to_string());
    let text = text.trim().trim_start_matches("const _: () =").trim_end_matches(';');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn in_words(tokens: TokenStream) -> TokenStream {
    let word = |name: &Ident| {
        let text = name.to_string();
        let stands_for_a_value = text == IS_FIRST || carried_by_name(&text).is_some();
        text.strip_prefix("__scan_").filter(|_| stands_for_a_value).map(str::to_owned)
    };
    let map = |token| match token {
        TokenTree::Ident(name) => TokenTree::Ident(word(&name).map_or(name.clone(), |word| Ident::new(&word, name.span()))),
        TokenTree::Group(group) => TokenTree::Group(proc_macro2::Group::new(group.delimiter(), in_words(group.stream()))),
        other => other,
    };
    tokens.into_iter().map(map).collect()
}
