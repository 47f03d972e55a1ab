//! The type of a fixed array's elements, as far as the text shows it: all of them are given that.

use super::elements::Elements;
use super::names::{Item, Name};
use super::{Rewrite, body, root};
use crate::ir::{Outcome, Scalar, Signature};
use crate::parse::{Known, ScanSite};
use crate::recognise::expressions::is_primitive_constant;
use crate::recognise::types::{of_literal, of_type};
use crate::syntax::{Bound, Expressions, bare, plain_ident};
use proc_macro2::Ident;
use std::collections::HashMap;
use syn::visit::Visit;
use syn::{BinOp, Expr, Type};

impl Rewrite<'_> {
    /// The type of the elements of what is called so: `value`, one of the elements, or where it is stored shows it.
    pub fn scalar_of(&self, name: &Ident, value: &Expr, elements: &Elements) -> Option<Scalar> {
        let of_value = self.scalar(value).or_else(|| self.scalar_of_one(elements));
        of_value.or_else(|| self.stored.get(&name.to_string()).copied())
    }

    fn scalar_of_one(&self, elements: &Elements) -> Option<Scalar> {
        match elements {
            Elements::One(value) => self.scalar(value),
            Elements::Many(all) => all.iter().find_map(|one| self.scalar_of_one(one)),
        }
    }

    pub fn scalar(&self, value: &Expr) -> Option<Scalar> {
        let value = bare(value);
        if let Expr::Index(_) | Expr::Path(_) = value
            && let Some(Name::Fixed(_, scalar, _)) = plain_ident(root(value)).and_then(|name| self.lookup(name))
        {
            return *scalar;
        }
        match value {
            Expr::Lit(_) => of_literal(value),
            Expr::Cast(cast) => of_type(&cast.ty),
            Expr::Unary(unary) => self.scalar(&unary.expr),
            Expr::MethodCall(call) => {
                let signature = Signature::of(&call.method.to_string())?;
                matches!(signature.outcome, Outcome::Same).then(|| self.scalar(&call.receiver))?
            }
            Expr::Binary(operation) => match operation.op {
                BinOp::Shl(_) | BinOp::Shr(_) => self.scalar(&operation.left),
                op if is_arithmetic(&op) => self.scalar(&operation.left).or_else(|| self.scalar(&operation.right)),
                _ => None,
            },
            Expr::Index(access) => match plain_ident(bare(&access.expr)).filter(|name| self.lookup(name).is_none()) {
                Some(array) => match self.site.types.elements.get(&array.to_string()) {
                    Some(ty) => of_type(innermost(ty)),
                    None => match self.site.types.known(&array.to_string())? {
                        Known::Sequence(element) => element.as_ref()?.scalar(),
                        _ => None,
                    },
                },
                None => match self.type_of_element(&access.expr)? {
                    Type::Array(array) => of_type(&array.elem),
                    _ => None,
                },
            },
            Expr::Path(path) if is_primitive_constant(&path.path) => Scalar::from_rust(&path.path.segments[0].ident.to_string()),
            name => match (plain_ident(name).and_then(|name| self.lookup(name)), plain_ident(name)?) {
                (Some(Name::Other(scalar)), _) => *scalar,
                (Some(Name::Element(ty) | Name::Item(ty)), _) => ty.as_deref().and_then(of_type),
                (Some(_), _) => None,
                (None, name) => match self.site.types.known(&name.to_string())? {
                    Known::Value(ty) => ty.scalar(),
                    _ => None,
                },
            },
        }
    }

    /// The type of the elements of a fixed array, if they are no arrays.
    pub fn scalar_of_flat(&self, whole: &Expr, items: &[Item]) -> Option<Scalar> {
        items.iter().all(|item| matches!(item, Item::One(_))).then(|| self.scalar(whole))?
    }

    /// The type of `p[i]`, where that is visible.
    pub fn type_of_element(&self, element: &Expr) -> Option<Type> {
        match bare(element) {
            Expr::Index(access) => {
                let array = plain_ident(bare(&access.expr)).filter(|name| self.lookup(name).is_none())?;
                self.site.types.elements.get(&array.to_string()).cloned()
            }
            name => match self.lookup(plain_ident(name)?)? {
                Name::Element(ty) | Name::Item(ty) => ty.as_deref().cloned(),
                _ => None,
            },
        }
    }
}

fn is_arithmetic(op: &BinOp) -> bool {
    use BinOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Sub};
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | BitAnd(_) | BitOr(_) | BitXor(_))
}

/// The types of names that are stored in arrays of fixed arrays, `y[i] = s;`.
pub(super) fn stored(site: &ScanSite) -> HashMap<String, Scalar> {
    let mut found = HashMap::new();
    let mut look = |expr: &Expr| {
        if let Expr::Assign(assign) = expr
            && let (Expr::Index(access), Some(name)) = (bare(&assign.left), plain_ident(&assign.right))
            && let Some(array) = plain_ident(bare(&access.expr))
            && let Some(ty @ Type::Array(_)) = site.types.elements.get(&array.to_string())
        {
            found.extend(of_type(innermost(ty)).map(|scalar| (name.to_string(), scalar)));
        }
        true
    };
    let Some(body) = body(site) else { return found };
    Expressions(&mut look).visit_block(body);
    // A name that is bound again may be another's.
    let mut bound: HashMap<String, usize> = HashMap::new();
    let mut bind = |name: &syn::PatIdent| *bound.entry(name.ident.to_string()).or_default() += 1;
    Bound(&mut bind).visit_block(body);
    found.retain(|name, _| bound.get(name) == Some(&1));
    found
}

pub(super) fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(array) => innermost(&array.elem),
        other => other,
    }
}
