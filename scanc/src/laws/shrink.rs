//! From a counterexample to the smallest that is still one: greedily, leaf by leaf, then two leaves at a time, always in the same order.

use super::rounding::as_float;
use super::subject::{Finding, Law, Subject, Violation};
use super::values::{Leaf, leaves, with_leaves};
use crate::ir::interpret::Value;

/// Steps of the interpreter that a search for smaller values may take.
const STEPS: u64 = 1 << 19;

/// Most leaves of which two are made smaller at a time: beyond that they are too many.
const PAIRED: usize = 24;

/// A violation of the same kind at values none of whose leaves alone could be smaller.
///
/// What needs overflow ends at some pair of large numbers that way; those go to the ends of their types, the rest is shrunk again.
pub(in crate::laws) fn shrink(subject: &Subject, violation: Box<Violation>) -> Box<Violation> {
    let mut shrinker = Shrinker { subject, end: subject.steps() + STEPS, ends_stay: false };
    let violation = shrinker.smallest(violation);
    shrinker.ends_stay = true;
    let violation = shrinker.to_the_ends(violation);
    shrinker.smallest(violation)
}

struct Shrinker<'a> {
    subject: &'a Subject<'a>,
    /// The subject's steps at which to stop.
    end: u64,
    /// Leaves at the end of their type are left there.
    ends_stay: bool,
}

impl Shrinker<'_> {
    fn smallest(&self, mut violation: Box<Violation>) -> Box<Violation> {
        while let Some(better) = self.smaller(&violation).or_else(|| self.smaller_pair(&violation)) {
            violation = better;
        }
        violation
    }

    /// The first improvement there is.
    fn smaller(&self, violation: &Violation) -> Option<Box<Violation>> {
        let flat = flat(violation);
        let kinds = self.subject.values.leaves();
        let movable = flat.iter().enumerate().filter(|(_, value)| !(self.ends_stay && is_end(value)));
        let mut changes = movable.flat_map(|(position, value)| {
            smaller(value, &kinds[position % kinds.len()]).into_iter().map(move |candidate| (position, candidate))
        });
        changes.find_map(|change| self.still(violation, &flat, &[change]))
    }

    /// The first improvement that makes two leaves tiny: where one alone must not change, as in `a == b`.
    fn smaller_pair(&self, violation: &Violation) -> Option<Box<Violation>> {
        let flat = flat(violation);
        let kinds = self.subject.values.leaves();
        let tiny = |position: usize| {
            let value = &flat[position];
            let stays = self.ends_stay && is_end(value);
            let tiny = if stays { Vec::new() } else { smaller(value, &kinds[position % kinds.len()]) };
            tiny.into_iter().take(3).map(move |candidate| (position, candidate)).collect::<Vec<_>>()
        };
        let leaves = if flat.len() <= PAIRED { flat.len() } else { 0 };
        let choices: Vec<_> = (0..leaves).map(tiny).collect();
        let pairs = (0..leaves).flat_map(|first| (first + 1..leaves).map(move |second| (first, second)));
        let mut changes = pairs.flat_map(|(first, second)| {
            let (choices, seconds) = (&choices, &choices[second]);
            choices[first].iter().flat_map(move |first| seconds.iter().map(move |second| [first.clone(), second.clone()]))
        });
        changes.find_map(|change| self.still(violation, &flat, &change))
    }

    /// Moves each large leaf to the end of its type, alone or with another leaf that becomes 1.
    fn to_the_ends(&self, mut violation: Box<Violation>) -> Box<Violation> {
        for position in 0..flat(&violation).len() {
            let flat = flat(&violation);
            let Some(end) = end_of_type(&flat[position]) else {
                continue;
            };
            let ones = flat.iter().enumerate().filter(|(other, _)| *other != position);
            let ones = ones.filter_map(|(other, value)| one(value).map(|one| (other, one)));
            let found = ones.into_iter().find_map(|one| self.still(&violation, &flat, &[(position, end.clone()), one]));
            let found = found.or_else(|| self.still(&violation, &flat, &[(position, end.clone())]));
            violation = found.unwrap_or(violation);
        }
        violation
    }

    /// The same complaint with other leaves, if there is one and steps are left.
    fn still(&self, violation: &Violation, flat: &[Value], changes: &[(usize, Value)]) -> Option<Box<Violation>> {
        if self.subject.steps() >= self.end {
            return None;
        }
        let mut other = flat.to_vec();
        for (position, value) in changes {
            other[*position] = value.clone();
        }
        // Where no steps are left, nothing comes to its end.
        again(self.subject, violation, other).filter(|_| !self.subject.is_exhausted())
    }
}

fn flat(violation: &Violation) -> Vec<Value> {
    violation.operands.iter().flat_map(leaves).collect()
}

/// 1, in place of a larger integer.
fn one(value: &Value) -> Option<Value> {
    match value {
        Value::Int(int, number) if number.abs() > 1 => Some(Value::Int(*int, 1)),
        _ => None,
    }
}

fn is_end(value: &Value) -> bool {
    matches!(value, Value::Int(int, value) if *value != 0 && (*value == int.min() || *value == int.max()))
}

/// The end of the type that is nearer to a large number than 0 is.
fn end_of_type(value: &Value) -> Option<Value> {
    match value {
        Value::Int(int, number) if *number > int.max() / 2 && *number < int.max() => Some(Value::Int(*int, int.max())),
        Value::Int(int, number) if *number < int.min() / 2 && *number > int.min() => Some(Value::Int(*int, int.min())),
        _ => None,
    }
}

/// The same complaint with other leaves, if there is one.
fn again(subject: &Subject, violation: &Violation, flat: Vec<Value>) -> Option<Box<Violation>> {
    let mut flat = flat.into_iter();
    let operands: Vec<Value> = violation.operands.iter().map(|operand| with_leaves(operand, &mut flat)).collect();
    let found = match &violation.finding {
        Finding::Differs { law, .. } => subject.test(*law, &operands).ok().flatten(),
        Finding::Panics(_) => subject.panic(&operands[0], &operands[1]),
        Finding::Leaves(_) => subject.test(Law::Closed, &operands).ok().flatten(),
        Finding::IdentityPanics(_) | Finding::IdentityOutside(_) => None,
    };
    // What fails without overflow is not to become a matter of overflow.
    found.filter(|found| found.finding.same_kind(&violation.finding) && (violation.overflowed || !found.overflowed))
}

/// Smaller values of a leaf, the smallest first.
fn smaller(value: &Value, leaf: &Leaf) -> Vec<Value> {
    match (leaf, value) {
        (Leaf::OneOf(int, values), Value::Int(_, value)) => {
            values.iter().take_while(|other| *other != value).map(|other| Value::Int(*int, *other)).collect()
        }
        (_, Value::Bool(true)) => vec![Value::Bool(false)],
        (_, Value::Int(int, value)) => {
            smaller_ints(*value).into_iter().filter(|other| *other >= int.min()).map(|other| Value::Int(*int, other)).collect()
        }
        (_, value @ (Value::F32(_) | Value::F64(_))) => smaller_floats(value),
        _ => Vec::new(),
    }
}

/// 0, 1, -1, 2, and from half the way down to 3 below and 1 below: just above a modulus is another way to write the identity.
fn smaller_ints(value: i128) -> Vec<i128> {
    let nearer = (1..127).map(|shift| value - value.signum() * (value.abs() >> shift)).take_while(|nearer| *nearer != value);
    let next = [3, 2, 1].map(|by| value - by * value.signum());
    [0, 1, -1, 2]
        .into_iter()
        .chain(nearer)
        .chain(next)
        .filter(|other| (other.abs(), *other < 0) < (value.abs(), value < 0))
        .collect()
}

/// Whole numbers before halves before others; smaller magnitudes before larger ones; positive ones before negative ones.
fn smaller_floats(value: &Value) -> Vec<Value> {
    let (number, same_type): (f64, fn(f64) -> Value) = match value {
        Value::F32(number) => (f64::from(*number), |other| Value::F32(other as f32)),
        other => (as_float(other).unwrap_or(0.0), Value::F64),
    };
    let rank = |number: f64| {
        (if number.fract() == 0.0 { 0 } else { 1 + i32::from((2.0 * number).fract() != 0.0) }, number.abs(), number < 0.0)
    };
    let half = (number / 2.0).trunc();
    let all = [0.0, 1.0, -1.0, 2.0, half, number.trunc() - number.signum(), number.trunc(), 0.5, (2.0 * number).trunc() / 2.0];
    all.into_iter().filter(|other| rank(*other) < rank(number)).map(same_type).collect()
}
