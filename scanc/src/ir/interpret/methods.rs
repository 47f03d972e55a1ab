//! Methods and associated functions of primitive types.

use super::operations::{binary, divisible};
use super::{Panic, Value};
use crate::ir::{Binary, Float, Int, Method, Scalar};

/// `operands[0].method(operands[1], …)`, of the type `returns`.
pub(super) fn apply(method: Method, operands: &[Value], returns: Scalar) -> Result<Value, Panic> {
    match (&operands[0], method) {
        (Value::Int(_, bits), Method::FromBits) => Ok(from_bits(*bits, returns)),
        (Value::Int(ty, value), _) => int(method, *ty, *value, &operands[1..], returns),
        (Value::F32(value), _) => f32(method, *value, &operands[1..]),
        (Value::F64(value), _) => f64(method, *value, &operands[1..]),
        (Value::Bool(value), _) => bool(method, *value, &operands[1..]),
        (other, _) => unreachable!("{method:?} of {other}"),
    }
}

fn from_bits(bits: i128, returns: Scalar) -> Value {
    match returns {
        Scalar::Float(Float::F32) => Value::F32(f32::from_bits(bits as u32)),
        _ => Value::F64(f64::from_bits(bits as u64)),
    }
}

fn bool(method: Method, value: bool, others: &[Value]) -> Result<Value, Panic> {
    let other = |position: usize| others[position].as_bool();
    Ok(Value::Bool(match method {
        Method::Min => value & other(0),
        Method::Max => value | other(0),
        Method::Clamp if other(0) & !other(1) => return Err(Panic::Clamp),
        Method::Clamp => (value | other(0)) & other(1),
        _ => unreachable!("{method:?} of a bool"),
    }))
}

/// The result is wrapped to the type that the method returns.
fn int(method: Method, ty: Int, value: i128, others: &[Value], returns: Scalar) -> Result<Value, Panic> {
    let other = |position: usize| others[position].as_int();
    let operator = |operator| binary(operator, &Value::Int(ty, value), &others[0]);
    let result = match method {
        Method::WrappingAdd => return operator(Binary::Add),
        Method::WrappingSub => return operator(Binary::Sub),
        Method::WrappingMul => return operator(Binary::Mul),
        Method::WrappingShl => return operator(Binary::Shl),
        Method::WrappingShr => return operator(Binary::Shr),
        Method::IsPositive => return Ok(Value::Bool(value > 0)),
        Method::IsNegative => return Ok(Value::Bool(value < 0)),
        Method::IsMultipleOf => return Ok(Value::Bool(value.checked_rem(other(0)).unwrap_or(value) == 0)),
        Method::IsPowerOfTwo => return Ok(Value::Bool(value.count_ones() == 1)),
        Method::Within if value.abs() > other(0) => return Err(Panic::Within),
        Method::Within => value,
        Method::Clamp if other(0) > other(1) => return Err(Panic::Clamp),
        Method::Clamp => value.clamp(other(0), other(1)),
        Method::Min => value.min(other(0)),
        Method::Max => value.max(other(0)),
        Method::Abs | Method::UnsignedAbs => value.abs(),
        Method::Signum => value.signum(),
        Method::WrappingNeg => -value,
        Method::SaturatingAdd => (value + other(0)).clamp(ty.min(), ty.max()),
        Method::SaturatingSub => (value - other(0)).clamp(ty.min(), ty.max()),
        Method::AbsDiff => (value - other(0)).abs(),
        Method::DivEuclid => divisible(ty, value, other(0)).map(|()| value.div_euclid(other(0)))?,
        Method::RemEuclid => divisible(ty, value, other(0)).map(|()| value.rem_euclid(other(0)))?,
        Method::Pow => power(ty, value, other(0)),
        _ => bits(method, ty, value, others),
    };
    match returns {
        Scalar::Int(returns) => Ok(Value::int(returns, result)),
        other => unreachable!("{method:?} gives no {}", other.rust()),
    }
}

fn power(ty: Int, mut base: i128, mut exponent: i128) -> i128 {
    let mut power = 1;
    while exponent != 0 {
        if exponent & 1 == 1 {
            power = ty.wrap(base.wrapping_mul(power));
        }
        base = ty.wrap(base.wrapping_mul(base));
        exponent >>= 1;
    }
    power
}

/// Methods that see the bit pattern.
fn bits(method: Method, ty: Int, value: i128, others: &[Value]) -> i128 {
    let width = ty.bits();
    let pattern = (value as u64) << (64 - width) >> (64 - width);
    let amount = || (others[0].as_int() as u32) % width;
    let rotated = |left: u32| i128::from(pattern) << left | i128::from(pattern) >> (width - left);
    match method {
        Method::CountOnes => i128::from(pattern.count_ones()),
        Method::CountZeros => i128::from(width - pattern.count_ones()),
        Method::LeadingZeros => i128::from(pattern.leading_zeros() - (64 - width)),
        Method::TrailingZeros => i128::from(pattern.trailing_zeros().min(width)),
        Method::RotateLeft => rotated(amount()),
        Method::RotateRight => rotated((width - amount()) % width),
        Method::SwapBytes => i128::from(pattern.swap_bytes() >> (64 - width)),
        Method::ReverseBits => i128::from(pattern.reverse_bits() >> (64 - width)),
        _ => unreachable!("{method:?} of an integer"),
    }
}

macro_rules! float_methods {
    ($ty:ident, $value:ident, $bits:ident) => {
        fn $ty(method: Method, value: $ty, others: &[Value]) -> Result<Value, Panic> {
            let other = |position: usize| match others[position] {
                Value::$value(value) => value,
                ref other => unreachable!("{other} beside a {}", stringify!($ty)),
            };
            Ok(Value::$value(match method {
                Method::IsNan => return Ok(Value::Bool(value.is_nan())),
                Method::IsFinite => return Ok(Value::Bool(value.is_finite())),
                Method::IsInfinite => return Ok(Value::Bool(value.is_infinite())),
                Method::IsSignNegative => return Ok(Value::Bool(value.is_sign_negative())),
                Method::IsSignPositive => return Ok(Value::Bool(value.is_sign_positive())),
                Method::ToBits => return Ok(Value::Int(Int::$bits, i128::from(value.to_bits()))),
                Method::Clamp if other(0) <= other(1) => value.clamp(other(0), other(1)),
                Method::Clamp => return Err(Panic::Clamp),
                Method::Within if value.abs() <= other(0) => value,
                Method::Positive if value > 0.0 && value.is_finite() => value,
                Method::Within | Method::Positive => return Err(Panic::Within),
                Method::Min => value.min(other(0)),
                Method::Max => value.max(other(0)),
                Method::Abs => value.abs(),
                Method::Signum => value.signum(),
                Method::RemEuclid => value.rem_euclid(other(0)),
                Method::DivEuclid => value.div_euclid(other(0)),
                Method::Sqrt => value.sqrt(),
                Method::Floor => value.floor(),
                Method::Ceil => value.ceil(),
                Method::Round => value.round(),
                Method::Trunc => value.trunc(),
                Method::Fract => value.fract(),
                Method::MulAdd => value.mul_add(other(0), other(1)),
                Method::Recip => value.recip(),
                Method::Powi => value.powi(others[0].as_int() as i32),
                Method::Powf => value.powf(other(0)),
                Method::Exp => value.exp(),
                Method::Exp2 => value.exp2(),
                Method::Ln => value.ln(),
                Method::Log2 => value.log2(),
                Method::Log10 => value.log10(),
                Method::Sin => value.sin(),
                Method::Cos => value.cos(),
                Method::Tan => value.tan(),
                Method::Asin => value.asin(),
                Method::Acos => value.acos(),
                Method::Atan => value.atan(),
                Method::Atan2 => value.atan2(other(0)),
                Method::Sinh => value.sinh(),
                Method::Cosh => value.cosh(),
                Method::Tanh => value.tanh(),
                Method::Hypot => value.hypot(other(0)),
                Method::Cbrt => value.cbrt(),
                Method::ToDegrees => value.to_degrees(),
                Method::ToRadians => value.to_radians(),
                Method::Copysign => value.copysign(other(0)),
                _ => unreachable!("{method:?} of a float"),
            }))
        }
    };
}
float_methods!(f32, F32, U32);
float_methods!(f64, F64, U64);
