//! `(a, b) = (b, a + b)`, `y[i] = p * y[i - 1] + q * y[i - 2] + x[i]`, `rest = max(rest, hold + price)`: all that a loop carries, times a
//! matrix of the iteration.
//!
//! A row is read one carried value after the other: as a map of the first alone, whose amount is then a map of the second, and so on. What
//! is left is in no carried value. Of floats the products of many matrices must not grow: where the cells are the same in all iterations
//! the host looks at the powers of their matrix, otherwise the magnitudes of a row come to 1 at most.

use super::arithmetic::{Arithmetic, constant};
use super::assemble::Assembly;
use super::derive::{self, literal_value, no_sum, number};
#[cfg(feature = "cli")]
use super::fold::truth_of;
use super::limits;
use super::refuse;
use super::resolve::tidied;
use super::updates::Updated;
use super::{Carried, Carry, FoundOperator, before_name, carried_values};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Family, Int, Map, OperatorKind, Row, Scalar, Semiring};
use crate::syntax::{binary, block, block_value, call, let_parts, place_text, plain_ident, reads, span_of, truth};
use proc_macro2::Ident;
#[cfg(feature = "cli")]
use syn::Block;
use syn::{Expr, Stmt};

/// So many values are carried together in linear steps: four have sixteen cells.
const MOST_ROWS: usize = 4;
/// And so many in steps of extremes, whose products compare each time.
const MOST_COMPARED_ROWS: usize = 3;

/// A row of an iteration's matrix, and what is added to it.
struct MatrixRow {
    cells: Vec<Expr>,
    amount: Expr,
}

impl Assembly<'_> {
    /// All that is carried, and the cells of its matrices behind that. `None` where it is in no matrix.
    pub(super) fn of_matrix(&self, updates: &[Updated]) -> Option<Result<Vec<Carried>, Diagnostic>> {
        let (order, solution) = (updates.len(), self.solution);
        let is_alone = solution.lag.is_none() && solution.carried.iter().all(|carried| carried.attached.is_none());
        let mut scalars = solution.carriers.iter().filter_map(|carrier| self.scalar(*carrier));
        let scalar = scalars
            .next()
            .or_else(|| updates.iter().find_map(|updated| self.tables.scalar_of(&updated.value)))
            .or_else(|| updates.iter().find_map(|updated| self.scalar_of_store(updated)))
            .or_else(|| self.scalar_of_earlier_store())?;
        if !(2..=MOST_ROWS).contains(&order) || !is_alone || scalars.any(|other| other != scalar) {
            return None;
        }
        let arithmetic = Arithmetic { tables: self.tables, scalar: Some(scalar), name: solution.carried[0].key.clone() };
        let semirings = [Semiring::Choice, Semiring::Linear, Semiring::MaxPlus, Semiring::MinPlus].into_iter();
        let (semiring, rows) = semirings
            .filter(|semiring| fits(*semiring, scalar) && (!semiring.compares() || order <= MOST_COMPARED_ROWS))
            .find_map(|semiring| Some((semiring, rows(semiring, updates, scalar, &arithmetic)?)))?;
        let is_rounded = matches!(scalar, Scalar::Float(_)) && semiring != Semiring::Choice;
        if is_rounded && self.derives() && !self.site.attribute.reassociate {
            let first = &solution.carried[0];
            let target = &self.site.attribute.targets[first.clause];
            let does = if semiring == Semiring::Linear { "multiplied and added to" } else { "added to and compared" };
            return Some(Err(refuse::needs_reassociate(span_of(&updates[0].value), &first.key, does, target)));
        }
        let rows = match is_rounded {
            true => self.held(semiring, rows, scalar, span_of(&updates[0].value)),
            false => Ok(rows),
        };
        if !self.derives() {
            // What that would refuse as well is refused for what it was taken for.
            let reassociate = if is_rounded { ", reassociate" } else { "" };
            return rows
                .is_ok_and(|rows| is_coupled(&rows, semiring, scalar))
                .then(|| Err(self.proposed_matrix(semiring, reassociate)));
        }
        Some(rows.map(|rows| self.carried_rows(semiring, rows, updates, scalar)))
    }

    /// Whether all operators are derived.
    pub(super) fn derives(&self) -> bool {
        self.site.attribute.targets.iter().all(|target| target.operator.is_derived())
    }

    /// The type of the elements of an array that what is carried is stored to as it was before the iteration.
    fn scalar_of_earlier_store(&self) -> Option<Scalar> {
        let is_carried = |value: &Expr| {
            let meaning = plain_ident(&self.tables.root(value)).and_then(|name| self.tables.meaning(name));
            meaning.is_some_and(|meaning| self.solution.carriers.iter().any(|carrier| carrier.is(meaning)))
        };
        let mut stores = self.walked.stores.iter().filter(|(_, store)| is_carried(&store.value));
        stores.find_map(|(array, _)| self.tables.arrays[*array].element.as_ref()?.scalar())
    }

    /// What takes the loop, which another clause does not.
    fn proposed_matrix(&self, semiring: Semiring, reassociate: &str) -> Diagnostic {
        let (first, targets) = (&self.solution.carried[0], &self.site.attribute.targets);
        let places: Vec<String> = targets.iter().map(|target| place_text(&target.place)).collect();
        let (word, places) = (targets[first.clause].word(), places.join(", "));
        let family = Family::Row(Row { semiring, order: self.solution.carried.len(), row: 0, column: None });
        let message = format!("`{}` depends on another value that the loop carries, or that on it", first.key);
        let help = format!("this is {}: write `#[{word}(auto : {places}{reassociate})]`", family.name());
        Diagnostic::error(refuse::DEPENDENT, first.span, message).help(help)
    }

    /// The rows, of which products do not grow, and amounts that are finite.
    fn held(&self, semiring: Semiring, rows: Vec<MatrixRow>, scalar: Scalar, span: Span) -> Result<Vec<MatrixRow>, Diagnostic> {
        let is_none = |value: &Expr| literal_value(value).is_none() && *value == none(semiring, scalar, span_of(value));
        let all = || rows.iter().flat_map(|row| &row.cells);
        let is_fixed = all().all(|cell| limits::is_fixed(cell, self.tables));
        let literals: Option<Vec<f64>> = all().map(literal_value).collect();
        let grows = match &literals {
            Some(literals) => !is_stable(literals, rows.len()),
            None => !is_fixed && rows.iter().any(|row| leaves_nothing(&row.cells)),
        };
        if semiring == Semiring::Linear && grows {
            let message = "the iterations multiply what is carried by more and more: rounding errors would grow with it";
            return Err(Diagnostic::error(refuse::GROWS, span, message).help("leave such a loop as it is, or scan integers"));
        }
        let bounded = |value: Expr| {
            let limit = |value: Expr| if is_none(&value) { value } else { bounded(value, scalar) };
            limits::each_choice(value, &limit)
        };
        let row = |row: MatrixRow| {
            let MatrixRow { cells, amount } = row;
            let cells = match semiring {
                Semiring::Linear if is_fixed => cells,
                Semiring::Linear => contraction(cells, scalar),
                _ => cells.into_iter().map(bounded).collect(),
            };
            MatrixRow { cells, amount: bounded(amount) }
        };
        Ok(rows.into_iter().map(row).collect())
    }

    fn carried_rows(&self, semiring: Semiring, rows: Vec<MatrixRow>, updates: &[Updated], scalar: Scalar) -> Vec<Carried> {
        let order = rows.len();
        let (mut carried, mut cells) = (Vec::new(), Vec::new());
        for (number, MatrixRow { cells: own, amount }) in rows.into_iter().enumerate() {
            let span = span_of(&updates[number].value);
            let row = |column: Option<usize>, span: Span| {
                let family = Family::Row(Row { semiring, order, row: number, column });
                let kind = OperatorKind::Map(Map { family, coefficient: None, source: None });
                FoundOperator { kind, flipped: false, subtraction: false, compared: false, named: false, span }
            };
            let element = |value: Expr| tidied(block(Vec::new(), value), self.tables, true);
            let (carrier, clause) = (self.solution.carriers[number], self.solution.carried[number].clause);
            // What may panic though nothing needs it does so once.
            let lets = if number == 0 { of_no_carried(&updates[0].lets) } else { Vec::new() };
            let amount = tidied(block(lets, amount), self.tables, true);
            carried.push(Carried {
                name: self.name(carrier),
                carry: self.carry(carrier),
                clause,
                operator: row(None, span),
                element: amount,
                start: None,
                occurrences: None,
            });
            for (column, cell) in own.into_iter().enumerate() {
                let start = if column == number { one(semiring, scalar, span) } else { none(semiring, scalar, span) };
                cells.push(Carried {
                    name: Ident::new(&format!("cell_{number}_{column}"), span.first),
                    carry: Carry::Coefficient(start),
                    clause,
                    operator: row(Some(column), span),
                    element: element(cell),
                    start: None,
                    occurrences: None,
                });
            }
        }
        carried.extend(cells);
        carried
    }
}

/// Whether a carried value is computed from another one.
fn is_coupled(rows: &[MatrixRow], semiring: Semiring, scalar: Scalar) -> bool {
    let other = |(number, row): (usize, &MatrixRow)| {
        row.cells.iter().enumerate().any(|(column, cell)| column != number && *cell != none(semiring, scalar, span_of(cell)))
    };
    rows.iter().enumerate().any(other)
}

/// The `let`s that are computed from nothing that is carried.
fn of_no_carried(lets: &[Stmt]) -> Vec<Stmt> {
    let mut of_carried: Vec<String> = Vec::new();
    let is_free = |statement: &&Stmt| {
        let Some((name, value)) = let_parts(statement) else { return carried_values(statement).is_empty() };
        let is_free = carried_values(value).is_empty() && !of_carried.iter().any(|name| reads(value, name));
        if !is_free {
            of_carried.push(name.to_string());
        }
        is_free
    };
    lets.iter().filter(is_free).cloned().collect()
}

/// Whether numbers of the type are summed and multiplied like this. What is compared must not overflow, which the runtime knows of these.
fn fits(semiring: Semiring, scalar: Scalar) -> bool {
    match semiring {
        Semiring::Choice => true,
        Semiring::Linear => matches!(scalar, Scalar::Int(_) | Scalar::Float(_)),
        Semiring::MaxPlus | Semiring::MinPlus => matches!(scalar, Scalar::Int(Int::I64) | Scalar::Float(_)),
    }
}

fn rows(semiring: Semiring, updates: &[Updated], scalar: Scalar, arithmetic: &Arithmetic) -> Option<Vec<MatrixRow>> {
    let order = updates.len();
    let family = match semiring {
        Semiring::Choice => Family::Reset(None),
        Semiring::Linear => Family::Affine,
        _ => Family::Row(Row { semiring, order, row: 0, column: None }),
    };
    let is_own = |value: &Expr| carried_values(value).is_empty();
    let tidy = |value: Expr| block_value(tidied(block(Vec::new(), value), arithmetic.tables, false));
    let row = |updated: &Updated| {
        let (mut lets, mut rest, mut cells) = (updated.lets.clone(), updated.value.clone(), Vec::new());
        for number in 0..order {
            let [cell, amount] = derive::read(family, &lets, &rest, &before_name(number), scalar, arithmetic)?;
            let cell = tidy(cell);
            cells.push(Some(cell).filter(is_own)?);
            (lets, rest) = (Vec::new(), tidy(amount));
        }
        is_own(&rest).then_some(MatrixRow { cells, amount: rest })
    };
    updates.iter().map(row).collect()
}

/// What leaves a value as it is.
#[cfg(feature = "cli")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Neutral {
    /// Nothing is added.
    OfSums,
    /// It is multiplied by one.
    OfProducts,
}

/// What a cell of a matrix, or what is added, leaves as it is.
#[cfg(feature = "cli")]
pub(crate) fn neutral(semiring: Semiring, element: &Block) -> Option<Neutral> {
    let [Stmt::Expr(value, None)] = element.stmts.as_slice() else { return None };
    if semiring == Semiring::Choice {
        return truth_of(value).map(|copies| if copies { Neutral::OfProducts } else { Neutral::OfSums });
    }
    let is_infinite = matches!(value, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident.to_string().ends_with("INFINITY")));
    match (semiring, literal_value(value)) {
        (Semiring::Linear, Some(0.0)) => Some(Neutral::OfSums),
        (Semiring::Linear, Some(1.0)) => Some(Neutral::OfProducts),
        (Semiring::MaxPlus | Semiring::MinPlus, Some(0.0)) => Some(Neutral::OfProducts),
        (Semiring::MaxPlus | Semiring::MinPlus, Some(number)) => {
            (number.abs() >= 4.0 * crate::ir::REACH as f64).then_some(Neutral::OfSums)
        }
        _ => is_infinite.then_some(Neutral::OfSums),
    }
}

/// What leaves a value as it is in a product.
pub(super) fn one(semiring: Semiring, scalar: Scalar, span: Span) -> Expr {
    match semiring {
        Semiring::Choice => truth(true, span),
        Semiring::Linear => number(1, scalar, span),
        _ => number(0, scalar, span),
    }
}

/// What leaves a value as it is in a sum: of a maximum a number below all that there can be, and still a sum away from the least.
pub(super) fn none(semiring: Semiring, scalar: Scalar, span: Span) -> Expr {
    match (semiring, scalar) {
        (Semiring::Choice, _) => truth(false, span),
        (Semiring::Linear, _) => number(0, scalar, span),
        (Semiring::MaxPlus, Scalar::Float(_)) => constant(&format!("{}::NEG_INFINITY", scalar.rust()), span),
        (Semiring::MinPlus, Scalar::Float(_)) => constant(&format!("{}::INFINITY", scalar.rust()), span),
        (Semiring::MaxPlus | Semiring::MinPlus, _) => no_sum(semiring == Semiring::MaxPlus, span),
    }
}

fn bounded(value: Expr, scalar: Scalar) -> Expr {
    let span = span_of(&value);
    limits::bounded(value, scalar, span)
}

/// The cells of a row, whose magnitudes come to 1 at most: each no greater than what those before it leave.
fn contraction(cells: Vec<Expr>, scalar: Scalar) -> Vec<Expr> {
    let mut left: Option<Expr> = None;
    let held = |cell: Expr| {
        let span = span_of(&cell);
        let rest = left.clone().unwrap_or_else(|| number(1, scalar, span));
        if literal_value(&cell) != Some(0.0) {
            let magnitude = call(&format!("{}::abs", scalar.rust()), vec![cell.clone()], span);
            left = Some(binary(rest.clone(), syn::parse_quote!(-), magnitude));
        }
        limits::limited(cell, rest, span)
    };
    cells.into_iter().map(held).collect()
}

/// Whether what the text shows of a row leaves no magnitude for the cells that it does not show.
fn leaves_nothing(cells: &[Expr]) -> bool {
    let shown: f64 = cells.iter().filter_map(literal_value).map(f64::abs).sum();
    shown > 1.0 || shown == 1.0 && cells.iter().any(|cell| literal_value(cell).is_none())
}

/// Whether no power of a matrix has great numbers in it, up to some thousands: how many iterations there are the runtime's `is_stable`
/// alone knows, which asks the same, with these limits.
fn is_stable(cells: &[f64], order: usize) -> bool {
    const MOST: f64 = 1024.0;
    const MOST_OF_POSITIVE: f64 = (1 << 30) as f64;
    let mut power = cells.to_vec();
    let most = if cells.iter().any(|cell| *cell < 0.0) { MOST } else { MOST_OF_POSITIVE };
    (0..=16).all(|_| {
        let product = |at: usize| (0..order).map(|k| power[at / order * order + k] * power[k * order + at % order]).sum();
        let is_small = power.iter().all(|cell| cell.abs() <= most);
        power = (0..order * order).map(product).collect();
        is_small
    })
}
