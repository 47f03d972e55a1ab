//! Operators and casts.

use super::{Panic, Value};
use crate::ir::{Binary, Float, Int, Scalar, Unary};

pub(super) fn unary(operator: Unary, value: Value) -> Value {
    match (operator, value) {
        (Unary::Neg, Value::Int(ty, value)) => Value::int(ty, -value),
        (Unary::Neg, Value::F32(value)) => Value::F32(-value),
        (Unary::Neg, Value::F64(value)) => Value::F64(-value),
        (Unary::Not, Value::Int(ty, value)) => Value::int(ty, !value),
        (Unary::Not, Value::Bool(value)) => Value::Bool(!value),
        (operator, value) => unreachable!("{operator:?} of {value}"),
    }
}

/// Every operator but the lazy ones, which have no operands to look at yet.
pub(super) fn binary(operator: Binary, left: &Value, right: &Value) -> Result<Value, Panic> {
    Ok(match (left, right) {
        (Value::Int(ty, left), Value::Int(_, right)) => return int(operator, *ty, *left, *right),
        (Value::F32(left), Value::F32(right)) => f32(operator, *left, *right),
        (Value::F64(left), Value::F64(right)) => f64(operator, *left, *right),
        (Value::Bool(left), Value::Bool(right)) => bool(operator, *left, *right),
        _ => unreachable!("{operator:?} of {left} and {right}"),
    })
}

fn int(operator: Binary, ty: Int, left: i128, right: i128) -> Result<Value, Panic> {
    let amount = right & i128::from(ty.bits() - 1);
    let value = match operator {
        Binary::Add => left + right,
        Binary::Sub => left - right,
        // Two u64 may exceed an i128; the low 64 bits are right all the same.
        Binary::Mul => left.wrapping_mul(right),
        Binary::Div => divisible(ty, left, right).map(|()| left / right)?,
        Binary::Rem => divisible(ty, left, right).map(|()| left % right)?,
        Binary::BitAnd => left & right,
        Binary::BitOr => left | right,
        Binary::BitXor => left ^ right,
        Binary::Shl => left << amount,
        Binary::Shr => left >> amount,
        _ => return Ok(Value::Bool(comparison(operator, &left, &right))),
    };
    Ok(Value::int(ty, value))
}

/// Whether `left operator right` does not fit its type.
pub(super) fn wraps(operator: Binary, left: &Value, right: &Value) -> bool {
    let (Value::Int(ty, left), Value::Int(_, right)) = (left, right) else {
        return false;
    };
    let exact = match operator {
        Binary::Add => left.checked_add(*right),
        Binary::Sub => left.checked_sub(*right),
        Binary::Mul => left.checked_mul(*right),
        _ => return false,
    };
    exact.is_none_or(|exact| exact != ty.wrap(exact))
}

/// Whether `left / right` has a value.
pub(super) fn divisible(ty: Int, left: i128, right: i128) -> Result<(), Panic> {
    match right {
        0 => Err(Panic::DivisionByZero),
        -1 if left == ty.min() => Err(Panic::DivisionOverflow),
        _ => Ok(()),
    }
}

fn bool(operator: Binary, left: bool, right: bool) -> Value {
    Value::Bool(match operator {
        Binary::BitAnd => left & right,
        Binary::BitOr => left | right,
        Binary::BitXor => left ^ right,
        _ => comparison(operator, &left, &right),
    })
}

macro_rules! float_operators {
    ($ty:ident, $value:ident) => {
        fn $ty(operator: Binary, left: $ty, right: $ty) -> Value {
            Value::$value(match operator {
                Binary::Add => left + right,
                Binary::Sub => left - right,
                Binary::Mul => left * right,
                Binary::Div => left / right,
                Binary::Rem => left % right,
                _ => return Value::Bool(comparison(operator, &left, &right)),
            })
        }
    };
}
float_operators!(f32, F32);
float_operators!(f64, F64);

fn comparison<T: PartialOrd>(operator: Binary, left: &T, right: &T) -> bool {
    match operator {
        Binary::Eq => left == right,
        Binary::Ne => left != right,
        Binary::Lt => left < right,
        Binary::Le => left <= right,
        Binary::Gt => left > right,
        Binary::Ge => left >= right,
        other => unreachable!("{other:?} on this type"),
    }
}

/// `value as scalar`.
pub(super) fn cast(value: &Value, scalar: Scalar) -> Value {
    match (value, scalar) {
        (Value::Bool(value), Scalar::Bool) => Value::Bool(*value),
        (Value::Bool(value), Scalar::Int(ty)) => Value::int(ty, i128::from(*value)),
        (Value::Int(_, value), Scalar::Int(ty)) => Value::int(ty, *value),
        (Value::Int(_, value), Scalar::Float(Float::F32)) => Value::F32(*value as f32),
        (Value::Int(_, value), Scalar::Float(Float::F64)) => Value::F64(*value as f64),
        (Value::F32(value), Scalar::Int(ty)) => saturated(ty, f64::from(*value)),
        (Value::F64(value), Scalar::Int(ty)) => saturated(ty, *value),
        (Value::F32(value), Scalar::Float(ty)) => Value::float(ty, f64::from(*value)),
        (Value::F64(value), Scalar::Float(ty)) => Value::float(ty, *value),
        _ => unreachable!("{value} as {}", scalar.rust()),
    }
}

fn saturated(ty: Int, value: f64) -> Value {
    Value::int(ty, (value as i128).clamp(ty.min(), ty.max()))
}
