//! `#[scan(auto : s)]`: an update that is no operator on the carried value → the map that it is, as a coefficient and an amount.
//!
//! The update's expression is read once for each family of maps, the cheapest first. What does not mention the carried value is left as it
//! stands; what does is a [`Pair`] for each of its parts, and the families say what arithmetic on these gives.
//!
//! An update `s ↦ a·s + b` is carried as two values: the amount `b` is the loop's own variable, the coefficient `a` is a carried value that
//! the source does not have (`Carry::Coefficient`). Of a map that has been applied to a value the amount is that value, so after the first
//! tile a scan of amounts is the loop's own step, and nobody reads the coefficient of what has been reached. `ir::Map::composed` says once
//! what two maps are together; C, Rust and the interpreter print or run that.
//!
//! What depends on each other (`cycles`) is one vector: each value goes through a row of a matrix (`matrix`), whose cells stand behind all
//! values and are rows, too (`ir::Row`), so that the element still mentions no carried value; where values are only copied the cells say of
//! which. Where another order of the arithmetic could give something else (a factor above 1, sums that might overflow) an element panics,
//! or the host looks at it before a launch, and the loop runs as written.

mod combined;
mod reader;

use self::reader::{Pair, Reader};
use super::LAUNCH;
use super::arithmetic::{Arithmetic, constant};
use super::finite::{Step, Table};
use super::fold::truth_of;
use super::types::integer;
use crate::diagnostic::Span;
use crate::ir::{Builtin, Family, Int, REACH, SAME_STATES, Scalar};
use crate::syntax::{bare, call, span_of, truth, zero};
use syn::{Expr, Lit, Stmt, UnOp};

/// A map is written out where an update uses it twice: more operations than this are too many.
const MOST: usize = 400;
/// Of sums with a limit so many: `launch::term_limit` counts on it.
const MOST_TERMS: usize = 8;

/// An update as a map.
#[derive(Clone, Debug)]
pub(super) struct Derived {
    pub family: Family,
    pub coefficient: Expr,
    pub amount: Expr,
    /// Of a family with two limits.
    pub upper: Option<Expr>,
    /// The map that changes nothing: its coefficient, and its upper limit.
    pub start: (Expr, Option<Expr>),
    pub span: Span,
}

/// The families, the cheapest first.
fn families(scalar: Scalar) -> impl Iterator<Item = Family> {
    let operators = [
        Builtin::Add,
        Builtin::Mul,
        Builtin::Max,
        Builtin::Min,
        Builtin::BitXor,
        Builtin::BitOr,
        Builtin::BitAnd,
        Builtin::Or,
        Builtin::And,
    ];
    let resets = operators.into_iter().map(|operator| Family::Reset(Some(operator)));
    let bits = (!matches!(scalar, Scalar::Float(_))).then_some(Family::Bits);
    let affine = (scalar != Scalar::Bool).then_some(Family::Affine);
    // Of narrower types every sum would have to be looked at, of unsigned ones every difference; but where these saturate.
    let limited = (scalar == Scalar::Int(Int::I64)).then_some([Family::Floor, Family::Ceiling]).into_iter().flatten();
    let clamp = integer(Some(scalar)).is_some_and(|int| int == Int::I64 || saturates(int)).then_some(Family::Clamp);
    std::iter::once(Family::Reset(None)).chain(resets).chain(bits).chain(affine).chain(limited).chain(clamp)
}

/// Why no operator is derived.
#[derive(Clone, Copy, Debug)]
pub(super) enum NotDerived {
    /// Here stands the expression that is in no map of the family that it came nearest to.
    NoMap(Span),
    /// It would be a sum between two limits, if sums of its type saturated.
    Overflows(Span),
}

/// What `{ lets; value }`, a value of the type `scalar`, makes of the variable `before`.
pub(super) fn derive(
    lets: &[Stmt],
    value: &Expr,
    before: &str,
    scalar: Scalar,
    arithmetic: &Arithmetic,
) -> Result<Derived, NotDerived> {
    let (mut nearest, mut overflows) = ((0, span_of(value)), false);
    // What is made up is not the user's: no lint is to find it in their code.
    let span = Span::from(span_of(value).first.resolved_at(proc_macro2::Span::mixed_site()));
    for family in families(scalar) {
        let mut reader = Reader::new(family, before, scalar, arithmetic, span);
        let read = reader.block(lets, value).and_then(|part| part.pair(&reader));
        overflows |= read.is_some() && reader.overflows.get();
        // What never resets is the operator itself, which has its own reasons not to be taken.
        let never_resets = |pair: &Pair| matches!(family, Family::Reset(_)) && truth_of(&pair.coefficient) == Some(true);
        let read = read.filter(|pair| !reader.overflows.get() && !never_resets(pair));
        match (read, reader.stuck.take()) {
            (Some(Pair { coefficient, amount, upper, .. }), _) => {
                let start = (reader.one(), reader.same().upper);
                return Ok(Derived { family, coefficient, amount, upper, start, span: span_of(value) });
            }
            (None, stuck) if reader.read > nearest.0 => nearest = (reader.read, stuck.unwrap_or(nearest.1)),
            _ => {}
        }
    }
    let few = Step::new(lets, value, before, scalar, arithmetic, span).and_then(|step| between_states(&step, scalar, span));
    let none = if overflows { NotDerived::Overflows(span_of(value)) } else { NotDerived::NoMap(nearest.1) };
    few.map(|few| Derived { span: span_of(value), ..few }).ok_or(none)
}

/// A step that no arithmetic says, between a few states.
fn between_states(step: &Step, scalar: Scalar, span: Span) -> Option<Derived> {
    if scalar == Scalar::Bool {
        let [coefficient, amount] = step.of_bool()?;
        return Some(Derived { family: Family::Bits, coefficient, amount, upper: None, start: (truth(true, span), None), span });
    }
    let Table { states, entries } = step.table()?;
    let same = constant(&format!("{SAME_STATES:#x}u64"), span);
    let (family, amount) = (Family::Finite(states), zero(scalar, span));
    Some(Derived { family, coefficient: entries, amount, upper: None, start: (same, None), span })
}

/// The coefficient and the amount with which `{ lets; value }` is a map of the variable `name`.
pub(super) fn read(
    family: Family,
    lets: &[Stmt],
    value: &Expr,
    name: &str,
    scalar: Scalar,
    arithmetic: &Arithmetic,
) -> Option<[Expr; 2]> {
    let span = Span::from(span_of(value).first.resolved_at(proc_macro2::Span::mixed_site()));
    let mut reader = Reader::new(family, name, scalar, arithmetic, span);
    let Pair { coefficient, amount, .. } = reader.block(lets, value)?.pair(&reader)?;
    Some([coefficient, amount])
}

/// Whether sums of the type are exact where they saturate: changes of it are summed in 64 bits, and with changes that these do not hold
/// both limits are one.
fn saturates(int: Int) -> bool {
    int.bits() <= 32
}

/// `value`, and a panic unless its magnitude is at most `reach`; a small number is, whatever `reach` is.
pub(super) fn within(value: Expr, reach: Expr, span: Span) -> Expr {
    if is_small(&value) { value } else { call(&format!("{LAUNCH}::within"), vec![value, reach], span) }
}

/// A number of 64 bits that is below, or above, all that sums come to, and still a sum away from the least and the greatest.
pub(super) fn no_sum(below: bool, span: Span) -> Expr {
    constant(&format!("{}{}i64", if below { "-" } else { "" }, 4 * i128::from(REACH)), span)
}

/// `1.0f32`
pub(super) fn number(value: i32, scalar: Scalar, span: Span) -> Expr {
    let point = if matches!(scalar, Scalar::Float(_)) { ".0" } else { "" };
    constant(&format!("{value}{point}{}", scalar.rust()), span)
}

/// Whether it is a number so small that any limit is greater.
pub(super) fn is_small(value: &Expr) -> bool {
    literal_value(value).is_some_and(|value| value.abs() <= 1e6)
}

/// The value of a number that is written, negated or not.
pub(super) fn literal_value(expr: &Expr) -> Option<f64> {
    match bare(expr) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Float(value) => value.base10_parse().ok(),
            Lit::Int(value) => value.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(negated) if matches!(negated.op, UnOp::Neg(_)) => literal_value(&negated.expr).map(|value| -value),
        _ => None,
    }
}
