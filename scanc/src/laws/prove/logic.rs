//! Conditions, and choices between values.

use super::term::{Bits, Script, Symbolic};
use crate::ir::Scalar;
use crate::ir::interpret::Value;

impl Script {
    pub(super) fn not(&mut self, a: &Bits) -> Bits {
        match a {
            Bits::Known(value) => Bits::Known(Value::Bool(!value.as_bool())),
            term => self.bool("not", &[term]),
        }
    }

    pub(super) fn and(&mut self, a: &Bits, b: &Bits) -> Bits {
        match (a, b) {
            (Bits::Known(known), other) | (other, Bits::Known(known)) if known.as_bool() => other.clone(),
            (Bits::Known(_), _) | (_, Bits::Known(_)) => Bits::FALSE,
            (a, b) if a == b => a.clone(),
            (a, b) => self.bool("and", &[a, b]),
        }
    }

    pub(super) fn or(&mut self, a: &Bits, b: &Bits) -> Bits {
        match (a, b) {
            (Bits::Known(known), other) | (other, Bits::Known(known)) if !known.as_bool() => other.clone(),
            (Bits::Known(_), _) | (_, Bits::Known(_)) => Bits::TRUE,
            (a, b) if a == b => a.clone(),
            (a, b) => self.bool("or", &[a, b]),
        }
    }

    pub(super) fn equal(&mut self, a: &Bits, b: &Bits) -> Bits {
        match (a, b) {
            (a, b) if a == b => Bits::TRUE,
            (Bits::Known(_), Bits::Known(_)) => Bits::FALSE,
            (a, b) => self.bool("=", &[a, b]),
        }
    }

    /// A condition on terms.
    pub(super) fn bool(&mut self, operator: &str, operands: &[&Bits]) -> Bits {
        self.apply(Scalar::Bool, operator, operands)
    }

    /// `(operator operands…)`.
    pub(super) fn apply(&mut self, scalar: Scalar, operator: &str, operands: &[&Bits]) -> Bits {
        let operands: Vec<String> = operands.iter().map(|operand| operand.text()).collect();
        self.define(scalar, format!("({operator} {})", operands.join(" ")))
    }

    /// `if condition { then } else { otherwise }` of primitive values.
    pub(super) fn select(&mut self, condition: &Bits, then: &Bits, otherwise: &Bits) -> Bits {
        match condition {
            Bits::Known(value) if value.as_bool() => then.clone(),
            Bits::Known(_) => otherwise.clone(),
            _ if then == otherwise => then.clone(),
            _ => self.apply(then.scalar(), "ite", &[condition, then, otherwise]),
        }
    }

    /// `if condition { then } else { otherwise }`.
    pub(super) fn choose(&mut self, condition: &Bits, then: &Symbolic, otherwise: &Symbolic) -> Symbolic {
        match (then, otherwise) {
            (Symbolic::Scalar(then), Symbolic::Scalar(otherwise)) => Symbolic::Scalar(self.select(condition, then, otherwise)),
            (Symbolic::Array(then), Symbolic::Array(otherwise)) => {
                let elements = then.iter().zip(otherwise).map(|(then, otherwise)| self.choose(condition, then, otherwise));
                Symbolic::Array(elements.collect())
            }
            (Symbolic::Struct(name, then), Symbolic::Struct(_, otherwise)) => {
                let fields = then.iter().zip(otherwise);
                let fields = fields.map(|(then, other)| (then.0.clone(), self.choose(condition, &then.1, &other.1)));
                Symbolic::Struct(name.clone(), fields.collect())
            }
            (then, otherwise) => unreachable!("{then:?} or {otherwise:?}"),
        }
    }
}
