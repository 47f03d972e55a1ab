//! A domain that would make the laws hold, where they fail on all values.
//!
//! Counterexamples lie beyond a modulus, a mark, the length of a table, which the code has as a literal. So the candidates are bounds on the
//! integers of a value, on one of them or on all, by a literal or by 2; the weakest comes first. One that the operator keeps, and on which
//! the laws pass as they do on a domain that was declared, is proposed.

use super::Search;
use super::rounding::as_float;
use super::samples::{self, Samples};
use super::subject::{Law, Subject, Violation};
use super::values::{Leaf, leaves};
use crate::ir::interpret::Value;
use crate::ir::{Int, Scalar, Type};

/// How many literals are tried as bounds.
const BOUNDS: usize = 4;
/// Of more leaves none is bounded alone.
const ALONE: usize = 4;
/// Fewer triples than that show nothing.
const FEWEST: usize = 200;

/// Integers that are at least 0 and less than a bound, by their numbers among the leaves.
#[derive(Clone, Debug)]
pub(super) struct Bounded {
    leaves: Vec<usize>,
    bound: i128,
}

impl Bounded {
    /// Whether `value` is one of these.
    pub(super) fn holds(&self, value: &Value) -> bool {
        let leaves = leaves(value);
        self.leaves.iter().all(|leaf| (0..self.bound).contains(&leaves[*leaf].as_int()))
    }
}

/// `domain = |a| a.value < 7`, if such a domain leaves `violation` out and makes the laws hold.
pub(super) fn domain(subject: &Subject, violation: &Violation) -> Option<String> {
    let names = names(subject)?;
    let found = candidates(subject).into_iter().find(|bounded| {
        let leaves_out = violation.operands.iter().any(|operand| !bounded.holds(operand));
        leaves_out && subject.identity.iter().all(|identity| bounded.holds(identity)) && passes(subject, bounded)
    })?;
    let conditions = found.leaves.iter().map(|leaf| {
        let (name, int) = &names[*leaf];
        let below = format!("{name} < {}", found.bound);
        if int.is_some_and(Int::signed) { format!("{name} >= 0 && {below}") } else { below }
    });
    Some(format!("domain = |a| {}", conditions.collect::<Vec<_>>().join(" && ")))
}

/// `domain = |a| !a.value.is_nan()`, if there is a float in `violation` that is NaN or infinite.
pub(super) fn numbers(subject: &Subject, violation: &Violation) -> Option<String> {
    let operands: Vec<Vec<Value>> = violation.operands.iter().map(leaves).collect();
    let names = names(subject)?;
    let conditions = names.iter().enumerate().filter_map(|(leaf, (name, _))| {
        let floats = || operands.iter().filter_map(|operand| as_float(&operand[leaf]));
        let is_infinite = floats().any(f64::is_infinite);
        let condition = if is_infinite { format!("{name}.is_finite()") } else { format!("!{name}.is_nan()") };
        floats().any(|value| !value.is_finite()).then_some(condition)
    });
    let conditions: Vec<String> = conditions.collect();
    (!conditions.is_empty()).then(|| format!("domain = |a| {}", conditions.join(" && ")))
}

/// Bounds on one leaf, then on all, the greatest first.
fn candidates(subject: &Subject) -> Vec<Bounded> {
    let kinds = subject.values.leaves().iter().enumerate();
    let ints: Vec<(usize, Int)> = kinds.filter_map(|(leaf, kind)| Some((leaf, int(kind)?))).collect();
    let mut bounds = samples::bounds(subject);
    bounds.truncate(BOUNDS);
    bounds.sort_unstable_by(|one, other| other.cmp(one));
    // What is 0 or 1 is a mark.
    bounds.push(2);
    let alone = if (2..=ALONE).contains(&ints.len()) { &ints[..] } else { &[] };
    let sets = alone.chunks(1).chain((!ints.is_empty()).then_some(&ints[..]));
    let bounded = |set: &[(usize, Int)], bound: i128| {
        // A mark has no sign.
        let fits = set.iter().all(|(_, int)| bound <= int.max() && !(bound == 2 && int.signed()));
        fits.then(|| Bounded { leaves: set.iter().map(|(leaf, _)| *leaf).collect(), bound })
    };
    sets.flat_map(|set| bounds.iter().filter_map(move |bound| bounded(set, *bound))).collect()
}

fn int(leaf: &Leaf) -> Option<Int> {
    if let Leaf::Any(Scalar::Int(int)) = leaf { Some(*int) } else { None }
}

/// Whether the operator is a monoid on that domain, as far as is seen.
fn passes(subject: &Subject, bounded: &Bounded) -> bool {
    let subject = subject.among(bounded.clone());
    let mut samples = Samples::new(&subject);
    let mut search = Search::new(&subject);
    let found = search.everyday(&mut samples).or_else(|| search.anything(&mut samples));
    found.is_none() && search.overflow.is_none() && search.held(Law::Associative) >= FEWEST && !subject.is_exhausted()
}

/// How the condition calls each leaf of `a`; none where a leaf lies in an array, of which nobody would write out all.
fn names(subject: &Subject) -> Option<Vec<(String, Option<Int>)>> {
    let mut names = Vec::new();
    name("a".to_owned(), &subject.operator.operand, subject, &mut names)?;
    Some(names)
}

fn name(path: String, ty: &Type, subject: &Subject, names: &mut Vec<(String, Option<Int>)>) -> Option<()> {
    match ty {
        Type::Struct(name_of) => {
            let declared = subject.module.structs.iter().find(|declared| declared.name == *name_of)?;
            declared.fields.iter().try_for_each(|(field, ty)| name(format!("{path}.{field}"), ty, subject, names))
        }
        Type::Array(..) | Type::Opaque(_) => None,
        Type::Scalar(Scalar::Int(int)) => {
            names.push((path, Some(*int)));
            Some(())
        }
        Type::Scalar(_) | Type::Enum(..) => {
            names.push((path, None));
            Some(())
        }
    }
}
