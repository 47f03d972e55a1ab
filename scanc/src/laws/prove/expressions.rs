//! Expressions.

use super::execute::{Executor, Frame};
use super::places::field;
use super::term::{Bits, Symbolic};
use super::{Reason, inexpressible};
use crate::ir::interpret::{Env, Value, evaluate_expression};
use crate::ir::{Binary, Expr, ExprKind, Literal, Scalar, Type};

/// Expressions that may be looked at.
const WORK: usize = 200_000;

impl Executor<'_> {
    pub(super) fn bits(&mut self, frame: &mut Frame, expression: &Expr, guard: &Bits) -> Result<Bits, Reason> {
        Ok(self.expression(frame, expression, guard)?.into_bits())
    }

    fn all(&mut self, frame: &mut Frame, expressions: &[Expr], guard: &Bits) -> Result<Vec<Symbolic>, Reason> {
        expressions.iter().map(|expression| self.expression(frame, expression, guard)).collect()
    }

    pub(super) fn expression(&mut self, frame: &mut Frame, expression: &Expr, guard: &Bits) -> Result<Symbolic, Reason> {
        self.work += 1;
        if self.work > WORK {
            return Err(inexpressible("so long a loop"));
        }
        Ok(match &expression.kind {
            ExprKind::Literal(literal) => Symbolic::Scalar(known(*literal, &expression.ty)?),
            ExprKind::Local(local) => frame.locals[local.0].clone().ok_or_else(|| inexpressible("an unassigned variable"))?,
            ExprKind::If(condition, then, otherwise) => {
                let (condition, [then, otherwise]) = self.branches(frame, condition, then, otherwise, guard)?;
                self.either(&condition, then, otherwise)?
            }
            ExprKind::Block(block) => {
                let value = self.block(frame, block, guard)?;
                self.either(&Bits::TRUE, value, None)?
            }
            ExprKind::Call(name, arguments) => {
                let arguments = self.all(frame, arguments, guard)?;
                self.call(name, arguments, guard)?
            }
            ExprKind::Field(base, name) => field(self.expression(frame, base, guard)?, name),
            ExprKind::Element(base, index) => self.element(frame, base, index, guard)?,
            ExprKind::Struct(name, fields) => {
                let fields = fields.iter().map(|(field, value)| Ok((field.clone(), self.expression(frame, value, guard)?)));
                Symbolic::Struct(name.clone(), fields.collect::<Result<_, Reason>>()?)
            }
            ExprKind::List(elements) => Symbolic::Array(self.all(frame, elements, guard)?),
            _ => Symbolic::Scalar(self.operation(frame, expression, guard)?),
        })
    }

    /// Operators, casts and methods, on primitive values.
    fn operation(&mut self, frame: &mut Frame, expression: &Expr, guard: &Bits) -> Result<Bits, Reason> {
        let operands: Vec<Bits> = match &expression.kind {
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                return self.lazy(frame, *operator, left, right, guard);
            }
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => vec![self.bits(frame, a, guard)?],
            ExprKind::Binary(_, a, b) => vec![self.bits(frame, a, guard)?, self.bits(frame, b, guard)?],
            ExprKind::Method(_, operands) => {
                operands.iter().map(|operand| self.bits(frame, operand, guard)).collect::<Result<_, _>>()?
            }
            _ => return Err(inexpressible("what only loops have")),
        };
        let returns = expression.ty.scalar().filter(|scalar| !matches!(scalar, Scalar::Float(_)));
        let returns = returns.ok_or_else(|| inexpressible("floats"))?;
        if let ExprKind::Binary(operator, ..) = &expression.kind {
            let wraps = self.script.wraps(*operator, &operands[0], &operands[1]);
            self.overflow_if(frame, &wraps, guard);
        }
        if let Some(operands) = operands.iter().map(Bits::known).collect::<Option<Vec<_>>>() {
            return Ok(self.folded(frame, expression, &operands, returns, guard));
        }
        match &expression.kind {
            ExprKind::Unary(operator, _) => Ok(self.script.unary(*operator, &operands[0])),
            ExprKind::Cast(_) => Ok(self.script.cast(&operands[0], returns)),
            ExprKind::Binary(operator, ..) => {
                if matches!(operator, Binary::Div | Binary::Rem) {
                    let panics = self.script.division_panics(&operands[0], &operands[1]);
                    self.panic_if(frame, &panics, guard);
                }
                self.script.binary(*operator, &operands[0], &operands[1])
            }
            ExprKind::Method(method, _) => {
                let panics = self.script.method_panics(*method, &operands)?;
                self.panic_if(frame, &panics, guard);
                self.script.method(*method, &operands, returns)
            }
            _ => unreachable!("no operation"),
        }
    }

    /// `&&` and `||`: the right side runs under the left one's condition.
    fn lazy(&mut self, frame: &mut Frame, operator: Binary, left: &Expr, right: &Expr, guard: &Bits) -> Result<Bits, Reason> {
        let left = self.bits(frame, left, guard)?;
        let goes_on = if operator == Binary::And { left.clone() } else { self.script.not(&left) };
        let guard = self.script.and(guard, &goes_on);
        if guard == Bits::FALSE {
            return Ok(left);
        }
        let right = self.bits(frame, right, &guard)?;
        self.script.binary(operator, &left, &right)
    }

    /// An operation on values that are known is the interpreter's.
    fn folded(&mut self, frame: &Frame, expression: &Expr, operands: &[&Value], returns: Scalar, guard: &Bits) -> Bits {
        let mut folded = expression.clone();
        let mut operands = operands.iter().map(|value| literal(value, expression));
        let mut next = || operands.next().expect("an operand for every place");
        match &mut folded.kind {
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => **a = next(),
            ExprKind::Binary(_, a, b) => (**a, **b) = (next(), next()),
            ExprKind::Method(_, places) => places.iter_mut().for_each(|place| *place = next()),
            _ => unreachable!("no operation"),
        }
        match evaluate_expression(&folded, &Env::default()) {
            Ok(value) => Bits::Known(value),
            Err(_) => {
                // Which panic it is, the interpreter will say at the values found.
                self.panic_if(frame, &Bits::TRUE, guard);
                Bits::Known(Value::zero(returns))
            }
        }
    }
}

fn known(literal: Literal, ty: &Type) -> Result<Bits, Reason> {
    match ty.scalar() {
        Some(scalar @ (Scalar::Int(_) | Scalar::Bool)) => Ok(Bits::Known(Value::literal(literal, scalar))),
        _ => Err(inexpressible("floats")),
    }
}

/// `value` as an expression at the place of `like`.
fn literal(value: &Value, like: &Expr) -> Expr {
    let literal = match value {
        Value::Bool(value) => Literal::Bool(*value),
        other => Literal::Int(other.as_int()),
    };
    let ty = Type::Scalar(value.scalar().expect("a primitive value"));
    Expr { kind: ExprKind::Literal(literal), ty, span: like.span }
}
