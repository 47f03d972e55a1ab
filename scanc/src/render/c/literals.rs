//! Literals: exact, of the right C type, and as short as they can be.

use super::text::{Level, Text};
use crate::ir::{Float, Int, Literal, Scalar};

/// `literal` of the type `scalar`.
pub(super) fn literal(literal: Literal, scalar: Scalar) -> Text {
    match (literal, scalar) {
        (Literal::Bool(value), _) => Text::atom(value.to_string()).exactly(false),
        (Literal::Int(value), Scalar::Int(ty)) => int(value, ty),
        (Literal::Float(value), Scalar::Float(ty)) => float(value, ty),
        _ => unreachable!("{literal:?} is not a {}", scalar.rust()),
    }
}

/// 8-bit and 16-bit integers have no literals of their own in C.
pub(super) fn int(value: i128, ty: Int) -> Text {
    let (suffix, min, max) = match (ty.bits(), ty.signed()) {
        (32, true) => ("", "INT_MIN", "INT_MAX"),
        (32, false) => ("U", "", "UINT_MAX"),
        (64, true) => ("L", "LONG_MIN", "LONG_MAX"),
        (64, false) => ("UL", "", "ULONG_MAX"),
        _ => return signed(value.to_string()).exactly(false),
    };
    match value {
        _ if value == ty.max() => Text::atom(max),
        _ if ty.signed() && value == ty.min() => Text::atom(min),
        _ => signed(format!("{value}{suffix}")),
    }
}

/// The shortest digits that give the value back; whole numbers with all their digits, as far as integers go.
pub(super) fn float(value: f64, ty: Float) -> Text {
    let name = |name: &str| match ty {
        Float::F32 => Text::atom(name),
        Float::F64 => Text::atom(name).cast("double"),
    };
    match ty {
        _ if value.is_nan() => name("NAN"),
        _ if value == f64::INFINITY => name("INFINITY"),
        _ if value == f64::NEG_INFINITY => Text::prefix("-", name("INFINITY")),
        Float::F32 if is_whole(value) => signed(format!("{value:.1}f")),
        Float::F32 => signed(format!("{:?}f", value as f32)),
        Float::F64 if is_whole(value) => signed(format!("{value:.1}")),
        Float::F64 => signed(format!("{value:?}")),
    }
}

fn is_whole(value: f64) -> bool {
    value == value.trunc() && value.abs() <= 2f64.powi(64)
}

fn signed(text: String) -> Text {
    let level = if text.starts_with('-') { Level::Unary } else { Level::Postfix };
    Text { level, ..Text::atom(text) }
}
