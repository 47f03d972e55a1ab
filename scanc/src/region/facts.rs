//! What a region takes for granted of types, for rustc to say whether it is so.

use proc_macro2::Ident;
use syn::Expr;

/// Something that the text suggests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The place is an array of elements of the language or its library, reached without anybody's code.
    Slice(Expr),
    /// It is such an array, which dies with its variable.
    Owned(Expr),
    /// It is such an array, whose elements stay where they are when the variable's value goes to another one.
    Apart(Expr),
    /// What stands behind the place's dot is its own, and not of something that it derefs to.
    Fields(Expr),
    /// The variable is a number or a `bool`.
    Number(Ident),
    /// This is the library's function that exchanges two values, here two like that of the place.
    Swap(Box<Expr>, Expr),
}
