//! Paths to declared things, and calls of declared functions.

use super::world::{Constant, Signature, declared_name};
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Expr, ExprKind, Int, Literal, Scalar, Type};
use crate::lower::codes;
use crate::lower::lowerer::Lowerer;
use crate::lower::text;
use syn::ext::IdentExt;

impl Lowerer<'_> {
    /// The declared type that a path names, `Self` included.
    pub(in crate::lower) fn type_at(&self, path: &syn::Path) -> Option<Type> {
        match segments(path).as_slice() {
            [one] => self.type_named(one),
            _ => None,
        }
    }

    fn type_named(&self, name: &str) -> Option<Type> {
        if name == "Self" { self.self_type.clone() } else { self.world?.named(name) }
    }

    /// What an item is found under in the world: `op`, `Pair::new`; `Self` and aliases are replaced.
    fn key(&self, path: &syn::Path) -> Option<String> {
        match segments(path).as_slice() {
            [name] => Some(name.clone()),
            [owner, name] => {
                let owner = self.type_named(owner).and_then(|ty| declared_name(&ty).map(str::to_owned)).unwrap_or(owner.clone());
                Some(format!("{owner}::{name}"))
            }
            _ => None,
        }
    }

    /// A constant or an enum's variant.
    pub(in crate::lower) fn declared_value(&mut self, path: &syn::Path, span: Span) -> Option<Expr> {
        let world = self.world?;
        let key = self.key(path)?;
        if let Some(Constant { ty, value }) = world.consts.get(&key) {
            return Some(match value {
                Some(value) => self.constant_expr(value, ty, span),
                None => Expr { kind: ExprKind::Call(Constant::function(&key), Vec::new()), ty: ty.clone(), span },
            });
        }
        let (owner, variant) = key.split_once("::")?;
        let shape = world.enums.get(owner)?;
        let (_, value) = shape.variants.iter().find(|(name, _)| name == variant)?;
        let ty = Type::Enum(owner.to_owned(), shape.repr);
        Some(Expr { kind: ExprKind::Literal(Literal::Int(*value)), ty, span })
    }

    /// Whether a single name is a constant, so that a pattern of that name compares.
    pub(in crate::lower) fn is_constant_name(&self, name: &str) -> bool {
        self.world.is_some_and(|world| world.consts.contains_key(name))
    }

    /// `f(a)`, `Pair::new(a)`, `ModP(a)`; `None` where nothing of that name is declared.
    pub(in crate::lower) fn declared_call(&mut self, call: &syn::ExprCall, span: Span) -> Option<Expr> {
        let world = self.world?;
        let syn::Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func else { return None };
        let signature = self.key(path).and_then(|key| world.functions.get(&key));
        if signature.is_none() && !matches!(self.type_at(path), Some(Type::Struct(_))) {
            return None;
        }
        let arguments: Vec<Expr> = call.args.iter().map(|argument| self.operand(argument)).collect();
        match signature {
            Some(signature) => Some(self.call_of(signature, arguments, span)),
            None => self.constructor(path, &arguments, span),
        }
    }

    /// `a.method(b)` on a declared type; `None` for a receiver of another type.
    pub(in crate::lower) fn declared_method(
        &mut self,
        receiver: &Expr,
        name: &syn::Ident,
        arguments: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        let world = self.world?;
        let ty = self.unifier.resolve(&receiver.ty);
        if let (Type::Array(_, length), "len") = (&ty, name.to_string().as_str()) {
            let kind = ExprKind::Literal(Literal::Int(i128::from(*length)));
            return Some(Expr { kind, ty: Type::Scalar(Scalar::Int(Int::Usize)), span });
        }
        let owner = declared_name(&ty)?;
        let signature = world.functions.get(&format!("{owner}::{}", name.unraw()));
        let Some(signature) = signature.filter(|signature| signature.receiver) else {
            let message = format!("`{owner}` has no method `{name}` here");
            return Some(self.refuse(
                codes::NO_METHOD,
                name.span(),
                message,
                format!("declare it in an `impl {owner}` of the module"),
            ));
        };
        Some(self.call_of(signature, std::iter::once(receiver.clone()).chain(arguments.iter().cloned()).collect(), span))
    }

    fn call_of(&mut self, signature: &Signature, arguments: Vec<Expr>, span: Span) -> Expr {
        let count = signature.parameters.len();
        if count != arguments.len() {
            let message = format!("`{}` takes {count} arguments", signature.name);
            return self.refuse(codes::NO_METHOD, span, message, "see its declaration");
        }
        for ((name, ty), argument) in signature.parameters.iter().zip(&arguments) {
            self.expect(argument, ty, &format!("the parameter `{name}` is"));
        }
        Expr { kind: ExprKind::Call(signature.name.clone(), arguments), ty: signature.returns.clone(), span }
    }

    /// Something that cannot be called in a declared function.
    pub(in crate::lower) fn not_declared(&mut self, function: &syn::Expr) -> Expr {
        let name = text(function);
        let message = format!("`{name}` cannot be called here: it is not declared in this module");
        let help = format!("declare `{name}` in the same `#[declare_target] mod`, or use a method of a primitive type");
        self.refuse(codes::NOT_CALLABLE, function.span(), message, help)
    }
}

/// The words of a path, without a leading `self`.
fn segments(path: &syn::Path) -> Vec<String> {
    let words = path.segments.iter().map(|segment| segment.ident.unraw().to_string());
    words.skip_while(|word| word == "self" && path.segments.len() > 1).collect()
}
