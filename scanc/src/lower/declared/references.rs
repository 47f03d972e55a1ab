//! References are values here, but an overloaded operator on references is another function than that on values.

use crate::ir::{Expr, ExprKind};
use crate::lower::codes;
use crate::lower::lowerer::{Binding, Lowerer};
use syn::spanned::Spanned;

impl Lowerer<'_> {
    /// Refuses a call of an operator whose operands are references.
    pub(in crate::lower) fn on_values<const N: usize>(&mut self, operands: [&syn::Expr; N], call: Expr) -> Expr {
        if !matches!(call.kind, ExprKind::Call(..)) {
            return call;
        }
        let Some(reference) = operands.into_iter().find(|operand| self.is_reference(operand)) else { return call };
        let text = crate::lower::text(reference);
        let help = match reference {
            syn::Expr::Reference(inner) => format!("use the value: `{}`", crate::lower::text(&inner.expr)),
            _ => format!("use the value: `*{text}`"),
        };
        let message = "an operator on references is another one than that on values";
        self.refuse(codes::NOT_DEFINED, reference.span(), message, help)
    }

    /// Whether Rust sees a reference here.
    pub(in crate::lower) fn is_reference(&self, expr: &syn::Expr) -> bool {
        match expr {
            syn::Expr::Reference(_) => true,
            syn::Expr::Paren(inner) => self.is_reference(&inner.expr),
            syn::Expr::Group(inner) => self.is_reference(&inner.expr),
            syn::Expr::Block(block) => self.ends_in_reference(&block.block),
            syn::Expr::If(branch) => self.ends_in_reference(&branch.then_branch),
            syn::Expr::Match(branches) => branches.arms.iter().any(|arm| self.is_reference(&arm.body)),
            syn::Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                match name.and_then(|name| self.lookup(&name)) {
                    Some(Binding::Local(id)) => self.references.contains(&id),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn ends_in_reference(&self, block: &syn::Block) -> bool {
        matches!(block.stmts.last(), Some(syn::Stmt::Expr(tail, None)) if self.is_reference(tail))
    }
}
