//! What attributes say of an item: its layout, what it derives, whether it is there.

use super::types::type_word;
use crate::diagnostic::{Diagnostic, Diagnostics, Span, Spanned};
use crate::lower::codes;
use crate::parse::DeclaredItems;
use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, Meta, Token};

/// The words of `#[repr(…)]`, with the place of the attribute.
pub(super) fn representation(attributes: &[Attribute]) -> Vec<(String, Span)> {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident("repr"));
    lists
        .flat_map(|attribute| {
            let words = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default();
            words.into_iter().map(|word| (word.path().get_ident().map(Ident::to_string).unwrap_or_default(), attribute.span()))
        })
        .collect()
}

/// Whether `#[derive(…)]` names that trait.
pub(super) fn derives(attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
        let traits = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated).unwrap_or_default();
        traits.iter().any(|path| path.segments.last().is_some_and(|last| last.ident == name))
    })
}

/// What rustc and its tools know of functions; other attributes are macros, which may write another function.
const OF_FUNCTIONS: [&str; 14] = [
    "allow",
    "cold",
    "deny",
    "deprecated",
    "doc",
    "expect",
    "forbid",
    "inline",
    "must_use",
    "no_mangle",
    "optimize",
    "rustfmt",
    "track_caller",
    "warn",
];

/// The attributes of an item and of everything in it that say whether code is there, or what it is.
#[derive(Default)]
pub(super) struct Conditions(Vec<Diagnostic>);

impl<'ast> Visit<'ast> for Conditions {
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            let message = "a declaration for kernels cannot be conditional";
            let help = "choose between two `#[declare_target]` modules: write `#[cfg(…)]` above the whole module";
            self.0.push(Diagnostic::error(codes::NOT_DECLARABLE, attribute.span(), message).help(help));
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.refuse_macros(&function.attrs);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.refuse_macros(&function.attrs);
        visit::visit_impl_item_fn(self, function);
    }
}

impl Conditions {
    fn refuse_macros(&mut self, attributes: &[Attribute]) {
        let is_known = |attribute: &&Attribute| {
            let first = attribute.path().segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
            ["cfg", "cfg_attr", "clippy", "diagnostic"].contains(&first.as_str()) || OF_FUNCTIONS.contains(&first.as_str())
        };
        for attribute in attributes.iter().filter(|attribute| !is_known(attribute)) {
            let message = "this attribute may make another function of what is written here";
            let help = "leave it out, or put it on a function outside of the module that calls this one";
            self.0.push(Diagnostic::error(codes::NOT_DECLARABLE, attribute.span(), message).help(help));
        }
    }
}

/// Refuses what a macro or a condition decides: the kernels are made of the text as it stands.
pub(super) fn refuse_conditions(visit: impl FnOnce(&mut Conditions), diagnostics: &mut Diagnostics) {
    let mut conditions = Conditions::default();
    visit(&mut conditions);
    conditions.0.into_iter().for_each(|error| diagnostics.push(error));
}

/// Arrays go to the device and come back as copies, so every declared type is `Copy`: rustc would say so once for each trait that the
/// type gets.
pub fn require_copies(items: &DeclaredItems, diagnostics: &mut Diagnostics) {
    let structs = items.structs.iter().map(|item| (&item.ident, &item.attrs));
    for (name, attributes) in structs.chain(items.enums.iter().map(|item| (&item.ident, &item.attrs))) {
        if !derives(attributes, "Copy") && !items.impls.iter().any(|block| is_copy_of(block, name)) {
            let message = format!("`{name}` is not `Copy`, as elements of arrays on devices are");
            let help = "write `#[derive(Clone, Copy)]` above it, and below `#[declare_target]`";
            diagnostics.push(Diagnostic::error(codes::NOT_DECLARABLE, name.span(), message).help(help));
        }
    }
}

/// `impl Copy for Name {}`
fn is_copy_of(block: &syn::ItemImpl, name: &Ident) -> bool {
    let last = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
    last.is_some_and(|last| last.ident == "Copy") && name.unraw() == type_word(&block.self_ty)
}
