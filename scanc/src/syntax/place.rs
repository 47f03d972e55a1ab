//! Places: a variable, or a chain of fields over one (`y`, `self.y`, `grid.rows.0`).

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr, Member, UnOp};

/// Whether `expression` is a variable or a chain of fields over one.
pub(crate) fn is_place(expression: &Expr) -> bool {
    match bare(expression) {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident().is_some_and(is_variable),
        Expr::Field(field) => is_place(&field.base),
        _ => false,
    }
}

/// `crate`, `super` and `Self` are identifiers too.
fn is_variable(name: &Ident) -> bool {
    syn::parse_str::<Ident>(&name.to_string()).is_ok() || name == "self"
}

/// The place's text, one spelling for each place: parentheses, references and dereferences are looked through, so that `*acc` in the
/// loop is the `acc` of the clause. Of what is no place, the tokens.
pub fn place_text(expression: &Expr) -> String {
    match expression {
        Expr::Paren(inner) => place_text(&inner.expr),
        Expr::Group(inner) => place_text(&inner.expr),
        Expr::Reference(inner) => place_text(&inner.expr),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => place_text(&inner.expr),
        Expr::Field(field) => format!("{}.{}", place_text(&field.base), member_text(&field.member)),
        Expr::Index(element) => format!("{}[{}]", place_text(&element.expr), element.index.to_token_stream()),
        other => other.to_token_stream().to_string(),
    }
}

/// The place under what users write around one: `&mut y`, `*y`, `y[..n]`, `y.iter()`.
pub(crate) fn place_within(expression: &Expr) -> Option<&Expr> {
    match expression {
        _ if is_place(expression) => Some(expression),
        Expr::Reference(inner) => place_within(&inner.expr),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => place_within(&inner.expr),
        Expr::Index(inner) => place_within(&inner.expr),
        Expr::MethodCall(inner) => place_within(&inner.receiver),
        _ => None,
    }
}

/// The expression without parentheses and the invisible groups that `macro_rules` leaves.
pub(crate) fn bare(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(inner) => bare(&inner.expr),
        Expr::Group(inner) => bare(&inner.expr),
        other => other,
    }
}

fn member_text(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, text: &str, place: bool) {
        let expression: Expr = syn::parse_str(input).expect(input);
        assert_eq!((place_text(&expression).as_str(), is_place(&expression)), (text, place), "{input}");
    }

    #[test]
    fn places() {
        check("y", "y", true);
        check("self.y", "self.y", true);
        check("(grid . rows).0", "grid.rows.0", true);
        check("a.0.1", "a.0.1", true);
    }

    #[test]
    fn one_spelling_for_each_place() {
        check("*acc", "acc", false);
        check("&mut *self.y", "self.y", false);
    }

    #[test]
    fn no_places() {
        check("y[0]", "y[0]", false);
        check("f()", "f ()", false);
        check("a::b", "a :: b", false);
        check("1", "1", false);
    }
}
