//! Places outside the loop: `y`, `self.y`, `*total`, `state.sums.0`.

use crate::diagnostic::{Span, Spanned};
use crate::syntax::{Expressions, bare, text};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::visit::Visit;
use syn::{Expr, Member, UnOp};

/// A step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `.sum`, `.0`
    Field(Member),
    /// `[2]`, of a fixed array.
    At(syn::Index),
}

impl Step {
    /// What the IR calls it: `sum`, `0`, `[2]`.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Field(Member::Named(name)) => name.unraw().to_string(),
            Self::Field(Member::Unnamed(number)) => number.index.to_string(),
            Self::At(number) => format!("[{}]", number.index),
        }
    }
}

impl ToTokens for Step {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Field(member) => tokens.extend(quote!(.#member)),
            Self::At(number) => tokens.extend(quote_spanned!(number.span => [#number])),
        }
    }
}

/// The steps of a way, as text.
pub fn way_text(way: &[Step]) -> String {
    way.iter().map(|step| text(step).replace(' ', "")).collect()
}

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
    /// Which part of each element of this array it is; empty for whole elements.
    pub way: Vec<Step>,
    /// Of an array of rows the key of the array that they are made of.
    pub made_of: Option<String>,
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
        Self { expr, key: name.to_string(), root: name.clone(), plain: true, dereferenced: false, way: Vec::new(), made_of: None }
    }

    fn field(self, member: &Member, expr: &Expr) -> Self {
        let key = format!("{}.{}", self.key, member.to_token_stream());
        Self { expr: Box::new(bare(expr).clone()), key, plain: false, ..self }
    }

    /// The arrays into which this one, or a slice of it, is cut by `array`.
    pub(super) fn cut(self, array: Expr) -> Self {
        Self { key: text(&array), expr: Box::new(array), plain: false, made_of: Some(self.key), ..self }
    }

    /// A part of each element of the array that this is: no part is another's, so these are arrays themselves.
    pub(super) fn within(&self, way: &[Step]) -> Self {
        let key = format!("{}{}", self.key, way_text(way));
        Self { key, plain: self.plain && way.is_empty(), way: [&self.way, way].concat(), ..self.clone() }
    }

    /// The array that this is a part of each element of.
    pub(super) fn whole(&self) -> Self {
        let plain = Self::of(&self.expr).is_some_and(|place| place.plain);
        Self { key: self.array_key().to_owned(), plain, way: Vec::new(), ..self.clone() }
    }

    /// The key of the array that this is a part of each element of.
    pub(super) fn array_key(&self) -> &str {
        self.key.strip_suffix(&way_text(&self.way)).unwrap_or(&self.key)
    }

    /// An element, or the part of it, as the user would write it.
    pub(super) fn element_text(&self, index: &str) -> String {
        format!("{}[{index}]{}", self.text(), way_text(&self.way))
    }

    /// An array that carries a value, as messages call it: `y`, `y[…].sum`.
    pub(super) fn carried_text(&self) -> String {
        if self.way.is_empty() { self.key.clone() } else { self.element_text("…") }
    }

    /// A name for it where it has none: `self.y` is `self_y`.
    pub(super) fn name(&self) -> String {
        match self.key.split_once(".as_chunks_mut") {
            Some(_) => format!("{}_chunks", self.root),
            None => self.key.replace(['.', '['], "_").replace(']', ""),
        }
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
