//! What an expression is computed of.

use syn::{BinOp, Expr};

macro_rules! operands {
    ($(#[$attribute:meta])* $name:ident, $elements:ident $(, $exclusive:tt)?) => {
        $(#[$attribute])*
        pub(crate) fn $name(expression: &$($exclusive)? Expr) -> Vec<&$($exclusive)? Expr> {
            match expression {
                Expr::Paren(inner) => vec![&$($exclusive)? *inner.expr],
                Expr::Group(inner) => vec![&$($exclusive)? *inner.expr],
                Expr::Unary(inner) => vec![&$($exclusive)? *inner.expr],
                Expr::Reference(inner) => vec![&$($exclusive)? *inner.expr],
                Expr::Cast(inner) => vec![&$($exclusive)? *inner.expr],
                Expr::Try(inner) => vec![&$($exclusive)? *inner.expr],
                Expr::If(inner) => vec![&$($exclusive)? *inner.cond],
                Expr::Match(inner) => vec![&$($exclusive)? *inner.expr],
                Expr::Let(inner) => vec![&$($exclusive)? *inner.expr],
                Expr::Return(inner) => inner.expr.$elements().map(|value| &$($exclusive)? **value).collect(),
                Expr::Field(inner) => vec![&$($exclusive)? *inner.base],
                Expr::Binary(inner) => {
                    let right = (!is_lazy(&inner.op)).then_some(&$($exclusive)? *inner.right);
                    std::iter::once(&$($exclusive)? *inner.left).chain(right).collect()
                }
                Expr::Index(inner) => vec![&$($exclusive)? *inner.expr, &$($exclusive)? *inner.index],
                Expr::Tuple(inner) => inner.elems.$elements().collect(),
                Expr::Array(inner) => inner.elems.$elements().collect(),
                Expr::Call(inner) => inner.args.$elements().collect(),
                Expr::MethodCall(inner) => {
                    std::iter::once(&$($exclusive)? *inner.receiver).chain(inner.args.$elements()).collect()
                }
                _ => Vec::new(),
            }
        }
    };
}

operands! {
    /// The expressions that are evaluated once whenever this one is.
    operands, iter
}
operands! {
    /// The same, to be changed.
    operands_mut, iter_mut, mut
}

/// The one that may be evaluated as well.
pub(crate) fn lazy_operand(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::Binary(inner) if is_lazy(&inner.op) => Some(&inner.right),
        _ => None,
    }
}

/// All of them, to be changed, each with whether it is one that may not be evaluated.
pub(crate) fn all_operands_mut(expression: &mut Expr) -> Vec<(&mut Expr, bool)> {
    match (lazy_operand(expression).is_some(), expression) {
        (true, Expr::Binary(inner)) => vec![(&mut *inner.left, false), (&mut *inner.right, true)],
        (_, other) => operands_mut(other).into_iter().map(|operand| (operand, false)).collect(),
    }
}

fn is_lazy(op: &BinOp) -> bool {
    matches!(op, BinOp::And(_) | BinOp::Or(_))
}
