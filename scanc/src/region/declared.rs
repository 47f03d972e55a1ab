//! What names a function declares, and where.

use proc_macro2::Ident;
use std::collections::HashMap;
use syn::visit::{self, Visit};
use syn::{Expr, ItemFn, Local, Pat, Stmt};

/// How often the function declares each name.
pub(super) fn declarations(function: &ItemFn) -> HashMap<String, usize> {
    let mut declarations = Declarations::default();
    function.sig.inputs.iter().for_each(|input| declarations.visit_fn_arg(input));
    declarations.visit_block(&function.block);
    declarations.names
}

/// How often its parameters do.
pub(super) fn parameters(function: &ItemFn) -> HashMap<String, usize> {
    let mut declarations = Declarations::default();
    function.sig.inputs.iter().for_each(|input| declarations.visit_fn_arg(input));
    declarations.names
}

/// How often a statement declares each name.
pub(super) fn declared_in(statement: &Stmt) -> HashMap<String, usize> {
    let mut declarations = Declarations::default();
    declarations.visit_stmt(statement);
    declarations.names
}

/// How often each name is declared.
#[derive(Default)]
struct Declarations {
    names: HashMap<String, usize>,
}

impl<'ast> Visit<'ast> for Declarations {
    fn visit_receiver(&mut self, _: &'ast syn::Receiver) {
        self.names.insert("self".to_owned(), 1);
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        *self.names.entry(pattern.ident.to_string()).or_default() += 1;
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// The type of a parameter that is a name.
pub(super) fn parameter_type<'f>(function: &'f ItemFn, name: &Ident) -> Option<&'f syn::Type> {
    function.sig.inputs.iter().find_map(|input| match input {
        syn::FnArg::Typed(typed) => matches!(&*typed.pat, Pat::Ident(pattern) if pattern.ident == *name).then_some(&*typed.ty),
        syn::FnArg::Receiver(_) => None,
    })
}

/// The `let` of the function's body that declares `name` alone, and its place there.
pub(super) fn top_level<'f>(function: &'f ItemFn, name: &str) -> Option<(usize, &'f Local)> {
    function.block.stmts.iter().enumerate().find_map(|(at, statement)| match statement {
        Stmt::Local(local) => (name_of(&local.pat)? == name).then_some((at, local)),
        _ => None,
    })
}

/// The name that a pattern is, where it takes the value itself.
pub(super) fn name_of(pattern: &Pat) -> Option<&Ident> {
    match pattern {
        Pat::Type(typed) => name_of(&typed.pat),
        Pat::Ident(name) => (name.by_ref.is_none() && name.subpat.is_none()).then_some(&name.ident),
        _ => None,
    }
}

/// `self` of `self.y`.
pub(super) fn root(place: &Expr) -> Option<Ident> {
    match place {
        Expr::Path(path) => path.path.get_ident().cloned(),
        Expr::Field(field) => root(&field.base),
        Expr::Paren(inner) => root(&inner.expr),
        Expr::Group(inner) => root(&inner.expr),
        _ => None,
    }
}

/// The name of a primitive type that `ty` is spelt as.
pub(super) fn is_number_type(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => {
            path.path.get_ident().is_some_and(|name| crate::ir::Scalar::from_rust(&name.to_string()).is_some())
        }
        syn::Type::Paren(inner) => is_number_type(&inner.elem),
        syn::Type::Group(inner) => is_number_type(&inner.elem),
        _ => false,
    }
}
