//! Fixed arrays. As values they are structs of one array, which C can assign, pass and return; as members of structs they are C's own.

use super::body::Body;
use super::expressions::{is_place, member_text};

use super::text::Text;
use super::types::type_name;
use crate::ir::{Expr, ExprKind, Literal, Type};

/// Where the elements of an array value are.
pub(super) struct ArraySource {
    /// A name, or a place that can be named again.
    pub text: String,
    /// Whether it is a struct's member.
    pub member: bool,
}

/// Whether it is an array that is a struct's member, or a row of one.
pub(super) fn is_member(expr: &Expr) -> bool {
    matches!(expr.ty, Type::Array(..))
        && match &expr.kind {
            ExprKind::Field(..) => true,
            ExprKind::Element(base, _) => is_member(base),
            _ => false,
        }
}

/// The elements of the array `text`, and theirs if they are arrays.
pub(super) fn elements(text: &str, ty: &Type, member: bool) -> Vec<String> {
    let Type::Array(element, length) = ty else { return vec![text.to_owned()] };
    (0..*length).flat_map(|index| elements(&at(text, index, member), element, member)).collect()
}

/// `text[index]`, `text.at[index]`
fn at(text: &str, index: u64, member: bool) -> String {
    format!("{text}{}[{index}]", if member { "" } else { ".at" })
}

impl Body<'_> {
    /// The value of a member: `(ulong_2){{a.m[0], a.m[1]}}`.
    pub(super) fn member_value(&mut self, expr: &Expr) -> Text {
        let text = self.place(expr);
        let ty = self.c_type(&expr.ty);
        Text::atom(format!("({ty}){}", braced(&text, &expr.ty, true, "{{", "}}")))
    }

    /// A place that C can name: what is not one is kept under a name.
    pub(super) fn place(&mut self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Field(base, name) => {
                let text = self.place(base);
                member_text(base, &text, name)
            }
            _ if is_place(expr) => self.place_text(expr).text,
            _ => {
                let value = self.expression(expr);
                self.kept(&value, &expr.ty).text
            }
        }
    }

    /// The initialiser of a struct's member: `{1, 2}`.
    pub(super) fn initialiser(&mut self, value: &Expr) -> Text {
        if let ExprKind::List(items) = &value.kind {
            if all_zero(items) {
                return Text::atom("{0}");
            }
            let nested = matches!(&value.ty, Type::Array(element, _) if matches!(**element, Type::Array(..)));
            let texts: Vec<String> = if nested {
                items.iter().map(|item| self.initialiser(item).text).collect()
            } else {
                self.operand_list(&items.iter().collect::<Vec<_>>()).into_iter().map(|text| text.text).collect()
            };
            return Text::atom(format!("{{{}}}", texts.join(", ")));
        }
        let source = self.array_source(value);
        Text::atom(braced(&source.text, &value.ty, source.member, "{", "}"))
    }

    /// The initialiser of a struct's member, its value computed before what follows.
    pub(super) fn kept_initialiser(&mut self, value: &Expr) -> Text {
        let text = self.expression(value);
        let kept = self.kept(&text, &value.ty);
        Text::atom(braced(&kept.text, &value.ty, false, "{", "}"))
    }

    /// Where the elements of an array are, so that each can be named.
    pub(super) fn array_source(&mut self, value: &Expr) -> ArraySource {
        ArraySource { text: self.place(value), member: is_member(value) }
    }

    /// `(int_2){{1, 2}}`.
    pub(super) fn list(&mut self, ty: &Type, items: &[Expr]) -> Text {
        let name = self.c_type(ty);
        if all_zero(items) {
            return Text::atom(format!("({name}){{{{0}}}}"));
        }
        let texts = self.operand_list(&items.iter().collect::<Vec<_>>());
        let texts: Vec<_> = texts.into_iter().map(|text| text.text).collect();
        Text::atom(format!("({name}){{{{{}}}}}", texts.join(", ")))
    }
}

/// The elements in braces, row by row.
fn braced(text: &str, ty: &Type, member: bool, open: &str, close: &str) -> String {
    let Type::Array(element, length) = ty else { return text.to_owned() };
    let items: Vec<String> = (0..*length).map(|index| braced(&at(text, index, member), element, member, open, close)).collect();
    format!("{open}{}{close}", items.join(", "))
}

/// Many zeros, which C writes as one.
fn all_zero(items: &[Expr]) -> bool {
    items.len() > 2 && items.iter().all(is_zero)
}

fn is_zero(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(Literal::Int(value)) => *value == 0,
        ExprKind::Literal(Literal::Bool(value)) => !value,
        ExprKind::Literal(Literal::Float(value)) => *value == 0.0 && value.is_sign_positive(),
        _ => false,
    }
}

/// The declaration of a struct's member: `ulong m[2][2]`.
pub(super) fn member_declaration(name: &str, ty: &Type) -> String {
    let mut lengths = String::new();
    let mut element = ty;
    while let Type::Array(inner, length) = element {
        lengths.push_str(&format!("[{length}]"));
        element = inner;
    }
    format!("{} {name}{lengths}", type_name(element))
}
