//! The values of a type, leaf by leaf: a leaf is a primitive value in a struct or a fixed array.

use crate::ir::interpret::Value;
use crate::ir::{Int, Module, Scalar, Type};

/// What a leaf may hold.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::laws) enum Leaf {
    /// Any value of a primitive type.
    Any(Scalar),
    /// A C-like enum's variants, by value.
    OneOf(Int, Vec<i128>),
}

/// All values of a type.
#[derive(Clone, Debug)]
pub(in crate::laws) struct Values {
    /// One of them, to build others after.
    template: Value,
    /// In the order of declaration.
    leaves: Vec<Leaf>,
}

impl Values {
    /// The values of `ty`; `None` if a part of it is not declared in `module`.
    pub(in crate::laws) fn of(ty: &Type, module: &Module) -> Option<Self> {
        let mut leaves = Vec::new();
        let template = template(ty, module, &mut leaves)?;
        Some(Self { template, leaves })
    }

    /// The leaves.
    pub(in crate::laws) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The value whose leaves `choose` gives, in order.
    pub(in crate::laws) fn value(&self, choose: impl FnMut(&Leaf) -> Value) -> Value {
        with_leaves(&self.template, &mut self.leaves.iter().map(choose))
    }

    /// Whether any leaf is a float.
    pub(in crate::laws) fn has_floats(&self) -> bool {
        self.leaves.iter().any(|leaf| matches!(leaf, Leaf::Any(Scalar::Float(_))))
    }
}

fn template(ty: &Type, module: &Module, leaves: &mut Vec<Leaf>) -> Option<Value> {
    match ty {
        Type::Scalar(scalar) => {
            leaves.push(Leaf::Any(*scalar));
            Some(Value::zero(*scalar))
        }
        Type::Array(element, length) => {
            (0..*length).map(|_| template(element, module, leaves)).collect::<Option<_>>().map(Value::Array)
        }
        Type::Enum(name, int) => enumeration(name, *int, module, leaves),
        Type::Struct(name) => structure(name, module, leaves),
        Type::Opaque(_) => None,
    }
}

fn enumeration(name: &str, int: Int, module: &Module, leaves: &mut Vec<Leaf>) -> Option<Value> {
    let declared = module.enums.iter().find(|declared| declared.name == name)?;
    let values: Vec<i128> = declared.variants.iter().map(|variant| variant.1).collect();
    let first = *values.first()?;
    leaves.push(Leaf::OneOf(int, values));
    Some(Value::Int(int, first))
}

fn structure(name: &str, module: &Module, leaves: &mut Vec<Leaf>) -> Option<Value> {
    let declared = module.structs.iter().find(|declared| declared.name == name)?;
    let fields = declared.fields.iter().map(|(field, ty)| Some((field.clone(), template(ty, module, leaves)?)));
    Some(Value::Struct(name.to_owned(), fields.collect::<Option<_>>()?))
}

/// The leaves of `value`, in order.
pub(in crate::laws) fn leaves(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(elements) => elements.iter().flat_map(leaves).collect(),
        Value::Struct(_, fields) => fields.iter().flat_map(|field| leaves(&field.1)).collect(),
        leaf => vec![leaf.clone()],
    }
}

/// `value` with other leaves.
pub(in crate::laws) fn with_leaves(value: &Value, leaves: &mut impl Iterator<Item = Value>) -> Value {
    match value {
        Value::Array(elements) => Value::Array(elements.iter().map(|element| with_leaves(element, leaves)).collect()),
        Value::Struct(name, fields) => {
            let fields = fields.iter().map(|(field, value)| (field.clone(), with_leaves(value, leaves)));
            Value::Struct(name.clone(), fields.collect())
        }
        _ => leaves.next().expect("a leaf for every leaf"),
    }
}
