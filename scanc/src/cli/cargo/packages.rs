//! The packages that are meant, and their files, as cargo tells of them.

use super::arguments::Selection;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package of the user's own.
pub(super) struct Package {
    pub name: String,
    /// The folder of its Cargo.toml.
    pub root: PathBuf,
    /// All its Rust sources, in order.
    pub files: Vec<PathBuf>,
    /// Those that are neither tests nor run while others are built.
    pub programs: Vec<PathBuf>,
    /// How its code names `scan-runtime`, if it depends on it.
    pub runtime: Option<String>,
}

/// Asks cargo, which looks at nothing but files.
///
/// # Errors
/// What is to be said where there is no package, or none of that name.
pub(super) fn selected(selection: &Selection) -> Result<Vec<Package>, String> {
    let metadata = metadata(selection)?;
    let packages = list(&metadata, "packages");
    let chosen = chosen(&metadata, packages, selection)?;
    let foreign: Vec<PathBuf> = texts(&metadata, &["target_directory", "build_directory"]).map(PathBuf::from).collect();
    Ok(chosen.into_iter().map(|package| Package::new(package, &foreign)).collect())
}

fn metadata(selection: &Selection) -> Result<Value, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--format-version", "1", "--no-deps", "--offline"]);
    selection.manifest_path.iter().for_each(|path| _ = command.arg("--manifest-path").arg(path));
    let output = command.output().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("`cargo metadata` failed: {}", told(&String::from_utf8_lossy(&output.stderr))));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("cannot read what `cargo metadata` says: {error}"))
}

/// What cargo says, or rustup in its place, without where in rustup that was.
fn told(errors: &str) -> &str {
    let said = errors.split("\nStack backtrace:").next().unwrap_or(errors);
    said.trim().trim_start_matches("error: ")
}

fn chosen<'m>(metadata: &Value, packages: &'m [Value], selection: &Selection) -> Result<Vec<&'m Value>, String> {
    if selection.workspace {
        return Ok(packages.iter().collect());
    }
    let named = |name: &String| {
        let found = packages.iter().find(|package| package["name"] == **name);
        found.ok_or_else(|| {
            let known: Vec<&str> = packages.iter().map(|package| text(package, "name")).collect();
            format!("there is no package `{name}` in this workspace, which has {}", known.join(", "))
        })
    };
    if !selection.package.is_empty() {
        return selection.package.iter().map(named).collect();
    }
    let manifest = selection.manifest_path.clone().or_else(nearest_manifest).and_then(|path| path.canonicalize().ok());
    let here = packages.iter().find(|package| Path::new(text(package, "manifest_path")).canonicalize().ok() == manifest);
    let defaults = list(metadata, "workspace_default_members");
    Ok(here.map_or_else(|| packages.iter().filter(|package| defaults.contains(&package["id"])).collect(), |here| vec![here]))
}

fn nearest_manifest() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("Cargo.toml")).find(|path| path.is_file())
}

impl Package {
    /// `foreign` are folders in which nothing is the user's.
    fn new(package: &Value, foreign: &[PathBuf]) -> Self {
        let root = Path::new(text(package, "manifest_path")).parent().unwrap_or(Path::new("")).to_path_buf();
        let (mut files, mut programs) = (BTreeSet::new(), BTreeSet::new());
        for target in list(package, "targets") {
            let walk = Walk { root: &root, foreign };
            let kinds: Vec<&str> = list(target, "kind").iter().filter_map(Value::as_str).collect();
            let is_any = |of: &[&str]| kinds.iter().any(|kind| of.contains(kind));
            let found = walk.target(Path::new(text(target, "src_path")), is_any(&["test", "bench", "example", "custom-build"]));
            if !is_any(&["test", "bench", "custom-build", "proc-macro"]) {
                programs.extend(found.iter().filter(|path| !is_of_tests(path, &root)).cloned());
            }
            files.extend(found);
        }
        let mut dependencies = list(package, "dependencies").iter();
        let runtime = dependencies.find(|dependency| text(dependency, "name") == "scan-runtime" && dependency["kind"].is_null());
        let runtime = runtime.map(|found| found["rename"].as_str().unwrap_or("scan-runtime").replace('-', "_"));
        let (files, programs) = (files.into_iter().collect(), programs.into_iter().collect());
        Self { name: text(package, "name").to_owned(), root, files, programs, runtime }
    }
}

/// Whether a file is of tests by its name, as modules of unit tests are.
fn is_of_tests(path: &Path, root: &Path) -> bool {
    let below = path.strip_prefix(root).unwrap_or(path).with_extension("");
    below.iter().any(|name| name == "tests" || name == "test" || name == "benches")
}

/// Finds the files of a target.
struct Walk<'a> {
    root: &'a Path,
    foreign: &'a [PathBuf],
}

impl Walk<'_> {
    /// A target has the folder of its file for itself, but where `shared` says that it stands beside others, and in the package's own
    /// folder: there its modules are those that it names.
    fn target(&self, path: &Path, shared: bool) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::from([path.to_path_buf()]);
        let Some(folder) = path.parent() else { return found };
        let is_own = path.file_stem().is_some_and(|stem| stem == "main" || stem == "lib") || !shared;
        if is_own && folder != self.root {
            self.folder(folder, &mut found);
        } else if let Ok(text) = fs::read_to_string(path) {
            for entry in entries(folder) {
                let name = entry.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                if text.contains(&format!("mod {name};")) {
                    self.entry(&entry, &mut found);
                }
            }
        }
        found
    }

    fn folder(&self, folder: &Path, found: &mut BTreeSet<PathBuf>) {
        entries(folder).iter().for_each(|entry| self.entry(entry, found));
    }

    /// Links to folders are not followed, and neither are folders of other packages.
    fn entry(&self, path: &Path, found: &mut BTreeSet<PathBuf>) {
        let Ok(about) = fs::symlink_metadata(path) else { return };
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if about.is_dir() {
            if !is_hidden && !self.foreign.iter().any(|foreign| foreign == path) && !path.join("Cargo.toml").is_file() {
                self.folder(path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") && path.is_file() {
            found.insert(path.to_path_buf());
        }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.path()).collect()).unwrap_or_default()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn texts<'v>(value: &'v Value, keys: &'v [&str]) -> impl Iterator<Item = &'v str> {
    keys.iter().filter_map(|key| value[*key].as_str())
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn a_backtrace_of_rustup_is_not_told() {
        let errors = "error: toolchain '1.70.0' is not installed\nhelp: run `rustup toolchain install`\n\nStack backtrace:\n   0: anyhow\n";
        assert_eq!(told(errors), "toolchain '1.70.0' is not installed\nhelp: run `rustup toolchain install`");
        assert_eq!(told("error: failed to parse\n\nCaused by:\n  a\n"), "failed to parse\n\nCaused by:\n  a");
    }
}
