//! Types as they are written.

use crate::ir;
use crate::parse::{Form, Known, TuplePart};
use crate::syntax::bare;
use quote::ToTokens;
use std::collections::HashSet;
use syn::{Expr, ExprLit, GenericArgument, Lit, Path, PathArguments, PathSegment, Type, TypePath};

/// Types of the language and of the standard library that no kernel has a use for.
const USELESS: &[&str] = &[
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "Cell",
    "HashMap",
    "HashSet",
    "LinkedList",
    "Mutex",
    "NonZero",
    "OnceCell",
    "Option",
    "PhantomData",
    "Range",
    "RangeInclusive",
    "RefCell",
    "Result",
    "RwLock",
    "String",
    "VecDeque",
    "char",
    "f128",
    "f16",
    "i128",
    "str",
    "u128",
];

/// Pointers of the standard library through which indexing sees.
const POINTERS: &[&str] = &["Arc", "Box", "Cow", "Rc"];

/// What is known of a value declared with this type; `parameters` are type parameters, which may be called `f32` too.
pub(super) fn known(ty: &Type, parameters: &HashSet<String>) -> Option<Known> {
    match ty {
        Type::Path(path) => known_path(path, parameters),
        Type::Reference(reference) => known(&reference.elem, parameters).and_then(|inner| match inner {
            Known::Reference(_) => Some(Known::Other(text(ty))),
            inner => super::infer::borrowed(inner),
        }),
        Type::Slice(slice) => Some(sequence(&slice.elem, parameters)),
        Type::Array(array) => Some(sequence(&array.elem, parameters)),
        Type::Paren(inner) => known(&inner.elem, parameters),
        Type::Group(inner) => known(&inner.elem, parameters),
        Type::Infer(_) | Type::Macro(_) | Type::Verbatim(_) => None,
        _ => Some(Known::Other(text(ty))),
    }
}

/// What the syntax alone says of a type.
pub(super) fn form(ty: &Type) -> Option<Form> {
    match ty {
        Type::Slice(_) | Type::Array(_) => Some(Form::Slice),
        Type::Reference(reference) if reference.mutability.is_none() && matches!(*reference.elem, Type::Slice(_)) => {
            Some(Form::SharedSlice)
        }
        Type::Reference(reference) => Some(form(&reference.elem).unwrap_or(Form::Reference)),
        Type::Paren(inner) => form(&inner.elem),
        _ => None,
    }
}

/// The type of the elements, as it is written.
pub(super) fn element_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Slice(slice) => Some(&slice.elem),
        Type::Array(array) => Some(&array.elem),
        Type::Reference(reference) => element_type(&reference.elem),
        Type::Paren(inner) => element_type(&inner.elem),
        Type::Path(path) => path.path.segments.last().filter(|last| last.ident == "Vec").and_then(argument),
        _ => None,
    }
}

/// An array; of no use where its elements are not.
fn sequence(of: &Type, parameters: &HashSet<String>) -> Known {
    match known(of, parameters) {
        Some(Known::Other(name)) if USELESS.contains(&name.as_str()) => Known::Other(name),
        _ => Known::Sequence(element(of, parameters)),
    }
}

/// The type of a value, where it is a primitive one or an array of such.
pub(super) fn element(ty: &Type, parameters: &HashSet<String>) -> Option<ir::Type> {
    match ty {
        Type::Path(TypePath { qself: None, path }) => primitive(path, parameters).map(ir::Type::Scalar),
        Type::Array(array) => Some(ir::Type::Array(Box::new(element(&array.elem, parameters)?), length(&array.len)?)),
        Type::Paren(inner) => element(&inner.elem, parameters),
        Type::Group(inner) => element(&inner.elem, parameters),
        _ => None,
    }
}

/// What a tuple is of.
pub(super) fn parts(tuple: &syn::TypeTuple, parameters: &HashSet<String>) -> Vec<Option<TuplePart>> {
    let part = |ty: &Type| part(ty, parameters);
    tuple.elems.iter().map(part).collect()
}

fn part(ty: &Type, parameters: &HashSet<String>) -> Option<TuplePart> {
    match ty {
        Type::Tuple(inner) => Some(TuplePart::Tuple(parts(inner, parameters))),
        Type::Paren(inner) => part(&inner.elem, parameters),
        Type::Group(inner) => part(&inner.elem, parameters),
        ty => element(ty, parameters).map(TuplePart::Value),
    }
}

/// `i32`, `std::primitive::i32`, `core::primitive::i32`.
pub(super) fn primitive(path: &Path, parameters: &HashSet<String>) -> Option<ir::Scalar> {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match *names.as_slice() {
        [name] if !parameters.contains(name) => ir::Scalar::from_rust(name),
        ["std" | "core", "primitive", name] => ir::Scalar::from_rust(name),
        _ => None,
    }
}

fn known_path(ty: &TypePath, parameters: &HashSet<String>) -> Option<Known> {
    if ty.qself.is_some() {
        return None;
    }
    if let Some(scalar) = primitive(&ty.path, parameters) {
        return Some(Known::Value(ir::Type::Scalar(scalar)));
    }
    let last = ty.path.segments.last()?;
    let name = last.ident.to_string();
    if parameters.contains(&name) {
        return None;
    }
    if name == "Vec" {
        return Some(argument(last).map_or(Known::Sequence(None), |ty| sequence(ty, parameters)));
    }
    if POINTERS.contains(&name.as_str()) {
        return Some(match argument(last).map(|ty| known(ty, parameters))? {
            Some(Known::Sequence(element)) => Known::Sequence(element),
            _ => Known::Other(text(ty)),
        });
    }
    USELESS.contains(&name.as_str()).then(|| Known::Other(text(ty)))
}

/// The first type between `<` and `>`.
pub(super) fn argument(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The type behind references.
pub(super) fn referred(ty: &Type) -> &Type {
    match ty {
        Type::Reference(inner) => referred(&inner.elem),
        Type::Paren(inner) => referred(&inner.elem),
        Type::Group(inner) => referred(&inner.elem),
        other => other,
    }
}

/// How many elements a fixed array has, or one that is referred to, and how many these have.
pub(super) fn dimensions(ty: &Type) -> Vec<usize> {
    match referred(ty) {
        Type::Array(array) => with_length(length(&array.len), || dimensions(&array.elem)),
        _ => Vec::new(),
    }
}

/// The same of an array literal.
pub(super) fn dimensions_of(value: &Expr) -> Vec<usize> {
    match bare(value) {
        Expr::Repeat(repeat) => with_length(length(&repeat.len), || dimensions_of(&repeat.expr)),
        Expr::Array(list) => {
            let mut inner = list.elems.iter().map(dimensions_of);
            let first = inner.next().unwrap_or_default();
            let is_regular = inner.all(|other| other == first);
            with_length(Some(list.elems.len() as u64).filter(|_| is_regular), || first)
        }
        _ => Vec::new(),
    }
}

fn with_length(length: Option<u64>, inner: impl FnOnce() -> Vec<usize>) -> Vec<usize> {
    let length = length.and_then(|length| usize::try_from(length).ok());
    length.map_or_else(Vec::new, |length| std::iter::once(length).chain(inner()).collect())
}

fn length(expression: &Expr) -> Option<u64> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) => literal.base10_parse().ok(),
        _ => None,
    }
}

/// The type as people write it.
fn text(ty: &impl ToTokens) -> String {
    let spaced = ty.to_token_stream().to_string();
    [(" < ", "<"), (" >", ">"), (" ,", ","), ("& ", "&"), (" ::", "::"), (":: ", "::"), (" (", "(")]
        .iter()
        .fold(spaced, |text, (from, to)| text.replace(from, to))
}
