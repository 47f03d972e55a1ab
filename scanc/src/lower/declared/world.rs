//! What is declared, as functions see it while they are lowered.

use crate::ir::interpret::{Meter, Value};
use crate::ir::{Int, Type};
use crate::limits;
use std::cell::Cell;
use std::collections::HashMap;

/// Everything that a name can stand for beside locals. Associated items are under `Type::name`.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct World {
    pub structs: HashMap<String, StructShape>,
    pub enums: HashMap<String, EnumShape>,
    pub aliases: HashMap<String, Type>,
    pub consts: HashMap<String, Constant>,
    pub functions: HashMap<String, Signature>,
    pub operators: Vec<OperatorImplementation>,
    /// How many elements have been written out.
    pub elements: Cell<u64>,
    /// The steps in which constants are computed, all of them together.
    pub meter: Meter,
}

/// A struct.
#[derive(Clone, Debug)]
pub(in crate::lower) struct StructShape {
    pub fields: Vec<(String, Type)>,
    /// How many primitive values it holds.
    pub values: u64,
}

/// A C-like enum.
#[derive(Clone, Debug)]
pub(in crate::lower) struct EnumShape {
    pub repr: Int,
    pub variants: Vec<(String, i128)>,
    /// It derives `PartialEq`.
    pub compares: bool,
    /// It derives `PartialOrd`.
    pub orders: bool,
}

/// A constant.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Constant {
    pub ty: Type,
    /// `None` where its value takes a call: a call of the function [`Constant::function`] stands for it until it can be run.
    pub value: Option<Value>,
}

impl Constant {
    /// No identifier has a space.
    pub fn function(name: &str) -> String {
        format!("const {name}")
    }
}

/// How a function is called.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Signature {
    /// Its name in the IR.
    pub name: String,
    /// Names and types; `self` is the first of a method.
    pub parameters: Vec<(String, Type)>,
    pub returns: Type,
    /// Whether it can be called as a method.
    pub receiver: bool,
}

/// `impl Mul<Right> for Left`.
#[derive(Clone, Debug)]
pub(in crate::lower) struct OperatorImplementation {
    /// `Mul`.
    pub operator: &'static str,
    pub left: Type,
    /// None for `Neg` and `Not`.
    pub right: Option<Type>,
    pub returns: Type,
    /// Its name in the IR.
    pub function: String,
}

impl World {
    /// How many primitive values a type holds.
    pub fn values(&self, ty: &Type) -> u64 {
        match ty {
            Type::Array(element, length) => length.saturating_mul(self.values(element)),
            Type::Struct(name) => self.structs.get(name).map_or(1, |shape| shape.values),
            Type::Scalar(_) | Type::Enum(..) | Type::Opaque(_) => 1,
        }
    }

    /// How many of them there are if it is an array; 0 for another type.
    pub fn array_values(&self, ty: &Type) -> u64 {
        if matches!(ty, Type::Array(..)) { self.values(ty) } else { 0 }
    }

    /// Notes that so many elements are written out, and says whether they are not too many yet.
    pub fn write_out(&self, elements: u64) -> bool {
        self.elements.set(self.elements.get().saturating_add(elements));
        self.elements.get() <= limits::ELEMENTS
    }

    /// The declared type of that name.
    pub fn named(&self, name: &str) -> Option<Type> {
        if self.structs.contains_key(name) {
            return Some(Type::Struct(name.to_owned()));
        }
        let shape = self.enums.get(name).map(|shape| Type::Enum(name.to_owned(), shape.repr));
        shape.or_else(|| self.aliases.get(name).cloned())
    }
}

/// The name of a declared type.
pub(in crate::lower) fn declared_name(ty: &Type) -> Option<&str> {
    match ty {
        Type::Struct(name) | Type::Enum(name, _) => Some(name),
        _ => None,
    }
}
