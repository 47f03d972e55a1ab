//! Which operations may panic: those of which [`Proof`] does not show that they cannot.

use crate::ir::proof::{Proof, panics};
use crate::ir::{Expr, ExprKind, Function, Literal, Scalar, Type, Unary, walk};

/// Whether the operation itself may panic, or the function that it calls; its operands are not looked at.
pub(super) fn operation_may_panic(expr: &Expr, functions: &[Function], proof: &Proof) -> bool {
    match &expr.kind {
        // Of a function that is not seen here nothing is known.
        ExprKind::Call(name, _) => {
            functions.iter().find(|callee| callee.name == *name).is_none_or(|callee| may_panic(callee, functions))
        }
        _ => proof.may_panic(expr),
    }
}

/// Whether a call of `function` may panic. Functions do not call themselves: OpenCL C cannot.
pub(super) fn may_panic(function: &Function, functions: &[Function]) -> bool {
    !panics(function, functions).is_empty()
}

/// Whether any expression in `expr` may panic.
pub(super) fn any_may_panic(expr: &Expr, functions: &[Function], proof: &Proof) -> bool {
    let mut found = false;
    walk::expression(expr, &mut |expr| found = found || operation_may_panic(expr, functions, proof));
    found
}

/// The value of an integer literal, negated or not.
pub(super) fn literal(expr: &Expr) -> Option<i128> {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Literal(Literal::Int(value)), _) => Some(*value),
        (ExprKind::Unary(Unary::Neg, operand), Type::Scalar(Scalar::Int(ty))) => literal(operand).map(|value| ty.wrap(-value)),
        _ => None,
    }
}
