//! What names stand for, in their scopes.

use super::{Rewrite, constant, root, without_reference, without_references};
use crate::ir::Scalar;
use crate::syntax::{Bound, bare, plain_ident};
use proc_macro2::Ident;
use syn::visit::Visit;
use syn::{Expr, Pat, Type};

/// What a name stands for.
#[derive(Clone)]
pub(super) enum Name {
    /// A fixed array: its elements, and their type, which may show only where they are used.
    Fixed(Vec<Item>, Option<Scalar>, Key),
    /// A copy of an element of an array, which may be a fixed array, of this type if that is visible.
    Element(Option<Box<Type>>),
    /// The same, or a reference to one, of a header.
    Item(Option<Box<Type>>),
    /// Anything else, of this type.
    Other(Option<Scalar>),
}

#[derive(Clone)]
pub(super) enum Item {
    One(Ident),
    Many(Vec<Item>),
}

impl Item {
    /// The variable that it is.
    pub fn one(&self) -> Option<&Ident> {
        if let Self::One(name) = self { Some(name) } else { None }
    }
}

/// Where a fixed array is declared. Only the debug format tells two places in a source apart in a macro.
pub(super) type Key = String;

impl Rewrite<'_> {
    /// Whether it is a fixed array that has variables, or one in it.
    pub fn is_of_ours(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Index(access) => self.is_of_ours(&access.expr),
            name => plain_ident(name).and_then(|name| self.lookup(name)).is_some_and(|name| matches!(name, Name::Fixed(..))),
        }
    }

    /// Whether it is an element of an array, or something in one.
    pub fn is_within_element(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Index(access) => !self.is_of_ours(&access.expr),
            Expr::Field(field) => self.is_within_element(&field.base),
            name => self.is_element(name),
        }
    }

    pub fn is_element(&self, expr: &Expr) -> bool {
        let local = plain_ident(bare(expr)).and_then(|name| self.lookup(name));
        matches!(local, Some(Name::Element(_) | Name::Item(_)))
    }

    /// Whether it is what a header has by a name.
    pub fn is_item(&self, expr: &Expr) -> bool {
        let local = plain_ident(bare(expr)).and_then(|name| self.lookup(name));
        matches!(local, Some(Name::Item(_)))
    }

    /// The elements that an expression is, or the one.
    pub fn item(&self, expr: &Expr) -> Option<Item> {
        match bare(expr) {
            Expr::Index(access) => match self.item(&access.expr)? {
                Item::Many(items) => items.get(usize::try_from(constant(&access.index)?).ok()?).cloned(),
                Item::One(_) => None,
            },
            name => match self.lookup(plain_ident(name)?)? {
                Name::Fixed(items, ..) => Some(Item::Many(items.clone())),
                _ => None,
            },
        }
    }

    pub fn lookup(&self, name: &Ident) -> Option<&Name> {
        let name = name.to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name))
    }

    pub fn hide(&mut self, name: &Ident, by: Name) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), by);
        }
    }

    /// What the names of a header are.
    pub fn bind_items(&mut self, pattern: &Pat, over: &Expr) {
        match (without_references(pattern), without_reference(over)) {
            (pattern, Expr::MethodCall(call)) => match (call.method.to_string().as_str(), pattern, call.args.first()) {
                ("zip", Pat::Tuple(pair), Some(other)) if pair.elems.len() == 2 => {
                    self.bind_items(&pair.elems[0], &call.receiver);
                    self.bind_items(&pair.elems[1], other);
                }
                ("enumerate", Pat::Tuple(pair), None) if pair.elems.len() == 2 => {
                    self.bind(&pair.elems[0], Name::Other(None));
                    self.bind_items(&pair.elems[1], &call.receiver);
                }
                ("iter" | "iter_mut" | "into_iter" | "copied" | "cloned" | "rev" | "skip" | "take" | "step_by", pattern, _) => {
                    self.bind_items(pattern, &call.receiver);
                }
                (_, pattern, _) => self.bind(pattern, Name::Other(None)),
            },
            (Pat::Ident(name), Expr::Range(_)) => self.hide(&name.ident, Name::Other(None)),
            (Pat::Ident(name), array) => {
                let array =
                    plain_ident(root(array)).map(|name| self.site.types.elements.get(&name.to_string()).cloned().map(Box::new));
                self.hide(&name.ident, array.map_or(Name::Other(None), Name::Item));
            }
            (pattern, _) => self.bind(pattern, Name::Other(None)),
        }
    }

    pub fn bind(&mut self, pattern: &Pat, by: Name) {
        let mut names = Vec::new();
        let mut bind = |name: &syn::PatIdent| names.push(name.ident.clone());
        Bound(&mut bind).visit_pat(pattern);
        names.iter().for_each(|name| self.hide(name, by.clone()));
    }

    /// What is called so is no array of ours.
    pub fn refuse(&mut self, name: &Ident) {
        if let Some(Name::Fixed(.., key)) = self.lookup(name) {
            let key = key.clone();
            self.refused.insert(key);
        }
    }
}
