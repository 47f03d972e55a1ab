//! What is known of operators that no file declares.

use super::super::operators::LawFacts;
use crate::ir::{Builtin, Carried, Family, OperatorKind, Scalar, Semiring};

/// The value that changes nothing; `None` for what has none, or is not seen.
pub(super) fn identity(typed: &Carried) -> Option<String> {
    let OperatorKind::Builtin(builtin) = typed.operator.kind else { return None };
    builtin.identity(typed.ty.scalar()?)
}

/// How its laws are known.
pub(super) fn laws(typed: &Carried) -> Vec<LawFacts> {
    let is_float = match (&typed.operator.kind, typed.ty.scalar()) {
        (OperatorKind::Declared(_), _) => {
            return vec![LawFacts::of_all("declared elsewhere", "tested, or vouched for, where it is declared")];
        }
        (OperatorKind::Map(map), _) => {
            let combines = match map.family {
                Family::Affine | Family::Reset(Some(Builtin::Add | Builtin::Mul)) => true,
                Family::Row(row) => row.semiring != Semiring::Choice,
                _ => false,
            };
            let is_rounded = combines && matches!(typed.ty.scalar(), Some(Scalar::Float(_)));
            let says = if is_rounded { "two maps in a row are one, but for rounding" } else { "two maps in a row are one" };
            return vec![LawFacts::of_all("derived", says)];
        }
        (OperatorKind::Builtin(_), None) => {
            return vec![LawFacts::of_all("left to rustc", "built in, or tested where the type is declared")];
        }
        (_, scalar) => matches!(scalar, Some(Scalar::Float(_))),
    };
    let arithmetic = matches!(typed.operator.kind, OperatorKind::Builtin(Builtin::Add | Builtin::Mul));
    let says = match (arithmetic, is_float) {
        (true, true) => "built in: associative but for rounding",
        (true, false) => "built in: associative; integers wrap",
        (false, _) => "built in: associative",
    };
    vec![LawFacts::of_all("built in", says)]
}
