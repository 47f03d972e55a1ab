//! Other ways to write the identity.
//!
//! A struct often has more than one empty value: a count of 0 with any mean, a `valid: false` with any value. No program tells them
//! apart, and an operator may make any of them of two. So a value need not be left as it is by the identity where it is neutral itself
//! beside all values that the identity does leave as they are, and, beside itself and the identity, either the operator takes one side
//! (one of the laws holds of it) or always makes the identity of them. (Without that last condition 0 would do for the maximum of signed
//! numbers: -1 is neutral beside all that 0 leaves as they are.)

use super::rounding::equal;
use super::samples::{Samples, distinct};
use super::subject::{Law, Subject, Violation};
use crate::ir::interpret::Value;

/// Values that a suspect is held against.
const VALUES: usize = 12;

/// The tested values other than the identity which the identity leaves as they are; none if those are few.
pub(super) fn kept(subject: &Subject) -> Vec<Value> {
    let mut samples = Samples::new(subject);
    let mut values = samples.boundary(VALUES);
    values.extend((0..VALUES).map(|_| samples.small()));
    let mut values = distinct(values, 2 * VALUES);
    values.retain(|value| subject.identity.as_ref().is_some_and(|identity| !identity.same(value)));
    let count = values.len();
    values.retain(|value| keeps(subject, Law::LeftNeutral, value) && keeps(subject, Law::RightNeutral, value));
    if 4 * values.len() < count { Vec::new() } else { values }
}

/// Whether `suspect` is the identity, written in another way.
pub(super) fn is_alias(subject: &Subject, suspect: &Value) -> bool {
    let kept = subject.kept();
    let beside = |value: &Value| gives(subject.apply(suspect, value), value) && gives(subject.apply(value, suspect), value);
    !kept.is_empty() && (takes_a_side(subject, suspect) || vanishes(subject, suspect)) && kept.iter().all(beside)
}

fn takes_a_side(subject: &Subject, suspect: &Value) -> bool {
    keeps(subject, Law::LeftNeutral, suspect) || keeps(subject, Law::RightNeutral, suspect)
}

fn vanishes(subject: &Subject, suspect: &Value) -> bool {
    subject.identity.as_ref().is_some_and(|identity| {
        let pairs = [(identity, suspect), (suspect, identity), (suspect, suspect)];
        pairs.into_iter().all(|(earlier, later)| gives(subject.apply(earlier, later), identity))
    })
}

/// Whether the law holds of `value` to the letter.
fn keeps(subject: &Subject, law: Law, value: &Value) -> bool {
    gives(subject.sides(law, std::slice::from_ref(value)).map(|sides| sides.found), value)
}

fn gives(found: Result<Value, Box<Violation>>, value: &Value) -> bool {
    found.is_ok_and(|found| equal(&found, value))
}
