//! [`LoopKernel`] → the context of the templates: the texts that depend on the loop.

use super::bins::{self, Copied};
use super::c::{BY_REFERENCE, Needs, Printer, WITHIN_DOMAIN, keeps_panics_to_item, type_name};
use super::kept::Kept;
use super::lanes::{Lanes, arrays_in_a_row};
use super::places::Room;
use super::stores::{self, Stores};
use super::streams::{self, Stream};
use super::{Declared, comment, parameters};
use crate::ir::{
    Array, ArrayId, Batches, Builtin, Carried, CarriedId, Family, Float, Int, LoopKernel, Map, OperatorKind, Scalar, Type,
    is_coefficient,
};
use tera::Context;

/// Lines longer than this are broken.
const WIDTH: usize = 130;
/// Where an operator that does not commute is on no more values than these, neighbours are combined. More of them are matrices, and a step
/// by one element's, most of which is known, costs less than a product of two.
const FIELDS_OF_NEIGHBOURS: usize = 4;

/// The texts that depend on the loop.
pub(super) struct Parts<'k> {
    pub(super) kernel: &'k LoopKernel,
    pub(super) printer: Printer<'k>,
    /// What the arithmetic asks of the device and of the host.
    pub needs: Needs,
    /// The body of `scan_op`, from `left` and `right`; `None` where the runtime defines it.
    combine: Option<String>,
    /// The condition that the partial `value` lies in the operator's domain, where the compiler sees that it has one.
    domain: Option<String>,
    element: String,
    stores: Stores,
    /// The same past the caches, where that can be.
    streams: Vec<Stream>,
    /// Where the loop counts where it stores.
    room: Option<Room>,
    /// Where that is all it does, and only under one condition.
    kept: Option<Kept>,
    /// The arrays that are combined into at computed places.
    bins: Vec<Copied>,
    /// The bits of those that are stored into at such places.
    taken: Vec<String>,
    /// What stands in front: types and functions that a user declared.
    definitions: Vec<String>,
    /// The operator's identity, where it is declared.
    identity: Option<String>,
    lanes: Option<Lanes>,
    /// How far back an iteration continues, where that is not one.
    pub(super) lag: Option<String>,
}

impl<'k> Parts<'k> {
    /// The texts of `kernel`, whose operator and types `declared` has, where the compiler sees them.
    pub fn of(kernel: &'k LoopKernel, declared: Option<Declared<'k>>) -> Self {
        let mut printer = declared.map_or_else(|| Printer::new(kernel), |declared| Printer::among(kernel, declared.module));
        let combine = match declared {
            _ if kernel.carried.is_empty() => Some(String::new()),
            Some(declared) => Some(format!("return {};", declared.combine(kernel, "left", "right"))),
            None => (!is_open(kernel)).then(|| printer.combine_body()),
        };
        let domain = declared.filter(|_| !kernel.carried.is_empty()).and_then(|declared| declared.domain("value"));
        if combine.is_none() || domain.is_some() {
            printer.ask_for_domain();
        }
        let element = if kernel.carried.is_empty() { String::new() } else { printer.element() };
        let common = printer.common();
        let stored = stores::print(kernel, &mut printer);
        let lag = if let Batches::Lagged(lag) = &kernel.batches { Some(printer.fixed(lag)) } else { None };
        let lanes = Lanes::of(kernel, &stored, |array| printer.array_name(array).to_owned());
        let stores = Stores::of(kernel, &common, &stored, &mut printer);
        let streams = if common.is_empty() { streams::of(kernel, &stored) } else { Vec::new() };
        let bins = bins::of(kernel, &mut printer);
        let taken = bins::taken(kernel, &printer);
        let room = Room::of(kernel, &printer);
        let kept = if stores.all_unguarded && common.is_empty() { Kept::of(kernel, &stored, &printer) } else { None };
        let (definitions, needs) = declared.map_or_else(Default::default, |one| (one.definitions(kernel), one.needs(kernel)));
        let identity = declared.and_then(|declared| declared.identity());
        let needs = Needs { panicked: domain.is_some(), ..Needs::default() }.and(printer.needs()).and(needs);
        Self {
            kernel,
            needs,
            printer,
            combine,
            domain,
            element,
            stores,
            streams,
            room,
            kept,
            bins,
            taken,
            definitions,
            identity,
            lanes,
            lag,
        }
    }

    /// The body of `element`.
    pub(super) fn element_text(&self) -> &str {
        &self.element
    }

    /// The stores of an iteration.
    pub(super) fn stores_text(&self) -> &str {
        &self.stores.text
    }

    /// Whether `scan_t` and `scan_op` are left to the runtime.
    pub fn opens_scan(&self) -> bool {
        self.combine.is_none()
    }

    /// Whether elements go through a function that the runtime defines, as the operator may have a domain.
    pub fn asks_for_domain(&self) -> bool {
        self.opens_scan()
    }

    /// Whether `lookback` scans a tile of one work-item in the lanes of vectors: not where it stores at counters.
    pub fn scans_in_lanes(&self) -> bool {
        self.lanes.is_some() && self.room.is_none()
    }

    /// Whether the order of two operands makes no difference to any carried value.
    pub fn commutes(&self) -> bool {
        self.kernel.carried.iter().all(commutes)
    }

    /// What makes a carried value of 32 bits, if one is as long: it then fits into one status word.
    fn word(&self) -> Option<String> {
        let [Carried { ty: Type::Scalar(scalar), .. }] = &*self.kernel.carried else { return None };
        matches!(scalar, Scalar::Int(Int::I32 | Int::U32) | Scalar::Float(Float::F32)).then(|| format!("as_{}", scalar.opencl()))
    }

    /// Whether an iteration has to know if it is the loop's first.
    pub fn asks_for_first(&self) -> bool {
        [&self.element, &self.stores.text].iter().any(|text| mentions(text, "CONTINUES"))
    }

    /// The fields of `scan_t`, where it is a struct.
    pub fn fields(&self) -> Vec<String> {
        self.printer.fields().to_vec()
    }

    /// The functions that are left to the runtime.
    pub fn calls(&self) -> Vec<(String, String)> {
        self.printer.calls().to_vec()
    }

    /// What the templates ask for.
    pub fn context(&self) -> Context {
        let mut context = Context::new();
        context.insert("source", &comment::lines(&self.kernel.source));
        context.insert("summary", &self.summary());
        context.insert("needs_fp64", &self.needs.fp64);
        context.insert("atomics", &bins::extensions(self.kernel));
        context.insert("bins", &self.bins);
        context.insert("taken", &self.taken);
        context.insert("open_names", &self.open_names());
        context.insert("types", &self.undefined(self.printer.types()));
        context
            .insert("carried", &(!self.kernel.carried.is_empty() && self.combine.is_some()).then(|| self.printer.carried_type()));
        context.insert("helpers", &self.undefined(self.printer.helpers()));
        context.insert("definitions", &self.definitions);
        context.insert("identity", &self.identity);
        context.insert("combine", &self.combine);
        context.insert("domain", &self.domain);
        context.insert("panics_in_item", &(self.needs.panicked && keeps_panics_to_item(self.kernel)));
        context.insert("element_body", &self.element);
        context.insert("stores", &self.stores.text);
        context.insert("streams", &self.streams);
        context.insert("inputs_in_a_row", &self.inputs_in_a_row());
        let passes_structs = self.passes_structs();
        context.insert("passes_structs", &passes_structs);
        context.insert("by_reference", if passes_structs { BY_REFERENCE } else { "" });
        context.insert("unguarded", &self.stores.unguarded);
        context.insert("all_unguarded", &self.stores.all_unguarded);
        context.insert("counted", &self.room.is_some());
        if let Some(room) = &self.room {
            room.insert(&mut context);
        }
        if let Some(kept) = &self.kept {
            kept.insert(&mut context);
        }
        context.insert("asks_for_first", &self.asks_for_first());
        context.insert("inclusive", &!self.printer.uses_before());
        context.insert("uses_after", &self.printer.uses_after());
        context.insert("rereads", &self.rereads());
        context.insert("commutes", &self.commutes());
        context.insert("is_exact", &matches!(&*self.kernel.carried, [one] if is_exact(one)));
        context.insert("chains", &self.chains());
        context.insert("carries_a_struct", &self.carries_a_struct());
        context.insert("fields", &self.printer.typed_fields());
        context.insert("lanes", &self.lanes.is_some());
        context.insert("scans_in_lanes", &self.scans_in_lanes());
        context
            .insert("in_place", &(self.scans_in_lanes() && self.kernel.arrays.iter().any(|array| array.read && array.written)));
        context.insert("scans_in_runs", &(self.lanes.is_none() && self.room.is_none()));
        context.insert("word", &self.word());
        if let Some(lanes) = &self.lanes {
            lanes.insert(&mut context);
        }
        self.insert_index(&mut context);
        self.insert_parameters(&mut context);
        self.insert_batches(&mut context);
        context
    }

    /// The places that an iteration reads in arrays which iterations read one element after the other.
    fn inputs_in_a_row(&self) -> Vec<String> {
        let index = self.printer.index_name();
        let mut places: Vec<String> = Vec::new();
        for array in self.kernel.carried.iter().flat_map(|carried| arrays_in_a_row(self.kernel, &carried.element)) {
            let name = self.printer.array_name(array);
            let place = format!("{name}[{index} - {name}_from]");
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// Whether functions take structs that a user declared.
    fn passes_structs(&self) -> bool {
        let is_struct = |carried: &Carried| matches!(carried.ty, Type::Struct(_) | Type::Opaque(_));
        let mentioned = self.definitions.iter().any(|text| text.contains(BY_REFERENCE));
        mentioned || is_open(self.kernel) || self.kernel.carried.iter().any(is_struct)
    }

    /// Those of `texts` that the declarations have not brought.
    fn undefined(&self, texts: &[String]) -> Vec<String> {
        texts.iter().filter(|text| !self.definitions.contains(text)).cloned().collect()
    }

    fn insert_index(&self, context: &mut Context) {
        let (name, step) = (self.printer.index_name(), self.kernel.index.step);
        let (sign, size) = (if step < 0 { '-' } else { '+' }, step.unsigned_abs());
        context.insert("index", name);
        let from = |first: &str| if size == 1 { format!("{first} {sign} ") } else { format!("{first} {sign} {size} * ") };
        context.insert("from_first", &from("first"));
        context.insert("from_first_index", &from("first_index"));
        context.insert("advance", &if size == 1 { format!("{name}{sign}{sign}") } else { format!("{name} {sign}= {size}") });
    }

    /// The parameters of `element` and its arguments start with a comma: they stand after the loop variable.
    fn insert_parameters(&self, context: &mut Context) {
        let lines = parameters::of_loop(self.kernel, &self.printer);
        let of_batch = parameters::of_batch(self.kernel, &self.printer);
        let of_element: Vec<_> =
            lines.iter().flatten().chain(&of_batch).filter(|parameter| mentions(&self.element, &parameter.name)).collect();
        context.insert("element_parameters", &of_element.iter().map(|p| format!(", {}", p.declaration)).collect::<String>());
        context.insert("element_arguments", &of_element.iter().map(|p| format!(", {}", p.name)).collect::<String>());
        context.insert("loop_parameters", &parameters::text(&lines));
        context.insert("store_parameters", &parameters::text(&parameters::with_outputs(self.kernel, &self.printer)));
    }

    /// Whether a struct is carried, of which fields may be any.
    fn carries_a_struct(&self) -> bool {
        matches!(&*self.kernel.carried, [one] if !matches!(one.ty, Type::Scalar(_)))
    }

    /// How many chains a reduction on a processor has side by side; none where neighbours are combined.
    fn chains(&self) -> Option<usize> {
        let carried = &self.kernel.carried;
        let is_wide = |carried: &Carried| carried.ty.scalar().is_some_and(|scalar| scalar.bytes() == 8);
        // The chains of several values fill one register for each, those of one value several.
        let in_a_register = if carried.iter().any(is_wide) { 4 } else { 8 };
        match (self.commutes(), carried.len()) {
            (true, 1) => Some(64),
            (true, _) => Some(in_a_register),
            (false, several) => (several > FIELDS_OF_NEIGHBOURS).then_some(in_a_register),
        }
    }

    /// Whether the last phase of a blocked scan loads what the first has loaded.
    fn rereads(&self) -> bool {
        let inputs = self.kernel.arrays.iter().enumerate().filter(|(_, array)| array.read);
        let loads = inputs.map(|(id, _)| self.printer.array_name(ArrayId(id))).any(|name| mentions(&self.stores.text, name));
        self.printer.uses_before() && self.printer.uses_after() || loads
    }

    /// `scan_t and scan_op`: what the text leaves undefined; empty if nothing.
    fn open_names(&self) -> String {
        let operator = self.combine.is_none().then(|| ["scan_t", "scan_op", WITHIN_DOMAIN].map(String::from));
        let arrays = self.kernel.arrays.iter().map(|array| &array.element);
        let types =
            arrays.chain(self.kernel.captures.iter().map(|capture| &capture.ty)).filter(|ty| is_opaque(ty)).map(type_name);
        let mut names = Vec::new();
        let calls = self.printer.calls().iter().map(|(_, name)| name.clone());
        for name in operator.into_iter().flatten().chain(types).chain(calls) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        listed(&names)
    }

    /// `Inclusive scan of i32 with +, into y.` A loop that carries several values is said to be fused.
    fn summary(&self) -> String {
        let of_their_own = (0..self.kernel.carried.len()).filter(|number| self.is_of_its_own(*number));
        let (scans, reductions): (Vec<_>, Vec<_>) = of_their_own.partition(|number| self.is_used(*number));
        let (operators, backwards) = (self.operators(), self.backwards());
        let text = self.batches_summary(scans.len() == 1 && reductions.is_empty());
        let text = match (scans.len(), reductions.len()) {
            (0, 0) if self.kernel.combines() => format!("Histogram, {}{backwards}.", self.destinations()),
            (0, 0) if self.kernel.scatters() => format!("Scatter, {}{backwards}.", self.destinations()),
            (0, 0) => format!("Independent iterations, {}{backwards}.", self.destinations()),
            _ if text.is_some() => text.unwrap_or_default(),
            (1, 0) => self.scan_summary(),
            (0, 1) => format!("Reduction of {operators}{backwards}."),
            (0, count) => format!("{} reductions of one loop, fused: {operators}{backwards}.", spelled(count)),
            (scans, reductions) => {
                let counted = |count: usize, what: &str| match count {
                    0 => None,
                    1 => Some(format!("one {what}")),
                    _ => Some(format!("{} {what}s", spelled(count).to_lowercase())),
                };
                let parts: Vec<String> =
                    [counted(scans, "scan"), counted(reductions, "reduction")].into_iter().flatten().collect();
                format!("{} of one loop, fused: {operators}, {}{backwards}.", capital(&parts.join(" and ")), self.destinations())
            }
        };
        commented(&text)
    }

    /// Whether a carried value is neither what goes along with another one's choice, nor the coefficient of another one's map.
    fn is_of_its_own(&self, number: usize) -> bool {
        let along = matches!(self.kernel.carried[number].operator.kind, OperatorKind::Along(_));
        !along && !is_coefficient(&self.kernel.carried, number)
    }

    /// Whether an output mentions this carried value, or what goes along with it. A loop of one carried value that stores anything is a
    /// scan.
    fn is_used(&self, number: usize) -> bool {
        let carried = &self.kernel.carried;
        let of_matrix = matches!(carried[number].operator.kind, OperatorKind::Map(Map { family: Family::Row(_), .. }));
        let belongs =
            |other: usize| other == number || of_matrix || carried[other].operator.kind == OperatorKind::Along(CarriedId(number));
        let used = (0..carried.len()).filter(|other| belongs(*other)).any(|other| self.printer.uses(CarriedId(other)));
        used || carried.len() == 1 && !self.kernel.outputs.is_empty()
    }

    pub(super) fn backwards(&self) -> &'static str {
        if self.kernel.index.step < 0 { ", backwards" } else { "" }
    }

    /// `i64 with +`; of several each with its name, and with what goes along with its choice.
    pub(super) fn operators(&self) -> String {
        let all = &self.kernel.carried;
        let own = all.iter().enumerate().filter(|(number, _)| self.is_of_its_own(*number)).collect::<Vec<_>>();
        let several = (0..all.len()).filter(|number| !is_coefficient(all, *number)).count() > 1;
        let texts = own.into_iter().map(|(number, carried)| {
            let along = |other: &&Carried| other.operator.kind == OperatorKind::Along(CarriedId(number));
            let along: Vec<_> = all.iter().filter(along).map(|other| format!("{} ({})", other.name, other.ty)).collect();
            let along = if along.is_empty() { String::new() } else { format!(" taking along {}", listed(&along)) };
            let operator = operator_name(&carried.operator.kind);
            let side = if carried.operator.flipped { " (the carried value on its right)" } else { "" };
            let name = if several { format!("{} of ", carried.name) } else { String::new() };
            format!("{name}{} with {operator}{side}{along}", carried.ty)
        });
        listed(&texts.collect::<Vec<_>>())
    }

    fn scan_summary(&self) -> String {
        let kind = match (self.printer.uses_before(), self.printer.uses_after()) {
            (true, false) => "Exclusive scan",
            (true, true) => "Scan, both inclusive and exclusive,",
            (false, _) => "Inclusive scan",
        };
        format!("{kind} of {}, {}{}.", self.operators(), self.destinations(), self.backwards())
    }

    pub(super) fn destinations(&self) -> String {
        let into = |array: &Array| if array.read { format!("{} in place", array.name) } else { array.name.clone() };
        let names: Vec<_> = self.kernel.arrays.iter().filter(|array| array.written).map(into).collect();
        if names.is_empty() { "for its last value".to_owned() } else { format!("into {}", listed(&names)) }
    }
}

/// `text`, a function: on one line where its body is one, and all of it fits; else with its head as [`wrap`] breaks it.
pub(super) fn function(text: &str) -> String {
    let (head, body) = text.split_once("\n{\n").unwrap_or((text, ""));
    let statement = body.strip_suffix("\n}").unwrap_or(body).trim();
    let line = format!("{head} {{ {statement} }}");
    if !statement.contains('\n') && line.len() <= WIDTH { line } else { format!("{}\n{{\n{body}", wrap(head)) }
}

/// `text`, a function's head, broken after commas where it is too long for a line.
pub(super) fn wrap(text: &str) -> String {
    if text.len() <= WIDTH {
        return text.to_owned();
    }
    let (head, parameters) = text.split_once('(').unwrap_or((text, ""));
    let mut wrapped = format!("{head}(");
    let mut column = WIDTH;
    for (number, parameter) in parameters.split(", ").enumerate() {
        let fits = column + parameter.len() + 3 <= WIDTH;
        let separator = if number == 0 {
            "\n    "
        } else if fits {
            ", "
        } else {
            ",\n    "
        };
        column = if fits { column + parameter.len() + 2 } else { parameter.len() + 4 };
        wrapped.push_str(separator);
        wrapped.push_str(parameter);
    }
    wrapped
}

/// Whether the order of two operands makes no difference.
fn commutes(carried: &Carried) -> bool {
    match (&carried.operator.kind, &carried.ty) {
        // Of two zeros the earlier is the lesser and the greater.
        (OperatorKind::Builtin(Builtin::Min | Builtin::Max), Type::Scalar(Scalar::Float(_))) => false,
        (OperatorKind::Builtin(_), Type::Scalar(_)) => true,
        _ => false,
    }
}

/// Whether compilers may combine in any order: then they make vectors of a serial fold.
fn is_exact(carried: &Carried) -> bool {
    matches!((&carried.operator.kind, &carried.ty), (OperatorKind::Builtin(_), Type::Scalar(Scalar::Int(_) | Scalar::Bool)))
}

/// The text in lines of a comment, of which the first has begun.
fn commented(text: &str) -> String {
    let mut column = 0;
    let words = text.split(' ').map(|word| {
        let breaks = column > 0 && column + word.len() + 4 > WIDTH;
        let separator = if breaks { "\n// " } else { [" ", ""][usize::from(column == 0)] };
        column = if breaks { word.len() } else { column + word.len() + 1 };
        format!("{separator}{word}")
    });
    words.collect()
}

fn spelled(count: usize) -> String {
    ["No", "One", "Two", "Three", "Four", "Five", "Six"].get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.len().min(1));
    first.to_uppercase() + rest
}

/// Whether `name` occurs as a name in `text`.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        // What stands after a point is a field.
        !before.is_some_and(|c| is_letter(c) || c == '.') && !after.is_some_and(is_letter)
    })
}

/// Whether the runtime defines `scan_t` and `scan_op`: they belong together.
fn is_open(kernel: &LoopKernel) -> bool {
    let is_open = |carried: &Carried| is_opaque(&carried.ty) || matches!(carried.operator.kind, OperatorKind::Declared(_));
    kernel.carried.iter().any(is_open)
}

fn is_opaque(ty: &Type) -> bool {
    matches!(ty, Type::Opaque(_))
}

fn operator_name(kind: &OperatorKind) -> &str {
    match kind {
        OperatorKind::Declared(path) => path,
        OperatorKind::Best(best) => best.name(),
        OperatorKind::Along(_) => "the choice before it",
        OperatorKind::Map(map) => map.family.name(),
        OperatorKind::Builtin(builtin) => match builtin {
            Builtin::Add => "+",
            Builtin::Mul => "*",
            Builtin::BitAnd => "&",
            Builtin::BitOr => "|",
            Builtin::BitXor => "^",
            Builtin::And => "&&",
            Builtin::Or => "||",
            Builtin::Min => "min",
            Builtin::Max => "max",
        },
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_mentioned_as_a_whole_word() {
        assert!(mentions("x[i - x_from]", "x"));
        assert!(!mentions("x_from + max", "x"));
        assert!(!mentions("(pair){.x = left.x}", "x"));
    }

    #[test]
    fn a_long_head_is_broken_after_commas() {
        let head = format!("void f({}int last)", "const long parameter, ".repeat(12));
        assert!(wrap(&head).lines().all(|line| line.len() <= WIDTH));
        assert_eq!(wrap(&head).replace(",\n    ", ", ").replace("(\n    ", "("), head);
        assert_eq!(wrap("void f(int a)"), "void f(int a)");
    }
}
