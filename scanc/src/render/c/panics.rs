//! Which operations may panic: those of which [`Proof`] does not show that they cannot.

use crate::ir::proof::Proof;
use crate::ir::{Expr, ExprKind, Function, Literal, Scalar, Type, Unary, walk};
use std::collections::HashMap;

/// The declared functions that may be called, and which of them may panic, in themselves or in what they call.
#[derive(Clone, Debug, Default)]
pub(super) struct Callees<'a> {
    functions: HashMap<&'a str, (&'a Function, bool)>,
}

impl<'a> Callees<'a> {
    /// Looks at each function once: callees come first, and nothing calls itself.
    pub fn of(functions: &'a [Function]) -> Self {
        let mut callees = Self::default();
        for function in functions {
            let panics = callees.may_panic(function);
            callees.functions.insert(&function.name, (function, panics));
        }
        callees
    }

    /// The function of that name.
    pub fn find(&self, name: &str) -> Option<&'a Function> {
        self.functions.get(name).map(|(function, _)| *function)
    }

    /// Whether a call may panic: of a function that is not seen here nothing is known.
    pub fn call_may_panic(&self, name: &str) -> bool {
        self.functions.get(name).is_none_or(|(_, panics)| *panics)
    }

    /// Whether a function may panic that calls these.
    fn may_panic(&self, function: &Function) -> bool {
        self.any_may_panic_in(function, &Proof::of(function))
    }

    /// The same where the proof is at hand.
    pub fn any_may_panic_in(&self, function: &Function, proof: &Proof) -> bool {
        let mut found = false;
        walk::block(&function.body, &mut |expr| found = found || self.operation_may_panic(expr, proof));
        found
    }

    /// Whether the operation itself may panic, or the function that it calls; its operands are not looked at.
    pub fn operation_may_panic(&self, expr: &Expr, proof: &Proof) -> bool {
        match &expr.kind {
            ExprKind::Call(name, _) => self.call_may_panic(name),
            _ => proof.may_panic(expr),
        }
    }

    /// Whether any expression in `expr` may panic.
    pub fn any_may_panic(&self, expr: &Expr, proof: &Proof) -> bool {
        let mut found = false;
        walk::expression(expr, &mut |expr| found = found || self.operation_may_panic(expr, proof));
        found
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
