//! How the user's crate names `scan_runtime`: its Cargo.toml says, since a dependency may be renamed there.

use basic_toml::Error;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// The package that generated code calls.
const PACKAGE: &str = "scan-runtime";
/// That which has the attributes, and which the other brings along.
const ATTRIBUTES: &str = "scan-macros";

/// The path to the runtime in the crate whose Cargo.toml is in `manifest_dir`; `::scan_runtime` where nothing says otherwise.
pub fn runtime_path(manifest_dir: Option<&Path>) -> syn::Path {
    let renamed = manifest_dir.and_then(dependency_name).unwrap_or_else(|| PACKAGE.to_string());
    let name = proc_macro2::Ident::new(&renamed.replace('-', "_"), Span::call_site());
    syn::parse_quote!(::#name)
}

/// What is wrong in a crate that depends on the attributes alone: there is nothing that their code could call.
pub fn without_runtime(manifest_dir: Option<&Path>) -> Option<TokenStream> {
    let manifest = read(&manifest_dir?.join("Cargo.toml"))?;
    let inherited = || workspace_dependencies(manifest_dir?);
    let error = "the attributes need the crate `scan-runtime`, which is no dependency of this one\n\
                 help: write `scan-runtime` instead of `scan-macros` in Cargo.toml, and `use scan_runtime::scan;`";
    lacks_runtime(&manifest, &inherited).then(|| quote!(::core::compile_error! { #error }))
}

fn lacks_runtime(manifest: &Toml, inherited: &dyn Fn() -> Option<Toml>) -> bool {
    let own = manifest.get("package").and_then(|package| package.get("name")).and_then(Toml::text);
    let has = |wanted: &str| {
        let mut entries = dependency_tables(manifest).into_iter().flatten();
        entries.any(|(key, value)| package(key, value, inherited) == wanted)
    };
    own != Some(PACKAGE) && has(ATTRIBUTES) && !has(PACKAGE)
}

/// The key under which the manifest in `directory` depends on the runtime.
fn dependency_name(directory: &Path) -> Option<String> {
    let manifest = read(&directory.join("Cargo.toml"))?;
    let inherited = || workspace_dependencies(directory);
    let tables = dependency_tables(&manifest);
    let name = tables.into_iter().flatten().find(|(key, value)| package(key, value, &inherited) == PACKAGE)?.0;
    // What is no identifier cannot have been written by Cargo either.
    syn::parse_str::<syn::Ident>(&name.replace('-', "_")).ok().map(|_| name.clone())
}

type Table = BTreeMap<String, Toml>;

/// `[dependencies]`, `[dev-dependencies]` and those of every `[target.…]`.
fn dependency_tables(manifest: &Toml) -> Vec<&Table> {
    let targets = manifest.get("target").and_then(Toml::table).into_iter().flat_map(Table::values);
    let owners = [manifest].into_iter().chain(targets);
    owners
        .flat_map(|owner| ["dependencies", "dev-dependencies"].map(|kind| owner.get(kind)))
        .filter_map(|table| table.and_then(Toml::table))
        .collect()
}

/// The package that an entry is about; `workspace = true` refers to the workspace's entry of the same key.
fn package(key: &str, value: &Toml, inherited: &dyn Fn() -> Option<Toml>) -> String {
    let own = |value: &Toml| value.get("package").and_then(Toml::text).map(str::to_string);
    let workspace = || inherited()?.get(key).and_then(own);
    let package = if value.get("workspace").is_some() { workspace() } else { own(value) };
    package.unwrap_or_else(|| key.to_string())
}

/// `[workspace.dependencies]` of the nearest manifest upwards that has a workspace.
fn workspace_dependencies(directory: &Path) -> Option<Toml> {
    let mut manifests = directory.ancestors().filter_map(|directory| read(&directory.join("Cargo.toml")));
    manifests.find_map(|mut manifest| manifest.take("workspace"))?.take("dependencies")
}

/// A manifest that cannot be read or parsed is not ours to complain about: Cargo has.
fn read(path: &Path) -> Option<Toml> {
    parse(&std::fs::read_to_string(path).ok()?).ok()
}

fn parse(text: &str) -> Result<Toml, Error> {
    basic_toml::from_str(text)
}

/// As much of TOML as dependencies need.
enum Toml {
    Table(Table),
    Text(String),
    Other,
}

impl Toml {
    fn table(&self) -> Option<&Table> {
        if let Self::Table(table) = self { Some(table) } else { None }
    }

    fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    fn get(&self, key: &str) -> Option<&Self> {
        self.table()?.get(key)
    }

    fn take(&mut self, key: &str) -> Option<Self> {
        if let Self::Table(table) = self { table.remove(key) } else { None }
    }
}

impl<'de> Deserialize<'de> for Toml {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TomlVisitor)
    }
}

struct TomlVisitor;

impl<'de> Visitor<'de> for TomlVisitor {
    type Value = Toml;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a TOML value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Toml, E> {
        Ok(Toml::Text(text.to_string()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Toml, E> {
        Ok(Toml::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Toml, E> {
        Ok(Toml::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Toml, E> {
        Ok(Toml::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Toml, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Toml::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Toml, A::Error> {
        let mut table = Table::new();
        while let Some((key, value)) = entries.next_entry()? {
            table.insert(key, value);
        }
        Ok(Toml::Table(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_in(manifest: &str) -> Option<String> {
        let manifest = parse(manifest).expect("valid TOML");
        let inherited = || parse("rt = { package = 'scan-runtime', version = '0.1' }").ok();
        let tables = dependency_tables(&manifest);
        let found = tables.into_iter().flatten().find(|(key, value)| package(key, value, &inherited) == PACKAGE);
        found.map(|(key, _)| key.clone())
    }

    fn check(manifest: &str, expected: Option<&str>) {
        assert_eq!(name_in(manifest).as_deref(), expected, "{manifest}");
    }

    #[test]
    fn every_way_to_depend_on_the_runtime_is_understood() {
        check("[dependencies]\nscan-runtime = '0.1'", Some("scan-runtime"));
        check("[dependencies]\nserde = { version = '1', features = ['derive'] }", None);
        check("[dev-dependencies]\nfast = { package = 'scan-runtime', path = '..' }", Some("fast"));
        check("[dependencies.fast-scan]\npackage = 'scan-runtime'\nversion = '0.1'", Some("fast-scan"));
        check("[target.'cfg(unix)'.dependencies]\nunix_scan = { package = 'scan-runtime', version = '0.1' }", Some("unix_scan"));
        check("[dependencies]\nrt = { workspace = true }", Some("rt"));
        check("[dependencies]\nrt.workspace = true", Some("rt"));
        check("[dependencies]\nscan-runtime = { package = 'another', version = '1' }", None);
        check("[package]\nname = 'a'\nversion = '1'\n[profile.release]\nlto = true\nopt-level = 3", None);
    }

    #[test]
    fn the_attributes_alone_are_not_enough() {
        let lacks = |manifest: &str| lacks_runtime(&parse(manifest).expect("valid TOML"), &|| None);
        assert!(lacks("[dependencies]\nscan-macros = '0.1'"));
        assert!(!lacks("[dependencies]\nscan-macros = '0.1'\nfast = { package = 'scan-runtime', version = '0.1' }"));
        assert!(!lacks("[package]\nname = 'scan-runtime'\n[dependencies]\nscan-macros = '0.1'"));
        assert!(!lacks("[dependencies]\nserde = '1'"));
    }

    #[test]
    fn without_a_manifest_the_plain_name_is_used() {
        let plain: syn::Path = syn::parse_quote!(::scan_runtime);
        assert_eq!(runtime_path(None), plain);
        assert_eq!(runtime_path(Some(Path::new("/no/such/folder"))), plain);
    }
}
