//! C has one namespace for what Rust keeps in several.

use super::signatures::FunctionItem;
use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::lower::codes;
use crate::parse::DeclaredItems;
use std::collections::HashMap;
use syn::ext::IdentExt;

/// Refuses two declarations that would have one name in kernels.
pub(super) fn check(items: &DeclaredItems, functions: &[FunctionItem], diagnostics: &mut Diagnostics) {
    let structs = items.structs.iter().map(|item| (item.ident.unraw().to_string(), Span::from(item.ident.span())));
    let enums = items.enums.iter().map(|item| (item.ident.unraw().to_string(), Span::from(item.ident.span())));
    let variants = items.enums.iter().flat_map(|item| {
        item.variants
            .iter()
            .map(|variant| (format!("{}_{}", item.ident.unraw(), variant.ident.unraw()), Span::from(variant.ident.span())))
    });
    let functions = functions.iter().map(|item| (item.signature.name.clone(), item.span));
    let mut taken: HashMap<String, Span> = HashMap::new();
    for (name, span) in structs.chain(enums).chain(variants).chain(functions) {
        // Words of C get an underscore in kernels.
        if taken.insert(name.trim_end_matches('_').to_owned(), span).is_some() {
            let message = format!("this would be called `{name}` in kernels, and another declaration is already");
            diagnostics.push(Diagnostic::error(codes::NAME_TAKEN, span, message).help("rename one of them"));
        }
    }
}
