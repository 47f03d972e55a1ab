//! What paths mean, as far as a file tells: items of its modules, and what its `use` declarations bring in from them.
//!
//! A name that might mean something else (two items of one name, a glob from another crate) resolves to nothing.

use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::ext::IdentExt;
use syn::{Attribute, Item, UseTree};

/// An item's modules and its name, from the file's root.
pub(crate) type ItemPath = Vec<String>;

/// The modules of a file.
#[derive(Clone, Debug, Default)]
pub struct Scopes {
    modules: HashMap<ItemPath, Scope>,
    /// The heads of all functions of modules, as one text each, and the modules around them.
    heads: Vec<(String, ItemPath)>,
    /// The names of types that implement traits of the runtime's.
    vouched: HashSet<String>,
}

/// What an item is, as far as it matters to kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A function that kernels do not have.
    Function,
    /// A struct or an enum that they do not have.
    Type,
    /// Something else, or what is declared for kernels.
    Other,
}

/// The names of one module.
#[derive(Clone, Debug, Default)]
struct Scope {
    /// What each is, as often as it is declared.
    items: HashMap<String, Vec<Kind>>,
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
        scopes.module(&[], &file.items, false);
        scopes
    }

    /// `is_declared`: all in it is declared for kernels.
    fn module(&mut self, path: &[String], items: &[Item], is_declared: bool) {
        let mut scope = Scope::default();
        for item in items {
            scope.item(item, is_declared);
            match item {
                Item::Mod(syn::ItemMod { ident, attrs, content: Some((_, items)), .. }) => {
                    let inner: Vec<String> = path.iter().cloned().chain([ident.unraw().to_string()]).collect();
                    self.module(&inner, items, is_declared || may_declare(attrs));
                }
                Item::Fn(function) => self.heads.push((head(&function.sig), path.to_vec())),
                Item::Impl(item) => {
                    self.heads.extend(item.items.iter().filter_map(|item| match item {
                        syn::ImplItem::Fn(function) => Some((head(&function.sig), path.to_vec())),
                        _ => None,
                    }));
                    if let (Some((_, of, _)), syn::Type::Path(ty)) = (&item.trait_, &*item.self_ty)
                        && of.segments.last().is_some_and(|last| OURS.iter().any(|ours| last.ident == ours))
                    {
                        self.vouched.extend(ty.path.segments.last().map(|last| last.ident.unraw().to_string()));
                    }
                }
                _ => {}
            }
        }
        self.modules.insert(path.to_vec(), scope);
    }

    /// The modules around the one function that has this head.
    pub(crate) fn modules_of(&self, signature: &syn::Signature) -> Option<&[String]> {
        let head = head(signature);
        let mut found = self.heads.iter().filter(|(known, _)| *known == head);
        found.next().filter(|_| found.next().is_none()).map(|(_, modules)| modules.as_slice())
    }

    /// What the one item of that path is; `None` where a macro beside it may have declared it.
    pub(crate) fn kind(&self, path: &ItemPath) -> Option<Kind> {
        let (name, module) = path.split_last()?;
        let scope = self.modules.get(module).filter(|scope| !scope.macros)?;
        let kind = scope.items.get(name)?.first().copied()?;
        // Beside a function there may be a declared one's type, from a glob.
        if kind == Kind::Function && scope.globs.iter().any(|glob| self.may_bring(module, glob, name)) {
            return None;
        }
        let vouched = kind == Kind::Type && self.vouched.contains(name);
        Some(if vouched { Kind::Other } else { kind })
    }

    /// Whether a glob in `module` may bring in something of that name.
    fn may_bring(&self, module: &[String], glob: &[String], name: &str) -> bool {
        match self.words(module, glob, LONGEST).and_then(|from| Some((self.modules.get(&from)?, from))) {
            Some((scope, from)) => scope.macros || !scope.globs.is_empty() || self.name(&from, name, LONGEST).is_some(),
            None => !glob.first().is_some_and(|first| WITHOUT_FUNCTIONS.iter().any(|known| first == known)),
        }
    }

    /// The item of this file that `path` names in the module `from`.
    pub(crate) fn resolve(&self, from: &[String], path: &syn::Path) -> Option<ItemPath> {
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
        let (scope, fuel) = (self.modules.get(module)?, fuel.checked_sub(1)?);
        let mut imports = scope.imports.iter().filter(|(imported, _)| imported == name).map(|(_, path)| path);
        match (scope.items.get(name).map(Vec::len), imports.next(), imports.next()) {
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

/// Crates that declare no function for kernels.
const WITHOUT_FUNCTIONS: &[&str] = &["std", "core", "alloc", "scan_runtime"];

/// A function's head as one text.
fn head(signature: &syn::Signature) -> String {
    signature.to_token_stream().to_string().split_whitespace().collect()
}

/// Traits by which a type or a function says itself what kernels have to know.
const OURS: &[&str] = &["Element", "Value", "Semigroup", "Monoid", "Function", "Operator"];

/// Attributes that declare nothing.
const HARMLESS: &[&str] = &[
    "doc",
    "derive",
    "repr",
    "inline",
    "cold",
    "must_use",
    "allow",
    "warn",
    "deny",
    "expect",
    "deprecated",
    "track_caller",
    "non_exhaustive",
];

/// Whether one of these attributes declares something for kernels, or might: a macro's may do anything.
pub(crate) fn may_declare(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| !HARMLESS.iter().any(|harmless| attribute.path().is_ident(harmless)))
}

impl Scope {
    fn item(&mut self, item: &Item, is_declared: bool) {
        let kind = match item {
            _ if is_declared => Kind::Other,
            Item::Fn(function) if !may_declare(&function.attrs) => Kind::Function,
            Item::Struct(item) if !may_declare(&item.attrs) => Kind::Type,
            Item::Enum(item) if !may_declare(&item.attrs) => Kind::Type,
            _ => Kind::Other,
        };
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
        self.items.entry(name.unraw().to_string()).or_default().push(kind);
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
    fn beside_a_function_a_glob_may_bring_the_type_of_a_declared_one() {
        let kind = |glob: &str| {
            let text = format!("{glob} fn weigh() {{}} mod ops {{ pub fn weigh() {{}} }} mod more {{ pub fn op() {{}} }}");
            Scopes::of(&syn::parse_str(&text).expect("Rust")).kind(&vec!["weigh".to_owned()])
        };
        for glob in ["", "use scan_runtime::*;", "use std::collections::*;", "use more::*;"] {
            assert_eq!(kind(glob), Some(Kind::Function), "{glob}");
        }
        for glob in ["use ops::*;", "use other::*;", "macro_rules! declare { () => {} } declare!();"] {
            assert_eq!(kind(glob), None, "{glob}");
        }
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
    fn what_kernels_do_not_have_is_plain() {
        let text = "
            fn plain() {} struct Plain; enum Either { A, B }
            #[scan_runtime::declare_scan(identity = 0)] fn op() {} #[wrapped] struct Wrapped; #[cfg(a)] fn sometimes() {}
            #[declare_target] mod ops { pub fn weigh() {} pub mod inner { pub struct Deep; } }
            struct Own; unsafe impl scan_runtime::Element for Own {}
            mod made { weigh!(); pub fn beside() {} }
            impl Plain { fn method(&self, x: u8) {} }";
        let scopes = Scopes::of(&syn::parse_str(text).expect("Rust"));
        let kind = |path: &str| scopes.kind(&path.split("::").map(str::to_owned).collect());
        assert_eq!(kind("plain"), Some(Kind::Function));
        assert_eq!([kind("Plain"), kind("Either")], [Some(Kind::Type); 2]);
        for declared in ["op", "Wrapped", "sometimes", "ops", "ops::weigh", "ops::inner::Deep", "Own"] {
            assert_eq!(kind(declared), Some(Kind::Other), "{declared}");
        }
        assert_eq!(kind("made::beside"), None);
        let found = |head: &str| scopes.modules_of(&syn::parse_str(head).expect("a head")).map(<[String]>::to_vec);
        assert_eq!(found("fn method(&self, x: u8)"), Some(Vec::new()));
        assert_eq!(found("fn weigh()"), Some(vec!["ops".to_owned()]));
        assert_eq!(found("fn nowhere()"), None);
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
