//! The laws of integer operators, proved or refuted by an SMT solver.
//!
//! Takes an operator of a [`Module`]. The operator becomes terms over bit vectors (`execute`: all paths at once, calls inlined, loops
//! unrolled), and z3 is asked for operands at which a law fails, one law after the other. Where there are none, the law holds of all
//! values of the domain, not only of those that `laws` has tried. Operands that it names are run through the interpreter before anyone is told.
//!
//! z3 is looked for on the path (`SCANC_Z3` names another), and runs as a child process.

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

use super::report::VOUCH;
use super::shrink::shrink;
use super::{Budget, Law, Subject, Untestable, Violation};
use crate::diagnostic::Diagnostic;
use crate::ir::{DeclaredOperator, Module};
use question::Question;
use std::fmt;

/// What became of the attempt.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The law holds of all values.
    Proved,
    /// It does not, at these values, as small as could be found.
    Refuted(Box<Violation>),
    /// It could not be settled.
    Unknown(Reason),
}

/// Why a law could be neither proved nor refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is no z3.
    NoSolver,
    /// The solver has not come to an end in so many seconds.
    Timeout(u32),
    /// Something in the operator cannot be told the solver: floats, say.
    Inexpressible(String),
    /// A loop may take more turns than were unrolled.
    Turns,
    /// The identity's law fails only at values that write the identity in another way.
    Aliases,
    /// The solver has failed.
    Solver(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolver => f.write_str("z3 is not installed"),
            Self::Timeout(seconds) => write!(f, "z3 gave no answer in {seconds} second{}", if *seconds == 1 { "" } else { "s" }),
            Self::Inexpressible(what) => write!(f, "{what} cannot be expressed for z3"),
            Self::Turns => write!(f, "a loop may take more than {} turns", execute::TURNS),
            Self::Aliases => f.write_str("there are other ways to write the identity"),
            Self::Solver(what) => write!(f, "z3 has failed: {what}"),
        }
    }
}

/// Proves or refutes the laws of `operator`, one by one: associativity, and both identity laws if it has an identity. The solver may
/// take `seconds` for each.
pub fn prove(module: &Module, operator: &DeclaredOperator, seconds: u32) -> Vec<(Law, Verdict)> {
    let budget = Budget::default();
    let subject = match Subject::new(module, operator, &budget) {
        Ok(subject) => subject,
        Err(Untestable::Violation(violation)) => return vec![(Law::LeftNeutral, Verdict::Refuted(violation))],
        Err(Untestable::Unknown | Untestable::Exhausted) => {
            let reason = inexpressible(&format!("`{}`", operator.operand));
            return vec![(Law::Associative, Verdict::Unknown(reason))];
        }
    };
    let verdict = |law| prove_law(&subject, law, module, operator, seconds).unwrap_or_else(Verdict::Unknown);
    subject.laws().iter().map(|law| (*law, verdict(*law))).collect()
}

/// The error for a law that was refuted where no test had found anything.
pub fn refutation(violation: &Violation, module: &Module, operator: &DeclaredOperator) -> Diagnostic {
    let mut diagnostic = violation.diagnostic(module, operator);
    diagnostic.help = diagnostic.help.map(|help| format!("{help}; {VOUCH}"));
    diagnostic
}

fn prove_law(subject: &Subject, law: Law, module: &Module, operator: &DeclaredOperator, seconds: u32) -> Result<Verdict, Reason> {
    let question = Question::new(subject, law, module, operator)?;
    let Some(operands) = question.ask(seconds)? else {
        return Ok(Verdict::Proved);
    };
    match subject.test(law, &operands) {
        Ok(Some(violation)) => Ok(Verdict::Refuted(shrink(subject, violation))),
        _ if question.incomplete => Err(Reason::Turns),
        _ if matches!(law, Law::LeftNeutral | Law::RightNeutral) => Err(Reason::Aliases),
        _ => Err(Reason::Solver("the law holds at the values that it found".to_owned())),
    }
}

/// What cannot be told the solver.
fn inexpressible(what: &str) -> Reason {
    Reason::Inexpressible(what.to_owned())
}

#[cfg(test)]
mod tests;
