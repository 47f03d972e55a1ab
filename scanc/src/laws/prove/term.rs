//! Terms of the solver's language (SMT-LIB 2, bit vectors), and values made of them.

use crate::ir::interpret::Value;
use crate::ir::{Int, Scalar};
use std::collections::HashMap;
use std::rc::Rc;

/// A primitive value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Bits {
    /// Known without the solver.
    Known(Value),
    /// A name in the script.
    Term(Rc<str>, Scalar),
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Symbolic {
    Scalar(Bits),
    Array(Vec<Self>),
    Struct(String, Vec<(String, Self)>),
}

/// Declarations, terms by name, and demands; equal terms have one name.
///
/// Terms are bound by nested `let`s, which the solver shares. (It would copy those of `define-fun` into every use.)
#[derive(Debug, Default)]
pub(super) struct Script {
    declarations: String,
    terms: Vec<(Rc<str>, String)>,
    names: HashMap<String, Rc<str>>,
    demands: Vec<String>,
}

impl Script {
    /// A value that the solver may choose.
    pub(super) fn declare(&mut self, name: &str, scalar: Scalar) -> Bits {
        self.declarations.push_str(&format!("(declare-const {name} {})\n", sort(scalar)));
        Bits::Term(name.into(), scalar)
    }

    /// The value of a term of the solver's language.
    pub(super) fn define(&mut self, scalar: Scalar, term: String) -> Bits {
        if let Some(name) = self.names.get(&term) {
            return Bits::Term(name.clone(), scalar);
        }
        let name: Rc<str> = format!("t{}", self.terms.len()).into();
        self.terms.push((name.clone(), term.clone()));
        self.names.insert(term, name.clone());
        Bits::Term(name, scalar)
    }

    /// Demands it.
    pub(super) fn assert(&mut self, condition: &Bits) {
        self.demands.push(condition.text());
    }

    /// As the solver reads it.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{}(assert\n", self.declarations);
        for (name, term) in &self.terms {
            text.push_str(&format!("(let (({name} {term}))\n"));
        }
        text.push_str(&format!("(and true {})", self.demands.join(" ")));
        text.push_str(&")".repeat(self.terms.len() + 1));
        text.push('\n');
        text
    }
}

fn sort(scalar: Scalar) -> String {
    match scalar {
        Scalar::Int(int) => format!("(_ BitVec {})", int.bits()),
        _ => "Bool".to_owned(),
    }
}

impl Bits {
    pub(super) const TRUE: Self = Self::Known(Value::Bool(true));
    pub(super) const FALSE: Self = Self::Known(Value::Bool(false));

    pub(super) fn int(int: Int, value: i128) -> Self {
        Self::Known(Value::int(int, value))
    }

    pub(super) fn scalar(&self) -> Scalar {
        match self {
            Self::Known(value) => value.scalar().expect("a primitive value"),
            Self::Term(_, scalar) => *scalar,
        }
    }

    /// Its value, if it is known.
    pub(super) fn known(&self) -> Option<&Value> {
        match self {
            Self::Known(value) => Some(value),
            Self::Term(..) => None,
        }
    }

    /// As the solver reads it.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Known(Value::Bool(value)) => value.to_string(),
            Self::Known(Value::Int(int, value)) => format!("(_ bv{} {})", int.unsigned().wrap(*value), int.bits()),
            Self::Known(other) => unreachable!("{other} in a script"),
            Self::Term(name, _) => name.to_string(),
        }
    }
}

impl Symbolic {
    /// A value that is known.
    pub(super) fn known(value: &Value) -> Self {
        Self::made(value, &mut |leaf| Bits::Known(leaf.clone()))
    }

    /// A value of the shape of `like`, its leaves made from that one's.
    pub(super) fn made(like: &Value, leaf: &mut dyn FnMut(&Value) -> Bits) -> Self {
        match like {
            Value::Array(elements) => Self::Array(elements.iter().map(|element| Self::made(element, leaf)).collect()),
            Value::Struct(name, fields) => {
                let fields = fields.iter().map(|(field, value)| (field.clone(), Self::made(value, leaf)));
                Self::Struct(name.clone(), fields.collect())
            }
            scalar => Self::Scalar(leaf(scalar)),
        }
    }

    /// The leaves, in order.
    pub(super) fn leaves(&self) -> Vec<&Bits> {
        match self {
            Self::Scalar(bits) => vec![bits],
            Self::Array(elements) => elements.iter().flat_map(Self::leaves).collect(),
            Self::Struct(_, fields) => fields.iter().flat_map(|field| field.1.leaves()).collect(),
        }
    }

    /// The primitive value.
    pub(super) fn into_bits(self) -> Bits {
        match self {
            Self::Scalar(bits) => bits,
            other => unreachable!("{other:?} is not primitive"),
        }
    }
}
