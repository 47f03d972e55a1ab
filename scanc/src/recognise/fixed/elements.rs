//! The elements of array literals, and of what is one.

use super::names::Item;
use super::{MOST, Rewrite, count, element, without_reference};
use crate::recognise::types::of_type;
use crate::syntax::{bare, variable};
use syn::{Expr, Type};

/// The elements of an array literal.
#[derive(Clone)]
pub(super) enum Elements {
    One(Box<Expr>),
    Many(Vec<Elements>),
}

impl Elements {
    /// Those of `[a, b]`, of `[a; 3]`, and of another array.
    pub fn of(expr: &Expr, rewrite: &Rewrite) -> Option<Self> {
        let of = |one: &Expr| Self::of(one, rewrite).unwrap_or_else(|| Self::One(Box::new(one.clone())));
        match bare(expr) {
            Expr::Array(list) if (1..=MOST).contains(&list.elems.len()) => Some(Self::Many(list.elems.iter().map(of).collect())),
            Expr::Repeat(repeat) => {
                let length = count(&repeat.len).filter(|length| (1..=MOST).contains(length))?;
                Some(Self::Many(vec![of(&repeat.expr); length]))
            }
            other => match rewrite.item(other)? {
                Item::Many(items) => Some(Self::of_items(&items)),
                Item::One(_) => None,
            },
        }
    }

    /// The same, and those of an element of an array, whose type is visible. What a header has by a name may be a reference, and another name
    /// for it would be one, too.
    pub fn of_value(expr: &Expr, rewrite: &Rewrite) -> Option<Self> {
        Self::of(expr, rewrite).or_else(|| {
            let whole = without_reference(expr);
            let may_be_reference = std::ptr::eq(whole, bare(expr)) && rewrite.is_item(whole);
            let elements = Self::of_type(whole.clone(), &rewrite.type_of_element(whole)?)?;
            (matches!(elements, Self::Many(_)) && elements.count() <= MOST && !may_be_reference).then_some(elements)
        })
    }

    fn count(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Many(all) => all.iter().map(Self::count).sum(),
        }
    }

    fn of_type(place: Expr, ty: &Type) -> Option<Self> {
        let Type::Array(array) = ty else { return of_type(ty).map(|_| Self::One(Box::new(place))) };
        let length = count(&array.len).filter(|length| (1..=MOST).contains(length))?;
        let each = (0..length).map(|number| Self::of_type(element(&place, number), &array.elem));
        each.collect::<Option<Vec<Self>>>().map(Self::Many)
    }

    fn of_items(items: &[Item]) -> Self {
        let of = |item: &Item| match item {
            Item::One(name) => Self::One(Box::new(variable(name))),
            Item::Many(inner) => Self::of_items(inner),
        };
        Self::Many(items.iter().map(of).collect())
    }

    /// Those of an array of which none is one.
    pub fn values(self) -> Option<Vec<Expr>> {
        let Self::Many(all) = self else { return None };
        all.into_iter().map(|one| if let Self::One(value) = one { Some(*value) } else { None }).collect()
    }
}
