//! Unary and binary operators, and casts.

use super::codes;
use super::lowerer::Lowerer;
use super::unify::Kind;
use crate::diagnostic::Span;
use crate::ir::{Binary, Expr, ExprKind, Scalar, Set, Type, Unary};

impl Lowerer<'_> {
    /// `-a`, `!a`, `*a`
    pub(super) fn unary(&mut self, unary: &syn::ExprUnary, span: Span) -> Expr {
        match unary.op {
            // References were dropped, so there is nothing to follow.
            syn::UnOp::Deref(_) => self.expression(&unary.expr),
            syn::UnOp::Neg(_) => match number(&unary.expr) {
                Some(literal) => self.literal(literal, true, span),
                None => self.negation(&unary.expr, span),
            },
            syn::UnOp::Not(_) => self.prefix(Unary::Not, &unary.expr, Set::Bits, "`!`", span),
            _ => self.refuse(codes::NOT_SUPPORTED, span, "this operator cannot be used here", "use `-` or `!`"),
        }
    }

    fn negation(&mut self, operand: &syn::Expr, span: Span) -> Expr {
        let set = if self.wrapping_negation { Set::Numbers } else { Set::Negatable };
        self.prefix(Unary::Neg, operand, set, "`-`", span)
    }

    fn prefix(&mut self, operator: Unary, written: &syn::Expr, set: Set, what: &str, span: Span) -> Expr {
        let operand = self.operand(written);
        if let Some(call) = self.declared_prefix(operator, &operand, span) {
            return self.on_values([written], call);
        }
        self.require(&operand, set, what);
        let ty = operand.ty.clone();
        Expr { kind: ExprKind::Unary(operator, Box::new(operand)), ty, span }
    }

    /// `a + b` and the like.
    pub(super) fn binary(&mut self, binary: &syn::ExprBinary, span: Span) -> Expr {
        let Some(operator) = operator(&binary.op) else {
            return self.refuse(
                codes::BAD_ASSIGNMENT,
                span,
                "an assignment cannot be used as a value",
                "assign in a statement of its own",
            );
        };
        let left = self.operand(&binary.left);
        let right = self.operand(&binary.right);
        let combined = self.combine(operator, left, right, span);
        self.on_values([&binary.left, &binary.right], combined)
    }

    /// Joins two operands by an operator and says what it requires of their types.
    pub(super) fn combine(&mut self, operator: Binary, left: Expr, right: Expr, span: Span) -> Expr {
        if let Some(declared) = self.declared_operator(operator, &left, &right, span) {
            return declared;
        }
        let what = format!("`{}`", operator.symbol());
        let ty = match operator {
            Binary::Shl | Binary::Shr => {
                self.require(&left, Set::Integers, &what);
                self.require(&right, Set::Integers, &what);
                left.ty.clone()
            }
            Binary::And | Binary::Or => {
                self.expect(&left, &Type::BOOL, &format!("{what} takes operands of type"));
                self.expect(&right, &Type::BOOL, &format!("{what} takes operands of type"));
                Type::BOOL
            }
            _ => self.same_types(operator, &left, &right, &what),
        };
        Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), ty, span }
    }

    fn same_types(&mut self, operator: Binary, left: &Expr, right: &Expr, what: &str) -> Type {
        self.expect(right, &left.ty, &format!("the left operand of {what} is"));
        match operator {
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                self.require(left, Set::Scalars, what);
                Type::BOOL
            }
            Binary::BitAnd | Binary::BitOr | Binary::BitXor => {
                self.require(left, Set::Bits, what);
                left.ty.clone()
            }
            _ => {
                self.require(left, Set::Numbers, what);
                left.ty.clone()
            }
        }
    }

    /// `a as T`
    pub(super) fn cast(&mut self, cast: &syn::ExprCast, span: Span) -> Expr {
        let ty = self.annotation(&cast.ty, "… as {}");
        let operand = self.operand(&cast.expr);
        if takes_cast_type(&cast.expr) {
            self.give_cast_type(&operand, &ty);
        }
        self.require_cast(&operand, &ty, span);
        Expr { kind: ExprKind::Cast(Box::new(operand)), ty, span }
    }

    /// As in Rust, a literal that is cast to a type of its kind has that type: `300 as u8` is out of range, not 44.
    fn give_cast_type(&mut self, literal: &Expr, ty: &Type) {
        let kind = match self.unifier.resolve(ty).scalar() {
            Some(Scalar::Int(_)) => Kind::Int,
            Some(Scalar::Float(_)) => Kind::Float,
            _ => return,
        };
        if self.unifier.kind(&literal.ty) == Some(kind) {
            // Cannot fail: the literal's type is open and of that kind.
            let _ = self.unifier.unify(&literal.ty, ty);
        }
    }
}

/// The number literal that the expression is.
fn number(expr: &syn::Expr) -> Option<&syn::Lit> {
    match expr {
        syn::Expr::Paren(inner) => number(&inner.expr),
        syn::Expr::Group(inner) => number(&inner.expr),
        syn::Expr::Lit(syn::ExprLit { lit: lit @ (syn::Lit::Int(_) | syn::Lit::Float(_)), .. }) => Some(lit),
        _ => None,
    }
}

/// Whether Rust hands the type of a cast down to a literal in there.
fn takes_cast_type(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Lit(_) => true,
        syn::Expr::Paren(inner) => takes_cast_type(&inner.expr),
        syn::Expr::Group(inner) => takes_cast_type(&inner.expr),
        syn::Expr::Unary(inner) => !matches!(inner.op, syn::UnOp::Deref(_)) && takes_cast_type(&inner.expr),
        syn::Expr::Block(block) => matches!(block.block.stmts.last(), Some(syn::Stmt::Expr(tail, None)) if takes_cast_type(tail)),
        _ => false,
    }
}

fn operator(operator: &syn::BinOp) -> Option<Binary> {
    Some(match operator {
        syn::BinOp::Add(_) => Binary::Add,
        syn::BinOp::Sub(_) => Binary::Sub,
        syn::BinOp::Mul(_) => Binary::Mul,
        syn::BinOp::Div(_) => Binary::Div,
        syn::BinOp::Rem(_) => Binary::Rem,
        syn::BinOp::And(_) => Binary::And,
        syn::BinOp::Or(_) => Binary::Or,
        syn::BinOp::BitXor(_) => Binary::BitXor,
        syn::BinOp::BitAnd(_) => Binary::BitAnd,
        syn::BinOp::BitOr(_) => Binary::BitOr,
        syn::BinOp::Shl(_) => Binary::Shl,
        syn::BinOp::Shr(_) => Binary::Shr,
        syn::BinOp::Eq(_) => Binary::Eq,
        syn::BinOp::Lt(_) => Binary::Lt,
        syn::BinOp::Le(_) => Binary::Le,
        syn::BinOp::Ne(_) => Binary::Ne,
        syn::BinOp::Ge(_) => Binary::Ge,
        syn::BinOp::Gt(_) => Binary::Gt,
        _ => return None,
    })
}

/// The operator of `a ⊕= b`.
pub(super) fn compound(operator: &syn::BinOp) -> Option<Binary> {
    Some(match operator {
        syn::BinOp::AddAssign(_) => Binary::Add,
        syn::BinOp::SubAssign(_) => Binary::Sub,
        syn::BinOp::MulAssign(_) => Binary::Mul,
        syn::BinOp::DivAssign(_) => Binary::Div,
        syn::BinOp::RemAssign(_) => Binary::Rem,
        syn::BinOp::BitXorAssign(_) => Binary::BitXor,
        syn::BinOp::BitAndAssign(_) => Binary::BitAnd,
        syn::BinOp::BitOrAssign(_) => Binary::BitOr,
        syn::BinOp::ShlAssign(_) => Binary::Shl,
        syn::BinOp::ShrAssign(_) => Binary::Shr,
        _ => return None,
    })
}
