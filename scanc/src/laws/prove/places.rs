//! Parts of values: fields, elements, and assignments to them.

use super::execute::{Executor, Frame};
use super::term::{Bits, Symbolic};
use super::{Reason, inexpressible};
use crate::ir::interpret::Value;
use crate::ir::{Binary, Expr, ExprKind, Int, LocalId, Scalar, Type};

/// A step from a local to a part of it.
enum Step {
    Field(String),
    Element(Bits),
}

impl Executor<'_> {
    pub(super) fn assign(&mut self, frame: &mut Frame, place: &Expr, value: Symbolic, live: &Bits) -> Result<(), Reason> {
        let (local, steps) = self.steps(frame, place, live)?;
        let changed = match &frame.locals[local.0] {
            Some(old) => {
                let old = old.clone();
                let new = self.changed(&old, &steps, &value);
                self.script.choose(live, &new, &old)
            }
            None => value,
        };
        frame.locals[local.0] = Some(changed);
        Ok(())
    }

    /// The local that a place is in, and the way from there.
    fn steps(&mut self, frame: &mut Frame, place: &Expr, live: &Bits) -> Result<(LocalId, Vec<Step>), Reason> {
        match &place.kind {
            ExprKind::Local(local) => Ok((*local, Vec::new())),
            ExprKind::Field(base, name) => {
                let (local, mut steps) = self.steps(frame, base, live)?;
                steps.push(Step::Field(name.clone()));
                Ok((local, steps))
            }
            ExprKind::Element(base, index) => {
                let (local, mut steps) = self.steps(frame, base, live)?;
                let index = self.bits(frame, index, live)?;
                self.check_index(frame, &index, &base.ty, live)?;
                steps.push(Step::Element(index));
                Ok((local, steps))
            }
            _ => Err(inexpressible("this place")),
        }
    }

    /// `old` with the part at `steps` replaced.
    fn changed(&mut self, old: &Symbolic, steps: &[Step], value: &Symbolic) -> Symbolic {
        match (steps.split_first(), old) {
            (None, _) => value.clone(),
            (Some((Step::Field(name), rest)), Symbolic::Struct(ty, fields)) => {
                let fields = fields.iter().map(|(field, old)| {
                    let new = if field == name { self.changed(old, rest, value) } else { old.clone() };
                    (field.clone(), new)
                });
                Symbolic::Struct(ty.clone(), fields.collect())
            }
            (Some((Step::Element(index), rest)), Symbolic::Array(elements)) => {
                let elements = elements.iter().enumerate().map(|(position, old)| {
                    let here = self.is(index, position);
                    if here == Bits::FALSE {
                        return old.clone();
                    }
                    let new = self.changed(old, rest, value);
                    self.script.choose(&here, &new, old)
                });
                Symbolic::Array(elements.collect())
            }
            (_, other) => unreachable!("no such part of {other:?}"),
        }
    }

    /// `index == position`.
    fn is(&mut self, index: &Bits, position: usize) -> Bits {
        let position = Bits::Known(Value::Int(int_of(index), position as i128));
        self.script.equal(index, &position)
    }

    fn check_index(&mut self, frame: &Frame, index: &Bits, array: &Type, guard: &Bits) -> Result<(), Reason> {
        if let Type::Array(_, length) = array {
            let length = Bits::int(int_of(index), i128::from(*length));
            let outside = match index {
                Bits::Known(value) => Bits::Known(Value::Bool(length.known().is_some_and(|n| value.as_int() >= n.as_int()))),
                term => self.script.binary(Binary::Ge, term, &length)?,
            };
            self.panic_if(frame, &outside, guard);
        }
        Ok(())
    }

    /// `base[index]`.
    pub(super) fn element(&mut self, frame: &mut Frame, base: &Expr, index: &Expr, guard: &Bits) -> Result<Symbolic, Reason> {
        let (elements, index) = (self.expression(frame, base, guard)?, self.bits(frame, index, guard)?);
        self.check_index(frame, &index, &base.ty, guard)?;
        let Symbolic::Array(elements) = elements else {
            unreachable!("{elements:?} is not an array");
        };
        let mut chosen: Option<Symbolic> = None;
        for (position, element) in elements.into_iter().enumerate() {
            let here = self.is(&index, position);
            // An index past the end has panicked: any element will do.
            chosen = Some(self.either(&here, Some(element), chosen)?);
        }
        chosen.ok_or_else(|| inexpressible("an empty array"))
    }
}

pub(super) fn field(base: Symbolic, name: &str) -> Symbolic {
    match base {
        Symbolic::Struct(_, fields) => fields.into_iter().find(|field| field.0 == name).map(|field| field.1),
        _ => None,
    }
    .unwrap_or_else(|| unreachable!("no field {name}"))
}

fn int_of(index: &Bits) -> Int {
    match index.scalar() {
        Scalar::Int(int) => int,
        other => unreachable!("an index of type {}", other.rust()),
    }
}
