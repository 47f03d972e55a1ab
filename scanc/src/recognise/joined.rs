//! Arrays that are parts of one array's elements → that array: `y_sum[i]` is `y[i].sum`, and what is stored is a whole element.

use super::partial::{Changed, Part, along};
use super::places::Step;
use super::tables::Tables;
use super::{Affine, ArrayUse, Carry, LiveOut, OutputUse, Recurrence, refuse};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, Spanned};
use crate::limits;
use crate::syntax::{block, block_value, choice, element, ident_at, plain_ident, span_of, variable};
use proc_macro2::Ident;
use std::collections::{HashMap, HashSet};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt};

/// The arrays of a recurrence, joined.
struct Joined<'d> {
    arrays: Vec<ArrayUse>,
    /// Where each old one is now, and which part of its elements.
    of: Vec<(usize, Vec<Step>)>,
    /// The same for those that are parts, by their names.
    parts: HashMap<String, (Ident, Vec<Step>)>,
    /// What an element is called while it is changed.
    changed: HashMap<usize, Ident>,
    /// The ways to all parts of an array's elements, where the text tells them.
    shapes: HashMap<usize, Vec<Vec<Step>>>,
    /// The arrays of which whole elements are stored, part by part.
    whole: HashSet<usize>,
    diagnostics: &'d mut Diagnostics,
}

/// The recurrence with whole elements.
///
/// # Errors
/// `Stopped` where an iteration stores parts of several elements of one array, or carries a part other than from the iteration before.
pub(super) fn joined(mut recurrence: Recurrence, tables: &mut Tables, diagnostics: &mut Diagnostics) -> Result<Recurrence> {
    if tables.split.is_empty() {
        return Ok(recurrence);
    }
    if let Some(trial) = recurrence.trial.take() {
        recurrence.trial = Some(Box::new(joined(*trial, tables, diagnostics)?));
    }
    let mut joined = Joined::of(&recurrence.arrays, tables, diagnostics);
    joined.carried(&mut recurrence);
    recurrence.outputs = joined.outputs(std::mem::take(&mut recurrence.outputs), &recurrence.common.stmts);
    joined.texts(&mut recurrence);
    recurrence.arrays = joined.arrays(&recurrence.outputs);
    recurrence.made_up.clone_from(&tables.names.made_up);
    diagnostics.stop_if_errors()?;
    Ok(recurrence)
}

impl<'d> Joined<'d> {
    fn of(arrays: &[ArrayUse], tables: &mut Tables, diagnostics: &'d mut Diagnostics) -> Self {
        let (parts, changed, shapes) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut joined = Self { arrays: Vec::new(), of: Vec::new(), parts, changed, shapes, whole: HashSet::new(), diagnostics };
        let mut known: HashMap<String, usize> = HashMap::new();
        for (number, array) in arrays.iter().enumerate() {
            let place = tables.arrays.get(number).map(|array| array.place.clone()).filter(|place| tables.is_split(place));
            let Some(place) = place else {
                joined.of.push((joined.arrays.len(), Vec::new()));
                joined.arrays.push(array.clone());
                continue;
            };
            let whole = *known.entry(place.array_key().to_owned()).or_insert_with(|| {
                let whole =
                    tables.arrays.iter().find(|array| array.place.key == place.array_key()).map(|array| array.name.clone());
                let name = whole.unwrap_or_else(|| tables.name_of(&place.whole()));
                let new = tables.names.make_up(&format!("{name}_new"), name.span().into());
                joined.changed.insert(joined.arrays.len(), new);
                let written = tables.shapes.get(place.array_key()).cloned();
                let shape = written.or_else(|| tables.types.elements.get(place.array_key()).and_then(shape_of));
                joined.shapes.extend(shape.map(|shape| (joined.arrays.len(), shape)));
                joined.arrays.push(ArrayUse { name, reads: Vec::new(), written: false, delayed: false, ..array.clone() });
                joined.arrays.len() - 1
            });
            let new = &mut joined.arrays[whole];
            new.written |= array.written;
            new.delayed |= array.delayed;
            new.reads.extend(array.reads.iter().cloned());
            joined.parts.insert(array.name.to_string(), (new.name.clone(), place.way.clone()));
            joined.of.push((whole, place.way));
        }
        joined
    }

    fn carried(&mut self, recurrence: &mut Recurrence) {
        for carried in &mut recurrence.carried {
            match &mut carried.carry {
                Carry::Array { array, read, is_older } => {
                    let (whole, way) = self.of[*array].clone();
                    *array = whole;
                    if way.is_empty() {
                        continue;
                    }
                    if recurrence.lag.is_some() || *is_older {
                        let message = "this part of an element is carried over more than one iteration";
                        let error = Diagnostic::error(refuse::PARTIAL_STORE, carried.operator.span, message);
                        self.diagnostics.push(error.help("give that part an array of its own"));
                    }
                    carried.carry = Carry::Part { array: whole, way, read: read.clone() };
                    carried.occurrences = None;
                }
                Carry::Pushes { array, .. } => *array = self.of[*array].0,
                Carry::Part { .. } | Carry::Scalar(_) | Carry::State(_) | Carry::Coefficient(_) => {}
            }
        }
    }

    /// One store for each array of whose elements parts are stored. What these begin with in `common`, it begins with.
    fn outputs(&mut self, outputs: Vec<OutputUse>, common: &[Stmt]) -> Vec<OutputUse> {
        let mut joined: Vec<OutputUse> = Vec::new();
        let mut changes: HashMap<usize, Changed> = HashMap::new();
        let mut alike: HashSet<usize> = HashSet::new();
        let mut counted: HashMap<usize, Changed> = HashMap::new();
        for output in outputs {
            let (array, way) = self.of[output.array].clone();
            let mut output = OutputUse { array, ..output };
            let Some(name) = self.changed.get(&array) else {
                joined.push(output);
                continue;
            };
            if output.counter.is_some() {
                self.counted(output, way, &mut joined, &mut counted);
                continue;
            }
            let first = joined.iter().find(|first| first.array == array);
            if first.is_some_and(|first| first.index != output.index) {
                let name = crate::syntax::text(&self.arrays[array].place);
                let message = format!("an iteration stores parts of two elements of `{name}`");
                let help = "give that part an array of its own, or split the loop where that leaves the same";
                self.diagnostics.push(Diagnostic::error(refuse::PARTIAL_STORE, output.span, message).help(help));
                continue;
            }
            let array_name = variable(&ident_at(&self.arrays[array].name, output.span));
            let old = element(array_name, output.index_expr.clone(), output.span);
            alike.extend(output.leave_out(common).then_some(array));
            let value = output.value.clone();
            let value = match output.guard.clone() {
                Some(guard) => {
                    // Where it is not stored there is what was.
                    self.shapes.remove(&array);
                    let kept = along(&old, &way, output.span);
                    choice(guard, block(Vec::new(), value), block(Vec::new(), kept), output.span)
                }
                None => value,
            };
            let is_first = first.is_none();
            let changed = changes.entry(array).or_insert_with(|| Changed { name: name.clone(), base: old, parts: Vec::new() });
            changed.parts.push(Part { way, value, span: output.span });
            if is_first {
                joined.push(OutputUse { guard: None, ..output });
            }
        }
        for (number, changed) in counted {
            let output = &mut joined[number];
            match self.shapes.get(&output.array).and_then(|shape| changed.whole(shape)) {
                Some(whole) => output.value = whole,
                None => {
                    let name = crate::syntax::text(&self.arrays[output.array].place);
                    let message = format!("a part of an element of `{name}` is stored where the loop counts");
                    let help = "give that part an array of its own, or store whole elements there";
                    self.diagnostics.push(Diagnostic::error(refuse::PARTIAL_STORE, output.span, message).help(help));
                }
            }
            self.whole.insert(output.array);
        }
        for output in joined.iter_mut().filter(|output| output.counter.is_none()) {
            if let Some(changed) = changes.get(&output.array) {
                let lets = if alike.contains(&output.array) { common } else { &[] };
                let whole = self.shapes.get(&output.array).and_then(|shape| changed.whole(shape));
                self.whole.extend(whole.is_some().then_some(output.array));
                output.value = block_value(block(lets.to_vec(), whole.unwrap_or_else(|| changed.written())));
            }
        }
        joined
    }

    /// A part of an element that is stored where the loop counts: all parts of one are stored at once, under the same condition.
    fn counted(&self, mut output: OutputUse, way: Vec<Step>, joined: &mut Vec<OutputUse>, counted: &mut HashMap<usize, Changed>) {
        let is_same = |other: &OutputUse| {
            (other.array, &other.index, other.counter, &other.guard)
                == (output.array, &output.index, output.counter, &output.guard)
        };
        let number = joined.iter().position(is_same).unwrap_or(joined.len());
        let name = self.arrays[output.array].name.clone();
        let changed =
            counted.entry(number).or_insert_with(|| Changed { name, base: output.index_expr.clone(), parts: Vec::new() });
        let value = std::mem::replace(&mut output.value, output.index_expr.clone());
        changed.parts.push(Part { way, value, span: output.span });
        if number == joined.len() {
            joined.push(output);
        }
    }

    fn texts(&mut self, recurrence: &mut Recurrence) {
        let mut whole = Texts(&self.parts);
        recurrence.visit_results_mut(&mut whole);
        recurrence.carried.iter_mut().filter_map(|carried| carried.start.as_mut()).for_each(|start| whole.visit_expr_mut(start));
        for (_, value) in &mut recurrence.live_out {
            if let LiveOut::AtLastIteration(value) = value {
                whole.visit_expr_mut(value);
            }
        }
    }

    fn arrays(self, outputs: &[OutputUse]) -> Vec<ArrayUse> {
        let mut arrays = self.arrays;
        for (number, array) in arrays.iter_mut().enumerate().filter(|(number, _)| self.changed.contains_key(number)) {
            let stored = outputs.iter().find(|output| output.array == number).map(|output| &output.index);
            // What is not stored of an element is what it was.
            array.reads.extend(stored.filter(|_| !self.whole.contains(&number)).cloned());
            let mut reads: Vec<Affine> = Vec::new();
            for read in std::mem::take(&mut array.reads) {
                let read = Affine { guarded: read.guarded && !array.written, ..read };
                if !reads.contains(&read) {
                    reads.push(read);
                }
            }
            array.delayed |= stored.is_some_and(|stored| reads.iter().any(|read| stored.distance(read) != Some(0)));
            array.reads = reads;
        }
        arrays
    }
}

/// Of fixed arrays.
fn shape_of(element: &syn::Type) -> Option<Vec<Vec<Step>>> {
    let syn::Type::Array(syn::TypeArray { len: Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(literal), .. }), .. }) = element
    else {
        return None;
    };
    let length: u32 = literal.base10_parse().ok().filter(|length| *length as usize <= limits::RESULTS)?;
    Some(elements(length, literal.span()))
}

/// The ways to the elements of a fixed array.
pub(super) fn elements(length: u32, span: proc_macro2::Span) -> Vec<Vec<Step>> {
    (0..length).map(|index| vec![Step::At(syn::Index { index, span })]).collect()
}

/// Puts whole elements in the place of those of arrays that are parts.
struct Texts<'a>(&'a HashMap<String, (Ident, Vec<Step>)>);

impl VisitMut for Texts<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Index(access) = expr else { return };
        let Some((whole, way)) = plain_ident(&access.expr).and_then(|name| self.0.get(&name.to_string())) else { return };
        *access.expr = variable(&ident_at(whole, access.expr.span()));
        *expr = along(expr, way, span_of(expr));
    }
}
