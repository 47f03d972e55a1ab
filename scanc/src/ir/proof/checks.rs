//! What the host checks of captured values before a launch.

use super::Interval;
use crate::ir::interpret::Value;
use crate::ir::{CaptureId, Expr, ExprKind, Int, Literal, LocalId, Scalar, Type, Unary};

/// What must hold of captured values for kernels that do not look: where it does not, the loop runs as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// Every value of its type can be divided by it: it is neither 0 nor -1.
    Divisor(CaptureId),
    /// Values can be clamped between the two, each a captured value or a literal: the first is not above the second, and neither is
    /// a NaN.
    Ordered(Box<Expr>, Box<Expr>),
    /// It is a float between -1 and 1.
    Contraction(CaptureId),
}

impl Check {
    /// What a division by `divisor` needs, if that is a captured value, or one in a wider type. `renamed` knows those that locals hold.
    pub(super) fn divisor(divisor: &Expr, renamed: &dyn Fn(LocalId) -> Option<Self>) -> Option<Self> {
        let int = int(&divisor.ty)?;
        match &divisor.kind {
            ExprKind::Captured(capture) => Some(Self::Divisor(*capture)),
            ExprKind::Local(local) => renamed(*local),
            ExprKind::Cast(inner) => {
                let widens = Interval::of(self::int(&inner.ty)?).is_within(Interval::of(int));
                if widens { Self::divisor(inner, renamed) } else { None }
            }
            _ => None,
        }
    }

    /// What `clamp` needs of its bounds, if these are captured values or literals.
    pub(super) fn bounds(low: &Expr, high: &Expr) -> Option<Self> {
        let is_number = |literal: Literal| !matches!(literal, Literal::Float(value) if !value.is_finite());
        let is_fixed = |bound: &Expr| matches!(bound.kind, ExprKind::Captured(_)) || literal(bound).is_some_and(is_number);
        let is_captured = [low, high].iter().any(|bound| matches!(bound.kind, ExprKind::Captured(_)));
        let are_fixed = is_fixed(low) && is_fixed(high) && low.ty.scalar().is_some();
        (is_captured && are_fixed).then(|| Self::Ordered(Box::new(low.clone()), Box::new(high.clone())))
    }

    /// The captured values that it is about.
    pub fn captures(&self) -> Vec<CaptureId> {
        match self {
            Self::Divisor(capture) | Self::Contraction(capture) => vec![*capture],
            Self::Ordered(low, high) => {
                let captured = [low, high].into_iter().filter_map(|bound| match bound.kind {
                    ExprKind::Captured(capture) => Some(capture),
                    _ => None,
                });
                captured.collect()
            }
        }
    }

    /// Whether it holds, given the captured values in their order.
    ///
    /// # Panics
    /// If these are not those of the loop.
    pub fn holds(&self, captures: &[Value]) -> bool {
        let value = |bound: &Expr| match &bound.kind {
            ExprKind::Captured(capture) => Some(captures[capture.0].clone()),
            _ => literal(bound).zip(bound.ty.scalar()).map(|(value, scalar)| Value::literal(value, scalar)),
        };
        match self {
            Self::Divisor(capture) => !matches!(captures[capture.0], Value::Int(_, 0 | -1)),
            Self::Contraction(capture) => match captures[capture.0] {
                Value::F32(factor) => factor.abs() <= 1.0,
                Value::F64(factor) => factor.abs() <= 1.0,
                _ => false,
            },
            Self::Ordered(low, high) => match (value(low), value(high)) {
                (Some(Value::Int(_, low)), Some(Value::Int(_, high))) => low <= high,
                (Some(Value::F32(low)), Some(Value::F32(high))) => low <= high,
                (Some(Value::F64(low)), Some(Value::F64(high))) => low <= high,
                (Some(Value::Bool(low)), Some(Value::Bool(high))) => low <= high,
                _ => false,
            },
        }
    }
}

/// The value of a literal, negated or not.
pub fn literal(expr: &Expr) -> Option<Literal> {
    match &expr.kind {
        ExprKind::Literal(literal) => Some(*literal),
        ExprKind::Unary(Unary::Neg, operand) => match (&operand.kind, int(&expr.ty)) {
            (ExprKind::Literal(Literal::Int(value)), Some(int)) => Some(Literal::Int(int.wrap(-value))),
            (ExprKind::Literal(Literal::Float(value)), None) => Some(Literal::Float(-value)),
            _ => None,
        },
        _ => None,
    }
}

fn int(ty: &Type) -> Option<Int> {
    match ty.scalar() {
        Some(Scalar::Int(int)) => Some(int),
        _ => None,
    }
}
