//! The stores of an iteration, as C.
//!
//! **Independent iterations store all that comes before their panic, and nothing after it.** A work-item of `map` stores nothing once an
//! iteration of it has panicked, so what is only stored goes where it belongs; arrays in place change last here, too.

use super::bins::bits_name;
use super::c::{GuardNames, Printer, keeps_panics_to_item, type_name};
use super::parameters;
use crate::ir::query::may_panic_in;
use crate::ir::{ArrayId, Computed, Counter, ExprKind, Function, LoopKernel, Output, Unary};

/// A store as the printer gives it.
pub(super) struct Store<'k> {
    pub output: &'k Output,
    pub ty: String,
    guard: Option<Guard<'k>>,
    pub statements: String,
    /// `y[i - y_from]`
    pub place: String,
    name: String,
    index: String,
    /// The name of a place that is computed, where nobody else may store.
    at: String,
    pub value: String,
    /// In a loop of independent iterations that may panic before it is stored, the name of the value and what leaves the loop then.
    panics: Option<(String, &'static str)>,
}

/// A work-item stores nothing from an iteration that panics, nor from those that it would have had after that.
fn leave(kernel: &LoopKernel) -> &'static str {
    if keeps_panics_to_item(kernel) { "if (failed)\n    break;" } else { "if (*panicked)\n    break;" }
}

/// Whether a store is done. Stores under one condition, or under it and its opposite, have one.
#[derive(Clone)]
struct Guard<'k> {
    /// The condition.
    function: &'k Function,
    statements: String,
    condition: String,
    names: GuardNames,
    /// It must not hold.
    is_negated: bool,
}

impl Guard<'_> {
    fn is(&self, other: &Self) -> bool {
        same(self.function, other.function)
    }
}

/// All outputs, printed in their order.
pub(super) fn print<'k>(kernel: &'k LoopKernel, printer: &mut Printer<'k>) -> Vec<Store<'k>> {
    let mut stores: Vec<Store> = Vec::new();
    for output in &kernel.outputs {
        let guard = output.guard.as_ref().map(|function| {
            let known = stores.iter().filter_map(|store| store.guard.as_ref());
            let same = known.clone().find(|known| same(known.function, function)).cloned();
            let opposite = known
                .filter(|known| is_negation(known.function, function))
                .map(|known| Guard { is_negated: true, ..known.clone() });
            same.or_else(|| opposite.into_iter().next()).unwrap_or_else(|| {
                let (statements, condition, names) = printer.guard(function);
                Guard { function, statements, condition, names, is_negated: false }
            })
        });
        stores.push(Store::print(kernel, output, guard, printer));
    }
    stores
}

impl<'k> Store<'k> {
    fn print(kernel: &'k LoopKernel, output: &'k Output, guard: Option<Guard<'k>>, printer: &mut Printer<'k>) -> Self {
        let (statements, index, value) = printer.output(output, guard.as_ref().map(|guard| &guard.names));
        let name = parameters::output_name(kernel, printer, output.array);
        let ty = type_name(&kernel.arrays[output.array.0].element);
        let place = format!("{name}[{index} - {name}_from]");
        let may_panic = || kernel.carried.is_empty() && output.computed.is_none() && output.functions().any(may_panic_in);
        let panics = may_panic().then(|| (printer.fresh("value"), leave(kernel)));
        let at = if kernel.scatters() { printer.fresh("cell") } else { String::new() };
        Self { output, ty, guard, statements: ended(statements), place, name, index, at, value, panics }
    }

    /// The statements and the condition of its guard, as lines and as an expression, if that is not another's opposite.
    pub fn condition(&self) -> Option<(String, String)> {
        let guard = self.guard.as_ref().filter(|guard| !guard.is_negated)?;
        Some((ended(guard.statements.clone()), guard.condition.clone()))
    }

    /// Whether it is a single statement.
    fn is_short(&self) -> bool {
        self.statements.is_empty() && self.panics.is_none() && self.at.is_empty()
    }

    fn at_once(&self) -> String {
        let Self { statements, place, value, ty, name, index, at, .. } = self;
        match &self.output.computed {
            // After a panic nobody looks at what is there.
            Some(Computed { operator: Some(_), .. }) => {
                return format!("{statements}{name}_combine({name}, {name}_own, {name}_fits, {index}, {value});");
            }
            Some(Computed { operator: None, .. }) => {
                let bits = bits_name(name);
                return format!(
                    "{statements}const ulong {at} = {index};\nif (take({bits}, {at}, panicked))\n    {name}[{at}] = {value};"
                );
            }
            None => {}
        }
        match &self.panics {
            Some((name, leave)) => format!("{statements}const {ty} {name} = {value};\n{leave}\n{place} = {name};"),
            None => format!("{statements}{place} = {value};"),
        }
    }

    fn value_first(&self, number: usize) -> String {
        format!("{}const {} value_{number} = {};", self.statements, self.ty, self.value)
    }

    fn store_later(&self, number: usize) -> String {
        format!("{} = value_{number};", self.place)
    }

    /// The counter at which it is stored whenever that goes on, if nothing of it can panic: what is stored there too early is stored over.
    fn dense(&self) -> Option<Counter> {
        self.output.counter.filter(|counter| counter.dense && self.guard.is_some() && !may_panic_in(&self.output.value))
    }

    /// Whether both are stored into one array with one value, either this or `other`.
    fn is_either(&self, other: &Self) -> bool {
        let (Some(one), Some(two)) = (&self.guard, &other.guard) else { return false };
        self.output.array == other.output.array
            && same(&self.output.value, &other.output.value)
            && !may_panic_in(&self.output.value)
            && one.is(two)
            && one.is_negated != two.is_negated
    }
}

/// The stores of an iteration.
pub(super) struct Stores {
    /// All of them.
    pub text: String,
    /// The same without the guards of what is stored at counters, while none of those has reached its last value.
    pub unguarded: Option<String>,
    /// Nothing else is stored than at the one counter.
    pub all_unguarded: bool,
}

impl Stores {
    /// Guarded stores go into arrays that are not read, so they may come first, after the statements that outputs have in `common`.
    pub fn of(kernel: &LoopKernel, common: &str, printed: &[Store], printer: &mut Printer) -> Self {
        if printed.iter().any(|store| store.panics.is_some()) {
            return Self { text: in_order(kernel, common, printed), unguarded: None, all_unguarded: false };
        }
        let (guarded, plain): (Vec<&Store>, Vec<&Store>) = printed.iter().partition(|store| store.guard.is_some());
        let (either, guarded) = pairs(guarded);
        let always: Vec<String> = places(&either, printer).into_iter().chain(unconditional(kernel, &plain)).collect();
        let first = conditions(common, printed);
        let text = lines(first.iter().cloned().chain(groups(&guarded).iter().map(Group::text)).chain(always.iter().cloned()));
        let dense: Vec<Counter> = guarded.iter().filter_map(|store| store.dense()).collect();
        let unguarded = (!dense.is_empty()).then(|| {
            let (free, bound): (Vec<&Store>, Vec<&Store>) = guarded.iter().partition(|store| store.dense().is_some());
            let free = first.into_iter().chain(free.iter().map(|store| store.at_once()));
            lines(free.chain(groups(&bound).iter().map(Group::text)).chain(always.iter().cloned()))
        });
        let is_one = dense.iter().all(|counter| counter.carried == dense[0].carried);
        let all_unguarded = unguarded.is_some() && dense.len() == printed.len() && is_one;
        Self { text, unguarded, all_unguarded }
    }
}

/// The stores of an iteration that may panic: it has stored nothing then that comes after the panic in the loop.
fn in_order(kernel: &LoopKernel, common: &str, printed: &[Store]) -> String {
    let is_in_place = kernel.arrays.iter().any(|array| array.read && array.written);
    // Where a condition has panicked it need not hold, so that whoever comes next has to look.
    let conditions_panic = printed.iter().any(|store| store.panics.is_some() && store.guard.is_some());
    let leave_text = leave(kernel).to_owned();
    let leave = || conditions_panic.then(|| leave_text.clone());
    let text = |store: &Store| {
        let texts = match store.guard {
            Some(_) => groups(&[store]).iter().map(Group::text).collect(),
            None => vec![store.at_once()],
        };
        lines(leave().filter(|_| store.panics.is_none()).into_iter().chain(texts))
    };
    let first = conditions(common, printed).into_iter();
    if !is_in_place {
        return lines(first.chain(printed.iter().map(text)));
    }
    // What is read is stored last.
    let (guarded, plain): (Vec<&Store>, Vec<&Store>) = printed.iter().partition(|store| store.guard.is_some());
    let values = plain.iter().enumerate().map(|(number, store)| store.value_first(number)).chain([leave_text.clone()]);
    let stores = plain.iter().enumerate().map(|(number, store)| store.store_later(number));
    lines(first.chain(values).chain(guarded.into_iter().map(text)).chain(leave()).chain(stores))
}

/// What outputs have in common, and the statements of the guards, which the values see as well.
fn conditions(common: &str, stores: &[Store]) -> Vec<String> {
    let mut texts: Vec<String> = Some(common.to_owned()).filter(|text| !text.is_empty()).into_iter().collect();
    for guard in stores.iter().filter_map(|store| store.guard.as_ref()) {
        if !guard.statements.is_empty() && !texts.contains(&guard.statements) {
            texts.push(guard.statements.clone());
        }
    }
    texts
}

/// The stores that every iteration does. Where an array is read and written, all values are computed before the first store.
fn unconditional(kernel: &LoopKernel, printed: &[&Store]) -> Vec<String> {
    let in_place = kernel.arrays.iter().any(|array| array.read && array.written);
    if in_place && printed.len() > 1 {
        let values = printed.iter().enumerate().map(|(number, store)| store.value_first(number));
        values.chain(printed.iter().enumerate().map(|(number, store)| store.store_later(number))).collect()
    } else {
        printed.iter().map(|store| store.at_once()).collect()
    }
}

/// Stores of which an iteration does one or the other, with the same value, and the rest.
fn pairs<'s, 'k>(guarded: Vec<&'s Store<'k>>) -> (Vec<[&'s Store<'k>; 2]>, Vec<&'s Store<'k>>) {
    let of_array =
        |array: ArrayId| -> Vec<&'s Store<'k>> { guarded.iter().copied().filter(|store| store.output.array == array).collect() };
    let mut pairs: Vec<[&Store; 2]> = Vec::new();
    for store in &guarded {
        if let [first, second] = of_array(store.output.array).as_slice()
            && std::ptr::eq(*first, *store)
            && first.is_either(second)
        {
            pairs.push([first, second]);
        }
    }
    let is_paired = |store: &&Store| pairs.iter().any(|[first, _]| first.output.array == store.output.array);
    let rest = guarded.iter().copied().filter(|store| !is_paired(store)).collect();
    (pairs, rest)
}

/// `const long place = condition ? k : j;`, and the stores there.
fn places(pairs: &[[&Store; 2]], printer: &mut Printer) -> Vec<String> {
    let mut known: Vec<(String, String)> = Vec::new();
    let mut texts = Vec::new();
    for [first, second] in pairs {
        let guard = first.guard.as_ref().expect("one of two stores");
        let (yes, no) = if guard.is_negated { (&second.index, &first.index) } else { (&first.index, &second.index) };
        let choice = format!("{} ? {yes} : {no}", guard.condition);
        let place = match known.iter().find(|(known, _)| *known == choice) {
            Some((_, place)) => place.clone(),
            None => {
                let place = printer.fresh("cell");
                texts.push(format!("const long {place} = {choice};"));
                known.push((choice, place.clone()));
                place
            }
        };
        let Store { name, value, statements, .. } = first;
        texts.push(format!("{statements}{name}[{place} - {name}_from] = {value};"));
    }
    texts
}

/// Stores under a condition, and those under its opposite.
struct Group<'s, 'k> {
    guard: &'s Guard<'k>,
    then: Vec<&'s Store<'k>>,
    otherwise: Vec<&'s Store<'k>>,
}

impl Group<'_, '_> {
    fn text(&self) -> String {
        let condition = &self.guard.condition;
        let block = |stores: &[&Store]| format!("{{\n{}\n}}", indented(&lines(stores.iter().map(|store| store.at_once()))));
        let is_short = |stores: &[&Store]| matches!(stores, [store] if store.is_short());
        let (then, otherwise) = (self.then.as_slice(), self.otherwise.as_slice());
        match (then, otherwise) {
            ([store], []) if is_short(then) => format!("if ({condition})\n{}", indented(&store.at_once())),
            (_, []) => format!("if ({condition}) {}", block(then)),
            ([], [store]) if is_short(otherwise) => format!("if (!({condition}))\n{}", indented(&store.at_once())),
            ([], _) => format!("if (!({condition})) {}", block(otherwise)),
            ([one], [other]) if is_short(then) && is_short(otherwise) => {
                let (one, other) = (indented(&one.at_once()), indented(&other.at_once()));
                format!("if ({condition})\n{one}\nelse\n{other}")
            }
            _ => format!("if ({condition}) {} else {}", block(then), block(otherwise)),
        }
    }
}

fn groups<'s, 'k>(stores: &[&'s Store<'k>]) -> Vec<Group<'s, 'k>> {
    let mut groups: Vec<Group> = Vec::new();
    for &store in stores {
        let guard = store.guard.as_ref().expect("a guarded store");
        let at = groups.iter().position(|group| group.guard.is(guard)).unwrap_or_else(|| {
            groups.push(Group { guard, then: Vec::new(), otherwise: Vec::new() });
            groups.len() - 1
        });
        if guard.is_negated { groups[at].otherwise.push(store) } else { groups[at].then.push(store) }
    }
    groups
}

/// Whether two functions are the same.
pub(super) fn same(a: &Function, b: &Function) -> bool {
    let locals = |function: &Function| -> Vec<_> { function.locals.iter().map(|local| local.ty.clone()).collect() };
    a.body == b.body && locals(a) == locals(b)
}

/// Whether `b` is `!a`.
fn is_negation(a: &Function, b: &Function) -> bool {
    let (Some(positive), Some(negative)) = (&a.body.value, &b.body.value) else { return false };
    let statements = a.body.statements == b.body.statements;
    statements && matches!(&negative.kind, ExprKind::Unary(Unary::Not, inner) if inner == positive)
}

fn lines(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}

fn indented(text: &str) -> String {
    lines(text.lines().map(|line| format!("    {line}")))
}

fn ended(mut statements: String) -> String {
    if !statements.is_empty() && !statements.ends_with('\n') {
        statements.push('\n');
    }
    statements
}
