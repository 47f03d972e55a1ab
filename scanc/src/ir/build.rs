//! Short ways to write IR down, for tests.

use super::{
    Binary, Block, Expr, ExprKind, Float, Function, Int, Literal, Local, LocalId, Method, Scalar, Statement, Type, Unary,
};
use crate::diagnostic::Span;

/// An expression without a place in a source.
pub fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr { kind, ty, span: Span::call_site() }
}

/// The type of `i32` and the like.
pub fn ty(name: &str) -> Type {
    Type::Scalar(Scalar::from_rust(name).expect("the name of a primitive type"))
}

/// An integer literal.
pub fn int(ty: Int, value: i128) -> Expr {
    expr(ExprKind::Literal(Literal::Int(value)), Type::Scalar(Scalar::Int(ty)))
}

/// A float literal.
pub fn float(ty: Float, value: f64) -> Expr {
    expr(ExprKind::Literal(Literal::Float(value)), Type::Scalar(Scalar::Float(ty)))
}

/// A `bool` literal.
pub fn bool(value: bool) -> Expr {
    expr(ExprKind::Literal(Literal::Bool(value)), Type::BOOL)
}

/// A parameter or `let` binding.
pub fn local(id: usize, ty: &Type) -> Expr {
    expr(ExprKind::Local(LocalId(id)), ty.clone())
}

/// `operator a`.
pub fn unary(operator: Unary, operand: Expr) -> Expr {
    let ty = operand.ty.clone();
    expr(ExprKind::Unary(operator, Box::new(operand)), ty)
}

/// `a operator b`.
pub fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
    let arithmetic = (operator as usize) < Binary::And as usize;
    let ty = if arithmetic { left.ty.clone() } else { Type::BOOL };
    expr(ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty)
}

/// `a as ty`.
pub fn cast(operand: Expr, ty: &Type) -> Expr {
    expr(ExprKind::Cast(Box::new(operand)), ty.clone())
}

/// `a.method(…)` of the type that the method returns on that receiver.
pub fn method(method: Method, operands: Vec<Expr>) -> Expr {
    let ty = returned(method, operands[0].ty.scalar().expect("a method of a primitive type"));
    expr(ExprKind::Method(method, operands), Type::Scalar(ty))
}

/// What `method` returns on a `receiver`.
pub fn returned(method: Method, receiver: Scalar) -> Scalar {
    use Method::*;
    match (method, receiver) {
        (
            IsPowerOfTwo | IsMultipleOf | IsPositive | IsNegative | IsNan | IsFinite | IsInfinite | IsSignNegative
            | IsSignPositive,
            _,
        ) => Scalar::Bool,
        (CountOnes | CountZeros | LeadingZeros | TrailingZeros, _) => Scalar::Int(Int::U32),
        (UnsignedAbs | AbsDiff, Scalar::Int(int)) => Scalar::Int(int.unsigned()),
        (ToBits, Scalar::Float(Float::F32)) => Scalar::Int(Int::U32),
        (ToBits, _) => Scalar::Int(Int::U64),
        (FromBits, Scalar::Int(Int::U32)) => Scalar::Float(Float::F32),
        (FromBits, _) => Scalar::Float(Float::F64),
        _ => receiver,
    }
}

/// `if condition { then } else { otherwise }` as a value.
pub fn if_else(condition: Expr, then: Block, otherwise: Block) -> Expr {
    let ty = then.value.as_ref().or(otherwise.value.as_ref()).map_or(Type::BOOL, |value| value.ty.clone());
    expr(ExprKind::If(Box::new(condition), then, otherwise), ty)
}

/// `{ statements; value }`.
pub fn block(statements: Vec<Statement>, value: Option<Expr>) -> Block {
    Block { statements, value: value.map(Box::new) }
}

/// A function whose first `parameters` locals are its parameters.
pub fn function(name: &str, parameters: usize, locals: &[(&str, &Type)], body: Block, returns: &Type) -> Function {
    let locals = locals.iter().map(|(name, ty)| Local { name: (*name).to_owned(), ty: (*ty).clone(), mutable: false });
    Function { name: name.to_owned(), parameters, locals: locals.collect(), body, returns: returns.clone() }
}
