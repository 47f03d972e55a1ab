//! The laws of declared operators, tested by running them.
//!
//! Takes a [`Module`]. Afterwards: every operator without `assume_associative` has been run on some thousands of values, the same in
//! every build, and no counterexample to a law was found; or there is an error at its name with the smallest one found. Integers must
//! agree exactly, floats within rounding (`rounding` says what that is).
//!
//! An operator with a domain is tested on that alone, and has one more law: what it makes of two values of the domain lies in it. That it
//! ends is tested on all values: kernels combine any before the host hears that one lies outside. Where the laws fail on all values,
//! `propose` looks for a domain on which they hold.
//!
//! With `no_overflow` nothing is said of values at which an integer overflows on the way.
//!
//! First come values that occur in any program, then those at the ends of the types and random ones. Any counterexample refuses the
//! operator, but one that needs no overflow is shown before one that does. Only the user knows which values occur, so the help says how
//! to vouch for an operator that fails elsewhere alone.
//!
//! The work is counted in steps of the interpreter, not in time, so that the outcome is the same on every machine.
//!
//! # Codes
//!
//! | code | what is wrong |
//! |---|---|
//! | SC0602 | the operator is not associative |
//! | SC0603 | the identity is not neutral on the left |
//! | SC0604 | the identity is not neutral on the right |
//! | SC0605 | the operator, or its identity, panics or does not end |
//! | SC0606 | the laws cannot be tested |
//! | SC0607 | the operator does not keep its domain |
//! | SC0608 | the identity lies outside of the domain |

mod aliases;
pub mod derived;
mod propose;
#[cfg(feature = "cli")]
pub mod prove;
mod random;
mod report;
mod rounding;
mod samples;
mod shrink;
mod subject;
mod values;

use subject::Unjudged;
pub use subject::{Budget, Finding, Law, Violation};
use subject::{Subject, Untestable};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ir::interpret::Value;
use crate::ir::{DeclaredOperator, Module};
use report::Advice;
use samples::Samples;

/// Steps of the interpreter for associativity, in each of the two searches; an identity's laws get an eighth of that each.
const STEPS: u64 = 120_000;
/// Tests of a law that are made in any case, however long the operator takes.
const FEWEST: usize = 8;
/// Random operands of a law, at most.
const MOST: usize = 4000;
/// Primitive values in the random operands of the identity's laws, at most.
const LEAVES: usize = 1 << 16;
/// Boundary values that are tried in all combinations, at most.
const BOUNDARY: usize = 12;
/// Everyday values: as many to start with as the operator makes of them.
const EVERYDAY: usize = 20;
/// Pairs of values in the domain or out of it, on which an operator has to end.
const ENDING: usize = 64;

/// Why an operator is not tested when others have taken the budget.
const EXHAUSTED: &str = "it takes too many steps, or the operators beside it do";

/// Tests the laws of every operator that nobody vouches for.
pub fn check(module: &Module, diagnostics: &mut Diagnostics) {
    let budget = Budget::default();
    for operator in module.operators.iter().filter(|operator| !operator.assume_associative) {
        if let Err(found) = test(module, operator, &budget) {
            diagnostics.push(*found);
        }
    }
}

/// Tests the laws of `operator`, whoever vouches for it: each law with the number of operands at which it was seen to hold. The
/// operators of a module share its `budget`.
///
/// # Errors
/// What is wrong with it.
pub fn test(module: &Module, operator: &DeclaredOperator, budget: &Budget) -> Result<Vec<(Law, usize)>, Box<Diagnostic>> {
    let subject = Subject::new(module, operator, budget).map_err(|untestable| match untestable {
        Untestable::Violation(violation) => violation.diagnostic(module, operator),
        Untestable::Unknown => report::untestable(operator, &format!("not all of `{}` is declared here", operator.operand)),
        Untestable::Exhausted => report::untestable(operator, EXHAUSTED),
    })?;
    if subject.has_domain() && subject.known().is_none() {
        return Err(report::untestable(operator, "no value was found that lies in its domain").into());
    }
    let mut samples = Samples::new(&subject);
    let mut search = Search::new(&subject);
    let found = match search.endless().or_else(|| search.everyday(&mut samples)) {
        Some(violation) => Some((violation, true)),
        None => {
            let found = search.anything(&mut samples).or_else(|| search.not_finite(&mut samples));
            found.or_else(|| search.overflow.take()).map(|violation| (violation, false))
        }
    };
    match found {
        Some((violation, everyday)) => {
            let violation = shrink::shrink(&subject, violation);
            let advice = search.advice(&mut samples, &violation, everyday);
            Err(Box::new(report::report(&subject, &violation, advice)))
        }
        None if search.held(Law::Associative) == 0 && subject.is_exhausted() => {
            Err(Box::new(report::untestable(operator, EXHAUSTED)))
        }
        None if search.held(Law::Associative) == 0 => Err(Box::new(report::untestable(operator, "all that was tried overflows"))),
        None => Ok(subject.laws().iter().map(|law| (*law, search.held(*law))).collect()),
    }
}

/// A search for a violation.
struct Search<'a> {
    subject: &'a Subject<'a>,
    /// A panic is reported where no law is broken.
    panic: Option<Box<Violation>>,
    /// So is what needs overflow.
    overflow: Option<Box<Violation>>,
    /// At how many operands each law was seen to hold.
    held: [usize; 4],
}

impl<'a> Search<'a> {
    fn new(subject: &'a Subject<'a>) -> Self {
        Self { subject, panic: None, overflow: None, held: [0; 4] }
    }

    fn held(&self, law: Law) -> usize {
        self.held[law as usize]
    }

    /// Values inside of the domain or not on which the operator does not end.
    fn endless(&mut self) -> Option<Box<Violation>> {
        if !self.subject.has_domain() {
            return None;
        }
        let mut samples = Samples::of_all(self.subject);
        let corners = samples.boundary(BOUNDARY);
        let pairs = (0..ENDING).map(|number| match number % 2 {
            0 => [samples.below(corners.len()), samples.below(corners.len())].map(|at| corners[at].clone()).to_vec(),
            _ => samples.any(2),
        });
        let pairs: Vec<Vec<Value>> = pairs.collect();
        let end = self.subject.steps() + STEPS / 8;
        let mut tried = pairs.iter().take_while(|_| self.subject.steps() < end);
        tried.find_map(|pair| self.subject.panic(&pair[0], &pair[1])).filter(|_| !self.subject.is_exhausted())
    }

    /// Among small values and what the operator makes of up to four of them.
    fn everyday(&mut self, samples: &mut Samples) -> Option<Box<Violation>> {
        let pool = self.pool(samples);
        let values = pool.iter().map(|value| vec![value.clone()]).collect::<Vec<_>>();
        let mut triples = (0..MOST / 4).map(|_| (0..3).map(|_| pool[samples.below(pool.len())].clone()).collect());
        self.all(&mut triples, &values)
    }

    /// Among boundary values and random ones.
    fn anything(&mut self, samples: &mut Samples) -> Option<Box<Violation>> {
        let boundary = samples.boundary(4 * BOUNDARY);
        let mut values: Vec<Vec<Value>> = boundary.iter().map(|value| vec![value.clone()]).collect();
        let random = (MOST / 16).min(LEAVES / self.subject.values.leaves().len().max(1));
        values.extend((0..random).map(|_| samples.any(1)));
        let corners: Vec<Value> = self.subject.identity.iter().cloned().chain(boundary).take(BOUNDARY).collect();
        // The corners in all combinations, in an order that mixes them, between random operands: neither starves the other.
        let count = corners.len().pow(3);
        let corner = |number: usize| {
            let number = number * 17 % count;
            [number, number / corners.len(), number / corners.len().pow(2)].map(|digit| corners[digit % corners.len()].clone())
        };
        let mut triples = (0..MOST).flat_map(|number| {
            let corner = (number < count).then(|| corner(number).to_vec());
            corner.into_iter().chain([samples.any(3)])
        });
        self.all(&mut triples, &values)
    }

    /// Whether what is NaN or infinite makes a difference, among small values. That identities leave it as it is, is not asked: `0.0 * a + b`.
    fn not_finite(&mut self, samples: &mut Samples) -> Option<Box<Violation>> {
        let special = samples.not_finite();
        // Each of them in each place, and beside it another one in one of four triples.
        let mut triples = (0..(9 * special.len()).max(MOST / 8)).take_while(|_| !special.is_empty()).map(|number| {
            let place = number / special.len() % 3;
            let mut triple = [(); 3].map(|()| samples.small());
            triple[place] = special[number % special.len()].clone();
            if samples.below(4) == 0 {
                triple[(place + 1) % 3] = special[samples.below(special.len())].clone();
            }
            triple.to_vec()
        });
        self.law(Law::Associative, &mut triples)
    }

    /// Small values, the identity among them, and as many combinations of two and of four.
    fn pool(&mut self, samples: &mut Samples) -> Vec<Value> {
        let small = (0..2 * EVERYDAY).map(|_| samples.small()).collect();
        let mut pool: Vec<Value> = self.subject.identity.iter().cloned().collect();
        pool.extend(samples::distinct(small, EVERYDAY));
        let end = self.subject.steps() + STEPS / 8;
        for _ in 0..2 {
            let made = (0..EVERYDAY / 2).map_while(|_| {
                let operands = [0; 2].map(|_| &pool[samples.below(pool.len())]);
                (self.subject.steps() < end).then(|| self.subject.apply(operands[0], operands[1]))
            });
            let made = made.filter_map(Result::ok).filter(|value| rounding::is_finite(value) && self.subject.is_in_domain(value));
            let made: Vec<Value> = made.collect();
            pool.extend(made);
        }
        pool
    }

    /// What might be done about a violation.
    fn advice(&mut self, samples: &mut Samples, violation: &Violation, everyday: bool) -> Advice {
        let about_identity = matches!(violation.finding, Finding::Differs { law: Law::LeftNeutral | Law::RightNeutral, .. });
        let panics = matches!(violation.finding, Finding::Panics(_));
        let mut triples = (0..MOST / 4).map(|_| samples.any(3)).collect::<Vec<_>>().into_iter();
        if violation.overflowed {
            return Advice::NoOverflow;
        }
        let mut is_associative = |search: &mut Self, samples: &mut Samples| {
            search.law(Law::Associative, &mut triples).or_else(|| search.not_finite(samples)).is_none()
                && search.overflow.is_none()
        };
        if about_identity && is_associative(self, samples) {
            return Advice::OtherIdentity { or_none: everyday };
        }
        // Of several leaves the user may know more than their types say; of one number that small there is nothing to know.
        let hopeless = everyday && !about_identity && !panics && self.subject.values.leaves().len() == 1;
        if hopeless { Advice::None } else { Advice::Vouch }
    }

    /// Tests associativity on `triples`, the identity on `values`.
    fn all(&mut self, triples: &mut dyn Iterator<Item = Vec<Value>>, values: &[Vec<Value>]) -> Option<Box<Violation>> {
        for law in self.subject.laws() {
            let found = match law {
                Law::Associative => self.law(*law, triples),
                Law::Closed => self.law(*law, &mut pairs(values)),
                _ => self.law(*law, &mut values.iter().cloned()),
            };
            if found.is_some() {
                return found;
            }
        }
        self.panic.take()
    }

    fn law(&mut self, law: Law, operands: &mut dyn Iterator<Item = Vec<Value>>) -> Option<Box<Violation>> {
        let end = self.subject.steps() + if law == Law::Associative { STEPS } else { STEPS / 8 };
        for (number, operands) in operands.enumerate() {
            if number >= FEWEST && self.subject.steps() >= end {
                break;
            }
            let tested = self.subject.test(law, &operands);
            if self.subject.is_exhausted() {
                break;
            }
            match tested {
                Ok(Some(violation)) if violation.overflowed => self.overflow = self.overflow.take().or(Some(violation)),
                Ok(Some(violation)) if matches!(violation.finding, Finding::Differs { .. } | Finding::Leaves(_)) => {
                    return Some(violation);
                }
                Ok(Some(panic)) => self.panic = self.panic.take().or(Some(panic)),
                Ok(None) => self.held[law as usize] += 1,
                Err(Unjudged) => {}
            }
        }
        None
    }
}

/// All pairs of the first values, then pairs of any.
fn pairs(values: &[Vec<Value>]) -> impl Iterator<Item = Vec<Value>> {
    let (few, all) = (values.len().min(BOUNDARY), values.len());
    let first = (0..few * few).map(move |number| [number % few, number / few]);
    let others = (0..MOST).map(move |number| [number % all, (number / all * 17 + number) % all]);
    let chosen = first.chain(others).filter(move |_| all > 0);
    chosen.map(|pair| pair.iter().flat_map(|at| values[*at].iter().cloned()).collect())
}

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;
