//! The loops' meaning: one iteration after the other, one statement after the other, on arrays that change as they run.

use crate::arithmetic::{self, Panic};
use crate::loops::{Expr, Header, Kind, Loop, Statement, Subscript, Target};
use scanc::ir::{Scalar, interpret::Value};

/// What a function is called with, and after the loop what it leaves.
#[derive(Clone, Debug)]
pub struct State {
    pub arrays: Vec<Vec<Value>>,
    pub captures: Vec<Value>,
    pub variables: Vec<Value>,
    pub low: i64,
    pub high: i64,
    /// The loop variable of a `while` loop afterwards.
    pub index: i64,
}

/// Runs the loop. After a panic `state` is what the iterations before it have left.
pub fn run(program: &Loop, state: &mut State) -> Result<(), Panic> {
    for index in indices(&program.header, state) {
        let locals = vec![None; program.locals.len()];
        Machine { state, locals, index }.statements(&program.body)?;
    }
    Ok(())
}

/// The values of the loop variable.
pub fn indices(header: &Header, state: &mut State) -> Vec<i64> {
    let (low, high) = (state.low, state.high);
    match header {
        Header::Range { inclusive, reversed, step, .. } => {
            let values = low..high + i64::from(*inclusive);
            if *reversed { values.rev().step_by(*step as usize).collect() } else { values.step_by(*step as usize).collect() }
        }
        Header::While { inclusive, reversed, step, .. } => {
            let mut values = Vec::new();
            let mut index = if *reversed { high } else { low };
            loop {
                let goes_on = match (reversed, inclusive) {
                    (false, false) => index < high,
                    (false, true) => index <= high,
                    (true, false) => index > low,
                    (true, true) => index >= low,
                };
                if !goes_on {
                    break;
                }
                // The body of a loop down to an excluded bound sees the variable after its step.
                if *reversed && !inclusive {
                    index -= step;
                    values.push(index);
                } else {
                    values.push(index);
                    index += if *reversed { -step } else { *step };
                }
            }
            state.index = index;
            values
        }
        Header::Items { arrays, skipped, reversed, .. } => {
            let length = arrays.iter().map(|&array| state.arrays[array].len()).min().unwrap_or_default();
            let values = 0..length.saturating_sub(*skipped) as i64;
            if *reversed { values.rev().collect() } else { values.collect() }
        }
        Header::Collected { array, .. } => {
            let length = state.arrays[*array].len() as i64;
            (0..length).collect()
        }
    }
}

struct Machine<'a> {
    state: &'a mut State,
    locals: Vec<Option<Value>>,
    index: i64,
}

impl Machine<'_> {
    fn statements(&mut self, statements: &[Statement]) -> Result<(), Panic> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Panic> {
        match statement {
            Statement::Let { local, value, .. } => self.locals[*local] = Some(self.value(value)?),
            Statement::Unused(value) => drop(self.value(value)?),
            Statement::If(condition, yes, no) => {
                let branch = if self.value(condition)?.as_bool() { yes } else { no };
                self.statements(branch)?;
            }
            Statement::Assign { target, operator: None, value } => {
                let value = self.value(value)?;
                *self.place(target)? = value;
            }
            Statement::Assign { target, operator: Some(operator), value } => {
                let right = self.value(value)?;
                let place = self.place(target)?;
                *place = arithmetic::binary(operator, place, &right)?;
            }
        }
        Ok(())
    }

    fn place(&mut self, target: &Target) -> Result<&mut Value, Panic> {
        match target {
            Target::Local(local) => Ok(self.locals[*local].as_mut().expect("declared")),
            Target::Variable(variable) => Ok(&mut self.state.variables[*variable]),
            Target::Element(array, subscript) => {
                let at = self.subscript(subscript)?;
                self.state.arrays[*array].get_mut(at).ok_or(Panic)
            }
        }
    }

    fn subscript(&self, subscript: &Subscript) -> Result<usize, Panic> {
        let plus = subscript.plus.map_or(0, |capture| self.state.captures[capture].as_int() as i64);
        usize::try_from(subscript.coefficient * self.index + subscript.offset + plus).or(Err(Panic))
    }

    fn value(&mut self, expr: &Expr) -> Result<Value, Panic> {
        Ok(match &expr.kind {
            Kind::Literal(value) => value.clone(),
            Kind::Low => arithmetic::cast(&Value::int(scanc::ir::Int::I64, self.state.low.into()), expr.ty),
            Kind::Index => arithmetic::cast(&Value::int(scanc::ir::Int::I64, self.index.into()), expr.ty),
            Kind::Load(array, subscript) => {
                let at = self.subscript(subscript)?;
                self.state.arrays[*array].get(at).ok_or(Panic)?.clone()
            }
            Kind::Capture(capture) => self.state.captures[*capture].clone(),
            Kind::Local(local) => self.locals[*local].clone().expect("declared"),
            Kind::Variable(variable) => self.state.variables[*variable].clone(),
            Kind::Neg(operand) => arithmetic::unary('-', &self.value(operand)?),
            Kind::Not(operand) => arithmetic::unary('!', &self.value(operand)?),
            Kind::Binary(operator @ ("&&" | "||"), left, right) => {
                let left = self.value(left)?.as_bool();
                Value::Bool(if left == (*operator == "||") { left } else { self.value(right)?.as_bool() })
            }
            Kind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                arithmetic::binary(operator, &left, &right)?
            }
            Kind::Cast(operand) => arithmetic::cast(&self.value(operand)?, expr.ty),
            Kind::If(condition, yes, no) => {
                let branch = if self.value(condition)?.as_bool() { yes } else { no };
                self.value(branch)?
            }
            Kind::Method { name, operands, .. } => {
                let operands = operands.iter().map(|operand| self.value(operand)).collect::<Result<Vec<_>, _>>()?;
                arithmetic::method(name, &operands)?
            }
            Kind::Block(local, value, result) => {
                self.locals[*local] = Some(self.value(value)?);
                self.value(result)?
            }
        })
    }
}

/// The type of the loop variable.
pub fn index_type(program: &Loop) -> Scalar {
    match program.header {
        Header::Range { ty, .. } | Header::While { ty, .. } => ty,
        Header::Items { .. } | Header::Collected { .. } => Scalar::Int(scanc::ir::Int::Usize),
    }
}
