//! Rust's arithmetic in release mode, from Rust's own operators: nothing of the compiler under test computes here.
#![allow(clippy::unnecessary_cast, reason = "one text for every integer type")]

use scanc::ir::{Float, Int, Scalar, interpret::Value};

/// A panic of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panic;

/// `$body` with `$t` as the integer type and `$v` as the operands in it; the result an integer of that type.
macro_rules! in_integer {
    ($ty:expr, |$t:ident| $body:expr) => {
        match $ty {
            Int::I8 => {
                type $t = i8;
                $body
            }
            Int::I16 => {
                type $t = i16;
                $body
            }
            Int::I32 => {
                type $t = i32;
                $body
            }
            Int::I64 => {
                type $t = i64;
                $body
            }
            Int::Isize => {
                type $t = isize;
                $body
            }
            Int::U8 => {
                type $t = u8;
                $body
            }
            Int::U16 => {
                type $t = u16;
                $body
            }
            Int::U32 => {
                type $t = u32;
                $body
            }
            Int::U64 => {
                type $t = u64;
                $body
            }
            Int::Usize => {
                type $t = usize;
                $body
            }
        }
    };
}

/// `left operator right`; `&&` and `||` are lazy and not here.
pub fn binary(operator: &str, left: &Value, right: &Value) -> Result<Value, Panic> {
    match (left, right) {
        (Value::Bool(a), Value::Bool(b)) => Ok(Value::Bool(compare(operator, a, b).unwrap_or_else(|| match operator {
            "&" => a & b,
            "|" => a | b,
            "^" => a ^ b,
            other => panic!("{other} on bool"),
        }))),
        (Value::Int(ty, a), Value::Int(amount, b)) => integers(operator, *ty, *a, *amount, *b),
        (Value::F32(a), Value::F32(b)) => Ok(match compare(operator, a, b) {
            Some(result) => Value::Bool(result),
            None => Value::F32(match operator {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                "/" => a / b,
                "%" => a % b,
                other => panic!("{other} on f32"),
            }),
        }),
        (Value::F64(a), Value::F64(b)) => Ok(match compare(operator, a, b) {
            Some(result) => Value::Bool(result),
            None => Value::F64(match operator {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                "/" => a / b,
                "%" => a % b,
                other => panic!("{other} on f64"),
            }),
        }),
        _ => panic!("{left} {operator} {right}"),
    }
}

fn compare<T: PartialOrd>(operator: &str, a: &T, b: &T) -> Option<bool> {
    Some(match operator {
        "==" => a == b,
        "!=" => a != b,
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        _ => return None,
    })
}

fn integers(operator: &str, ty: Int, a: i128, amount: Int, b: i128) -> Result<Value, Panic> {
    if let Some(result) = compare(operator, &a, &b) {
        return Ok(Value::Bool(result));
    }
    // The low 32 bits of the amount are what release mode looks at.
    let shift = in_integer!(amount, |T| (b as T) as u32);
    let result = in_integer!(ty, |T| {
        let (a, b) = (a as T, b as T);
        (match operator {
            "+" => a.wrapping_add(b),
            "-" => a.wrapping_sub(b),
            "*" => a.wrapping_mul(b),
            "/" => a.checked_div(b).ok_or(Panic)?,
            "%" => a.checked_rem(b).ok_or(Panic)?,
            "&" => a & b,
            "|" => a | b,
            "^" => a ^ b,
            "<<" => a.wrapping_shl(shift),
            ">>" => a.wrapping_shr(shift),
            other => panic!("{other} on integers"),
        }) as i128
    });
    Ok(Value::int(ty, result))
}

/// `-value`, `!value`.
pub fn unary(operator: char, value: &Value) -> Value {
    match (operator, value) {
        ('-', Value::F32(a)) => Value::F32(-a),
        ('-', Value::F64(a)) => Value::F64(-a),
        ('-', Value::Int(ty, a)) => Value::int(*ty, -a),
        ('!', Value::Bool(a)) => Value::Bool(!a),
        ('!', Value::Int(ty, a)) => Value::int(*ty, !a),
        _ => panic!("{operator}{value}"),
    }
}

/// `value as ty`
pub fn cast(value: &Value, ty: Scalar) -> Value {
    match (value, ty) {
        (Value::Bool(a), Scalar::Bool) => Value::Bool(*a),
        (Value::Bool(a), Scalar::Int(ty)) => Value::int(ty, i128::from(*a)),
        (Value::Int(_, a), Scalar::Int(ty)) => Value::int(ty, *a),
        (Value::Int(from, a), Scalar::Float(Float::F32)) => {
            Value::F32(if from.signed() { *a as i64 as f32 } else { *a as u64 as f32 })
        }
        (Value::Int(from, a), Scalar::Float(Float::F64)) => {
            Value::F64(if from.signed() { *a as i64 as f64 } else { *a as u64 as f64 })
        }
        (Value::F32(a), Scalar::Int(ty)) => Value::int(ty, in_integer!(ty, |T| *a as T as i128)),
        (Value::F64(a), Scalar::Int(ty)) => Value::int(ty, in_integer!(ty, |T| *a as T as i128)),
        (Value::F32(a), Scalar::Float(Float::F32)) => Value::F32(*a),
        (Value::F32(a), Scalar::Float(Float::F64)) => Value::F64(f64::from(*a)),
        (Value::F64(a), Scalar::Float(Float::F32)) => Value::F32(*a as f32),
        (Value::F64(a), Scalar::Float(Float::F64)) => Value::F64(*a),
        _ => panic!("{value} as {}", ty.rust()),
    }
}

/// `operands[0].name(operands[1], …)`
pub fn method(name: &str, operands: &[Value]) -> Result<Value, Panic> {
    match operands[0] {
        Value::Bool(a) => {
            let b = operands[1].as_bool();
            Ok(Value::Bool(if name == "max" { a.max(b) } else { a.min(b) }))
        }
        Value::Int(ty, _) => integer_method(name, ty, operands),
        Value::F32(a) => {
            let of = |number: usize| match operands[number] {
                Value::F32(value) => value,
                ref other => panic!("{other}"),
            };
            Ok(Value::F32(match name {
                "max" => a.max(of(1)),
                "min" => a.min(of(1)),
                "abs" => a.abs(),
                "sqrt" => a.sqrt(),
                "floor" => a.floor(),
                "ceil" => a.ceil(),
                "round" => a.round(),
                "trunc" => a.trunc(),
                "signum" => a.signum(),
                "copysign" => a.copysign(of(1)),
                "mul_add" => a.mul_add(of(1), of(2)),
                other => panic!("f32::{other}"),
            }))
        }
        Value::F64(a) => {
            let of = |number: usize| match operands[number] {
                Value::F64(value) => value,
                ref other => panic!("{other}"),
            };
            Ok(Value::F64(match name {
                "max" => a.max(of(1)),
                "min" => a.min(of(1)),
                "abs" => a.abs(),
                "sqrt" => a.sqrt(),
                "floor" => a.floor(),
                "ceil" => a.ceil(),
                "round" => a.round(),
                "trunc" => a.trunc(),
                "signum" => a.signum(),
                "copysign" => a.copysign(of(1)),
                "mul_add" => a.mul_add(of(1), of(2)),
                other => panic!("f64::{other}"),
            }))
        }
        ref other => panic!("{other}.{name}()"),
    }
}

fn integer_method(name: &str, ty: Int, operands: &[Value]) -> Result<Value, Panic> {
    let of = |number: usize| operands[number].as_int();
    let small = |number: usize| operands[number].as_int() as u32;
    let result = match name {
        "count_ones" => return Ok(Value::int(Int::U32, in_integer!(ty, |T| (of(0) as T).count_ones()).into())),
        "leading_zeros" => return Ok(Value::int(Int::U32, in_integer!(ty, |T| (of(0) as T).leading_zeros()).into())),
        "trailing_zeros" => return Ok(Value::int(Int::U32, in_integer!(ty, |T| (of(0) as T).trailing_zeros()).into())),
        "abs_diff" => return Ok(Value::int(ty.unsigned(), in_integer!(ty, |T| (of(0) as T).abs_diff(of(1) as T) as u64).into())),
        "abs" if ty.signed() => of(0).abs(),
        "signum" if ty.signed() => of(0).signum(),
        _ => in_integer!(ty, |T| {
            let a = of(0) as T;
            (match name {
                "max" => a.max(of(1) as T),
                "min" => a.min(of(1) as T),
                "clamp" if of(1) > of(2) => return Err(Panic),
                "clamp" => a.clamp(of(1) as T, of(2) as T),
                "wrapping_add" => a.wrapping_add(of(1) as T),
                "wrapping_sub" => a.wrapping_sub(of(1) as T),
                "wrapping_mul" => a.wrapping_mul(of(1) as T),
                "wrapping_neg" => a.wrapping_neg(),
                "saturating_add" => a.saturating_add(of(1) as T),
                "saturating_sub" => a.saturating_sub(of(1) as T),
                "rem_euclid" => a.checked_rem_euclid(of(1) as T).ok_or(Panic)?,
                "div_euclid" => a.checked_div_euclid(of(1) as T).ok_or(Panic)?,
                "wrapping_shl" => a.wrapping_shl(small(1)),
                "wrapping_shr" => a.wrapping_shr(small(1)),
                "rotate_left" => a.rotate_left(small(1)),
                "rotate_right" => a.rotate_right(small(1)),
                "swap_bytes" => a.swap_bytes(),
                "reverse_bits" => a.reverse_bits(),
                "pow" => a.wrapping_pow(small(1)),
                other => panic!("{}::{other}", Scalar::Int(ty).rust()),
            }) as i128
        }),
    };
    Ok(Value::int(ty, result))
}
