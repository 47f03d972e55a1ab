//! What paths mean, as far as a file tells: items of its modules, and what its `use` declarations bring in from them.
//!
//! A name that might mean something else (two items of one name, a glob from another crate) resolves to nothing.

use std::collections::HashMap;
use syn::ext::IdentExt;
use syn::{Item, UseTree};

/// An item's modules and its name, from the file's root.
pub(super) type ItemPath = Vec<String>;

/// The modules of a file.
#[derive(Default)]
pub(super) struct Scopes(HashMap<ItemPath, Scope>);

/// The names of one module.
#[derive(Default)]
struct Scope {
    /// How often each is declared.
    items: HashMap<String, usize>,
    /// Names, and the paths that they were imported by.
    imports: Vec<(String, Vec<String>)>,
    globs: Vec<Vec<String>>,
    /// A macro may declare anything.
    macros: bool,
}

/// Longer chains of `use` are taken for circles.
const LONGEST: usize = 16;

impl Scopes {
    /// The modules of a file whose text is in it.
    pub fn of(file: &syn::File) -> Self {
        let mut scopes = Self::default();
        scopes.module(&[], &file.items);
        scopes
    }

    fn module(&mut self, path: &[String], items: &[Item]) {
        let mut scope = Scope::default();
        for item in items {
            scope.item(item);
            if let Item::Mod(syn::ItemMod { ident, content: Some((_, items)), .. }) = item {
                let inner: Vec<String> = path.iter().cloned().chain([ident.unraw().to_string()]).collect();
                self.module(&inner, items);
            }
        }
        self.0.insert(path.to_vec(), scope);
    }

    /// The item of this file that `path` names in the module `from`.
    pub fn resolve(&self, from: &[String], path: &syn::Path) -> Option<ItemPath> {
        let plain = path.leading_colon.is_none() && path.segments.iter().all(|segment| segment.arguments.is_none());
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
        self.words(from, &words, LONGEST).filter(|_| plain)
    }

    fn words(&self, from: &[String], words: &[String], fuel: usize) -> Option<ItemPath> {
        let (first, rest) = words.split_first()?;
        let mut found = match first.as_str() {
            // Where the crate's root is, the file does not tell.
            "crate" => return None,
            "self" => from.to_vec(),
            "super" => from.split_last()?.1.to_vec(),
            name => self.name(from, name, fuel)?,
        };
        for word in rest {
            found = match word.as_str() {
                "super" => found.split_last()?.1.to_vec(),
                name => self.name(&found, name, fuel)?,
            };
        }
        Some(found)
    }

    /// What `name` is in a module.
    fn name(&self, module: &[String], name: &str, fuel: usize) -> Option<ItemPath> {
        let (scope, fuel) = (self.0.get(module)?, fuel.checked_sub(1)?);
        let mut imports = scope.imports.iter().filter(|(imported, _)| imported == name).map(|(_, path)| path);
        match (scope.items.get(name), imports.next(), imports.next()) {
            (Some(1), None, _) => Some(module.iter().cloned().chain([name.to_owned()]).collect()),
            (None, Some(path), None) => self.words(module, path, fuel),
            (None, None, _) if !scope.macros => {
                let modules: Option<Vec<ItemPath>> = scope.globs.iter().map(|glob| self.words(module, glob, fuel)).collect();
                let mut found: Vec<ItemPath> = modules?.iter().filter_map(|module| self.name(module, name, fuel)).collect();
                found.dedup();
                <[ItemPath; 1]>::try_from(found).ok().map(|[only]| only)
            }
            _ => None,
        }
    }
}

impl Scope {
    fn item(&mut self, item: &Item) {
        let name = match item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::ExternCrate(item) => item.rename.as_ref().map_or(&item.ident, |(_, name)| name),
            Item::Fn(item) => &item.sig.ident,
            Item::Mod(item) => &item.ident,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::TraitAlias(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Union(item) => &item.ident,
            Item::Use(item) if item.leading_colon.is_none() => return self.import(&item.tree, Vec::new()),
            Item::Impl(_) => return,
            _ => {
                self.macros = true;
                return;
            }
        };
        *self.items.entry(name.unraw().to_string()).or_default() += 1;
    }

    fn import(&mut self, tree: &UseTree, mut path: Vec<String>) {
        match tree {
            UseTree::Path(inner) => {
                path.push(inner.ident.unraw().to_string());
                self.import(&inner.tree, path);
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, path.clone())),
            UseTree::Glob(_) => self.globs.push(path),
            UseTree::Name(name) => {
                let name = name.ident.unraw().to_string();
                // `use poly::{self}`
                if name != "self" {
                    path.push(name);
                }
                self.imports.extend(path.last().cloned().map(|name| (name, path)));
            }
            UseTree::Rename(rename) => {
                let name = rename.ident.unraw().to_string();
                if name != "self" {
                    path.push(name);
                }
                self.imports.push((rename.rename.unraw().to_string(), path));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "
        pub mod poly { pub struct Pair; pub fn op() {} }
        mod user { use super::poly::{self, op, op as compose}; mod inner { use super::*; } }
        mod all { use super::poly::*; use super::other::*; }
        mod other { use scan::poly::Pair; pub fn op() {} }
        mod foreign { use rayon::prelude::*; use super::poly::Pair; }
        mod twice { #[cfg(a)] fn op() {} #[cfg(not(a))] fn op() {} }
        mod circle { pub use super::circle::op; }";

    fn resolved(from: &str, path: &str) -> Option<String> {
        let scopes = Scopes::of(&syn::parse_str(FILE).expect("Rust"));
        let from: Vec<String> = from.split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect();
        scopes.resolve(&from, &syn::parse_str(path).expect("a path")).map(|found| found.join("::"))
    }

    #[test]
    fn what_the_file_tells_is_found() {
        for (from, path) in [
            ("", "poly::op"),
            ("", "self::poly::op"),
            ("poly", "op"),
            ("user", "op"),
            ("user", "compose"),
            ("user", "poly::op"),
            ("user", "super::poly::op"),
            ("user::inner", "compose"),
            ("user::inner", "super::super::poly::op"),
        ] {
            assert_eq!(resolved(from, path).as_deref(), Some("poly::op"), "{path} in {from}");
        }
        assert_eq!(resolved("all", "Pair").as_deref(), Some("poly::Pair"));
        assert_eq!(resolved("foreign", "Pair").as_deref(), Some("poly::Pair"));
    }

    #[test]
    fn what_may_be_something_else_is_not() {
        for (from, path) in [
            ("", "op"),
            ("", "crate::poly::op"),
            ("", "::poly::op"),
            ("", "poly::op::<u8>"),
            ("", "super::poly::op"),
            ("all", "op"),
            ("other", "Pair"),
            ("foreign", "op"),
            ("twice", "op"),
            ("circle", "op"),
            ("nowhere", "op"),
        ] {
            assert_eq!(resolved(from, path), None, "{path} in {from}");
        }
    }
}
