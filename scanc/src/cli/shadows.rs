//! Primitive types' names that a file gives to something else.

use crate::ir::Scalar;
use proc_macro2::Ident;
use syn::visit::{self, Visit};

/// Whether the file does so anywhere.
pub(super) fn primitives(file: &syn::File) -> bool {
    let mut names = Names(false);
    names.visit_file(file);
    names.0
}

struct Names(bool);

impl Names {
    fn named(&mut self, name: &Ident) {
        self.0 |= Scalar::from_rust(&name.to_string()).is_some();
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

    // Whether it names a type is for rustc to say.
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.named(&item.ident);
        visit::visit_item_mod(self, item);
    }
}
