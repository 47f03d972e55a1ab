//! Which operations may panic: everything is assumed to, but what a literal operand rules out.

use crate::ir::{Binary, Expr, ExprKind, Function, Literal, Method, Scalar, Type, Unary, walk};

/// Whether the operation itself may panic; its operands are not looked at.
pub(super) fn operation_may_panic(expr: &Expr, functions: &[Function]) -> bool {
    match &expr.kind {
        ExprKind::Binary(Binary::Div | Binary::Rem, _, divisor) => !is_float(divisor) && !divides_everything(divisor),
        ExprKind::Method(Method::DivEuclid | Method::RemEuclid, operands) => {
            !is_float(&operands[1]) && !divides_everything(&operands[1])
        }
        ExprKind::Method(Method::Clamp, operands) => !in_order(&operands[1], &operands[2]),
        ExprKind::Element(array, index) => !is_within(index, &array.ty),
        ExprKind::Call(name, _) => {
            functions.iter().filter(|callee| callee.name == *name).any(|callee| may_panic(callee, functions))
        }
        _ => false,
    }
}

/// Whether a call of `function` may panic. Functions do not call themselves: OpenCL C cannot.
pub(super) fn may_panic(function: &Function, functions: &[Function]) -> bool {
    let mut found = false;
    walk::block(&function.body, &mut |expr| found = found || operation_may_panic(expr, functions));
    found
}

/// Whether any expression in `expr` may panic.
pub(super) fn any_may_panic(expr: &Expr, functions: &[Function]) -> bool {
    let mut found = false;
    walk::expression(expr, &mut |expr| found = found || operation_may_panic(expr, functions));
    found
}

fn is_float(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Scalar(Scalar::Float(_)))
}

fn divides_everything(divisor: &Expr) -> bool {
    literal(divisor).is_some_and(|value| value != 0 && value != -1)
}

fn is_within(index: &Expr, array: &Type) -> bool {
    matches!(array, Type::Array(_, length) if literal(index).is_some_and(|index| index < i128::from(*length)))
}

fn in_order(low: &Expr, high: &Expr) -> bool {
    match (&low.kind, &high.kind) {
        (ExprKind::Literal(Literal::Float(low)), ExprKind::Literal(Literal::Float(high))) => low <= high,
        (ExprKind::Literal(Literal::Bool(low)), ExprKind::Literal(Literal::Bool(high))) => low <= high,
        _ => literal(low).zip(literal(high)).is_some_and(|(low, high)| low <= high),
    }
}

/// The value of an integer literal, negated or not.
pub(super) fn literal(expr: &Expr) -> Option<i128> {
    match (&expr.kind, &expr.ty) {
        (ExprKind::Literal(Literal::Int(value)), _) => Some(*value),
        (ExprKind::Unary(Unary::Neg, operand), Type::Scalar(Scalar::Int(ty))) => literal(operand).map(|value| ty.wrap(-value)),
        _ => None,
    }
}
