//! What attributes say of an item: its layout, what it derives, whether it is there.

use super::types::type_word;
use crate::diagnostic::{Diagnostic, Diagnostics, Span, Spanned};
use crate::lower::codes;
use crate::parse::DeclaredItems;
use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
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

/// Code that may or may not be there is not looked at.
pub(super) fn refuse_conditions(attributes: &[Attribute], diagnostics: &mut Diagnostics) {
    for attribute in attributes {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            let message = "a declaration for kernels cannot be conditional";
            let help = "choose between two `#[declare_target]` modules: write `#[cfg(…)]` above the whole module";
            diagnostics.push(Diagnostic::error(codes::NOT_DECLARABLE, attribute.span(), message).help(help));
        }
    }
}

/// Arrays go to the device and come back as copies, so every declared type is `Copy`: rustc would say so once for each trait that the
/// type gets.
pub fn require_copies(items: &DeclaredItems, diagnostics: &mut Diagnostics) {
    let structs = items.structs.iter().map(|item| (&item.ident, &item.attrs));
    for (name, attributes) in structs.chain(items.enums.iter().map(|item| (&item.ident, &item.attrs))) {
        if !derives(attributes, "Copy") && !items.impls.iter().any(|block| is_copy_of(block, name)) {
            let message = format!("`{name}` is not `Copy`, as elements of arrays on devices are");
            let help = "write `#[derive(Clone, Copy)]` above it";
            diagnostics.push(Diagnostic::error(codes::NOT_DECLARABLE, name.span(), message).help(help));
        }
    }
}

/// `impl Copy for Name {}`
fn is_copy_of(block: &syn::ItemImpl, name: &Ident) -> bool {
    let last = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
    last.is_some_and(|last| last.ident == "Copy") && name.unraw() == type_word(&block.self_ty)
}
