//! Structs and fixed arrays: literals, fields, elements.

use super::World;
use crate::diagnostic::{Span, Spanned};
use crate::ir::{Block, Expr, ExprKind, Statement, Type};
use crate::lower::codes;
use crate::lower::lowerer::Lowerer;
use crate::lower::text;
use syn::ext::IdentExt;

impl Lowerer<'_> {
    /// `base.field`
    pub(in crate::lower) fn field(&mut self, field: &syn::ExprField, span: Span) -> Expr {
        let base = self.operand(&field.base);
        let name = member(&field.member);
        self.part(base, &name, field.member.span(), span)
    }

    /// The field of a value.
    pub(in crate::lower) fn part(&mut self, base: Expr, name: &str, name_span: Span, span: Span) -> Expr {
        let ty = self.unifier.resolve(&base.ty);
        let shape = self.world.zip(struct_name(&ty)).and_then(|(world, name)| world.structs.get(name));
        match shape.map(|shape| shape.fields.iter().find(|(field, _)| field == name)) {
            Some(Some((_, ty))) => Expr { kind: ExprKind::Field(Box::new(base), name.to_owned()), ty: ty.clone(), span },
            Some(None) => {
                self.refuse(codes::NOT_KNOWN, name_span, format!("`{ty}` has no field `{name}`"), "see its declaration")
            }
            None => self.without_parts(&base, "has no fields"),
        }
    }

    /// `base[index]`, of a fixed array.
    pub(in crate::lower) fn element(&mut self, index: &syn::ExprIndex, span: Span) -> Expr {
        let base = self.operand(&index.expr);
        self.element_of(base, &index.index, span)
    }

    /// The element of a value.
    pub(in crate::lower) fn element_of(&mut self, base: Expr, index: &syn::Expr, span: Span) -> Expr {
        let at = self.operand(index);
        self.expect(&at, &Type::USIZE, "an index is of type");
        match self.unifier.resolve(&base.ty) {
            Type::Array(element, _) => Expr { kind: ExprKind::Element(Box::new(base), Box::new(at)), ty: *element, span },
            _ => self.without_parts(&base, "cannot be indexed"),
        }
    }

    fn without_parts(&mut self, base: &Expr, what: &str) -> Expr {
        match self.unifier.open_class(&base.ty) {
            Some(class) if self.unifier.excuse(class) => self.excused(base.span),
            Some(_) => self.refuse(
                codes::NOT_VISIBLE,
                base.span,
                "the type of this is not known here",
                "annotate the variable: `let v: Pair = …;`",
            ),
            None => {
                let message = format!("{} {what}", self.unifier.describe(&base.ty));
                self.refuse(codes::NOT_DEFINED, base.span, message, "use a declared struct or a fixed array")
            }
        }
    }

    /// `Pair { x: a, y }`, `Pair { x: a, ..base }`
    pub(in crate::lower) fn struct_literal(&mut self, literal: &syn::ExprStruct, span: Span) -> Expr {
        let Some((name, declared)) = self.struct_at(&literal.path) else {
            return self.refuse(
                codes::NO_SUCH_TYPE,
                literal.path.span(),
                format!("the struct `{}` is not declared here", text(&literal.path)),
                super::declare_together(&text(&literal.path)),
            );
        };
        let given: Vec<(String, Span, Expr)> =
            literal.fields.iter().map(|field| (member(&field.member), field.member.span(), self.operand(&field.expr))).collect();
        let mut before = Vec::new();
        let base = literal.rest.as_ref().map(|rest| self.base(rest, &Type::Struct(name.clone()), &mut before));
        if base.is_some() && !self.writes_out(declared.len() as u64, span) {
            return self.excused(span);
        }
        let mut fields = Vec::new();
        for (field, ty) in declared {
            let value = match (given.iter().find(|(name, ..)| *name == field), &base) {
                (Some((.., value)), _) => {
                    self.expect(value, &ty, &format!("the field `{field}` is"));
                    value.clone()
                }
                (None, Some(base)) => Expr { kind: ExprKind::Field(Box::new(base.clone()), field.clone()), ty, span: base.span },
                (None, None) => {
                    self.refuse(codes::NOT_KNOWN, span, format!("the field `{field}` is missing"), format!("add `{field}: …`"))
                }
            };
            fields.push((field, value));
        }
        if let Some((unknown, place, _)) = given.iter().find(|(name, ..)| !fields.iter().any(|(field, _)| field == name)) {
            return self.refuse(codes::NOT_KNOWN, *place, format!("`{name}` has no field `{unknown}`"), "see its declaration");
        }
        with_statements(before, Expr { kind: ExprKind::Struct(name.clone(), fields), ty: Type::Struct(name), span })
    }

    /// The `base` of `..base`, under a name if it is more than one.
    fn base(&mut self, base: &syn::Expr, ty: &Type, before: &mut Vec<Statement>) -> Expr {
        let value = self.operand(base);
        self.expect(&value, ty, "the literal is a");
        self.named_value(value, "base", before)
    }

    /// A value that is used several times: a local, or one made for it.
    pub(in crate::lower) fn named_value(&mut self, value: Expr, name: &str, before: &mut Vec<Statement>) -> Expr {
        if matches!(value.kind, ExprKind::Local(_)) {
            return value;
        }
        let id = self.local(name, value.ty.clone());
        let named = Expr { kind: ExprKind::Local(id), ty: value.ty.clone(), span: value.span };
        before.push(Statement::Let(id, value));
        named
    }

    /// `ModP(a)`, for the constructor of a tuple struct.
    pub(in crate::lower) fn constructor(&mut self, path: &syn::Path, arguments: &[Expr], span: Span) -> Option<Expr> {
        let (name, declared) = self.struct_at(path)?;
        if declared.first().is_none_or(|(field, _)| field != "0") {
            return None;
        }
        if declared.len() != arguments.len() {
            let message = format!("`{name}` has {} fields", declared.len());
            return Some(self.refuse(codes::NO_METHOD, span, message, "see its declaration"));
        }
        for ((field, ty), value) in declared.iter().zip(arguments) {
            self.expect(value, ty, &format!("the field `{field}` is"));
        }
        let fields = declared.into_iter().zip(arguments).map(|((field, _), value)| (field, value.clone())).collect();
        Some(Expr { kind: ExprKind::Struct(name.clone(), fields), ty: Type::Struct(name), span })
    }

    /// The struct that a path names, and its fields.
    fn struct_at(&mut self, path: &syn::Path) -> Option<(String, Vec<(String, Type)>)> {
        let world: &World = self.world?;
        let Some(Type::Struct(name)) = self.type_at(path) else { return None };
        let fields = world.structs.get(&name)?.fields.clone();
        Some((name, fields))
    }

    /// `[a, b, …]`
    pub(in crate::lower) fn array_literal(&mut self, literal: &syn::ExprArray, span: Span) -> Expr {
        let elements: Vec<Expr> = literal.elems.iter().map(|element| self.operand(element)).collect();
        let Some(ty) = elements.first().map(|first| first.ty.clone()) else {
            return self.refuse(codes::NO_SUCH_TYPE, span, "kernels have no empty arrays", "leave it out");
        };
        elements.iter().skip(1).for_each(|element| self.expect(element, &ty, "the first element is"));
        match self.array_of(ty.clone(), elements.len() as u64, span) {
            Some(_) => list(elements, ty, span),
            None => self.excused(span),
        }
    }

    /// `[value; N]`
    pub(in crate::lower) fn repetition(&mut self, repeat: &syn::ExprRepeat, span: Span) -> Expr {
        let value = self.operand(&repeat.expr);
        let Some(length) = self.length(&repeat.len) else { return self.excused(span) };
        let mut before = Vec::new();
        let value = if is_constant(&value) { value } else { self.named_value(value, "element", &mut before) };
        let Some(ty) = self.array_of(value.ty.clone(), length, span) else { return self.excused(span) };
        let written = self.world.map_or(0, |world| world.values(&self.unifier.resolve(&ty)));
        if !self.writes_out(written, span) {
            return self.excused(span);
        }
        let elements = (0..length).map(|_| value.clone()).collect();
        with_statements(before, list(elements, value.ty, span))
    }
}

fn list(elements: Vec<Expr>, ty: Type, span: Span) -> Expr {
    let length = elements.len() as u64;
    Expr { kind: ExprKind::List(elements), ty: Type::Array(Box::new(ty), length), span }
}

/// Whether it is made of literals alone.
fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) => true,
        ExprKind::List(elements) => elements.iter().all(is_constant),
        ExprKind::Struct(_, fields) => fields.iter().all(|(_, value)| is_constant(value)),
        _ => false,
    }
}

/// `value`, after these statements.
pub(super) fn with_statements(statements: Vec<Statement>, value: Expr) -> Expr {
    if statements.is_empty() {
        return value;
    }
    let (ty, span) = (value.ty.clone(), value.span);
    Expr { kind: ExprKind::Block(Block { statements, value: Some(Box::new(value)) }), ty, span }
}

fn struct_name(ty: &Type) -> Option<&str> {
    match ty {
        Type::Struct(name) => Some(name),
        _ => None,
    }
}

/// The name of a field; a tuple struct's are numbers.
pub(in crate::lower) fn member(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.unraw().to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}
