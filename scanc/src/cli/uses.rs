//! `use scan_runtime::scan;` and the like go when nothing uses them any more.

use super::rewrite::Edits;
use super::source::Source;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{ItemUse, UseTree, Visibility};

/// Removes the macro from the imports of a file. `runtimes` are the names that the runtime's crate goes by.
pub(super) fn remove_macro(file: &syn::File, source: &Source, runtimes: &[String], edits: &mut Edits) {
    let mut imports = Imports { source, runtimes, edits };
    imports.visit_file(file);
}

struct Imports<'a> {
    source: &'a Source,
    runtimes: &'a [String],
    edits: &'a mut Edits,
}

impl<'ast> Visit<'ast> for Imports<'_> {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        // Others may use what is re-exported.
        let private = matches!(item.vis, Visibility::Inherited);
        let from_runtime =
            |tree: &UseTree| matches!(tree, UseTree::Path(path) if self.runtimes.iter().any(|name| path.ident == name));
        if private && from_runtime(&item.tree) && imports_macro(&item.tree) {
            let range = item.span().byte_range();
            match without_macros(item.tree.clone()) {
                Some(tree) => self.edits.replace(range, text_of(&ItemUse { tree, ..item.clone() })),
                None => self.edits.remove(self.source, range),
            }
        }
        visit::visit_item_use(self, item);
    }
}

/// Whether a name is that of one of our attribute macros.
fn is_ours(name: &syn::Ident) -> bool {
    ["scan", "reduce", "parallel_for", "declare_target", "declare_scan"].iter().any(|ours| name == ours)
}

fn imports_macro(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => imports_macro(&path.tree),
        UseTree::Name(name) => is_ours(&name.ident),
        UseTree::Group(group) => group.items.iter().any(imports_macro),
        UseTree::Rename(_) | UseTree::Glob(_) => false,
    }
}

/// What is left without our macros.
fn without_macros(tree: UseTree) -> Option<UseTree> {
    match tree {
        UseTree::Name(name) => (!is_ours(&name.ident)).then_some(UseTree::Name(name)),
        UseTree::Path(mut path) => {
            path.tree = Box::new(without_macros(*path.tree)?);
            Some(UseTree::Path(path))
        }
        UseTree::Group(mut group) => {
            let items: Vec<UseTree> = group.items.into_iter().filter_map(without_macros).collect();
            match <[UseTree; 1]>::try_from(items) {
                Ok([only]) if !is_self(&only) => Some(only),
                Ok([only]) => Some(UseTree::Group(syn::UseGroup { items: Punctuated::from_iter([only]), ..group })),
                Err(items) => {
                    group.items = Punctuated::from_iter(items);
                    (!group.items.is_empty()).then_some(UseTree::Group(group))
                }
            }
        }
        other => Some(other),
    }
}

/// `use path::self` is not allowed: `self` needs its braces.
fn is_self(tree: &UseTree) -> bool {
    match tree {
        UseTree::Name(name) => name.ident == "self",
        UseTree::Rename(rename) => rename.ident == "self",
        _ => false,
    }
}

fn text_of(item: &ItemUse) -> String {
    let file = syn::parse2(item.to_token_stream()).map(|file| prettyplease::unparse(&file));
    file.unwrap_or_else(|_: syn::Error| item.to_token_stream().to_string()).trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn check(text: &str, expected: &str) {
        let (file, source) = (syn::parse_str(text).expect("Rust"), Source::new(Path::new("a.rs"), text));
        let mut edits = Edits::default();
        remove_macro(&file, &source, &["scan_runtime".into()], &mut edits);
        assert_eq!(edits.apply(text), expected);
    }

    #[test]
    fn the_macro_leaves_the_import_and_the_rest_stays() {
        check("use scan_runtime::scan;\nuse std::fmt;\n", "use std::fmt;\n");
        check("use scan_runtime::{scan, Report};\n", "use scan_runtime::Report;\n");
        check("use scan_runtime::{declare_scan, declare_target, scan};\n", "");
        check("use scan_runtime::{self, scan};\n", "use scan_runtime::{self};\n");
        check("use scan_runtime::{Report, scan, last_report};\n", "use scan_runtime::{Report, last_report};\n");
        check("mod m {\n    use ::scan_runtime::scan;\n}\n", "mod m {\n}\n");
    }

    #[test]
    fn other_imports_stay_as_they_are() {
        for text in
            ["pub use scan_runtime::scan;\n", "use other::scan;\n", "use scan_runtime::*;\n", "use  scan_runtime::Report;\n"]
        {
            check(text, text);
        }
    }
}
