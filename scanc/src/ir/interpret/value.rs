//! Values.

use crate::ir::{Float, Int, Literal, Scalar};
use std::fmt;

/// A value of an IR type.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A `bool`.
    Bool(bool),
    /// An integer of that type; the number is in the type's range.
    Int(Int, i128),
    /// An `f32`.
    F32(f32),
    /// An `f64`.
    F64(f64),
    /// A fixed array.
    Array(Vec<Self>),
    /// A struct: its name and its fields in the order of the declaration.
    Struct(String, Vec<(String, Self)>),
}

impl Value {
    /// The integer `value` modulo 2^bits.
    pub fn int(ty: Int, value: i128) -> Self {
        Self::Int(ty, ty.wrap(value))
    }

    /// A float of that type; an `f32` is rounded to nearest.
    pub fn float(ty: Float, value: f64) -> Self {
        match ty {
            Float::F32 => Self::F32(value as f32),
            Float::F64 => Self::F64(value),
        }
    }

    /// `literal` as a value of the type `scalar`.
    ///
    /// # Panics
    /// If the literal is not one of that type.
    pub fn literal(literal: Literal, scalar: Scalar) -> Self {
        match (literal, scalar) {
            (Literal::Bool(value), Scalar::Bool) => Self::Bool(value),
            (Literal::Int(value), Scalar::Int(ty)) => Self::int(ty, value),
            (Literal::Float(value), Scalar::Float(ty)) => Self::float(ty, value),
            _ => unreachable!("{literal:?} is not a {}", scalar.rust()),
        }
    }

    /// Zero of a primitive type; `false`.
    pub fn zero(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Bool => Self::Bool(false),
            Scalar::Int(ty) => Self::Int(ty, 0),
            Scalar::Float(ty) => Self::float(ty, 0.0),
        }
    }

    /// Its primitive type, if it has one.
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Self::Bool(_) => Some(Scalar::Bool),
            Self::Int(ty, _) => Some(Scalar::Int(*ty)),
            Self::F32(_) => Some(Scalar::Float(Float::F32)),
            Self::F64(_) => Some(Scalar::Float(Float::F64)),
            Self::Array(_) | Self::Struct(..) => None,
        }
    }

    /// Whether both are the same value to the last bit; all NaNs of a type count as one.
    pub fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::F32(a), Self::F32(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
            (Self::F64(a), Self::F64(b)) => a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan(),
            (Self::Array(a), Self::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b)),
            (Self::Struct(a, fields), Self::Struct(b, others)) => {
                a == b && fields.len() == others.len() && fields.iter().zip(others).all(|(a, b)| a.0 == b.0 && a.1.same(&b.1))
            }
            _ => self == other,
        }
    }

    /// How many primitive values there are in a struct or an array; one in a primitive value.
    pub(super) fn leaves(&self) -> u64 {
        match self {
            Self::Array(elements) => elements.iter().map(Self::leaves).sum(),
            Self::Struct(_, fields) => fields.iter().map(|(_, value)| value.leaves()).sum(),
            Self::Bool(_) | Self::Int(..) | Self::F32(_) | Self::F64(_) => 1,
        }
    }

    /// The `bool`.
    ///
    /// # Panics
    /// If it is something else.
    pub fn as_bool(&self) -> bool {
        match self {
            Self::Bool(value) => *value,
            other => unreachable!("{other} is not a bool"),
        }
    }

    /// The integer.
    ///
    /// # Panics
    /// If it is something else.
    pub fn as_int(&self) -> i128 {
        match self {
            Self::Int(_, value) => *value,
            other => unreachable!("{other} is not an integer"),
        }
    }

    pub(super) fn field_mut(&mut self, name: &str) -> &mut Self {
        match self {
            Self::Struct(_, fields) => fields.iter_mut().find(|field| field.0 == name).map(|field| &mut field.1),
            _ => None,
        }
        .unwrap_or_else(|| unreachable!("no field {name}"))
    }

    pub(super) fn into_field(mut self, name: &str) -> Self {
        std::mem::replace(self.field_mut(name), Self::Bool(false))
    }

    pub(super) fn elements_mut(&mut self) -> &mut [Self] {
        match self {
            Self::Array(elements) => elements,
            other => unreachable!("{other} is not an array"),
        }
    }

    pub(super) fn into_elements(self) -> Vec<Self> {
        match self {
            Self::Array(elements) => elements,
            other => unreachable!("{other} is not an array"),
        }
    }
}

/// As Rust writes it, without type suffixes.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(_, value) => write!(f, "{value}"),
            Self::F32(value) => write!(f, "{value:?}"),
            Self::F64(value) => write!(f, "{value:?}"),
            Self::Array(elements) => f.write_str("[").and_then(|()| joined(f, elements)).and_then(|()| f.write_str("]")),
            Self::Struct(name, fields) => structure(f, name, fields),
        }
    }
}

fn joined(f: &mut fmt::Formatter<'_>, values: &[Value]) -> fmt::Result {
    for (position, value) in values.iter().enumerate() {
        write!(f, "{}{value}", if position == 0 { "" } else { ", " })?;
    }
    Ok(())
}

/// `Name { field: value }`, or `Name(value)` where the fields are numbered.
fn structure(f: &mut fmt::Formatter<'_>, name: &str, fields: &[(String, Value)]) -> fmt::Result {
    let tuple = fields.first().is_some_and(|field| field.0 == "0");
    write!(f, "{name}{}", if tuple { "(" } else { " {" })?;
    for (position, (field, value)) in fields.iter().enumerate() {
        f.write_str(if position == 0 { "" } else { "," })?;
        f.write_str(if tuple && position == 0 { "" } else { " " })?;
        if tuple { write!(f, "{value}") } else { write!(f, "{field}: {value}") }?;
    }
    f.write_str(if tuple { ")" } else { " }" })
}
