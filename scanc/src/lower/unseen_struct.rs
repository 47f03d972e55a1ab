//! Struct literals in loops. Their type is that of what they become, the carried value or an array's element, and only rustc sees it:
//! so each field's value has to show a type of its own. But for whole numbers: rustc gives them the field's, and so does OpenCL C.

use super::codes;
use super::declared::member;
use super::lowerer::{Lowerer, Unseen};
use super::text;
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Expr, ExprKind, Int, Scalar, Type, is_element, is_unnamed};
use crate::syntax::bare;

impl Lowerer<'_> {
    /// `Type { field: value, … }`; the name of its type in kernels is put in when it is known.
    pub(super) fn unseen_struct(&mut self, literal: &syn::ExprStruct, span: Span) -> Expr {
        if literal.rest.is_some() {
            let help = "name every field: which others there are is not visible here";
            return self.refuse(codes::NOT_SUPPORTED, span, "`..` cannot be used in a scan loop", help);
        }
        let fields = literal.fields.iter().map(|field| self.unseen_field(field)).collect();
        Expr { kind: ExprKind::Struct(String::new(), fields), ty: self.fresh(), span }
    }

    /// `[a, b, c]`, an element of an array that is a fixed array, as the recogniser writes it.
    pub(super) fn unseen_list(&mut self, literal: &syn::ExprArray, span: Span) -> Expr {
        self.unseen_parts(literal.elems.iter().enumerate().map(|(number, value)| (format!("[{number}]"), value)), span)
    }

    /// The same of a tuple.
    pub(super) fn unseen_tuple(&mut self, literal: &syn::ExprTuple, span: Span) -> Expr {
        self.unseen_parts(literal.elems.iter().enumerate().map(|(number, value)| (number.to_string(), value)), span)
    }

    fn unseen_parts<'e>(&mut self, parts: impl Iterator<Item = (String, &'e syn::Expr)>, span: Span) -> Expr {
        let ty = self.fresh();
        let parts = parts.map(|(name, literal)| {
            let value = self.operand(literal);
            if is_number(literal) {
                let (place, help) = (text(literal), format!("{}{{}}", text(literal)));
                let unseen = Unseen { place, name: String::new(), help, opaque: None, span: value.span, used: true };
                let ty = self.unseen(unseen);
                // Cannot fail: nothing is known of it.
                let _ = self.unifier.unify(&ty, &value.ty);
            }
            self.note_part(&ty, name.clone(), value.ty.clone(), value.span);
            (name, value)
        });
        let parts: Vec<(String, Expr)> = parts.collect();
        // The elements of a fixed array are of one type. Where they cannot be, rustc says so.
        if let Some(((first, one), others)) = parts.split_first()
            && is_element(first)
        {
            others.iter().for_each(|(_, other)| _ = self.unifier.unify(&one.ty, &other.ty));
        }
        Expr { kind: ExprKind::Struct(String::new(), parts), ty, span }
    }

    fn unseen_field(&mut self, field: &syn::FieldValue) -> (String, Expr) {
        let name = member(&field.member);
        let value = self.operand(&field.expr);
        if is_small_number(&field.expr) {
            // Cannot fail: it is a literal without a type.
            let _ = self.unifier.unify(&Type::Scalar(Scalar::Int(Int::I32)), &value.ty);
            return (name, value);
        }
        let help = match &field.expr {
            syn::Expr::Lit(literal) => format!("{name}: {}{{}}", text(literal)),
            other => format!("{name}: ({}) as {{}}", text(other)),
        };
        // No name in scope: a field's is none.
        let unseen = Unseen { place: name.clone(), name: String::new(), help, opaque: None, span: field.expr.span(), used: true };
        let ty = self.unseen(unseen);
        // Cannot fail: nothing is known of the field.
        let _ = self.unifier.unify(&ty, &value.ty);
        (name, value)
    }

    /// The name of a literal's type in kernels, now that its type is known.
    pub(super) fn finish_struct(&mut self, name: &mut String, fields: &[(String, Expr)], ty: &Type, span: Span) {
        match ty {
            Type::Opaque(opaque) => opaque.clone_into(name),
            Type::Scalar(scalar) => {
                let what = match fields.first() {
                    Some((field, _)) if is_element(field) => "a fixed array",
                    Some((field, _)) if is_unnamed(field) => "a tuple",
                    _ => "a struct",
                };
                let message = format!("{what} where the loop has values of type `{}`", scalar.rust());
                self.report(codes::MISMATCH, span, message, "write a value of this type");
            }
            Type::Struct(_) | Type::Enum(..) | Type::Array(..) => {}
        }
    }
}

/// Whether what an expression gives is a number without a type.
fn is_number(value: &syn::Expr) -> bool {
    let of_block = |block: &syn::Block| matches!(block.stmts.last(), Some(syn::Stmt::Expr(value, None)) if is_number(value));
    match bare(value) {
        syn::Expr::If(branch) => {
            of_block(&branch.then_branch) && branch.else_branch.as_ref().is_some_and(|(_, no)| is_number(no))
        }
        syn::Expr::Block(inner) => of_block(&inner.block),
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.suffix().is_empty(),
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(number), .. }) => number.suffix().is_empty(),
        syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => is_number(expr),
        _ => false,
    }
}

/// `1`, `-1`: without a type, and of any integer type of 32 bits or more.
fn is_small_number(value: &syn::Expr) -> bool {
    match bare(value) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
            number.suffix().is_empty() && number.base10_parse::<i32>().is_ok()
        }
        syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => {
            !matches!(bare(expr), syn::Expr::Unary(_)) && is_small_number(expr)
        }
        _ => false,
    }
}
