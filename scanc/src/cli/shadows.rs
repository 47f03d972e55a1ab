//! Primitive types' names that a file gives to something else.

use crate::ir::Scalar;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};

/// Whether the file does so anywhere.
pub(super) fn primitives(file: &syn::File) -> bool {
    let modules = file.items.iter().filter_map(|item| if let syn::Item::Mod(module) = item { Some(&module.ident) } else { None });
    let known = modules.map(Ident::to_string).chain(["scan_runtime", "std", "core", "alloc"].map(str::to_owned)).collect();
    let mut names = Names { found: false, known };
    names.visit_file(file);
    names.found
}

struct Names {
    found: bool,
    /// Of these modules it is known what `use …::*` imports.
    known: Vec<String>,
}

impl Names {
    fn named(&mut self, name: &Ident) {
        self.found |= Scalar::from_rust(&name.to_string()).is_some();
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.named(&item.ident);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.named(&item.ident);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.named(&item.ident);
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.named(&item.ident);
    }

    fn visit_type_param(&mut self, parameter: &'ast syn::TypeParam) {
        self.named(&parameter.ident);
    }

    fn visit_use_name(&mut self, name: &'ast syn::UseName) {
        self.named(&name.ident);
    }

    fn visit_use_rename(&mut self, renamed: &'ast syn::UseRename) {
        self.named(&renamed.rename);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_known = matches!(&item.tree, syn::UseTree::Path(path) if self.known.contains(&path.ident.to_string()));
        self.found |= !is_known && item.tree.to_token_stream().into_iter().any(|token| token.to_string() == "*");
        visit::visit_item_use(self, item);
    }

    // Whether it names a type is for rustc to say.
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.named(&item.ident);
        visit::visit_item_mod(self, item);
    }
}
