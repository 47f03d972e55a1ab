//! Which values may still refer to an array when their statement is over.
//!
//! Nothing wrong follows from a mistake here: the borrow checker lets nobody use an array while another name for it is in use. But what
//! is put in front of statements uses arrays too, and a program is not to be refused for that.

use super::arrays::Arrays;
use super::declared::is_number_type;
use super::exchange::is_swap;
use crate::syntax::bare;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{AngleBracketedGenericArguments, Expr, GenericArgument, Pat, PathArguments, Stmt, Token, Type};

/// A method with such a name makes a value of its own.
const MAKERS: [&str; 10] = ["sum", "product", "count", "all", "any", "len", "is_empty", "capacity", "contains", "to_vec"];
/// So does such a macro.
const MAKING_MACROS: [&str; 14] = [
    "format",
    "print",
    "println",
    "eprint",
    "eprintln",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "panic",
    "matches",
    "writeln",
];

/// Whether the value of an expression may refer to an array.
pub(super) fn keeps(expression: &Expr, arrays: &Arrays) -> bool {
    match bare(expression) {
        Expr::Lit(_) | Expr::Binary(_) | Expr::Cast(_) | Expr::Index(_) | Expr::Assign(_) => false,
        Expr::Unary(unary) if !matches!(unary.op, syn::UnOp::Deref(_)) => false,
        Expr::Unary(unary) => matches!(bare(&unary.expr), Expr::Path(_)) && keeps(&unary.expr, arrays),
        Expr::Field(field) if matches!(bare(&field.base), Expr::Index(_)) => false,
        Expr::MethodCall(call) if MAKERS.iter().any(|maker| call.method == maker) => false,
        Expr::MethodCall(call) if call.turbofish.as_ref().is_some_and(makes_numbers) => false,
        Expr::MethodCall(call) => {
            // An element is a copy.
            let from_element =
                matches!(bare(&call.receiver), Expr::Index(index) if !matches!(bare(&index.index), Expr::Range(_)));
            !from_element && names(&call.receiver, arrays) || any_keeps(&call.args, arrays)
        }
        Expr::Call(call) => any_keeps(&call.args, arrays),
        Expr::Macro(call) => keeps_by_macro(&call.mac, arrays),
        Expr::Tuple(tuple) => any_keeps(&tuple.elems, arrays),
        Expr::Array(array) => any_keeps(&array.elems, arrays),
        Expr::Repeat(repeat) => keeps(&repeat.expr, arrays),
        Expr::Range(range) => any_keeps(range.start.iter().chain(&range.end).map(|end| &**end), arrays),
        Expr::Struct(made) => any_keeps(made.fields.iter().map(|field| &field.expr), arrays),
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref().is_some_and(|(_, other)| keeps(other, arrays));
            other || block_keeps(&branch.then_branch, arrays)
        }
        Expr::Block(block) => block_keeps(&block.block, arrays),
        Expr::Match(chosen) => any_keeps(chosen.arms.iter().map(|arm| &*arm.body), arrays),
        other => names(other, arrays),
    }
}

fn any_keeps<'e>(parts: impl IntoIterator<Item = &'e Expr>, arrays: &Arrays) -> bool {
    parts.into_iter().any(|part| keeps(part, arrays))
}

fn block_keeps(block: &syn::Block, arrays: &Arrays) -> bool {
    // What the block's own variables refer to may be its value.
    let declares = block.stmts.iter().any(|statement| matches!(statement, Stmt::Local(local) if names(local, arrays)));
    declares || matches!(block.stmts.last(), Some(Stmt::Expr(value, None)) if keeps(value, arrays))
}

fn keeps_by_macro(call: &syn::Macro, arrays: &Arrays) -> bool {
    if MAKING_MACROS.iter().any(|name| call.path.is_ident(name)) || !names(&call.tokens, arrays) {
        return false;
    }
    let arguments = |separator: &str| match separator {
        "," => call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated).map(Vec::from_iter),
        _ => call.parse_body_with(Punctuated::<Expr, Token![;]>::parse_terminated).map(Vec::from_iter),
    };
    let arguments = arguments(",").or_else(|_| arguments(";"));
    arguments.map_or(true, |arguments| any_keeps(&arguments, arrays))
}

/// Whether the variables that a `let` declares may refer to an array.
pub(super) fn local_keeps(local: &syn::Local, arrays: &Arrays) -> bool {
    let Some(init) = &local.init else { return false };
    match &local.pat {
        Pat::Type(typed) if holds_numbers(&typed.ty) => false,
        Pat::Wild(_) => false,
        Pat::Ident(name) if name.by_ref.is_some() => names(&init.expr, arrays),
        Pat::Type(_) | Pat::Ident(_) => keeps(&init.expr, arrays),
        pattern if copies(pattern) => keeps(&init.expr, arrays),
        // What `ref` is in it refers to a part.
        _ => names(&init.expr, arrays),
    }
}

/// Whether a type is spelt as numbers, or `Vec<f32>` and the like.
fn holds_numbers(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => holds_numbers(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(holds_numbers),
        Type::Path(path) => {
            is_number_type(ty)
                || path.path.segments.last().is_some_and(|last| match &last.arguments {
                    PathArguments::AngleBracketed(arguments) => makes_numbers(arguments),
                    _ => last.ident == "String",
                })
        }
        _ => false,
    }
}

fn makes_numbers(arguments: &AngleBracketedGenericArguments) -> bool {
    arguments.args.iter().all(|argument| matches!(argument, GenericArgument::Type(ty) if holds_numbers(ty)))
}

/// Whether an expression that is evaluated for nothing but its effects may leave a reference to an array somewhere.
pub(super) fn leaves_reference(expression: &Expr, arrays: &Arrays) -> bool {
    let lends = |arguments: &Punctuated<Expr, Token![,]>| {
        arguments.iter().any(|argument| matches!(bare(argument), Expr::Reference(lent) if names(&lent.expr, arrays)))
    };
    match bare(expression) {
        Expr::MethodCall(call) => {
            let of_array = names(&call.receiver, arrays);
            lends(&call.args) && (!of_array || lends_others(&call.args, arrays))
        }
        // What is exchanged is of one type.
        Expr::Call(call) => !is_swap(call) && lends(&call.args) && lends_others(&call.args, arrays),
        Expr::Assign(assign) => keeps(&assign.right, arrays),
        _ => false,
    }
}

/// Whether something else than an array is lent to be changed.
fn lends_others(arguments: &Punctuated<Expr, Token![,]>, arrays: &Arrays) -> bool {
    let is_other = |lent: &syn::ExprReference| lent.mutability.is_some() && !names(&lent.expr, arrays);
    arguments.iter().any(|argument| matches!(bare(argument), Expr::Reference(lent) if is_other(lent)))
}

/// Whether the tokens name an array.
fn names(tokens: &impl ToTokens, arrays: &Arrays) -> bool {
    !arrays.named_in(&tokens.to_token_stream().to_string()).is_empty()
}

/// Whether a pattern copies what it is held against, or only looks at it.
pub(super) fn copies(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) | Pat::Lit(_) | Pat::Range(_) | Pat::Path(_) | Pat::Rest(_) | Pat::Const(_) => true,
        Pat::Ident(name) => name.by_ref.is_none() && name.subpat.as_ref().is_none_or(|(_, inner)| copies(inner)),
        Pat::Type(typed) => copies(&typed.pat),
        Pat::Paren(inner) => copies(&inner.pat),
        Pat::Or(cases) => cases.cases.iter().all(copies),
        Pat::Tuple(tuple) => tuple.elems.iter().all(copies),
        Pat::TupleStruct(tuple) => tuple.elems.iter().all(copies),
        Pat::Struct(fields) => fields.fields.iter().all(|field| copies(&field.pat)),
        Pat::Slice(slice) => slice.elems.iter().all(copies),
        _ => false,
    }
}
