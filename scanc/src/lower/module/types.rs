//! Structs, enums, aliases and the constants that need no call, each after what it mentions.

use super::attributes::{derives, refuse_conditions, representation};
use crate::diagnostic::{Diagnostic, Diagnostics, Span, Spanned};
use crate::ir::{self, Int, Place, Scalar, Type};
use crate::limits;
use crate::lower::codes;
use crate::lower::declared::{Constant, EnumShape, StructShape, World, too_large};
use crate::lower::lowerer::Lowerer;
use crate::parse::DeclaredItems;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::ext::IdentExt;
use syn::visit::Visit;

/// A constant and the type it belongs to, if any.
#[derive(Clone, Copy)]
pub(super) struct ConstantItem<'s> {
    pub owner: Option<&'s syn::Type>,
    pub name: &'s proc_macro2::Ident,
    pub ty: &'s syn::Type,
    pub value: &'s syn::Expr,
    pub attributes: &'s [syn::Attribute],
}

/// The constants of the module and of its inherent `impl` blocks.
pub(super) fn constants(items: &DeclaredItems) -> Vec<ConstantItem<'_>> {
    let free = items.consts.iter().map(|item| ConstantItem {
        owner: None,
        name: &item.ident,
        ty: &item.ty,
        value: &item.expr,
        attributes: &item.attrs,
    });
    let inherent = items.impls.iter().filter(|item| item.trait_.is_none());
    let associated = inherent.flat_map(|block| {
        block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Const(item) => Some(ConstantItem {
                owner: Some(&*block.self_ty),
                name: &item.ident,
                ty: &item.ty,
                value: &item.expr,
                attributes: &item.attrs,
            }),
            _ => None,
        })
    });
    free.chain(associated).collect()
}

impl ConstantItem<'_> {
    /// What it is found under: `N`, `ModP::P`.
    pub fn key(&self) -> String {
        match self.owner.map(type_word) {
            Some(owner) => format!("{owner}::{}", self.name.unraw()),
            None => self.name.unraw().to_string(),
        }
    }

    /// The type that `Self` is in it.
    pub fn self_type(&self, world: &World) -> Option<Type> {
        self.owner.and_then(|owner| world.named(&type_word(owner)))
    }
}

/// The word that a type consists of; empty for another type.
pub(super) fn type_word(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Paren(inner) => type_word(&inner.elem),
        syn::Type::Group(inner) => type_word(&inner.elem),
        syn::Type::Path(path) if path.qself.is_none() => {
            path.path.segments.last().map(|last| last.ident.unraw().to_string()).unwrap_or_default()
        }
        _ => String::new(),
    }
}

#[derive(Clone, Copy)]
enum Entry<'s> {
    Struct(&'s syn::ItemStruct),
    Enum(&'s syn::ItemEnum),
    Alias(&'s syn::ItemType),
    Constant(ConstantItem<'s>),
}

/// Something to be declared, and the names that it mentions.
struct Pending<'s> {
    entry: Entry<'s>,
    key: String,
    mentions: HashSet<String>,
}

impl<'s> Pending<'s> {
    fn new(entry: Entry<'s>) -> Self {
        let (key, owner, tokens) = match entry {
            Entry::Struct(item) => (item.ident.unraw().to_string(), String::new(), item.fields.to_token_stream()),
            Entry::Enum(item) => (item.ident.unraw().to_string(), String::new(), item.variants.to_token_stream()),
            Entry::Alias(item) => (item.ident.unraw().to_string(), String::new(), item.ty.to_token_stream()),
            Entry::Constant(item) => {
                let mut tokens = item.ty.to_token_stream();
                item.value.to_tokens(&mut tokens);
                (item.key(), item.owner.map(type_word).unwrap_or_default(), tokens)
            }
        };
        let mut mentions = HashSet::new();
        mentioned(tokens, &owner, &mut mentions);
        mentions.remove(&key);
        Self { entry, key, mentions }
    }
}

/// Words, and pairs of words with `::` between them, in tokens.
fn mentioned(tokens: TokenStream, owner: &str, found: &mut HashSet<String>) {
    let mut before: Option<String> = None;
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                mentioned(group.stream(), owner, found);
                before = None;
            }
            TokenTree::Ident(word) => {
                let word = if word == "Self" { owner.to_owned() } else { word.unraw().to_string() };
                if let Some(before) = before.filter(|_| colons == 2) {
                    found.insert(format!("{before}::{word}"));
                }
                found.insert(word.clone());
                (before, colons) = (Some(word), 0);
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            _ => (before, colons) = (None, 0),
        }
    }
}

/// Declares what types are made of.
pub(super) fn declare(items: &DeclaredItems, world: &mut World, diagnostics: &mut Diagnostics) {
    let structs = items.structs.iter().map(Entry::Struct);
    let others = items.enums.iter().map(Entry::Enum).chain(items.aliases.iter().map(Entry::Alias));
    let entries = structs.chain(others).chain(constants(items).into_iter().map(Entry::Constant));
    let (ordered, circles) = in_order(entries.map(Pending::new).collect());
    let mut broken: HashSet<String> = HashSet::new();
    for pending in ordered {
        // What is wrong with a type is said where the type is declared, and nowhere else.
        if !pending.mentions.is_disjoint(&broken) || !declare_entry(pending.entry, world, diagnostics) {
            broken.insert(pending.key);
        }
    }
    circle(&circles, diagnostics);
}

/// Each after all that it mentions, as far as that is possible; and the others.
fn in_order(pending: Vec<Pending>) -> (Vec<Pending>, Vec<Pending>) {
    let mut users: HashMap<&str, Vec<usize>> = pending.iter().map(|entry| (entry.key.as_str(), Vec::new())).collect();
    let mut missing = vec![0_usize; pending.len()];
    for (at, entry) in pending.iter().enumerate() {
        for mentioned in &entry.mentions {
            if let Some(users) = users.get_mut(mentioned.as_str()) {
                users.push(at);
                missing[at] += 1;
            }
        }
    }
    let mut order: Vec<usize> = (0..pending.len()).filter(|at| missing[*at] == 0).collect();
    let mut next = 0;
    while let Some(at) = order.get(next).copied() {
        next += 1;
        for user in users.remove(pending[at].key.as_str()).unwrap_or_default() {
            missing[user] -= 1;
            if missing[user] == 0 {
                order.push(user);
            }
        }
    }
    let mut entries: Vec<Option<Pending>> = pending.into_iter().map(Some).collect();
    let ordered = order.into_iter().filter_map(|at| entries[at].take()).collect();
    (ordered, entries.into_iter().flatten().collect())
}

/// What mentions itself, directly or through others.
fn circle(rest: &[Pending], diagnostics: &mut Diagnostics) {
    for pending in rest {
        let name = match pending.entry {
            Entry::Struct(item) => &item.ident,
            Entry::Enum(item) => &item.ident,
            Entry::Alias(item) => &item.ident,
            Entry::Constant(item) => item.name,
        };
        let message = format!("`{name}` is declared in terms of itself");
        diagnostics.push(Diagnostic::error(codes::RECURSION, name.span(), message).help("break the circle"));
    }
}

/// Declares it; returns whether its types are known.
fn declare_entry(entry: Entry, world: &mut World, diagnostics: &mut Diagnostics) -> bool {
    match entry {
        Entry::Struct(item) => {
            let Some(shape) = structure(item, world, diagnostics) else { return false };
            let known = shape.fields.iter().all(|(_, ty)| is_known(ty));
            world.structs.insert(item.ident.unraw().to_string(), shape);
            known
        }
        Entry::Enum(item) => {
            let shape = enumeration(item, world, diagnostics);
            shape.map(|shape| world.enums.insert(item.ident.unraw().to_string(), shape)).is_some()
        }
        Entry::Alias(item) => {
            refuse_conditions(|conditions| conditions.visit_item_type(item), diagnostics);
            refuse_generics(&item.generics, diagnostics);
            let ty = written(&item.ty, None, world, diagnostics);
            let known = is_known(&ty);
            world.aliases.insert(item.ident.unraw().to_string(), ty);
            known
        }
        Entry::Constant(item) => {
            refuse_conditions(
                |conditions| {
                    item.attributes.iter().for_each(|attribute| conditions.visit_attribute(attribute));
                    conditions.visit_expr(item.value);
                },
                diagnostics,
            );
            let constant = constant(item, world, diagnostics);
            let known = is_known(&constant.ty);
            world.consts.insert(item.key(), constant);
            known
        }
    }
}

/// Whether it is a type, and not something that had an error in its place: that has a meaning where it is written alone.
fn is_known(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_known(element),
        Type::Opaque(_) => false,
        Type::Scalar(_) | Type::Struct(_) | Type::Enum(..) => true,
    }
}

/// The value, unless computing it takes a call or fails: then it is looked at again when everything is declared.
fn constant(item: ConstantItem, world: &World, diagnostics: &mut Diagnostics) -> Constant {
    let self_type = item.self_type(world);
    let ty = written(item.ty, self_type.clone(), world, diagnostics);
    let mut attempt = Diagnostics::default();
    let value = Lowerer::in_world(&mut attempt, world, self_type).constant(item.value, &ty);
    Constant { ty, value: value.filter(|_| !attempt.has_errors()) }
}

/// A type as written.
pub(super) fn written(ty: &syn::Type, self_type: Option<Type>, world: &World, diagnostics: &mut Diagnostics) -> Type {
    let mut lowerer = Lowerer::in_world(diagnostics, world, self_type);
    if has_hole(ty) {
        return lowerer
            .refuse(codes::NO_SUCH_TYPE, ty.span(), "Rust infers no type of a declaration", "write it in the place of `_`")
            .ty;
    }
    lowerer.annotation(ty, "{}")
}

/// Whether `_` is anywhere in it.
fn has_hole(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Infer(_) => true,
        syn::Type::Paren(inner) => has_hole(&inner.elem),
        syn::Type::Group(inner) => has_hole(&inner.elem),
        syn::Type::Reference(inner) => has_hole(&inner.elem),
        syn::Type::Array(inner) => has_hole(&inner.elem),
        _ => false,
    }
}

/// Whether a declaration is generic, which is reported.
pub(super) fn refuse_generics(generics: &syn::Generics, diagnostics: &mut Diagnostics) -> bool {
    if !generics.params.is_empty() {
        let help = "declare it once for each type that kernels use";
        let message = "a generic declaration cannot be used in kernels";
        diagnostics.push(Diagnostic::error(codes::NOT_DECLARABLE, generics.span(), message).help(help));
    }
    !generics.params.is_empty()
}

fn structure(item: &syn::ItemStruct, world: &World, diagnostics: &mut Diagnostics) -> Option<StructShape> {
    refuse_conditions(|conditions| conditions.visit_item_struct(item), diagnostics);
    check_layout(item, diagnostics);
    // The fields of a generic struct have types that are nowhere to be found.
    let mut unheard = Diagnostics::default();
    let diagnostics = if refuse_generics(&item.generics, diagnostics) { &mut unheard } else { diagnostics };
    if item.fields.is_empty() {
        let message = format!("`{}` has no fields: C has no empty structs", item.ident);
        diagnostics
            .push(Diagnostic::error(codes::NO_LAYOUT, item.ident.span(), message).help("leave it out, or give it a field"));
        return None;
    }
    let fields = item.fields.iter().enumerate().map(|(position, field)| {
        let name = field.ident.as_ref().map_or_else(|| position.to_string(), |name| name.unraw().to_string());
        (name, field_type(&field.ty, world, diagnostics))
    });
    let fields: Vec<(String, Type)> = fields.collect();
    let values = fields.iter().map(|(_, ty)| world.values(ty)).fold(0, u64::saturating_add);
    if values > limits::VALUES {
        diagnostics.push(too_large(&item.ident.to_string(), values, item.ident.span().into()));
    }
    Some(StructShape { fields, values })
}

fn check_layout(item: &syn::ItemStruct, diagnostics: &mut Diagnostics) {
    let words = representation(&item.attrs);
    let transparent = item.fields.len() == 1 && words.iter().any(|(word, _)| word == "transparent");
    if !transparent && !words.iter().any(|(word, _)| word == "C") {
        let message = format!("Rust does not say how `{}` lies in memory", item.ident);
        diagnostics
            .push(Diagnostic::error(codes::NO_LAYOUT, item.ident.span(), message).help("write `#[repr(C)]` above the struct"));
    }
    for (word, span) in words.iter().filter(|(word, _)| !matches!(word.as_str(), "C" | "transparent")) {
        let message = format!("kernels have no structs that are `{word}`");
        diagnostics.push(Diagnostic::error(codes::NO_LAYOUT, *span, message).help("write `#[repr(C)]` alone"));
    }
}

/// A struct holds its fields itself: what is behind a reference is not on the device.
fn field_type(ty: &syn::Type, world: &World, diagnostics: &mut Diagnostics) -> Type {
    if let syn::Type::Reference(reference) = ty {
        let message = "a reference in a struct means nothing on the device";
        diagnostics.push(
            Diagnostic::error(codes::NO_SUCH_TYPE, ty.span(), message)
                .help(format!("store the value: `{}`", crate::lower::text(&reference.elem))),
        );
    }
    written(ty, None, world, diagnostics)
}

fn enumeration(item: &syn::ItemEnum, world: &World, diagnostics: &mut Diagnostics) -> Option<EnumShape> {
    refuse_conditions(|conditions| conditions.visit_item_enum(item), diagnostics);
    refuse_generics(&item.generics, diagnostics);
    let words = representation(&item.attrs);
    let repr = words.iter().find_map(|(word, _)| match Scalar::from_rust(word) {
        Some(Scalar::Int(int)) => Some(int),
        _ => None,
    });
    let Some(repr) = repr else {
        let message = format!("Rust does not say which integers the variants of `{}` are", item.ident);
        diagnostics.push(
            Diagnostic::error(codes::NO_LAYOUT, item.ident.span(), message)
                .help("write `#[repr(u8)]` above the enum, or `#[repr(i32)]`"),
        );
        return None;
    };
    let variants = variants(item, repr, world, diagnostics)?;
    let [compares, orders] = ["PartialEq", "PartialOrd"].map(|name| derives(&item.attrs, name));
    Some(EnumShape { repr, variants, compares, orders })
}

fn variants(item: &syn::ItemEnum, repr: Int, world: &World, diagnostics: &mut Diagnostics) -> Option<Vec<(String, i128)>> {
    let mut next = 0;
    let mut variants = Vec::new();
    for variant in &item.variants {
        if !variant.fields.is_empty() {
            let message = "a variant with fields cannot be used in kernels";
            let help = "declare a struct that holds the fields and a plain enum";
            diagnostics.push(Diagnostic::error(codes::NO_LAYOUT, variant.fields.span(), message).help(help));
        }
        if let Some((_, value)) = &variant.discriminant {
            let ty = Type::Scalar(Scalar::Int(repr));
            next = Lowerer::in_world(diagnostics, world, None).constant(value, &ty)?.as_int();
        }
        variants.push((variant.ident.unraw().to_string(), next));
        next += 1;
    }
    if variants.is_empty() {
        let message = format!("`{}` has no variants, so it has no values", item.ident);
        diagnostics.push(Diagnostic::error(codes::NO_LAYOUT, item.ident.span(), message).help("leave it out"));
    }
    Some(variants)
}

/// The IR of what was declared: structs after the structs of their fields.
pub(super) fn of(items: &DeclaredItems, world: &World) -> (Vec<ir::Struct>, Vec<ir::Enum>) {
    let mut structs = Vec::new();
    for item in &items.structs {
        add_struct(&item.ident.unraw().to_string(), items, world, &mut structs);
    }
    let enums = items.enums.iter().map(|item| {
        let name = item.ident.unraw().to_string();
        let shape = &world.enums[&name];
        ir::Enum { repr: shape.repr, variants: shape.variants.clone(), name }
    });
    (structs, enums.collect())
}

fn add_struct(name: &str, items: &DeclaredItems, world: &World, structs: &mut Vec<ir::Struct>) {
    if structs.iter().any(|known| known.name == name) {
        return;
    }
    let fields = world.structs[name].fields.clone();
    for (_, ty) in &fields {
        if let Some(inner) = struct_in(ty) {
            add_struct(inner, items, world, structs);
        }
    }
    let declared = items.structs.iter().find(|item| item.ident.unraw() == name);
    let span = Place(declared.map_or_else(Span::call_site, |item| item.ident.span().into()));
    structs.push(ir::Struct { name: name.to_owned(), fields, span });
}

fn struct_in(ty: &Type) -> Option<&str> {
    match ty {
        Type::Struct(name) => Some(name),
        Type::Array(element, _) => struct_in(element),
        _ => None,
    }
}
