//! The laws of integer operators, proved or refuted by an SMT solver.
//!
//! Takes an operator of a [`Module`]. The operator becomes terms over bit vectors (`execute`: all paths at once, calls inlined, loops
//! unrolled), and z3 is asked for operands at which a law fails, one law after the other. Where there are none, the law holds of all
//! values, not only of those that `laws` has tried. Operands that it names are run through the interpreter before anyone is told.
//!
//! z3 is looked for on the path (`SCANC_Z3` names another), runs as a child process, and gets ten seconds a law.

mod execute;
mod expressions;
mod logic;
mod methods;
mod operations;
mod places;
mod question;
mod sexpr;
mod solver;
mod term;

use super::laws::shrink::shrink;
use super::laws::{Law, Subject, Untestable, Violation};
use crate::ir::{DeclaredOperator, Module};
use question::Question;
use std::fmt;

/// What became of the attempt.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The laws hold of all values.
    Proved,
    /// They do not, at these values, as small as could be found.
    Refuted(Box<Violation>),
    /// It could not be settled.
    Unknown(Reason),
}

/// Why a law could be neither proved nor refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is no z3.
    NoSolver,
    /// The solver has not come to an end.
    Timeout,
    /// Something in the operator cannot be told the solver: floats, say.
    Inexpressible(String),
    /// The law fails at values that only write the identity in another way, or where a loop runs longer than was unrolled.
    Unconfirmed,
    /// The solver has failed.
    Solver(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolver => f.write_str("z3 is not installed"),
            Self::Timeout => f.write_str("z3 has not come to an end in time"),
            Self::Inexpressible(what) => write!(f, "{what} cannot be expressed for z3"),
            Self::Unconfirmed => f.write_str("z3 found values, but the law holds there as far as it matters"),
            Self::Solver(what) => write!(f, "z3 has failed: {what}"),
        }
    }
}

/// Proves or refutes the laws of `operator`: associativity, and both identity laws if it has an identity.
pub fn prove(module: &Module, operator: &DeclaredOperator) -> Verdict {
    let subject = match Subject::new(module, operator) {
        Ok(subject) => subject,
        Err(Untestable::Violation(violation)) => return Verdict::Refuted(violation),
        Err(Untestable::Unknown) => return Verdict::Unknown(inexpressible(&format!("`{}`", operator.operand))),
    };
    let mut verdict = Verdict::Proved;
    for law in subject.laws() {
        match prove_law(&subject, *law, module, operator) {
            Verdict::Proved => {}
            Verdict::Refuted(violation) => return Verdict::Refuted(violation),
            Verdict::Unknown(reason) => verdict = Verdict::Unknown(reason),
        }
    }
    verdict
}

fn prove_law(subject: &Subject, law: Law, module: &Module, operator: &DeclaredOperator) -> Verdict {
    Question::new(subject, law, module, operator).and_then(|question| question.ask()).map_or_else(Verdict::Unknown, |answer| {
        let Some(operands) = answer else {
            return Verdict::Proved;
        };
        match subject.test(law, &operands) {
            Ok(Some(violation)) => Verdict::Refuted(shrink(subject, violation)),
            _ => Verdict::Unknown(Reason::Unconfirmed),
        }
    })
}

/// What cannot be told the solver.
fn inexpressible(what: &str) -> Reason {
    Reason::Inexpressible(what.to_owned())
}

#[cfg(test)]
mod tests;
