//! `ScanSite` → [`Recurrence`]: the loop's meaning, found by reading its body, never the clause alone.
//!
//! Afterwards: every iteration `k` computes `carried = combine(carried, element(i))` for each carried value and stores `outputs`; no
//! `element` mentions a carried value; every index is affine in the loop variable, but for loads of arrays that the loop does not write,
//! for stores at places that the loop counts, of which no two iterations have the same, and for what is combined or stored at computed
//! places, which nothing else reads; nothing in the loop has another effect. The clause has been asked which of the carried values it
//! names, and for nothing else: `check` compares it with what was found.
//!
//! # The canonical form of expressions
//! The elements and the outputs' values stay Rust syntax (the host backend runs them as they are), rewritten so that later stages need
//! no knowledge of the loop's shape:
//! - an array is a plain identifier from [`Recurrence::arrays`], always used as `name[index]`;
//! - a value from outside the loop is a plain identifier from [`Recurrence::captures`] (`self.scale`, `*alpha` and `x.len()` have
//!   been given names);
//! - the loop variable is the identifier of [`Recurrence::index`];
//! - [`BEFORE`] and [`AFTER`] are the carried value before and after the iteration (in outputs only); of several those after the first
//!   are numbered: [`before_name`], [`after_name`]; [`among_first_name`] is `true` in so many iterations, the first;
//! - `let` bindings that do not mention a carried value stay `let` bindings, with their names;
//! - what stores parts of an element stores all of it, `{ let mut y_new = y[i]; y_new.sum = …; y_new }`;
//! - a loop in the body is a block in which it runs over variables of its own, `{ let mut s_2 = s; for k in 0..w_len { s_2 += …; } s_2 }`: of
//!   these its last statements are assignments, and an `if` with a `break`. There are no others.
//!
//! **Carried values are independent.** No element mentions a carried value, so several are one scan of their product: the same field by
//! field in kernels (`scan_t` is a struct, named after the variables) and on the host (`launch::Product2`, …). What a comparison takes
//! along is a field whose operator is the choice of the field before it. The extreme of what another value gives is a field whose operator
//! reads the earlier partial's value of that one (`Map::source`): of a run it is the run's own, and what the run makes of any value before
//! it is in a coefficient (`recognise/dependent.rs`). So an element still mentions no carried value.

mod accesses;
mod affine;

mod arithmetic;
mod ascii;
mod assemble;
mod assigned;
mod attached;
mod bins;
mod body;
mod bounds;
mod branches;
mod bytes;
mod collect;
mod counters;
mod cycles;
mod dependent;
mod derive;
mod expressions;
mod extreme;
mod facts;
mod finite;
mod first;
mod fixed;
mod fold;
mod given;
mod header;
mod inline;
mod inner;
mod iterators;
mod joined;
mod jumps;
mod kind;
mod limits;
mod matrix;
mod names;
mod occurrences;
mod open;
mod operator;
mod options;
mod outer;
mod partial;
mod places;
mod pure;
mod pushes;
mod reading;
mod reduced;
mod refuse;
mod registers;
mod resolve;
mod rows;
mod shared;
mod slices;
mod solve;
mod state;
mod statements;
mod steps;
mod tables;
#[cfg(test)]
mod tests;
mod tidy;
mod trial;
mod tuples;
mod types;
mod updates;
mod while_loops;
mod wholes;

pub(crate) use affine::factors;
pub(crate) use ascii::is_known_of_bytes;
#[cfg(feature = "cli")]
pub(crate) use matrix::{Neutral, neutral};
pub use occurrences::Occurrences;
pub use outer::{Outer, batched};
pub(crate) use partial::number;
pub use places::{Step, way_text};
pub(crate) use pure::{is_known_function, may_be_declared};
pub(crate) use refuse::{TYPE_NEEDED, UNSUPPORTED};
pub(crate) use rows::without_rows;

use crate::diagnostic::{Diagnostics, Result, Span};
use crate::ir;
use crate::parse::{ScanAttribute, ScanSite};
use crate::syntax::{Chunks, bare, for_each_variable};
use proc_macro2::Ident;
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

/// The identifier that stands for the carried value before the iteration.
pub const BEFORE: &str = "__scanc_before";
/// The identifier that stands for the carried value after the iteration.
pub const AFTER: &str = "__scanc_after";
/// The identifier that stands for "this is the first iteration".
const IS_FIRST: &str = "__scanc_is_first";
/// What the identifiers that stand for "this is one of the first iterations" begin with.
const IS_AMONG_FIRST: &str = "__scanc_is_among_first";

/// The module of the runtime that generated code calls, in canonical expressions.
pub const LAUNCH: &str = "__scanc_launch";

/// The iterations of the loop, in what the host evaluates before it.
pub const RANGE: &str = "__scanc_range";

/// What [`BEFORE`] is for carried value `number`.
pub fn before_name(number: usize) -> String {
    numbered(BEFORE, number)
}

/// What [`AFTER`] is for carried value `number`.
pub fn after_name(number: usize) -> String {
    numbered(AFTER, number)
}

/// So many iterations back a delay register may reach, through others.
pub const MOST_DELAYED: u8 = 4;

/// The identifier that stands for "this is one of the first `count` iterations".
pub fn among_first_name(count: u8) -> String {
    if count == 1 { IS_FIRST.to_owned() } else { format!("{IS_AMONG_FIRST}_{count}") }
}

/// How many first iterations the identifier `name` of a canonical expression is about, if it is such a one.
pub fn among_first_by_name(name: &str) -> Option<u8> {
    (1..=MOST_DELAYED).find(|count| among_first_name(*count) == name)
}

fn numbered(name: &str, number: usize) -> String {
    if number == 0 { name.to_owned() } else { format!("{name}_{number}") }
}

/// A carried value before or after the iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub enum When {
    Before,
    After,
}

/// Which carried value the identifier `name` of a canonical expression is, if it is one.
pub fn carried_by_name(name: &str) -> Option<(When, usize)> {
    let number = |base: &str| match name.strip_prefix(base)? {
        "" => Some(0),
        rest => rest.strip_prefix('_')?.parse().ok(),
    };
    let before = number(BEFORE).map(|number| (When::Before, number));
    before.or_else(|| Some((When::After, number(AFTER)?)))
}

/// The carried values that occur, before or after the iteration.
pub(crate) fn carried_values(syntax: &impl ToTokens) -> Vec<(When, usize)> {
    let mut found = Vec::new();
    for_each_variable(syntax.to_token_stream(), &mut |ident| found.extend(carried_by_name(&ident.to_string())));
    found
}

/// A recognised loop.
#[derive(Clone, Debug)]
pub struct Recurrence {
    /// The clause it was annotated with.
    pub attribute: ScanAttribute,
    /// The function's name.
    pub function: String,
    /// Where the loop's first token stands.
    pub span: Span,
    /// The values of the loop variable, in order.
    pub range: Range,
    /// The loop variable.
    pub index: IndexVariable,
    /// What is carried from one iteration to the next: one value, or several that do not depend on each other.
    pub carried: Vec<Carried>,
    /// Statements that elements and outputs begin with, those which begin with any of them: whoever writes several next to each other writes
    /// these once, in front. Every iteration evaluates them.
    pub common: syn::Block,
    /// The arrays, each once, in order of first use.
    pub arrays: Vec<ArrayUse>,
    /// The values from outside, each once, in order of first use.
    pub captures: Vec<CaptureUse>,
    /// The stores of one iteration. Of several into one array, each of which is guarded, an iteration does one at most; but those at one
    /// counter may be at several places from there on.
    pub outputs: Vec<OutputUse>,
    /// Scalars other than the carried one that the loop leaves changed: name and value after the last iteration (a host expression
    /// over values before the loop; evaluated before the launch, assigned after it). The variable of a `while` loop, the delay
    /// register of Listing 3.5b.
    pub live_out: Vec<(syn::Expr, LiveOut)>,
    /// How many iterations before its own an iteration reads what it continues; `None` for the previous one.
    pub lag: Option<Affine>,
    /// Where operators are derived: the loop that stores, in arrays of their own, what its own step makes of each value that goes through
    /// maps. Nobody runs it; the operators are held against it.
    pub trial: Option<Box<Self>>,
    /// The outer loop, where each of its iterations is a scan of its own and all are launched at once.
    pub outer: Option<Outer>,
    /// For each `let` of a canonical expression that is a later value of a variable: the name of the first, which has the same type.
    pub versions: HashMap<String, String>,
    /// The names in canonical expressions that the source does not have.
    pub made_up: HashSet<String>,
    /// Where fixed arrays have been taken apart: the methods of them that are taken to be those of slices, with the type and the number of the
    /// elements.
    pub fixed: Option<Vec<(ir::Scalar, usize, String)>>,
}

impl Recurrence {
    /// Whether elements of a fixed array from outside are carried, or captured, as values of their own.
    pub(crate) fn carries_elements(&self) -> bool {
        let is_element = |place: &syn::Expr| matches!(bare(place), syn::Expr::Index(_));
        self.carried.iter().any(|carried| matches!(&carried.carry, Carry::Scalar(place) if is_element(place)))
    }

    /// Visits what an iteration computes: what results have in common, elements, and what is stored.
    pub(crate) fn visit_results<'r>(&'r self, visitor: &mut impl Visit<'r>) {
        visitor.visit_block(&self.common);
        self.carried.iter().for_each(|carried| visitor.visit_block(&carried.element));
        self.outputs.iter().flat_map(OutputUse::expressions).for_each(|value| visitor.visit_expr(value));
    }

    /// The same, to change it.
    pub(crate) fn visit_results_mut(&mut self, visitor: &mut impl VisitMut) {
        visitor.visit_block_mut(&mut self.common);
        self.carried.iter_mut().for_each(|carried| visitor.visit_block_mut(&mut carried.element));
        self.outputs.iter_mut().flat_map(OutputUse::expressions_mut).for_each(|value| visitor.visit_expr_mut(value));
    }

    /// Whether statements begin with what results have in common.
    pub(crate) fn begins_alike(&self, statements: &[syn::Stmt]) -> bool {
        !self.common.stmts.is_empty() && statements.starts_with(&self.common.stmts)
    }
}

/// A carried value.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Its name: the variable's, or the array's in canonical expressions.
    pub name: Ident,
    /// What carries it.
    pub carry: Carry,
    /// Which of the attribute's targets names it; the first where none does, which `check` refuses.
    pub clause: usize,
    /// The operator: kind, and whether the carried value stands on its right.
    pub operator: FoundOperator,
    /// `e(i)`: a block of `let`s and a value, in canonical form.
    pub element: syn::Block,
    /// What it starts from where the first iteration sets it: the operator's identity.
    pub start: Option<syn::Expr>,
    /// Where the loop's text has it, if an array carries it.
    pub occurrences: Option<Occurrences>,
}

/// The values of the loop variable. The expressions are free of side effects and fixed while the loop runs.
#[derive(Clone, Debug)]
pub enum Range {
    /// `from, from + step, …` while less than `to`.
    Ascending {
        /// The first value.
        from: syn::Expr,
        /// The bound.
        to: syn::Expr,
        /// Whether the bound is a value too.
        inclusive: bool,
        /// What is added; positive.
        step: i64,
    },
    /// The values of the ascending range with step 1 over `low..high` (or `low..=high`), backwards.
    Descending {
        /// The upper bound; the first value is `high - 1`, or `high` where inclusive.
        high: syn::Expr,
        /// The last value.
        low: syn::Expr,
        /// Whether `high` is a value too.
        inclusive: bool,
        /// What is subtracted; positive.
        step: i64,
    },
    /// `0, 1, …` up to the least of these arrays' lengths (iterator loops), each less what is skipped.
    Lengths(Vec<syn::Expr>),
}

impl Range {
    /// The expressions that say which values it has.
    pub(crate) fn bounds(&self) -> Vec<&syn::Expr> {
        match self {
            Self::Ascending { from, to, .. } => vec![from, to],
            Self::Descending { high, low, .. } => vec![high, low],
            Self::Lengths(lengths) => lengths.iter().collect(),
        }
    }

    /// Whether its text shows that all values are indices of the array `place`.
    fn is_of(&self, place: &syn::Expr) -> bool {
        let is_length = |bound: &syn::Expr| {
            let syn::Expr::MethodCall(call) = bare(bound) else { return false };
            call.method == "len" && call.args.is_empty() && *call.receiver == *place
        };
        match self {
            Self::Ascending { from: low, to: high, inclusive: false, .. }
            | Self::Descending { high, low, inclusive: false, .. } => {
                is_length(high) && bounds::literal(low).is_some_and(|low| low >= 0)
            }
            Self::Ascending { .. } | Self::Descending { .. } => false,
            Self::Lengths(lengths) => lengths.iter().any(is_length),
        }
    }
}

/// The loop variable.
#[derive(Clone, Debug)]
pub struct IndexVariable {
    /// Its name; made up for loops that have none.
    pub name: Ident,
    /// Its type, where the source says it or it is used as an index itself.
    pub ty: Option<ir::Type>,
    /// What an iteration adds to it.
    pub step: i64,
}

/// What is carried.
#[derive(Clone, Debug)]
pub enum Carry {
    /// `y[i - 1]`: what the previous iteration stored; the first iteration reads it from the array.
    Array {
        /// Index into [`Recurrence::arrays`].
        array: usize,
        /// Where iteration `i` reads it.
        read: Affine,
        /// It is not what the previous iteration stored, but one before that, and another carried value is what that one has.
        is_older: bool,
    },
    /// `y[i - 1].sum`: a part of what the previous iteration stored; the first iteration reads it from the array.
    Part {
        /// Index into [`Recurrence::arrays`].
        array: usize,
        /// Which part of its elements.
        way: Vec<Step>,
        /// Where iteration `i` reads it.
        read: Affine,
    },
    /// A scalar variable; it holds the last value after the loop.
    Scalar(syn::Expr),
    /// The state of `Iterator::scan`: its start value; not live after the loop.
    State(syn::Expr),
    /// How many elements the loop has pushed to an array: an index into [`Recurrence::arrays`]. Nothing but the launch knows it.
    Pushes {
        /// Which.
        array: usize,
        /// 0.
        start: syn::Expr,
    },
    /// The coefficient of another carried value's map, which the source does not have: what it starts from, though nobody reads that.
    Coefficient(syn::Expr),
}

/// The operator as found in the body.
#[derive(Clone, Debug)]
pub struct FoundOperator {
    /// Which one.
    pub kind: ir::OperatorKind,
    /// The source wrote `e ⊕ carried`.
    pub flipped: bool,
    /// It was spelled `-`: `element` is already negated.
    pub subtraction: bool,
    /// It was spelled as a comparison (`if e > m { m = e }`): a float start value that is NaN stays, so the host must look.
    pub compared: bool,
    /// It is spelled as a method, a function or a compound assignment: on a type of the user's own that may be another function.
    pub named: bool,
    /// Where it stands.
    pub span: Span,
}

impl FoundOperator {
    /// Whether it is an extreme of another carried value's.
    pub fn is_dependent(&self) -> bool {
        matches!(&self.kind, ir::OperatorKind::Map(map) if map.source.is_some())
    }

    /// Whether it is a sum with a floor or a ceiling, whose terms have to be as small as there are many.
    pub fn has_term_limit(&self) -> bool {
        let ir::OperatorKind::Map(map) = &self.kind else { return false };
        matches!(map.family, ir::Family::Floor | ir::Family::Ceiling)
            || matches!(map.family, ir::Family::Row(row) if row.semiring.compares())
    }

    /// Whether the number that it starts from has to be small, if it is of this type.
    pub fn has_reach(&self, scalar: ir::Scalar) -> bool {
        let ir::OperatorKind::Map(map) = &self.kind else { return false };
        match map.family {
            ir::Family::Affine => matches!(scalar, ir::Scalar::Float(_)),
            ir::Family::Clamp => scalar == ir::Scalar::Int(ir::Int::I64),
            // What is infinite is none times 0, and what sums start from counts for the greatest of them.
            ir::Family::Row(ir::Row { column: Some(_), .. }) => false,
            ir::Family::Row(ir::Row { semiring: ir::Semiring::Choice, .. }) => false,
            ir::Family::Row(row) => row.semiring.compares() || matches!(scalar, ir::Scalar::Float(_)),
            _ => self.has_term_limit(),
        }
    }
}

/// An index `coefficient * i + offset`, exact (no wrapping; the host checks the range with wide integers before a launch).
#[derive(Clone, Debug)]
pub struct Affine {
    /// The constant part of the loop variable's coefficient.
    pub coefficient: i64,
    /// The loop-invariant integer terms of that coefficient (the `w` of `i * w`), each with its factor: captured values, or products of
    /// them.
    pub scaled: Vec<(i64, syn::Expr)>,
    /// The constant part of the offset.
    pub constant: i64,
    /// The loop-invariant integer terms of the offset, each with its factor: captured values, by their names, or products of them.
    pub terms: Vec<(i64, syn::Expr)>,
    /// It is used in those iterations only in which a condition on the loop variable holds: in others it may be out of range.
    pub guarded: bool,
}

/// An array of the loop.
#[derive(Clone, Debug)]
pub struct ArrayUse {
    /// Its name in canonical expressions (`self.y` is `self_y`).
    pub name: Ident,
    /// The place as the user wrote it; `place[..]` is a slice.
    pub place: syn::Expr,
    /// Where an iteration loads from it (not the carried read), also where nothing uses what it loads. What an iteration loads for a
    /// later one (Listing 3.5b) is listed where it is loaded.
    pub reads: Vec<Affine>,
    /// Whether it is also read at indices that are not affine: all of its loads are then checked where they are done.
    pub gathered: bool,
    /// Whether an output stores into it.
    pub written: bool,
    /// It is read where another iteration stores, and means the old value, a later iteration or (Listing 3.5b) an earlier one: an in-place
    /// run needs a copy.
    pub delayed: bool,
    /// It is the `Vec` that a `collect()` makes: it does not exist before the loop.
    pub collected: bool,
    /// It is a `Vec` that the loop pushes to: element 0 is the first that it pushes.
    pub pushed: bool,
}

impl ArrayUse {
    /// Whether the host has it as a slice: a `Vec` that a `collect()` makes of all items is the launch's to make.
    pub fn is_lent(&self) -> bool {
        !self.collected || self.pushed
    }

    /// Whether it is not an array of the program's own, but one into whose elements another is cut.
    pub fn is_cut(&self) -> bool {
        Chunks::of(&self.place).is_some()
    }

    /// Whether the loop loads from it (the carried read does not count).
    pub fn is_read(&self) -> bool {
        self.gathered || !self.reads.is_empty()
    }
}

/// A value from outside the loop.
#[derive(Clone, Debug)]
pub struct CaptureUse {
    /// Its name in canonical expressions.
    pub name: Ident,
    /// What the host evaluates once, before the loop.
    pub value: syn::Expr,
    /// Its type where the recogniser knows it (lengths are `usize`).
    pub ty: Option<ir::Type>,
}

/// One store of an iteration.
#[derive(Clone, Debug)]
pub struct OutputUse {
    /// Index into [`Recurrence::arrays`].
    pub array: usize,
    /// Where; of what is counted only what is added to the counter.
    pub index: Affine,
    /// The same index as an expression in canonical form.
    pub index_expr: syn::Expr,
    /// The counter that says where, if one does.
    pub counter: Option<Counter>,
    /// What is done where `index_expr` is computed and `index` says nothing.
    pub computed: Option<Computed>,
    /// Whether this iteration stores it, over the same values as `value`; `None` where every iteration does.
    pub guard: Option<syn::Expr>,
    /// What: an expression over the carried values before and after the iteration and all that an element may use.
    pub value: syn::Expr,
    /// Where the store stands.
    pub span: Span,
}

impl OutputUse {
    /// `index_expr`, where it is a block that has nothing but a value that value.
    pub fn place(&self) -> &syn::Expr {
        match &self.index_expr {
            syn::Expr::Block(syn::ExprBlock { block, label: None, .. }) => match block.stmts.as_slice() {
                [syn::Stmt::Expr(value, None)] => value,
                _ => &self.index_expr,
            },
            place => place,
        }
    }

    /// The guard, a place that is computed, and the value.
    pub fn expressions(&self) -> impl Iterator<Item = &syn::Expr> {
        self.guard.iter().chain(self.computed.is_some().then_some(&self.index_expr)).chain([&self.value])
    }

    /// The same, to be changed.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut syn::Expr> {
        self.guard.iter_mut().chain(self.computed.is_some().then_some(&mut self.index_expr)).chain([&mut self.value])
    }

    /// Leaves out the statements `common` where an expression begins with them; whether one does.
    pub(crate) fn leave_out(&mut self, common: &[syn::Stmt]) -> bool {
        let mut begins = false;
        for value in self.expressions_mut() {
            if let syn::Expr::Block(syn::ExprBlock { block, label: None, .. }) = value
                && !common.is_empty()
                && block.stmts.starts_with(common)
            {
                block.stmts.drain(..common.len());
                begins = true;
            }
        }
        begins
    }

    /// By what it is combined with what is there, at a place that is computed.
    pub fn combined(&self) -> Option<&FoundOperator> {
        match &self.computed {
            Some(Computed::Combined(operator)) => Some(operator),
            _ => None,
        }
    }
}

/// What is done at a place that an iteration computes.
#[derive(Clone, Debug)]
pub enum Computed {
    /// The value is combined with what is there, in any order: any iterations may have one place.
    Combined(FoundOperator),
    /// The value is stored: no two iterations may have one place, which is seen when the loop runs.
    Scattered,
}

/// What says where a store goes, if not the loop variable: `out[k] = x[i]; k += 1;`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The carried value, a sum, that stands there before the iteration. It grows whenever this is stored, and never goes back.
    pub carried: usize,
    /// What is added to it: the least of what is, in this array.
    pub offset: i64,
    /// It grows by one where something is stored at it in this array, and not at all elsewhere.
    pub dense: bool,
}

/// The value of a scalar after the loop.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a loop has one or two of them; large only where spans know their places")]
pub enum LiveOut {
    /// The loop variable of a `while`: one step past the last value.
    PastTheEnd,
    /// A canonical expression, evaluated for the last iteration: on the arrays as they are before the loop, where it reads one that the
    /// loop changes (it does not panic then, on any build), and otherwise after it.
    AtLastIteration(syn::Expr),
}

/// Recognises the loop of `site`.
///
/// # Errors
/// `Stopped` with every reason why it is not a scan in `diagnostics`.
pub fn recognise(site: &ScanSite, diagnostics: &mut Diagnostics) -> Result<Recurrence> {
    let mut found = Diagnostics::default();
    let (rewritten, names) = fixed::rewritten(site).unzip();
    let mut recurrence = recognise_loop(rewritten.as_ref().unwrap_or(site), &mut found);
    if let Some(fixed::Brought { made_up, methods, carried }) = names {
        found.rename(|text| fixed::in_the_users_words(text, &carried));
        if let Ok(recurrence) = &mut recurrence {
            fixed::with_elements(recurrence, &carried);
            recurrence.made_up.extend(made_up);
            recurrence.fixed = Some(methods);
        }
    }
    diagnostics.extend(found);
    recurrence
}

/// Reads the header, reads the body, finds what is carried, and puts it in canonical form.
fn recognise_loop(site: &ScanSite, diagnostics: &mut Diagnostics) -> Result<Recurrence> {
    let span = header::span(&site.syntax);
    let (mut tables, header, mut walked) = reading::read(site, diagnostics)?;
    let attribute = &site.attribute;
    let links = solve::Solver { header: &header, walked: &walked, tables: &tables, attribute, span, diagnostics }.links();
    for (array, index, span) in links {
        tables.load(array, index, span);
    }
    let solver = solve::Solver { header: &header, walked: &walked, tables: &tables, attribute, span, diagnostics };
    let solution = solver.solve()?;
    let stored = walked.stores.iter().map(|(_, store)| &store.value);
    let others: Vec<&syn::Expr> = stored.chain(solution.registers.iter().map(|register| &register.value)).collect();
    let updates: Vec<&syn::Expr> = solution.carried.iter().map(|carried| &carried.update).collect();
    tables.find_shared(&updates, &others);
    tables.name_held(&solution.registers);
    for shared in inline::shared(&walked.lets, &tables, &solution) {
        tables.name_part(&shared);
    }
    if site.attribute.targets.iter().any(|target| target.operator.is_derived()) || solution.carried.len() > 1 {
        // Two for each, or a matrix of all.
        tables.name_coefficients(solution.carried.len() * solution.carried.len().max(2));
    }
    inner::bring_forward(&mut walked, &mut tables, &solution);
    let assembly = assemble::Assembly::new(site, span, &header, &walked, &tables, &solution);
    let recurrence = assembly.recurrence(&header, diagnostics)?;
    let mut recurrence = joined::joined(recurrence, &mut tables, diagnostics)?;
    rows::refuse_carried(&recurrence, &tables, diagnostics);
    diagnostics.stop_if_errors()?;
    if !tables.looped.is_empty() {
        inner::join(&mut recurrence);
        inner::hoist(&mut recurrence, &mut tables.names);
        inner::shorten(&mut recurrence);
    }
    Ok(recurrence)
}
