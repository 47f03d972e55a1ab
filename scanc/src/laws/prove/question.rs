//! One law as a question to the solver: are there operands at which it fails?

use super::execute::Executor;
use super::sexpr::Sexpr;
use super::solver::{Answer, ask};
use super::term::{Bits, Symbolic};
use super::{Reason, inexpressible};
use crate::ir::interpret::Value;
use crate::ir::{DeclaredOperator, Module, Scalar};
use crate::laws::values::{Leaf, Values};
use crate::laws::{Law, Subject};

/// Whether there are operands at which a law fails.
pub(super) struct Question {
    script: String,
    /// The leaves of all operands.
    names: Vec<String>,
    values: Values,
    /// Nothing is left to ask.
    settled: bool,
    /// A loop may take more turns than were unrolled, which counts as a failure of the law.
    pub(super) incomplete: bool,
}

impl Question {
    /// The question whether `law` fails.
    pub(super) fn new(subject: &Subject, law: Law, module: &Module, operator: &DeclaredOperator) -> Result<Self, Reason> {
        let values = Values::of(&operator.operand, module).ok_or_else(|| inexpressible("this type"))?;
        if values.has_floats() {
            return Err(inexpressible("floats"));
        }
        let mut executor = Executor::new(&module.functions);
        let mut names = Vec::new();
        let letters: &[&str] = match law {
            Law::Associative => &["a", "b", "c"],
            Law::Closed => &["a", "b"],
            Law::LeftNeutral | Law::RightNeutral => &["a"],
        };
        let operands: Vec<Symbolic> = letters.iter().map(|letter| operand(letter, &values, &mut executor, &mut names)).collect();
        if let Some(domain) = &operator.domain {
            for operand in &operands {
                let lies_in = executor.call(domain, vec![operand.clone()], &Bits::TRUE)?.into_bits();
                executor.script.assert(&lies_in);
            }
        }
        // What overflows in the condition is no matter of the law.
        executor.overflows = Bits::FALSE;
        let mut fails = match (law, &operator.domain) {
            (Law::Closed, Some(domain)) => leaves_domain(&mut executor, domain, &operator.function, &operands)?,
            _ => {
                let (found, expected) = sides(&mut executor, law, &operands, subject.identity.as_ref(), &operator.function)?;
                fails(&mut executor, &found, &expected)
            }
        };
        if operator.no_overflow {
            let fits = executor.script.not(&executor.overflows);
            fails = executor.script.and(&fails, &fits);
        }
        executor.script.assert(&fails);
        let (settled, incomplete) = (fails == Bits::FALSE, executor.incomplete != Bits::FALSE);
        Ok(Self { script: executor.script.text(), names, values, settled, incomplete })
    }

    /// Operands at which the law fails, if there are any; the solver may take `seconds`.
    pub(super) fn ask(&self, seconds: u32) -> Result<Option<Vec<Value>>, Reason> {
        if self.settled {
            return Ok(None);
        }
        match ask(&self.script, &self.names, seconds)? {
            Answer::Unsatisfiable => Ok(None),
            Answer::Values(values) => self.operands(&values).map(Some),
        }
    }

    fn operands(&self, values: &[Sexpr]) -> Result<Vec<Value>, Reason> {
        let mut values = values.iter();
        let count = self.names.len() / self.values.leaves().len().max(1);
        let mut broken = false;
        let operands = (0..count).map(|_| {
            self.values.value(|leaf| {
                let scalar = match leaf {
                    Leaf::Any(scalar) => *scalar,
                    Leaf::OneOf(int, _) => Scalar::Int(*int),
                };
                values.next().and_then(|value| read(value, scalar)).unwrap_or_else(|| {
                    broken = true;
                    Value::zero(scalar)
                })
            })
        });
        let operands = operands.collect();
        if broken { Err(Reason::Solver("values that are none".to_owned())) } else { Ok(operands) }
    }
}

/// An operand of the solver's choice.
fn operand(letter: &str, values: &Values, executor: &mut Executor, names: &mut Vec<String>) -> Symbolic {
    let mut kinds = values.leaves().iter();
    let like = values.value(|leaf| match leaf {
        Leaf::Any(scalar) => Value::zero(*scalar),
        Leaf::OneOf(int, _) => Value::Int(*int, 0),
    });
    Symbolic::made(&like, &mut |leaf| {
        let name = format!("{letter}_{}", names.len());
        let scalar = leaf.scalar().expect("a leaf");
        let bits = executor.script.declare(&name, scalar);
        names.push(name);
        if let Some(Leaf::OneOf(int, values)) = kinds.next() {
            let values = values.iter().map(|value| Bits::int(*int, *value));
            let any = values.fold(Bits::FALSE, |any, value| {
                let is = executor.script.equal(&bits, &value);
                executor.script.or(&any, &is)
            });
            executor.script.assert(&any);
        }
        bits
    })
}

/// The two sides of the law.
fn sides(
    executor: &mut Executor,
    law: Law,
    operands: &[Symbolic],
    identity: Option<&Value>,
    function: &str,
) -> Result<(Symbolic, Symbolic), Reason> {
    let mut apply = |left: &Symbolic, right: &Symbolic| executor.call(function, vec![left.clone(), right.clone()], &Bits::TRUE);
    let identity = identity.map(Symbolic::known);
    match (law, operands, identity) {
        (Law::Associative, [a, b, c], _) => {
            let (first, last) = (apply(a, b)?, apply(b, c)?);
            Ok((apply(&first, c)?, apply(a, &last)?))
        }
        (Law::LeftNeutral, [a], Some(identity)) => Ok((apply(&identity, a)?, a.clone())),
        (Law::RightNeutral, [a], Some(identity)) => Ok((apply(a, &identity)?, a.clone())),
        _ => unreachable!("{law:?} of {} values", operands.len()),
    }
}

/// When what the operator makes of two operands does not lie in its domain, or there is no such thing.
fn leaves_domain(executor: &mut Executor, domain: &str, function: &str, operands: &[Symbolic]) -> Result<Bits, Reason> {
    let found = executor.call(function, operands.to_vec(), &Bits::TRUE)?;
    let overflows = executor.overflows.clone();
    let lies_in = executor.call(domain, vec![found], &Bits::TRUE)?.into_bits();
    executor.overflows = overflows;
    let leaves = executor.script.not(&lies_in);
    let broken = executor.script.or(&executor.panics, &executor.incomplete);
    Ok(executor.script.or(&broken, &leaves))
}

/// When the sides differ, or there are none.
fn fails(executor: &mut Executor, found: &Symbolic, expected: &Symbolic) -> Bits {
    let mut fails = executor.script.or(&executor.panics, &executor.incomplete);
    for (found, expected) in found.leaves().into_iter().zip(expected.leaves()) {
        let equal = executor.script.equal(found, expected);
        let differs = executor.script.not(&equal);
        fails = executor.script.or(&fails, &differs);
    }
    fails
}

/// A value as the solver writes it.
fn read(value: &Sexpr, scalar: Scalar) -> Option<Value> {
    match scalar {
        Scalar::Bool => value.atom()?.parse().ok().map(Value::Bool),
        Scalar::Int(int) => value.number().map(|number| Value::int(int, i128::from(number))),
        Scalar::Float(_) => None,
    }
}
