//! Operators on declared types: calls of the functions that implement them, and what is derived.

use super::world::declared_name;
use crate::diagnostic::Span;
use crate::ir::{Binary, Expr, ExprKind, Type, Unary};
use crate::lower::codes;
use crate::lower::lowerer::Lowerer;

impl Lowerer<'_> {
    /// `left ⊕ right` where one of them is of a declared type; `None` otherwise.
    pub(in crate::lower) fn declared_operator(
        &mut self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) -> Option<Expr> {
        let world = self.world?;
        let types = [&left.ty, &right.ty].map(|ty| self.unifier.resolve(ty));
        if types.iter().all(|ty| declared_name(ty).is_none()) {
            return None;
        }
        if is_comparison(operator) {
            return Some(self.comparison(operator, left, right, &types[0], span));
        }
        let known = |ty: &Type, found: &Type| ty == found || self.unifier.kind(found).is_some_and(|kind| kind.allows(ty));
        let mut fitting = world.operators.iter().filter(|implementation| {
            Some(implementation.operator) == overloaded(operator)
                && known(&implementation.left, &types[0])
                && implementation.right.as_ref().is_some_and(|right| known(right, &types[1]))
        });
        let (Some(found), None) = (fitting.next(), fitting.next()) else {
            return Some(self.no_operator(operator, &types, span));
        };
        self.expect(left, &found.left, "the left operand is");
        if let Some(ty) = &found.right {
            self.expect(right, ty, "the right operand is");
        }
        let kind = ExprKind::Call(found.function.clone(), vec![left.clone(), right.clone()]);
        Some(Expr { kind, ty: found.returns.clone(), span })
    }

    fn no_operator(&mut self, operator: Binary, [left, right]: &[Type; 2], span: Span) -> Expr {
        let [left_text, right_text] = [left, right].map(|ty| self.unifier.describe(ty));
        let message = format!("`{}` is not declared for {left_text} and {right_text}", operator.symbol());
        let help = match overloaded(operator) {
            Some(name) if left == right => format!("write `impl {name} for {left}` in the same module"),
            _ => "write the `impl` of the operator's trait in the same module".to_owned(),
        };
        self.refuse(codes::NOT_DEFINED, span, message, help)
    }

    /// `==` and `<` of C-like enums that derive them: of their numbers.
    fn comparison(&mut self, operator: Binary, left: &Expr, right: &Expr, ty: &Type, span: Span) -> Expr {
        self.expect(right, &left.ty, &format!("the left operand of `{}` is", operator.symbol()));
        let equality = matches!(operator, Binary::Eq | Binary::Ne);
        let shape = match ty {
            Type::Enum(name, _) => self.world.and_then(|world| world.enums.get(name)),
            _ => None,
        };
        let message = format!("`{}` is not declared for {}", operator.symbol(), self.unifier.describe(ty));
        match shape {
            Some(shape) if if equality { shape.compares } else { shape.orders } => {
                let kind = ExprKind::Binary(operator, Box::new(left.clone()), Box::new(right.clone()));
                Expr { kind, ty: Type::BOOL, span }
            }
            Some(_) => {
                let derived = if equality { "PartialEq" } else { "PartialOrd" };
                self.refuse(codes::NOT_DEFINED, span, message, format!("write `#[derive({derived})]` on it"))
            }
            None => self.refuse(codes::NOT_DEFINED, span, message, "compare the fields one by one"),
        }
    }

    /// `-a`, `!a` of a declared type; `None` otherwise.
    pub(in crate::lower) fn declared_prefix(&mut self, operator: Unary, operand: &Expr, span: Span) -> Option<Expr> {
        let world = self.world?;
        let ty = self.unifier.resolve(&operand.ty);
        declared_name(&ty)?;
        let found = world.operators.iter().find(|known| known.operator == negation(operator) && known.left == ty);
        Some(match found {
            Some(found) => {
                let kind = ExprKind::Call(found.function.clone(), vec![operand.clone()]);
                Expr { kind, ty: found.returns.clone(), span }
            }
            None => {
                let symbol = if operator == Unary::Neg { '-' } else { '!' };
                let help = format!("write `impl {} for {ty}` in the same module", negation(operator));
                self.refuse(codes::NOT_DEFINED, span, format!("`{symbol}` is not declared for `{ty}`"), help)
            }
        })
    }
}

fn is_comparison(operator: Binary) -> bool {
    matches!(operator, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
}

/// The trait that overloads a binary operator.
fn overloaded(operator: Binary) -> Option<&'static str> {
    Some(match operator {
        Binary::Add => "Add",
        Binary::Sub => "Sub",
        Binary::Mul => "Mul",
        Binary::Div => "Div",
        Binary::Rem => "Rem",
        Binary::BitAnd => "BitAnd",
        Binary::BitOr => "BitOr",
        Binary::BitXor => "BitXor",
        Binary::Shl => "Shl",
        Binary::Shr => "Shr",
        _ => return None,
    })
}

/// The trait that overloads a unary operator.
fn negation(operator: Unary) -> &'static str {
    match operator {
        Unary::Neg => "Neg",
        Unary::Not => "Not",
    }
}
