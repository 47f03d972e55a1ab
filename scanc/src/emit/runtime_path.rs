//! How the user's crate names `scan_runtime`: its Cargo.toml says, since a dependency may be renamed there.

use basic_toml::Error;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::cell::{LazyCell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The package that generated code calls.
const PACKAGE: &str = "scan-runtime";
/// That which has the attributes, and which the other brings along.
const ATTRIBUTES: &str = "scan-macros";

/// The path to the runtime in the crate whose Cargo.toml is in `manifest_dir`; `::scan_runtime` where nothing says otherwise.
pub fn runtime_path(manifest_dir: Option<&Path>) -> syn::Path {
    let renamed = manifest_dir.and_then(|directory| told(directory).runtime).unwrap_or_else(|| PACKAGE.to_string());
    let name = proc_macro2::Ident::new(&renamed.replace('-', "_"), Span::call_site());
    syn::parse_quote!(::#name)
}

/// What is wrong in a crate that depends on the attributes alone: there is nothing that their code could call.
pub fn without_runtime(manifest_dir: Option<&Path>) -> Option<TokenStream> {
    let error = "the attributes need the crate `scan-runtime`, which is no dependency of this one\n\
                 help: write `scan-runtime` instead of `scan-macros` in Cargo.toml, and `use scan_runtime::scan;`";
    told(manifest_dir?).lacks_runtime.then(|| quote!(::core::compile_error! { #error }))
}

/// What a crate's manifest says of the runtime.
#[derive(Clone, Default)]
struct Told {
    /// The key under which the crate depends on it.
    runtime: Option<String>,
    /// The crate depends on the attributes alone.
    lacks_runtime: bool,
}

/// Manifests that have been read, and when they were modified last.
type Read = Vec<(PathBuf, Option<SystemTime>)>;

/// What the manifest in `directory` says. Every attribute asks, so that it is read once as long as nobody changes it: a process of rustc's
/// ends before that, an editor's does not.
fn told(directory: &Path) -> Told {
    static KNOWN: Mutex<BTreeMap<PathBuf, (Read, Told)>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    match known.get(directory) {
        Some((read, told)) if read.iter().all(|(path, modified)| modified_at(path) == *modified) => told.clone(),
        _ => {
            let files = RefCell::new(Read::new());
            let read = |path: PathBuf| {
                let (modified, manifest) = (modified_at(&path), parsed(&path));
                files.borrow_mut().push((path, modified));
                manifest
            };
            let inherited = LazyCell::new(|| workspace_dependencies(directory, &read));
            let told =
                read(directory.join("Cargo.toml")).map(|manifest| tell(&manifest, &|| inherited.as_ref())).unwrap_or_default();
            known.insert(directory.to_owned(), (files.take(), told.clone()));
            told
        }
    }
}

fn modified_at(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|metadata| metadata.modified()).ok()
}

/// What a manifest says; `inherited`: its workspace's dependencies.
fn tell<'m>(manifest: &'m Toml, inherited: &dyn Fn() -> Option<&'m Toml>) -> Told {
    let key_of = |wanted: &str| {
        let mut entries = dependency_tables(manifest).into_iter().flatten();
        Some(entries.find(|(key, value)| package(key, value, inherited) == wanted)?.0)
    };
    let (own, runtime) = (manifest.get("package").and_then(|package| package.get("name")).and_then(Toml::text), key_of(PACKAGE));
    Told {
        // What is no identifier cannot have been written by Cargo either.
        runtime: runtime.filter(|name| syn::parse_str::<syn::Ident>(&name.replace('-', "_")).is_ok()).cloned(),
        lacks_runtime: own != Some(PACKAGE) && runtime.is_none() && key_of(ATTRIBUTES).is_some(),
    }
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
fn package<'m>(key: &'m str, value: &'m Toml, inherited: &dyn Fn() -> Option<&'m Toml>) -> &'m str {
    let own = |value: &'m Toml| value.get("package").and_then(Toml::text);
    let package = if value.get("workspace").is_some() { inherited().and_then(|table| own(table.get(key)?)) } else { own(value) };
    package.unwrap_or(key)
}

/// `[workspace.dependencies]` of the nearest manifest upwards that has a workspace.
fn workspace_dependencies(directory: &Path, read: &dyn Fn(PathBuf) -> Option<Toml>) -> Option<Toml> {
    let mut manifests = directory.ancestors().filter_map(|directory| read(directory.join("Cargo.toml")));
    manifests.find_map(|mut manifest| manifest.take("workspace"))?.take("dependencies")
}

/// A manifest that cannot be read or parsed is not ours to complain about: Cargo has.
fn parsed(path: &Path) -> Option<Toml> {
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

    fn tell_of(manifest: &str) -> Told {
        let (manifest, inherited) =
            (parse(manifest).expect("valid TOML"), parse("rt = { package = 'scan-runtime', version = '0.1' }"));
        tell(&manifest, &|| inherited.as_ref().ok())
    }

    fn check(manifest: &str, expected: Option<&str>) {
        assert_eq!(tell_of(manifest).runtime.as_deref(), expected, "{manifest}");
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
        let lacks = |manifest: &str| tell_of(manifest).lacks_runtime;
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

    #[test]
    fn a_manifest_is_read_anew_when_it_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let (root, member) = (folder.path(), folder.path().join("member"));
        std::fs::create_dir(&member).expect("a folder");
        let name = || told(&member).runtime;
        let write = |manifest: &Path, text: &str, second: u64| {
            std::fs::write(manifest, text).expect("a manifest");
            let file = std::fs::File::options().write(true).open(manifest).expect("the manifest");
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(second)).expect("a time");
        };
        assert_eq!(name(), None);
        write(&member.join("Cargo.toml"), "[dependencies]\nrt.workspace = true", 1);
        write(&root.join("Cargo.toml"), "[workspace.dependencies]\nrt = { package = 'scan-runtime' }", 1);
        assert_eq!(name().as_deref(), Some("rt"));
        write(&root.join("Cargo.toml"), "[workspace.dependencies]\nrt = '1'", 2);
        assert_eq!(name(), None);
        write(&member.join("Cargo.toml"), "[dependencies]\nfast = { package = 'scan-runtime' }", 2);
        assert_eq!(name().as_deref(), Some("fast"));
    }
}
