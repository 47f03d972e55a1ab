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
                Expr::Field(inner) => vec![&$($exclusive)? *inner.base],
                Expr::Binary(inner) => {
                    let is_lazy = matches!(inner.op, BinOp::And(_) | BinOp::Or(_));
                    let right = (!is_lazy).then_some(&$($exclusive)? *inner.right);
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
