//! What a file declares for kernels: `#[declare_target]` and `#[declare_scan]`, wherever they stand.

use crate::diagnostic::Diagnostics;
use crate::ir::Module;
use crate::parse::{self, Declared, DeclaredItems, attribute_arguments, is_declare_scan, is_declare_target};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item};

/// An item with one of the two attributes.
pub(super) struct Declaration {
    /// The modules around what it declares; its own, where it is one.
    pub path: Vec<String>,
    /// Where the attribute stands.
    pub attribute: Range<usize>,
    /// Where it and those that belong to it stand.
    pub annotations: Vec<Range<usize>>,
    /// Where what it becomes is to stand: behind the item, or last in its module.
    pub end: End,
    read: Read,
    arguments: TokenStream,
    item: TokenStream,
}

/// A place for more items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Before the brace that closes a module, at this byte.
    InModule(usize),
    /// Behind an item, at this byte.
    Behind(usize),
}

/// What reads such an item: the macro's front door.
type Read = fn(TokenStream, TokenStream, &mut Diagnostics) -> Declared;

impl Declaration {
    /// All of a file, in order.
    pub fn in_file(file: &syn::File) -> Vec<Self> {
        let mut found = Found::default();
        found.visit_file(file);
        found.declarations
    }

    /// Through every stage but the test of the laws; `None` where it is refused.
    pub fn compile(&self, diagnostics: &mut Diagnostics) -> Option<(DeclaredItems, Module)> {
        let items = (self.read)(self.arguments.clone(), self.item.clone(), diagnostics).items;
        let module = crate::function::compile_declared(&items, diagnostics).ok()?;
        Some((items, module))
    }
}

#[derive(Default)]
struct Found {
    declarations: Vec<Declaration>,
    path: Vec<String>,
}

impl Found {
    /// Takes in an item if it is annotated.
    fn declaration(&mut self, item: &Item) -> bool {
        let mut bare = item.clone();
        let Some((read, attribute)) = attributes(&mut bare).and_then(annotation) else {
            return false;
        };
        let mut path = self.path.clone();
        if let Item::Mod(module) = item {
            path.push(module.ident.to_string());
        }
        let end = match item {
            Item::Mod(syn::ItemMod { content: Some((brace, _)), .. }) => End::InModule(brace.span.close().byte_range().start),
            item => End::Behind(item.span().byte_range().end),
        };
        let (place, annotations) = (attribute.span().byte_range(), annotations(item));
        let (arguments, item) = (attribute_arguments(&attribute), bare.to_token_stream());
        self.declarations.push(Declaration { path, attribute: place, annotations, end, read, arguments, item });
        true
    }
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item(&mut self, item: &'ast Item) {
        let declared = self.declaration(item);
        match item {
            Item::Mod(module) => {
                self.path.push(module.ident.to_string());
                let items = module.content.iter().flat_map(|(_, items)| items);
                // What a declared module holds is its own, but for the modules in it.
                items.filter(|item| !declared || matches!(item, Item::Mod(_))).for_each(|item| self.visit_item(item));
                self.path.pop();
            }
            item if !declared => visit::visit_item(self, item),
            _ => {}
        }
    }
}

/// Our attributes on an item, and on the items of a module: modules in it are read by themselves.
fn annotations(item: &Item) -> Vec<Range<usize>> {
    let mut annotations = Vec::new();
    let mut add = |item: &Item| {
        let attributes = attributes(&mut item.clone()).map(std::mem::take).unwrap_or_default();
        let ours = attributes.iter().filter(|attribute| is_declare_target(attribute) || is_declare_scan(attribute));
        annotations.extend(ours.map(|attribute| attribute.span().byte_range()));
    };
    add(item);
    if let Item::Mod(syn::ItemMod { content: Some((_, items)), .. }) = item {
        items.iter().filter(|item| !matches!(item, Item::Mod(_))).for_each(add);
    }
    annotations
}

/// The attribute that counts, taken out: `#[declare_target]` sees the other one, and not the other way round.
fn annotation(attributes: &mut Vec<Attribute>) -> Option<(Read, Attribute)> {
    let mut take = |ours: fn(&Attribute) -> bool| {
        let position = attributes.iter().position(ours)?;
        Some(attributes.remove(position))
    };
    let target = take(is_declare_target).map(|attribute| (parse::declare_target as Read, attribute));
    target.or_else(|| take(is_declare_scan).map(|attribute| (parse::declare_scan as Read, attribute)))
}

pub(super) fn attributes(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    Some(match item {
        Item::Const(item) => &mut item.attrs,
        Item::Enum(item) => &mut item.attrs,
        Item::Fn(item) => &mut item.attrs,
        Item::Impl(item) => &mut item.attrs,
        Item::Mod(item) => &mut item.attrs,
        Item::Static(item) => &mut item.attrs,
        Item::Struct(item) => &mut item.attrs,
        Item::Trait(item) => &mut item.attrs,
        Item::Type(item) => &mut item.attrs,
        Item::Union(item) => &mut item.attrs,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_found_wherever_they_stand() {
        let text = "#[declare_scan(identity = 0)] fn a(a: u8, b: u8) -> u8 { a }
            mod m { #[scan_runtime::declare_target] mod n { #[declare_scan] fn b() {} mod o { #[declare_target] mod p {} } } }
            fn outer() { #[declare_target] #[declare_scan] fn c() {} }
            #[declare_target] struct S { x: i32 } fn d() {}";
        let found = Declaration::in_file(&syn::parse_str(text).expect("Rust"));
        let paths: Vec<String> = found.iter().map(|found| found.path.join("::")).collect();
        assert_eq!(paths, ["", "m::n", "m::n::o::p", "", ""]);
        let kept = |number: usize, word: &str| found[number].item.to_string().contains(word);
        assert!(!kept(0, "declare_scan") && kept(1, "declare_scan") && kept(3, "declare_scan") && !kept(3, "declare_target"));
    }
}
