//! What a user declares for kernels: structs, C-like enums, functions, and operators with their identities.

use super::{Function, Int, Type};
use crate::diagnostic::Span;

/// The declarations of one `#[declare_target]` module, or of one item that carries the attribute alone.
///
/// Methods and associated functions are functions named `Type_method`; an `impl Mul for Matrix` gives `Matrix_mul`. Constants have
/// been folded into the expressions that use them.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// In the order in which C needs them: a struct after the structs of its fields.
    pub structs: Vec<Struct>,
    /// C-like enums.
    pub enums: Vec<Enum>,
    /// A function after the functions it calls; recursion has been refused.
    pub functions: Vec<Function>,
    /// The operators, in order of declaration.
    pub operators: Vec<DeclaredOperator>,
}

/// A `#[repr(C)]` struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    /// Its name.
    pub name: String,
    /// Its fields in order; a tuple struct's are `0`, `1`, …
    pub fields: Vec<(String, Type)>,
    /// Where its name stands.
    pub span: Place,
}

/// A place in the source, which does not count in comparisons.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A C-like enum with an integer representation.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// Its `repr`.
    pub repr: Int,
    /// Its variants and their values.
    pub variants: Vec<(String, i128)>,
}

/// An operator that a user declared with `#[declare_scan]`.
#[derive(Clone, Debug)]
pub struct DeclaredOperator {
    /// As `#[scan(… : t)]` names it: the function's name, or the symbol (`*`) for an `impl Mul for Matrix`.
    pub name: String,
    /// The function in [`Module::functions`] that combines: first parameter the earlier operand.
    pub function: String,
    /// The type of both operands and of the result.
    pub operand: Type,
    /// A function without parameters that makes the identity; `None` for a semigroup.
    pub identity: Option<Function>,
    /// The function in [`Module::functions`] that says whether a value lies in its domain; `None` where all do.
    pub domain: Option<String>,
    /// The user vouches that no integer overflows: the laws are checked where none does.
    pub no_overflow: bool,
    /// The user vouches for associativity: the laws are not checked.
    pub assume_associative: bool,
    /// Where the operator's name stands.
    pub span: Span,
}

impl DeclaredOperator {
    /// The functions that kernels with the operator call.
    pub fn functions(&self) -> Vec<&str> {
        std::iter::once(&self.function).chain(&self.domain).map(String::as_str).collect()
    }
}
