//! What operators, methods and casts require of their operands' types. It is collected while a function is lowered and checked when
//! all types are known.

use super::codes;
use super::lowerer::Lowerer;
use super::unify::{Class, Kind, UnseenId};
use crate::diagnostic::Span;
use crate::ir::{Expr, Float, Int, Outcome, Scalar, Set, Type};
use std::collections::HashMap;

/// What is to hold of a type.
#[derive(Clone, Debug)]
pub(super) struct Requirement {
    ty: Type,
    /// The operand's place.
    span: Span,
    need: Need,
}

#[derive(Clone, Debug)]
enum Need {
    /// It is one of these; the operator or method is.
    In(Set, String),
    /// It can be cast to this.
    CastTo(Type),
    /// It can be converted to this without loss.
    ConvertTo(Type),
}

impl Need {
    /// Whether it is more likely of an integer than of a float.
    fn suits_integers(&self) -> bool {
        let Self::In(set, _) = self else { return false };
        matches!(set, Set::Integers | Set::SignedIntegers | Set::UnsignedIntegers | Set::Bits | Set::Ordered)
    }
}

/// A type that follows from another.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    pub(super) of: Type,
    pub(super) result: Type,
    pub(super) outcome: Outcome,
}

impl Lowerer<'_> {
    /// `what` is defined for the types of `set` only.
    pub(super) fn require(&mut self, operand: &Expr, set: Set, what: &str) {
        self.need(&operand.ty, operand.span, Need::In(set, what.to_owned()));
    }

    /// `operand as to`
    pub(super) fn require_cast(&mut self, operand: &Expr, to: &Type, span: Span) {
        self.need(&operand.ty, span, Need::CastTo(to.clone()));
    }

    /// `to::from(operand)`
    pub(super) fn require_conversion(&mut self, operand: &Expr, to: &Type, span: Span) {
        self.need(&operand.ty, span, Need::ConvertTo(to.clone()));
    }

    fn need(&mut self, ty: &Type, span: Span, need: Need) {
        self.requirements.push(Requirement { ty: ty.clone(), span, need });
    }

    /// Finds every type: what follows from others, then what literals default to, then names for the types that nothing looks into.
    /// Afterwards a type is known, or opaque, or an error says why not.
    pub(super) fn solve(&mut self) {
        self.join_parts();
        self.settle_relations();
        self.join_parts();
        self.default_literals();
        self.settle_relations();
        self.join_parts();
        let opaque = self.name_opaque_types();
        self.name_types_of_parts();
        self.report_invisible();
        for requirement in std::mem::take(&mut self.requirements) {
            self.check(&requirement, &opaque);
        }
    }

    /// Unifies the results of relations whose receiver is known by now.
    pub(super) fn settle_relations(&mut self) {
        let mut relations = std::mem::take(&mut self.relations);
        loop {
            let before = relations.len();
            relations.retain(|relation| !self.settle(relation));
            if relations.len() == before {
                break;
            }
        }
        self.relations = relations;
    }

    fn settle(&mut self, relation: &Relation) -> bool {
        let Some(scalar) = self.unifier.resolve(&relation.of).scalar() else { return false };
        match relation.outcome.of(scalar) {
            Some(result) if self.unifier.unify(&relation.result, &Type::Scalar(result)).is_ok() => {}
            // The receiver is of a type without this method, which its requirement reports.
            _ => self.excuse(&relation.result),
        }
        true
    }

    fn excuse(&mut self, ty: &Type) {
        if let Some(class) = self.unifier.open_class(ty) {
            self.unifier.excuse(class);
        }
    }

    /// As in Rust, unless something in the class has a type that Rust sees and we do not.
    fn default_literals(&mut self) {
        for (at, class) in self.unifier.open_classes() {
            if let Some(default) = class.kind.default_type().filter(|_| class.unseen.is_empty() && !class.excused) {
                // Cannot fail: the class is open and of the default's kind.
                let _ = self.unifier.bind(at, &default);
            }
        }
    }

    /// Names each type that only elements of arrays and the carried value have, and says which thing it is named after.
    fn name_opaque_types(&mut self) -> HashMap<String, UnseenId> {
        let mut named = HashMap::new();
        for (at, class) in self.unifier.open_classes() {
            if class.kind != Kind::Any || class.excused {
                continue;
            }
            if let Some((name, id)) = self.opaque_name(&class) {
                // Cannot fail: anything may be bound to an open class of any kind.
                let _ = self.unifier.bind(at, &Type::Opaque(name.clone()));
                named.insert(name, id);
            }
        }
        named
    }

    /// `scan_t` if the carried value is of the type, otherwise after the first array.
    fn opaque_name(&self, class: &Class) -> Option<(String, UnseenId)> {
        let mut names = class.unseen.iter().filter_map(|id| Some((self.unseen[id.0].opaque.clone()?, *id))).collect::<Vec<_>>();
        names.sort_by_key(|(name, id)| (name != super::frame::CARRIED_TYPE, id.0));
        names.into_iter().next()
    }

    /// Reports the classes that are still open although something has their type.
    fn report_invisible(&mut self) {
        for (at, class) in self.unifier.open_classes() {
            let used = class.unseen.iter().find(|id| self.unseen[id.0].used);
            if let Some(id) = used.or(class.unseen.first()).filter(|_| !self.unifier.excuse(at)) {
                let of_class = |requirement: &Requirement| self.unifier.open_class(&requirement.ty) == Some(at);
                let is_integer = class.kind == Kind::Any
                    && self.requirements.iter().any(|requirement| of_class(requirement) && requirement.need.suits_integers());
                let kind = if is_integer { Kind::Int } else { class.kind };
                self.report_unseen(*id, kind, self.unseen[id.0].span);
            }
        }
    }

    fn report_unseen(&mut self, id: UnseenId, kind: Kind, span: Span) {
        let thing = self.unseen[id.0].clone();
        let example = match kind {
            Kind::Int => "i32",
            Kind::Any | Kind::Float => "f32",
        };
        let help = format!("if it is a number, say which: `{}` for `{example}`", thing.help.replace("{}", example));
        self.report(codes::NOT_VISIBLE, span, format!("the type of `{}` is not visible here", thing.place), help);
    }

    fn check(&mut self, requirement: &Requirement, opaque: &HashMap<String, UnseenId>) {
        match self.unifier.resolve(&requirement.ty) {
            Type::Scalar(scalar) => self.check_scalar(scalar, requirement),
            Type::Enum(_, repr) if matches!(requirement.need, Need::CastTo(_) | Need::In(Set::Bits, _)) => {
                self.check_scalar(Scalar::Int(repr), requirement);
            }
            _ if self.unifier.open_class(&requirement.ty).is_some() => {}
            Type::Opaque(name) if opaque.contains_key(&name) => self.check_opaque(opaque[&name], requirement),
            other => self.not_defined(&other, requirement),
        }
    }

    /// An operation on a type that cannot be seen; one report for each thing.
    fn check_opaque(&mut self, id: UnseenId, requirement: &Requirement) {
        let first = self.unseen[id.0].opaque.take().is_some();
        if first {
            let kind = if requirement.need.suits_integers() { Kind::Int } else { Kind::Any };
            self.report_unseen(id, kind, requirement.span);
        }
    }

    fn not_defined(&mut self, ty: &Type, requirement: &Requirement) {
        let message = match &requirement.need {
            Need::In(_, what) => format!("{what} is not defined for `{ty}`"),
            Need::CastTo(to) | Need::ConvertTo(to) => format!("`{ty}` cannot be made a {}", self.unifier.describe(to)),
        };
        self.report(codes::NOT_DEFINED, requirement.span, message, "use values of primitive types");
    }

    fn check_scalar(&mut self, scalar: Scalar, requirement: &Requirement) {
        match &requirement.need {
            Need::In(set, what) if !set.contains(scalar) => {
                let message = format!("{what} is not defined for `{}`", scalar.rust());
                let help = format!("here it takes {}: cast the operand", set.words());
                self.report(codes::NOT_DEFINED, requirement.span, message, help);
            }
            Need::In(..) => {}
            Need::CastTo(to) => match self.unifier.resolve(to) {
                Type::Scalar(to) => self.check_cast(scalar, to, requirement.span),
                _ if self.unifier.open_class(to).is_some() => {}
                other => self.not_defined(&other, requirement),
            },
            Need::ConvertTo(to) => {
                if let Type::Scalar(to) = self.unifier.resolve(to) {
                    self.check_conversion(scalar, to, requirement.span);
                }
            }
        }
    }

    fn check_cast(&mut self, from: Scalar, to: Scalar, span: Span) {
        let help = match (from, to) {
            (Scalar::Int(_), Scalar::Bool) => "compare it: `!= 0`".to_owned(),
            (Scalar::Float(_), Scalar::Bool) => "compare it: `!= 0.0`".to_owned(),
            (Scalar::Bool, Scalar::Float(float)) => format!("through an integer: `as u8 as {}`", Scalar::Float(float).rust()),
            _ => return,
        };
        self.report(codes::BAD_CAST, span, format!("`{}` cannot be cast to `{}`", from.rust(), to.rust()), help);
    }

    fn check_conversion(&mut self, from: Scalar, to: Scalar, span: Span) {
        if !lossless(from, to) {
            let (from, to) = (from.rust(), to.rust());
            self.report(codes::BAD_CAST, span, format!("`{to}` is not `From<{from}>`"), format!("cast it: `as {to}`"));
        }
    }
}

/// Whether the standard library has `impl From<from> for to`.
fn lossless(from: Scalar, to: Scalar) -> bool {
    match (from, to) {
        _ if from == to => true,
        (Scalar::Bool, _) | (Scalar::Float(Float::F32), Scalar::Float(Float::F64)) => true,
        (Scalar::Int(from), Scalar::Float(to)) => from.bits() <= if to == Float::F32 { 16 } else { 32 },
        (Scalar::Int(Int::Isize | Int::Usize), _) => false,
        (Scalar::Int(from), Scalar::Int(Int::Usize)) => matches!(from, Int::U8 | Int::U16),
        (Scalar::Int(from), Scalar::Int(Int::Isize)) => matches!(from, Int::U8 | Int::I8 | Int::I16),
        (Scalar::Int(from), Scalar::Int(to)) => from.bits() < to.bits() && (to.signed() || !from.signed()),
        _ => false,
    }
}
