//! The last step: variables are replaced by the types that were found, and literals get their values.

use super::codes;
use super::lowerer::Lowerer;
use crate::diagnostic::Span;
use crate::ir::{Expr, ExprKind, Float, Function, Int, Literal, Scalar, Type, Unary, walk};

impl Lowerer<'_> {
    /// The type that was found.
    pub(super) fn found(&mut self, ty: &Type, span: Span) -> Type {
        if let Some(class) = self.unifier.open_class(ty)
            && !self.unifier.excuse(class)
        {
            self.report(codes::NOT_VISIBLE, span, "the type of this is not known", "annotate it: `let v: f32 = …;`");
        }
        self.unifier.resolve(ty)
    }

    /// Finishes a function, in place.
    pub(super) fn finish(&mut self, function: &mut Function, span: Span) {
        function.returns = self.found(&function.returns, span);
        for local in &mut function.locals {
            local.ty = self.found(&local.ty, span);
        }
        walk::parts_of_block_mut(&mut function.body, &mut |expr| self.finish_expr(expr));
    }

    /// Finishes an expression, in place.
    pub(super) fn finish_expr(&mut self, expr: &mut Expr) {
        expr.ty = self.found(&expr.ty, expr.span);
        walk::parts_mut(expr, &mut |part| self.finish_expr(part));
        if let ExprKind::Struct(name, fields) = &mut expr.kind {
            self.finish_struct(name, fields, &expr.ty, expr.span);
        }
        match &expr.kind {
            ExprKind::Literal(Literal::Int(value)) => expr.kind = self.finish_number(*value, &expr.ty, expr.span),
            ExprKind::Cast(operand) => expr.kind = finish_cast(operand, &expr.ty),
            _ => {}
        }
    }

    /// A number literal as [`Lowerer::floats`] describes it.
    fn finish_number(&mut self, value: i128, ty: &Type, span: Span) -> ExprKind {
        match ty.scalar() {
            Some(Scalar::Float(float)) => self.finish_float(value, float, span),
            Some(Scalar::Int(int)) => self.finish_integer(value, int, span),
            _ => ExprKind::Literal(Literal::Int(value)),
        }
    }

    fn finish_float(&mut self, number: i128, float: Float, span: Span) -> ExprKind {
        let text = usize::try_from(number).ok().and_then(|number| self.floats.get(number)).cloned().unwrap_or_default();
        let value = match float {
            Float::F32 => text.parse::<f32>().map(f64::from),
            Float::F64 => text.parse::<f64>(),
        };
        // The texts of infinite constants are "inf" and "-inf".
        let overflows = |value: f64| value.is_infinite() && !text.ends_with("inf");
        match value {
            Ok(value) if !overflows(value) => ExprKind::Literal(Literal::Float(value)),
            _ => self.out_of_range(&format!("`{}`", Scalar::Float(float).rust()), span).kind,
        }
    }

    fn finish_integer(&mut self, value: i128, int: Int, span: Span) -> ExprKind {
        let ty = Type::Scalar(Scalar::Int(int));
        if (int.min()..=int.max()).contains(&value) {
            ExprKind::Literal(Literal::Int(value))
        } else if self.wrapping_negation && (1..=int.max()).contains(&-value) {
            let magnitude = Expr { kind: ExprKind::Literal(Literal::Int(-value)), ty, span };
            ExprKind::Unary(Unary::Neg, Box::new(magnitude))
        } else {
            self.out_of_range(&format!("`{ty}`"), span).kind
        }
    }
}

/// A cast of a value to its own type is the value; `f32::from(true)` goes through an integer.
fn finish_cast(operand: &Expr, ty: &Type) -> ExprKind {
    match (operand.ty.scalar(), ty.scalar()) {
        (Some(from), Some(to)) if from == to => operand.kind.clone(),
        (Some(Scalar::Bool), Some(Scalar::Float(_))) => {
            let byte = Type::Scalar(Scalar::Int(Int::U8));
            let number = Expr { kind: ExprKind::Cast(Box::new(operand.clone())), ty: byte, span: operand.span };
            ExprKind::Cast(Box::new(number))
        }
        _ => ExprKind::Cast(Box::new(operand.clone())),
    }
}
