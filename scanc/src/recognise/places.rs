//! Places outside the loop: `y`, `self.y`, `*total`, `state.sums.0`.

use crate::diagnostic::{Span, Spanned};
use crate::syntax::{Expressions, bare, text};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::Visit;
use syn::{Expr, Member, UnOp};

/// A variable, or a field of one.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// As the user wrote it.
    pub expr: Box<Expr>,
    /// Its parts without dereferences: two places with the same key are the same.
    pub key: String,
    /// The variable that it starts from.
    pub root: Ident,
    /// Whether it is that variable and nothing else.
    pub plain: bool,
    /// Whether it is written with a `*`.
    pub dereferenced: bool,
}

impl Place {
    /// The place that `expr` is, if it is one.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        match bare(expr) {
            Expr::Path(path) if path.qself.is_none() => Some(Self::variable(path.path.get_ident()?)),
            Expr::Field(field) => Some(Self::of(&field.base)?.field(&field.member, expr)),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                let inner = Self::of(&unary.expr)?;
                Some(Self { expr: Box::new(bare(expr).clone()), dereferenced: true, ..inner })
            }
            _ => None,
        }
    }

    /// A variable.
    pub(super) fn variable(name: &Ident) -> Self {
        let expr = Box::new(crate::syntax::variable(name));
        Self { expr, key: name.to_string(), root: name.clone(), plain: true, dereferenced: false }
    }

    fn field(self, member: &Member, expr: &Expr) -> Self {
        let key = format!("{}.{}", self.key, member.to_token_stream());
        Self { expr: Box::new(bare(expr).clone()), key, plain: false, ..self }
    }

    /// A name for it where it has none: `self.y` is `self_y`.
    pub(super) fn name(&self) -> String {
        self.key.replace('.', "_")
    }

    /// Where it stands.
    pub(super) fn span(&self) -> Span {
        self.expr.span()
    }

    /// As the user wrote it, for labels.
    pub(super) fn text(&self) -> String {
        text(&self.expr)
    }
}

/// Whether one of two places holds the other.
pub(super) fn overlap(one: &str, other: &str) -> bool {
    let within =
        |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    within(one, other) || within(other, one)
}

/// Calls `visit` with every place in an expression, the longest each.
pub(super) fn for_each_place(expr: &Expr, visit: &mut dyn FnMut(&Place)) {
    let mut look = |expr: &Expr| {
        let place = Place::of(expr);
        place.iter().for_each(&mut *visit);
        place.is_none()
    };
    Expressions(&mut look).visit_expr(expr);
}
