//! The order of modules, as ARCHITECTURE.md states it: a module imports from those below its own line, and from no other.
//!
//! A block there, or in a module's documentation, that begins with `layers FOLDER` has a line for each module that stands in the folder,
//! the highest first. What counts is every path that begins with `crate`, `super` or `self`: in imports, expressions, types, and what
//! macros are given. Names that the folder's own `lib.rs` or `mod.rs` re-exports count as those of the module that they come from. Tests
//! may import anything.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::Visit;
use syn::{Attribute, Item, ItemMacro, ItemMod, ItemUse, UseTree};

/// What annotated loops become names this module of the runtime.
const OF_EXPANSIONS: &str = "launch";

/// Where orders are stated.
const STATED_IN: [&str; 2] = ["ARCHITECTURE.md", "runtime/src/device/mod.rs"];

/// The modules of a folder, the highest first.
struct Order {
    /// From the root of the repository.
    folder: PathBuf,
    modules: Vec<String>,
}

/// A path in a file that names something of the crate.
struct Import {
    /// From the root of the crate.
    path: Vec<String>,
    line: usize,
}

/// An import that does not go down.
#[derive(Debug, PartialEq, Eq)]
struct Offence {
    place: String,
    from: String,
    to: String,
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: `{}` imports from `{}`, which is not below it", self.place, self.from, self.to)
    }
}

/// The orders that a text states.
fn orders(text: &str) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(folder) = line.strip_prefix("```layers ") {
            let lines = lines.by_ref().take_while(|line| !line.starts_with("```"));
            let modules = lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
            orders.push(Order { folder: folder.trim().into(), modules });
        }
    }
    orders
}

/// Finds the imports of a file, or of a text.
struct Imports<'f> {
    /// The module that is looked at, from the root of the crate.
    module: Vec<String>,
    found: &'f mut Vec<Import>,
}

impl Imports<'_> {
    /// Of a path, wherever it stands, the path from the root of the crate; `None` if it does not say where it begins.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let mut base = match first.as_str() {
            "crate" => Vec::new(),
            "self" => self.module.clone(),
            "super" => self.module[..self.module.len().checked_sub(1)?].to_vec(),
            _ => return None,
        };
        let supers = rest.iter().take_while(|name| *name == "super").count();
        base.truncate(base.len().saturating_sub(supers));
        base.extend_from_slice(&rest[supers..]);
        Some(base)
    }

    fn add(&mut self, path: &[String], line: usize) {
        // `Self::x` and `self.x` are no paths of modules.
        if path.len() > 1
            && let Some(path) = self.absolute(path)
        {
            self.found.push(Import { path, line });
        }
    }

    fn add_tree(&mut self, path: &mut Vec<String>, tree: &UseTree) {
        let name = match tree {
            UseTree::Path(tree) => &tree.ident,
            UseTree::Name(tree) => &tree.ident,
            UseTree::Rename(tree) => &tree.ident,
            UseTree::Glob(tree) => {
                return self.add(&[path.clone(), vec!["*".into()]].concat(), tree.star_token.spans[0].start().line);
            }
            UseTree::Group(group) => return group.items.iter().for_each(|tree| self.add_tree(path, tree)),
        };
        path.push(name.to_string());
        match tree {
            UseTree::Path(tree) => self.add_tree(path, &tree.tree),
            _ => self.add(path, name.span().start().line),
        }
        path.pop();
    }

    /// What macros are given, and what they become.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Ident(first) if ["crate", "super", "self"].iter().any(|word| first == word) => {
                    let (mut path, mut colons) = (vec![first.to_string()], 0);
                    loop {
                        match tokens.peek() {
                            Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && colons < 2 => colons += 1,
                            Some(TokenTree::Ident(name)) if colons == 2 => {
                                path.push(name.to_string());
                                colons = 0;
                            }
                            _ => break,
                        }
                        tokens.next();
                    }
                    self.add(&path, first.span().start().line);
                }
                _ => {}
            }
        }
    }
}

/// Whether something is there for tests alone.
fn is_of_tests(attributes: &[Attribute]) -> bool {
    let is_cfg_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    };
    attributes.iter().any(is_cfg_test)
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

impl<'a> Visit<'a> for Imports<'_> {
    fn visit_item(&mut self, item: &'a Item) {
        if !is_of_tests(attributes(item)) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        self.module.push(module.ident.to_string());
        syn::visit::visit_item_mod(self, module);
        self.module.pop();
    }

    fn visit_item_use(&mut self, import: &'a ItemUse) {
        self.add_tree(&mut Vec::new(), &import.tree);
    }

    fn visit_impl_item_fn(&mut self, function: &'a syn::ImplItemFn) {
        if !is_of_tests(&function.attrs) {
            syn::visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let line = path.segments.first().map_or(0, |segment| segment.ident.span().start().line);
        self.add(&names, line);
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        syn::visit::visit_macro(self, call);
        self.add_tokens(call.tokens.clone());
    }

    /// `#[scan(…, crate = crate)]` becomes code of this crate.
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        let Ok(list) = attribute.meta.require_list() else { return };
        let words: Vec<String> = list.tokens.clone().into_iter().map(|token| token.to_string()).collect();
        if words.windows(3).any(|words| words == ["crate", "=", "crate"]) {
            let line = list.path.segments[0].ident.span().start().line;
            self.found.push(Import { path: vec![OF_EXPANSIONS.to_owned()], line });
        }
    }

    // A visibility names a module that the item is in.
    fn visit_visibility(&mut self, _visibility: &'a syn::Visibility) {}
}

fn imports(text: &str, module: Vec<String>) -> Vec<Import> {
    let file = syn::parse_file(text).expect("a file of this repository");
    let mut found = Vec::new();
    Imports { module, found: &mut found }.visit_file(&file);
    found
}

/// The names that a folder's own file gives to what its modules have, and the modules. Macros that are exported are names of the crate.
fn re_exports(text: &str) -> BTreeMap<String, String> {
    fn add(names: &mut BTreeMap<String, String>, module: Option<&str>, tree: &UseTree) {
        match (tree, module) {
            (UseTree::Path(tree), None) => add(names, Some(&tree.ident.to_string()), &tree.tree),
            (UseTree::Path(tree), module) => add(names, module, &tree.tree),
            (UseTree::Group(group), module) => group.items.iter().for_each(|tree| add(names, module, tree)),
            (UseTree::Name(tree), Some(module)) => _ = names.insert(tree.ident.to_string(), module.to_owned()),
            (UseTree::Rename(tree), Some(module)) => _ = names.insert(tree.rename.to_string(), module.to_owned()),
            _ => {}
        }
    }
    let mut names = BTreeMap::new();
    for item in syn::parse_file(text).expect("a file of this repository").items {
        if let Item::Use(import) = item {
            add(&mut names, None, &import.tree);
        }
    }
    names
}

/// The macros that a file gives to the whole crate.
fn exported_macros(text: &str) -> Vec<String> {
    let items = syn::parse_file(text).expect("a file of this repository").items;
    let name = |item: Item| match item {
        Item::Macro(ItemMacro { attrs, ident: Some(name), .. }) => {
            attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")).then(|| name.to_string())
        }
        _ => None,
    };
    items.into_iter().filter_map(name).collect()
}

/// All files below a folder, by their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder of this repository").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    let of = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.into_iter().flat_map(of).filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The module that a file is, from the root of the crate; `None` for tests and for programs of their own.
fn module_of(file: &Path, sources: &Path) -> Option<Vec<String>> {
    let file = file.strip_prefix(sources).expect("below the sources").with_extension("");
    let mut names: Vec<String> = file.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    let is_apart = names.iter().any(|name| name == "tests") || names[0] == "bin" || names[0] == "main";
    names.pop_if(|last| last == "mod" || last == "lib");
    (!is_apart).then_some(names)
}

/// A folder of sources with its order.
struct House {
    order: Order,
    /// The module of the folder itself, from the root of the crate.
    base: Vec<String>,
    re_exports: BTreeMap<String, String>,
}

impl House {
    fn new(order: Order, root: &Path) -> Self {
        let folder = root.join(&order.folder);
        let base: Vec<String> = order
            .folder
            .iter()
            .skip_while(|name| *name != "src")
            .skip(1)
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        let own = folder.join(if base.is_empty() { "lib.rs" } else { "mod.rs" });
        let text = fs::read_to_string(own).expect("the folder's own file");
        let mut re_exports = re_exports(&text);
        if base.is_empty() {
            for file in files(&folder) {
                let Some(module) = module_of(&file, &folder).filter(|module| !module.is_empty()) else { continue };
                let text = fs::read_to_string(&file).expect("a file");
                re_exports.extend(exported_macros(&text).into_iter().map(|name| (name, module[0].clone())));
            }
        }
        Self { order, base, re_exports }
    }

    /// The module of the folder that has what a path from the root of the crate names.
    fn module<'p>(&'p self, path: &'p [String]) -> Option<&'p str> {
        let first = path.strip_prefix(&*self.base)?.first()?;
        let is_module = self.order.modules.contains(first);
        if is_module { Some(first) } else { Some(self.re_exports.get(first).unwrap_or(first)) }
    }

    fn rank(&self, module: &str) -> Option<usize> {
        self.order.modules.iter().position(|known| known == module)
    }

    /// The imports of a module's text that do not go down.
    fn offences(&self, text: &str, module: &[String], file: &str) -> Vec<Offence> {
        let Some(from) = self.module(module) else { return Vec::new() };
        let mut offences = Vec::new();
        for Import { path, line } in imports(text, module.to_vec()) {
            let Some(to) = self.module(&path).filter(|to| *to != from) else { continue };
            // What is not among the modules comes from another crate by way of `lib.rs`, or from `lib.rs` itself, which is above all.
            let goes_down =
                self.rank(from) < self.rank(to) || self.re_exports.values().any(|known| known == to) && self.rank(to).is_none();
            if !goes_down {
                offences.push(Offence { place: format!("{file}:{line}"), from: from.to_owned(), to: to.to_owned() });
            }
        }
        offences
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the repository").to_owned()
}

fn stated() -> Vec<Order> {
    let of = |file: &str| orders(&fs::read_to_string(root().join(file)).expect("a file").replace("//! ", ""));
    STATED_IN.iter().flat_map(|file| of(file)).collect()
}

#[test]
fn every_import_goes_down() {
    let root = root();
    let mut offences = Vec::new();
    for order in stated() {
        let folder = root.join(&order.folder);
        let sources = folder.ancestors().find(|folder| folder.ends_with("src")).expect("below `src`").to_owned();
        let house = House::new(order, &root);
        for file in files(&folder) {
            let Some(module) = module_of(&file, &sources).filter(|module| module.len() > house.base.len()) else { continue };
            let text = fs::read_to_string(&file).expect("a file");
            let name = file.strip_prefix(&root).expect("below the root").display().to_string();
            offences.extend(house.offences(&text, &module, &name));
        }
    }
    let told: String = offences.iter().map(|offence| format!("\n{offence}")).collect();
    assert!(offences.is_empty(), "{} have it otherwise:{told}", STATED_IN.join(" and "));
}

#[test]
fn every_module_has_its_line() {
    let root = root();
    assert_eq!(stated().len(), 3, "the compiler, the runtime, and its devices");
    for order in stated() {
        let base = order.folder.iter().skip_while(|name| *name != "src").count() - 1;
        let folder = root.join(&order.folder);
        let sources = folder.ancestors().find(|folder| folder.ends_with("src")).expect("below `src`");
        let modules = files(&folder).into_iter().filter_map(|file| module_of(&file, sources)?.into_iter().nth(base));
        let modules: std::collections::BTreeSet<String> = modules.collect();
        assert_eq!(modules, order.modules.into_iter().collect(), "{}", order.folder.display());
    }
}

#[test]
fn what_does_not_go_down_is_found_wherever_it_stands() {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let order = Order { folder: "src".into(), modules: names(&["launch", "device", "model"]) };
    let re_exports = [("Report", "launch"), ("scan", "scan_macros")].map(|(name, module)| (name.to_owned(), module.to_owned()));
    let house = House { order, base: Vec::new(), re_exports: re_exports.into() };
    let bad = |text: &str| {
        house.offences(text, &names(&["device", "run"]), "f.rs").iter().map(|offence| offence.to_string()).collect::<Vec<_>>()
    };
    let expected = ["f.rs:1: `device` imports from `launch`, which is not below it"];
    for text in [
        "use crate::launch::Loop;",
        "use crate::{model::Job, launch};",
        "use super::super::launch;",
        "fn f() -> crate::launch::Loop { todo!() }",
        "fn f() { crate::launch::run() }",
        "fn f() { assert_eq!(crate::launch::run(), 1) }",
        "macro_rules! m { () => { $crate::launch::run() } }",
        "mod inner { use super::super::super::launch; }",
        "use crate::Report;",
        "#[scan(+ : y, crate = crate)] fn f() {}",
    ] {
        assert_eq!(bad(text), expected, "{text}");
    }
    for text in [
        "use crate::model::Job; use super::plan; use self::x::y; use std::launch;",
        "fn f() { crate::model::run(); super::plan::run(); launch::run() }",
        "#[cfg(test)] mod tests { use crate::launch::Loop; }",
        "use crate::scan;",
        "/// As [`crate::launch::Loop`] says.\nfn f() {}",
    ] {
        assert_eq!(bad(text), [""; 0], "{text}");
    }
    assert_eq!(bad("use crate::elsewhere;"), ["f.rs:1: `device` imports from `elsewhere`, which is not below it"]);
}
