//! Whether the two sides of a law agree; floats within rounding.
//!
//! Integers and `bool`s must be equal. Floats must be equal (NaN equals NaN, 0.0 equals -0.0), or differ by no more than
//!
//! - 64 units in the last place of the largest float of that type among operands, intermediate values and results, or
//! - 16 times what the results move when every operand and every intermediate value is moved by up to four units in the last place:
//!   rounding of ill-conditioned operations (a difference of near equals, times something large) shows in that. 0, 1 and -1 stay as they are, for they are often
//!   exact marks, and are rarely rounded.
//!
//! A leaf that is not a float may differ where such a move of the operands changes it (`(a + b).floor() as i32`). Where a value on the way
//! has overflowed to an infinity, or is NaN, nothing is said about associativity; where an operand was infinite or NaN to begin with, only
//! if neither result is finite: what one way of grouping forgets, or recovers from, another has to as well.

use super::random::Random;
use super::subject::{Law, Sides, Subject};
use super::values::{leaves, with_leaves};
use crate::ir::interpret::Value;

/// Units in the last place of the largest value that are always allowed.
const UNITS: f64 = 64.0;
/// Times the movement of the results under moved operands.
const MOVEMENTS: f64 = 16.0;
/// How often the operands are moved.
const REPEATS: usize = 16;

/// What a law says about some operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Agreement {
    Agree,
    Differ,
    /// Overflow: no verdict.
    Unjudged,
}

/// Whether the sides of `law` at `operands` agree.
pub(super) fn agreement(subject: &Subject, law: Law, operands: &[Value], sides: &Sides) -> Agreement {
    if equal(&sides.found, &sides.expected) {
        return Agreement::Agree;
    }
    if !subject.values.has_floats() {
        return Agreement::Differ;
    }
    if law == Law::Associative && overflowed(sides) {
        let began_finite = operands.iter().all(is_finite);
        if began_finite || !is_finite(&sides.found) && !is_finite(&sides.expected) {
            return Agreement::Unjudged;
        }
    }
    let (found, expected) = (leaves(&sides.found), leaves(&sides.expected));
    let magnitudes = Magnitudes::of(operands, sides);
    let close = |allowed: &[f64]| {
        (0..found.len()).all(|leaf| {
            let slack = allowed[leaf] + UNITS * magnitudes.unit(&found[leaf]);
            alike(&found[leaf], &expected[leaf], slack)
        })
    };
    let mut allowed = vec![0.0; found.len()];
    let mut random = Random::new(0xf10a7);
    for _ in 0..REPEATS {
        if close(&allowed) {
            return Agreement::Agree;
        }
        let operands: Vec<Value> = operands.iter().map(|operand| moved(operand, &mut random)).collect();
        if let Ok(moved) = subject.sides_through(law, &operands, &mut |value| moved(&value, &mut random)) {
            widen(&mut allowed, &found, &leaves(&moved.found));
            widen(&mut allowed, &expected, &leaves(&moved.expected));
        }
    }
    if close(&allowed) { Agreement::Agree } else { Agreement::Differ }
}

/// Whether two values are equal, without any slack: NaN equals NaN, 0.0 equals -0.0.
pub(super) fn equal(found: &Value, expected: &Value) -> bool {
    leaves(found).iter().zip(&leaves(expected)).all(|(found, expected)| alike(found, expected, 0.0))
}

/// Whether two leaves are equal, within `slack`.
fn alike(found: &Value, expected: &Value, slack: f64) -> bool {
    match (as_float(found), as_float(expected)) {
        (Some(found), Some(expected)) => {
            found == expected || found.is_nan() && expected.is_nan() || (found - expected).abs() <= slack
        }
        _ => found == expected || slack == f64::INFINITY,
    }
}

/// Allows what `moved` differs by from `still`.
fn widen(allowed: &mut [f64], still: &[Value], moved: &[Value]) {
    for (allowed, (still, moved)) in allowed.iter_mut().zip(still.iter().zip(moved)) {
        let by = match (as_float(still), as_float(moved)) {
            (Some(still), Some(moved)) => MOVEMENTS * (still - moved).abs(),
            _ if still == moved => 0.0,
            _ => f64::INFINITY,
        };
        // A NaN: the move has left the operator's domain, which says nothing.
        *allowed = if by.is_nan() { *allowed } else { allowed.max(by) };
    }
}

fn overflowed(sides: &Sides) -> bool {
    !sides.intermediate.iter().chain([&sides.found, &sides.expected]).all(is_finite)
}

/// Whether no float in `value` is infinite or NaN.
pub(super) fn is_finite(value: &Value) -> bool {
    leaves(value).iter().filter_map(as_float).all(f64::is_finite)
}

/// The largest magnitudes of each float type that a law has met.
struct Magnitudes {
    f32: f64,
    f64: f64,
}

impl Magnitudes {
    fn of(operands: &[Value], sides: &Sides) -> Self {
        let mut largest = Self { f32: 0.0, f64: 0.0 };
        let values = operands.iter().chain(&sides.intermediate).chain([&sides.found, &sides.expected]);
        for leaf in values.flat_map(leaves) {
            match leaf {
                Value::F32(value) if value.is_finite() => largest.f32 = largest.f32.max(f64::from(value.abs())),
                Value::F64(value) if value.is_finite() => largest.f64 = largest.f64.max(value.abs()),
                _ => {}
            }
        }
        largest
    }

    /// The unit in the last place of the largest value of the leaf's type; 0 where there are no units.
    fn unit(&self, leaf: &Value) -> f64 {
        match leaf {
            Value::F32(_) => self.f32 * f64::from(f32::EPSILON),
            Value::F64(_) => self.f64 * f64::EPSILON,
            _ => 0.0,
        }
    }
}

/// `value` with every float moved by up to four units in the last place.
fn moved(value: &Value, random: &mut Random) -> Value {
    let leaves: Vec<Value> = leaves(value).into_iter().map(|leaf| moved_leaf(leaf, random)).collect();
    with_leaves(value, &mut leaves.into_iter())
}

fn moved_leaf(leaf: Value, random: &mut Random) -> Value {
    let by = random.between(-4, 4);
    match leaf {
        Value::F32(value) if value.abs() != 1.0 => Value::F32(value * (1.0 + by as f32 * f32::EPSILON)),
        Value::F64(value) if value.abs() != 1.0 => Value::F64(value * (1.0 + by as f64 * f64::EPSILON)),
        exact => exact,
    }
}

pub(super) fn as_float(leaf: &Value) -> Option<f64> {
    match leaf {
        Value::F32(value) => Some(f64::from(*value)),
        Value::F64(value) => Some(*value),
        _ => None,
    }
}
