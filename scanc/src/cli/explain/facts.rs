//! What is known of a file, of its operators and of its loops: what every format says.

use super::super::compile::{CompiledFile, CompiledLoop, batched_stem};
use super::super::operators::{CompiledOperator, Known, LawFacts, Laws};
use super::super::source::Source;
use super::flow::Flow;
use super::formula::Names;
use super::{Machine, builtin, words};
use crate::compiled::Compiled;
use crate::ir;
use crate::parse::Algorithm;
use crate::recognise::{Affine, ArrayUse, Carried, RANGE, Recurrence};
use crate::syntax::mentions_variable;
use quote::ToTokens;
use serde::Serialize;

/// A file.
#[derive(Serialize)]
pub(in crate::cli) struct FileFacts {
    pub(super) file: String,
    pub(super) operators: Vec<OperatorFacts>,
    pub(super) loops: Vec<LoopFacts>,
}

/// Where something begins, both from 1.
#[derive(Serialize)]
pub(super) struct At {
    /// The file, once more: what stands by itself is to say where it is.
    pub file: String,
    pub line: usize,
    pub column: usize,
}

/// An operator that the file declares.
#[derive(Serialize)]
pub(super) struct OperatorFacts {
    pub at: At,
    /// `` `poly::op` on Pair ``
    pub operator: String,
    pub identity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    pub laws: Vec<LawFacts>,
}

/// An annotated loop.
#[derive(Serialize)]
pub(super) struct LoopFacts {
    pub at: At,
    pub function: String,
    pub number: usize,
    /// `scan`, `reduction`, `map`, `search`
    pub what: &'static str,
    /// `inclusive, forwards over i in 0..n, carried in the scalar t`
    pub shape: String,
    pub formula: Vec<String>,
    /// What the numbers in it stand for.
    pub numbers: Vec<String>,
    pub carried: Vec<CarriedFacts>,
    pub arrays: Vec<ArrayFacts>,
    pub captures: Vec<CaptureFacts>,
    pub afterwards: Vec<String>,
    pub fused: String,
    pub moves: Vec<String>,
    pub algorithm: AlgorithmFacts,
    pub passes: Vec<Passes>,
    pub kernels: Kernels,
    /// How many iterations before its own an iteration continues, if not one.
    pub lag: Option<String>,
    /// How it goes on from one rank to the next, if it does.
    pub ranks: Option<String>,
    /// How all runs of the loop around it are one launch, if they may be.
    pub batches: Option<String>,
    /// What would run on each device of this machine; nothing where nobody has looked.
    pub here: Option<Vec<Here>>,
    pub runs_on: String,
    pub flow: Flow,
}

/// What is carried from one iteration to the next.
#[derive(Serialize)]
pub(super) struct CarriedFacts {
    pub carried_in: String,
    pub is_reduced_only: bool,
    pub operator: String,
    pub identity: Option<String>,
    pub laws: Vec<LawFacts>,
    pub start: String,
    pub element: String,
}

#[derive(Serialize)]
pub(super) struct ArrayFacts {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: String,
    pub read_at: Vec<String>,
    pub written_at: Vec<String>,
    /// `to the device, read at i`
    pub says: String,
}

#[derive(Serialize)]
pub(super) struct CaptureFacts {
    pub value: String,
    #[serde(rename = "type")]
    pub ty: String,
}

#[derive(Serialize)]
pub(super) struct AlgorithmFacts {
    pub name: &'static str,
    pub says: &'static str,
    pub is_by_clause: bool,
    pub is_deterministic: bool,
}

/// How often what runs somewhere goes through memory.
#[derive(Serialize)]
pub(super) struct Passes {
    /// Programs, or `host threads`.
    pub of: &'static str,
    /// At most.
    pub count: u32,
    pub says: &'static str,
}

#[derive(Serialize)]
pub(super) struct Kernels {
    pub files: Vec<String>,
    pub need: Vec<&'static str>,
    /// The files as one pattern.
    #[serde(skip)]
    pub pattern: String,
}

/// A device of this machine.
#[derive(Serialize)]
pub(super) struct Here {
    /// As `SCAN_DEVICE` takes it.
    pub device: String,
    pub kind: String,
    pub name: String,
    /// The file of the program that would run; `None` where it could not.
    pub kernel: Option<String>,
    /// Why none would run.
    pub lacks: Option<&'static str>,
}

impl FileFacts {
    /// Everything of a file; `laws` says what is known of each of its operators.
    pub(in crate::cli) fn of(source: &Source, compiled: &CompiledFile, laws: &[Option<Laws>], machine: &Machine) -> Self {
        let operators = compiled.operators.iter().zip(laws);
        let declared = Declared { source, operators: &compiled.operators, laws };
        Self {
            file: source.path.display().to_string(),
            operators: operators.map(|(operator, laws)| OperatorFacts::of(source, operator, laws.as_deref())).collect(),
            loops: compiled.loops.iter().map(|found| LoopFacts::of(&declared, found, machine)).collect(),
        }
    }
}

impl At {
    fn of(source: &Source, byte: usize) -> Self {
        let (line, column) = source.line_and_column(byte);
        Self { file: source.path.display().to_string(), line, column }
    }
}

impl OperatorFacts {
    pub(super) fn of(source: &Source, operator: &CompiledOperator, laws: Option<&[(crate::laws::Law, Known)]>) -> Self {
        Self {
            at: At::of(source, operator.place.start),
            operator: operator.title(),
            identity: operator.identity.clone(),
            domain: operator.domain.clone(),
            laws: operator.told(laws),
        }
    }
}

/// What a file declares.
struct Declared<'a> {
    source: &'a Source,
    operators: &'a [CompiledOperator],
    laws: &'a [Option<Laws>],
}

impl LoopFacts {
    fn of(declared: &Declared, found: &CompiledLoop, machine: &Machine) -> Self {
        let (recurrence, kernel) = (&crate::emit::tidy(found.compiled.recurrence.clone()), &found.compiled.kernel);
        let (attribute, names) = (&recurrence.attribute, Names::of(recurrence));
        let arrays: Vec<ArrayFacts> =
            recurrence.arrays.iter().zip(&kernel.arrays).enumerate().map(|of| ArrayFacts::of(recurrence, of)).collect();
        let captures: Vec<CaptureFacts> =
            recurrence.captures.iter().zip(&kernel.captures).map(|(capture, typed)| CaptureFacts::of(capture, typed)).collect();
        let types: Vec<String> = kernel.carried.iter().map(|typed| words::type_name(&typed.ty)).collect();
        let carried = recurrence.carried.iter().zip(&kernel.carried);
        let mut carried: Vec<CarriedFacts> =
            carried.map(|(carried, typed)| declared.carried((recurrence, &names), carried, typed, found.operator)).collect();
        let is_search = found.compiled.site.syntax.is_search();
        if is_search {
            carried.iter_mut().for_each(|carried| carried.start = "no iteration".to_owned());
        }
        let lag = recurrence.lag.as_ref().map(|lag| lag.fixed_expression(recurrence.span).to_token_stream());
        let (name, says) = words::algorithm(found.compiled.algorithm);
        let (launched, stem) = launched(found);
        Self {
            at: At::of(declared.source, found.place.start),
            function: recurrence.function.clone(),
            number: found.compiled.site.number,
            what: if is_search { "search" } else { words::title(recurrence) },
            shape: if is_search { words::search(recurrence) } else { words::shape(recurrence) },
            formula: names.formula(recurrence),
            numbers: found.compiled.variants.legend().collect(),
            flow: Flow::of(recurrence, &names, (&carried, &arrays, &captures)),
            fused: words::fused(recurrence),
            moves: if found.moves.is_empty() { vec![moves(recurrence, &arrays)] } else { found.moves.clone() },
            algorithm: AlgorithmFacts {
                name,
                says,
                is_by_clause: attribute.algorithm.is_some(),
                is_deterministic: attribute.deterministic,
            },
            passes: passes(found.compiled.algorithm, attribute.deterministic),
            kernels: Kernels {
                files: launched.text.programs.iter().map(|program| program.kind.file_name(&stem)).collect(),
                need: words::needs(&launched.text),
                pattern: words::files(&launched.text, &stem),
            },
            lag: lag.map(|lag| words::expression(&lag)),
            ranks: words::ranks(recurrence, &types),
            batches: found
                .compiled
                .batched
                .as_ref()
                .map(|batched| words::batches(&batched.recurrence, &words::files(&batched.text, &batched_stem(&found.stem)))),
            here: here(machine, found),
            runs_on: words::place_of_run(attribute),
            afterwards: recurrence.live_out.iter().map(|(place, value)| words::live_out(place, value)).collect(),
            carried,
            arrays,
            captures,
        }
    }
}

impl Declared<'_> {
    fn carried(
        &self,
        (recurrence, names): (&Recurrence, &Names),
        carried: &Carried,
        typed: &ir::Carried,
        operator: Option<usize>,
    ) -> CarriedFacts {
        let (operator, identity, laws) = match operator.map(|number| (&self.operators[number], &self.laws[number])) {
            Some((used, laws)) => {
                let line = self.source.line_and_column(used.place.start).0;
                let said = format!("{}, declared in line {line}{}", used.title(), words::side(carried));
                (said, used.identity.clone(), used.told(laws.as_deref()))
            }
            None => (words::operator(carried, typed), builtin::identity(typed), builtin::laws(typed)),
        };
        CarriedFacts {
            carried_in: words::carry(recurrence, carried),
            is_reduced_only: recurrence.attribute.targets[carried.clause].reduction && !recurrence.outputs.is_empty(),
            operator,
            identity,
            laws,
            start: words::start(recurrence, carried),
            element: names.element(carried),
        }
    }
}

impl ArrayFacts {
    fn of(recurrence: &Recurrence, (number, (array, typed)): (usize, (&ArrayUse, &ir::Array))) -> Self {
        let index = &recurrence.index.name;
        let gathered = array.gathered.then(|| "places that are computed".to_owned());
        let outputs = recurrence.outputs.iter().filter(|output| output.array == number);
        let computed = outputs.clone().find_map(|output| output.computed.as_ref());
        let read = |read: &Affine| words::affine(read, index) + if read.guarded { " (guarded)" } else { "" };
        let read_at: Vec<String> = array.reads.iter().map(read).chain(gathered).collect();
        let written_at: Vec<String> = outputs.map(|output| words::stored_at(recurrence, output)).collect();
        Self {
            name: words::array_name(array),
            ty: words::type_name(&typed.element),
            says: words::array_use(array, (&read_at, &written_at), computed),
            read_at,
            written_at,
        }
    }
}

impl CaptureFacts {
    fn of(capture: &crate::recognise::CaptureUse, typed: &ir::Capture) -> Self {
        // What follows from the number of iterations is no expression of the source's.
        let is_ours = mentions_variable(&capture.value.to_token_stream(), RANGE);
        let value = if is_ours { capture.name.to_string() } else { words::place(&capture.value) };
        Self { value, ty: words::type_name(&typed.ty) }
    }
}

/// What moves where nothing stays on a device.
fn moves(recurrence: &Recurrence, arrays: &[ArrayFacts]) -> String {
    let moved = |goes: bool, comes: bool, how: &str| {
        let combines = words::combines(recurrence);
        let ways = |array: &ArrayUse| (array.is_read() || combines && array.written, array.written);
        let those = arrays.iter().zip(&recurrence.arrays).filter(|(_, array)| ways(array) == (goes, comes));
        let names: Vec<String> = those.map(|(array, _)| format!("`{}`", array.name)).collect();
        (!names.is_empty()).then(|| format!("{} {how}", names.join(", ")))
    };
    let ways = [moved(true, false, "to the device"), moved(true, true, "there and back"), moved(false, true, "from the device")];
    let ways: Vec<String> = ways.into_iter().flatten().collect();
    if ways.is_empty() {
        return "no array".to_owned();
    }
    format!("with each run {}; nothing where the device shares the host's memory", ways.join(", "))
}

/// How often each way to run a loop goes through memory.
fn passes(algorithm: Algorithm, is_deterministic: bool) -> Vec<Passes> {
    let once = |of| Passes { of, count: 1, says: "one: inputs read once, results stored once" };
    let twice = |of| Passes { of, count: 2, says: "two: inputs read twice, results stored once" };
    let once_or_twice =
        Passes { of: "host threads", count: 2, says: "one; two in place, or where something but an element may panic" };
    match algorithm {
        Algorithm::Lookback => vec![once("gpu, cpu"), twice("reduce_then_scan"), once_or_twice],
        Algorithm::ReduceThenScan if is_deterministic => vec![twice("devices, host threads")],
        Algorithm::ReduceThenScan => vec![twice("devices"), once_or_twice],
        Algorithm::Blelloch | Algorithm::HillisSteele => {
            let says = "two: inputs read and partial results stored, then these read and results stored";
            vec![Passes { of: "devices", count: 2, says }, once_or_twice]
        }
        Algorithm::Reduce => {
            vec![Passes { of: "devices, host threads", count: 1, says: "one: inputs read once, nothing stored" }]
        }
        Algorithm::Map => vec![once("devices, host threads")],
        Algorithm::Bins => {
            let says = "one: inputs read once, results combined where they are";
            vec![Passes { of: "devices, host threads", count: 1, says }]
        }
        Algorithm::Scatter => {
            let says = "one: inputs read once, results stored where no other iteration has stored";
            vec![Passes { of: "devices, host threads", count: 1, says }]
        }
        Algorithm::Batched => {
            let says = "two: everything computed twice, results stored once";
            vec![once("devices"), Passes { of: "host threads", count: 2, says }]
        }
    }
}

#[cfg(feature = "devices")]
fn here(machine: &Machine, found: &CompiledLoop) -> Option<Vec<Here>> {
    let platforms = machine.platforms.iter().enumerate();
    let devices = platforms.flat_map(|(number, platform)| platform.devices.iter().enumerate().map(move |of| (number, of)));
    let (launched, stem) = launched(found);
    let here = devices.map(|(platform, (number, device))| {
        let runs = super::here::runs(device, launched);
        Here {
            device: format!("{platform}:{number}"),
            kind: device.kind.to_string(),
            name: device.name.trim().to_owned(),
            kernel: runs.ok().map(|kind| kind.file_name(&stem)),
            lacks: runs.err(),
        }
    });
    Some(here.collect())
}

/// What is launched first of a loop that may be one with the one around it, and the stem of its kernels' names.
fn launched(found: &CompiledLoop) -> (&Compiled, String) {
    match &found.compiled.batched {
        Some(batched) if !found.compiled.is_launched() => (batched, batched_stem(&found.stem)),
        _ => (&found.compiled, found.stem.clone()),
    }
}

#[cfg(not(feature = "devices"))]
fn here(_: &Machine, _: &CompiledLoop) -> Option<Vec<Here>> {
    None
}
